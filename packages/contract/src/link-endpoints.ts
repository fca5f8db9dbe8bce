import * as z from 'zod';
import { Id, pageQuery, PathText } from './schemas/primitives.ts';

/**
 * Common fields of the endpoints of file requests and proofings. `own`: endpoints of the owner. `byId`: endpoints of the owner
 * for one link. `byToken`: endpoints of visitors. `closed`: error codes of a link that visitors cannot open.
 */
export function linkEndpoints<const Tag extends string, const Kind extends 'collection' | 'proofing'>(
  tag: Tag,
  kind: Kind,
) {
  const own = { tag, auth: 'required', scope: 'shares' } as const;
  const unknownParam = `${kind}_not_found` as const;
  return {
    own,
    byId: { ...own, params: z.object({ id: Id }), unknownParam },
    byToken: { tag: 'Public', auth: 'public', scope: 'none', params: z.object({ token: PathText }), unknownParam },
    page: z.object({
      ...pageQuery,
      driveId: Id.optional().describe('ID of a team drive of which the caller is a manager: those of the drive.'),
    }),
    deleted: { 204: { description: 'Deleted.', schema: null } },
    closed: [unknownParam, `${kind}_expired`, 'too_many_requests'],
  } as const;
}
