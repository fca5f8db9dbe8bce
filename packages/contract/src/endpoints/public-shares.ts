import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ArchiveOfShare, ArchiveUrl } from '../schemas/archives.ts';
import { DownloadUrl, ItemPage, ListSort } from '../schemas/items.ts';
import { Id, PathText, QueryBoolean, QueryPositive, text, Token } from '../schemas/primitives.ts';
import { FoundShares, PublicShare, UnlockAttempt, UnlockGrant } from '../schemas/shares.ts';

const recipient = Token.optional().describe('The `r` of a personal link; or the header X-Share-Recipient.');
const ofShare = {
  tag: 'Public',
  auth: 'public',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
} as const;
/** What keeps a share closed. */
const closed = ['share_not_found', 'share_expired', 'share_limit_reached', 'file_quarantined'] as const;

export const resolveShare = endpoint({
  ...ofShare,
  id: 'resolveShare',
  auth: 'optional',
  method: 'GET',
  path: '/api/public/share/{token}',
  summary: 'What a share link holds',
  description: 'While it is locked only that it is. The grant of an unlocking is sent as X-Share-Unlock.',
  query: z.object({ r: recipient }),
  responses: { 200: { description: 'The share as a stranger sees it.', schema: PublicShare } },
  errors: [...closed, 'too_many_requests'],
});

export const unlockShare = endpoint({
  ...ofShare,
  id: 'unlockShare',
  method: 'POST',
  path: '/api/public/share/{token}/unlock',
  summary: 'Open a locked share by its password',
  description: 'The grant is answered and set as a cookie. It ends with the password it was given for.',
  body: UnlockAttempt,
  responses: { 200: { description: 'The grant.', schema: UnlockGrant } },
  errors: [...closed, 'share_password_incorrect', 'too_many_requests'],
});

export const listShareFiles = endpoint({
  ...ofShare,
  id: 'listShareFiles',
  method: 'GET',
  path: '/api/public/share/{token}/files',
  summary: 'List a shared folder, or the files shared together',
  query: z.object({
    parentId: Id.optional().describe('A folder in the shared one.'),
    page: QueryPositive.default(1),
    limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
    sort: ListSort.default('type,name'),
    r: recipient,
  }),
  responses: { 200: { description: 'One page.', schema: ItemPage } },
  errors: [...closed, 'share_locked', 'folder_not_found', 'too_many_requests'],
});

export const getShareDownloadUrl = endpoint({
  ...ofShare,
  id: 'getShareDownloadUrl',
  method: 'GET',
  path: '/api/public/share/{token}/download-url',
  summary: 'A signed address of a shared file’s bytes',
  query: z.object({
    fileId: Id.optional().describe('Not needed where the share holds one file.'),
    inline: QueryBoolean.default(false),
    r: recipient,
  }),
  responses: { 200: { description: 'The address.', schema: DownloadUrl } },
  errors: [...closed, 'share_locked', 'file_not_found', 'too_many_requests'],
});

export const createShareArchive = endpoint({
  ...ofShare,
  id: 'createShareArchive',
  method: 'POST',
  path: '/api/public/share/{token}/archive',
  summary: 'A ZIP of what is shared, or of some of it',
  query: z.object({ r: recipient }),
  body: ArchiveOfShare,
  bodyOptional: true,
  responses: { 200: { description: 'Where it can be fetched, once.', schema: ArchiveUrl } },
  errors: [...closed, 'share_locked', 'access_denied', 'archive_size_exceeded', 'too_many_requests'],
});

export const searchPublic = endpoint({
  id: 'searchPublic',
  method: 'GET',
  path: '/api/public/search',
  tag: 'Public',
  summary: 'Find what people have shared publicly',
  auth: 'public',
  query: z.object({
    q: text(limits.pathCharacters).optional(),
    page: QueryPositive.default(1),
    limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
  }),
  responses: { 200: { description: 'One page.', schema: FoundShares } },
  errors: [],
});
