import * as z from 'zod';
import { Id, pageQuery, PathText } from './schemas/primitives.ts';

/**
 * What the endpoints of file requests and of proofings have in common: `own` are those of the owner, `byId` those of one
 * link, `byToken` those of its visitors, and `closed` the errors of a link that visitors cannot open.
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
    page: z.object({ ...pageQuery }),
    deleted: { 204: { description: 'Deleted.', schema: null } },
    closed: [unknownParam, `${kind}_expired`, 'too_many_requests'],
  } as const;
}
