import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ArchiveOfShare, ArchiveUrl } from '../schemas/archives-schemas.ts';
import { CopyResult, SharedCopy, StartedOperation } from '../schemas/copies-schemas.ts';
import { DownloadUrl, SharedItemPage, SharedListSort } from '../schemas/items-schemas.ts';
import { Id, pageQuery, PathText, QueryBoolean, text, Token } from '../schemas/primitives.ts';
import { FoundShares, PublicShare, ShareTicket, UnlockAttempt, UnlockGrant } from '../schemas/shares-schemas.ts';

const recipient = Token.optional().describe(
  'The `r` parameter of a recipient’s personal link. The header `X-Share-Recipient` is equivalent.',
);
const ofShare = {
  tag: 'Public',
  auth: 'public',
  scope: 'none',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
} as const;
/** Errors of a share that cannot be opened. */
const closed = ['share_not_found', 'share_expired', 'share_limit_reached', 'file_quarantined'] as const;

export const resolveShare = endpoint({
  ...ofShare,
  id: 'resolveShare',
  auth: 'optional',
  scope: 'shares',
  method: 'GET',
  path: '/api/public/share/{token}',
  summary: 'Get a public share',
  description:
    'While `locked` is true, only the token, the kind, the expiry and the flags are returned. To see the rest, send the grant of `unlockShare` in the header `X-Share-Unlock`. A share without downloads left is opened by a ticket in the header `X-Share-Ticket`, here and at the operations that unlock it, list its files and return their URLs.',
  query: z.object({ r: recipient }),
  responses: { 200: { description: 'The share as visitors see it.', schema: PublicShare } },
  errors: [...closed, 'too_many_requests'],
});

export const unlockShare = endpoint({
  ...ofShare,
  id: 'unlockShare',
  method: 'POST',
  path: '/api/public/share/{token}/unlock',
  summary: 'Unlock a share',
  description:
    'Takes the password of the share. The grant is returned and also set as a cookie. It becomes invalid when the password changes.',
  body: UnlockAttempt,
  responses: { 200: { description: 'The grant.', schema: UnlockGrant } },
  errors: [...closed, 'share_password_incorrect', 'too_many_requests'],
});

export const listShareFiles = endpoint({
  ...ofShare,
  id: 'listShareFiles',
  method: 'GET',
  path: '/api/public/share/{token}/files',
  summary: 'List the files of a share',
  query: z.object({
    parentId: Id.optional().describe('A folder inside the shared folder. Default: the shared folder itself.'),
    ...pageQuery,
    sort: SharedListSort.default('type,name').describe('Order of the items; `-` reverses it.'),
    q: text(limits.pathCharacters)
      .optional()
      .describe(
        'If it is not blank: the files and folders below that folder, however deep, whose names contain every word of it. A `"quoted phrase"` is one word.',
      ),
    r: recipient,
  }),
  responses: { 200: { description: 'One page of files and folders.', schema: SharedItemPage } },
  errors: [...closed, 'share_locked', 'folder_not_found', 'too_many_requests'],
});

export const getShareDownloadUrl = endpoint({
  ...ofShare,
  id: 'getShareDownloadUrl',
  method: 'GET',
  path: '/api/public/share/{token}/download-url',
  summary: 'Get the download URL of a shared file',
  description:
    'Each URL is a download of its own. With a ticket of `createShareTicket` in the header `X-Share-Ticket` all files together are one, and a file that it has delivered is refused with 410 `share_limit_reached`. If the share limits downloads, a URL delivers at most twice its file and counts once: what was broken off or lost can be requested again for 15 minutes. A ticket that has expired is refused with 403 `access_denied`.',
  query: z.object({
    fileId: Id.optional().describe('Not needed if the share contains a single file.'),
    inline: QueryBoolean.default(false).describe('Let the browser display the file instead of saving it.'),
    r: recipient,
  }),
  responses: { 200: { description: 'A signed URL.', schema: DownloadUrl } },
  errors: [...closed, 'share_locked', 'file_not_found', 'access_denied', 'too_many_requests'],
});

export const createShareTicket = endpoint({
  ...ofShare,
  id: 'createShareTicket',
  method: 'POST',
  path: '/api/public/share/{token}/tickets',
  summary: 'Take a download of a share file by file',
  description: `One download of the share in any number of requests, like its ZIP archive: with the ticket in the header \`X-Share-Ticket\`, \`getShareDownloadUrl\` delivers each file once, and an interrupted file again. If the share limits downloads, the ticket takes one of them at once; otherwise it counts with its first file. It is valid for ${limits.shareTicketHours} hours and ends with the share and when its password changes. Crawlers and link previews get 403 \`access_denied\`, as far as their user agent tells.`,
  query: z.object({ r: recipient }),
  idempotency: 'replay',
  responses: { 201: { description: 'The ticket.', schema: ShareTicket } },
  errors: [...closed, 'share_locked', 'access_denied', 'too_many_requests'],
});

export const createShareArchive = endpoint({
  ...ofShare,
  id: 'createShareArchive',
  method: 'POST',
  path: '/api/public/share/{token}/archive',
  summary: 'Create a ZIP archive of a share',
  query: z.object({ r: recipient }),
  body: ArchiveOfShare,
  bodyOptional: true,
  responses: { 200: { description: 'A signed URL for one download.', schema: ArchiveUrl } },
  errors: [...closed, 'share_locked', 'access_denied', 'archive_size_exceeded', 'too_many_requests'],
});

export const saveShare = endpoint({
  id: 'saveShare',
  method: 'POST',
  path: '/api/public/share/{token}/save',
  tag: 'Public',
  summary: 'Save a share to the own drive',
  description: `Copies everything that is shared, or some of its files, to the drive of the caller, as \`copyFiles\` does: no bytes are read or written, each copy counts in full in the quota of the tree that gets it, a taken name becomes \`name (1).ext\`, and files that visitors cannot download are left out. Metadata and tags are not copied. It counts as one download of the share, and takes one of a limited number when the copy begins. A link that is closed meanwhile, or gets another password, ends the copy. If there are more than ${limits.copiedAtOnce} items in all, the answer is 202, and the server copies them as an operation. A repeat with the same \`Idempotency-Key\` copies nothing again, and is answered with the operation if there are more than 100.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { folder: 'body.parentId' },
  driveRoot: 'body.parentId',
  idempotency: 'replay',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
  query: z.object({ r: recipient }),
  body: SharedCopy,
  responses: {
    200: { description: 'Everything was copied.', schema: CopyResult },
    202: { description: 'The items are being copied.', schema: StartedOperation },
    207: { description: 'At least one item was not copied.', schema: CopyResult },
  },
  errors: [...closed, 'share_locked', 'access_denied', 'folder_not_found', 'item_quota_exceeded', 'too_many_requests'],
});

export const searchPublic = endpoint({
  id: 'searchPublic',
  method: 'GET',
  path: '/api/public/search',
  tag: 'Public',
  summary: 'Search public shares',
  auth: 'public',
  scope: 'none',
  query: z.object({
    q: text(limits.pathCharacters).optional().describe('Part of the name of the file.'),
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of public shares.', schema: FoundShares } },
  errors: [],
});
