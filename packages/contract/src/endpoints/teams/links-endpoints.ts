import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits, visitorReservation } from '../../limits.ts';
import { CollectedFilePage } from '../../schemas/collections-schemas.ts';
import { Id, pageQuery, PathText } from '../../schemas/primitives.ts';
import { ListedShare, ShareDescriptor } from '../../schemas/shares-schemas.ts';
import { ItemLinks, NewItemLink, NewShareUpload, ShareChange } from '../../schemas/teams/links-schemas.ts';
import { UploadReservation } from '../../schemas/uploads-schemas.ts';

const ofItem = {
  tag: 'Shares',
  auth: 'required',
  scope: 'shares',
  params: z.object({ id: Id }),
  unknownParam: 'file_not_found',
  folderKeys: { items: 'params.id' },
  path: '/api/files/{id}/links',
} as const;
const ofShare = {
  tag: 'Shares',
  auth: 'required',
  scope: 'shares',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
} as const;

export const listItemLinks = endpoint({
  ...ofItem,
  id: 'listItemLinks',
  method: 'GET',
  summary: 'List the links of a file or folder',
  description:
    'The operations on the share of a file or folder mean the first link; this lists all. Links to several files are not among them.',
  responses: { 200: { description: 'The links, oldest first.', schema: ItemLinks } },
  errors: ['access_denied', 'file_not_found'],
});

export const createItemLink = endpoint({
  ...ofItem,
  id: 'createItemLink',
  method: 'POST',
  summary: 'Create another link to a file or folder',
  description: `Each link has its own mode, expiry, password, limit, slug, recipients and attempts to unlock it. An item has at most ${limits.linksPerItem} links. Change and revoke one by its token; revoking the share of the item ends all of them.`,
  body: NewItemLink,
  bodyOptional: true,
  idempotency: 'replay',
  responses: { 201: { description: 'The link.', schema: ListedShare } },
  errors: ['access_denied', 'file_not_found', 'password_too_long', 'vanity_slug_taken', 'link_limit_reached'],
});

export const updateShare = endpoint({
  ...ofShare,
  id: 'updateShare',
  method: 'PATCH',
  path: '/api/shares/{token}',
  summary: 'Update a share',
  description: 'Omitted fields are not changed. The token never changes.',
  body: ShareChange,
  responses: { 200: { description: 'The share.', schema: ShareDescriptor } },
  errors: ['share_not_found', 'password_too_long', 'vanity_slug_taken'],
});

export const listShareUploads = endpoint({
  ...ofShare,
  id: 'listShareUploads',
  method: 'GET',
  path: '/api/shares/{token}/uploads',
  summary: 'List the uploads of visitors of a share',
  description: 'A file remains in the list after it is renamed, moved or deleted.',
  query: z.object(pageQuery),
  responses: { 200: { description: 'One page of uploads, newest first.', schema: CollectedFilePage } },
  errors: ['share_not_found'],
});

export const createShareUpload = endpoint({
  id: 'createShareUpload',
  tag: 'Public',
  auth: 'public',
  scope: 'none',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
  method: 'POST',
  path: '/api/public/share/{token}/uploads',
  summary: 'Reserve an upload to a shared folder',
  description: `For shares with \`allowUpload\`; others are refused with 403 \`access_denied\`. A file whose name is taken gets the next free one. Send the bytes to the returned upload URL as for every upload. ${visitorReservation}`,
  body: NewShareUpload,
  responses: { 201: { description: 'The reservation.', schema: UploadReservation } },
  errors: [
    'share_not_found',
    'share_expired',
    'share_limit_reached',
    'share_locked',
    'access_denied',
    'folder_not_found',
    'collection_full',
    'file_type_not_allowed',
    'storage_quota_exceeded',
    'item_quota_exceeded',
    'too_many_requests',
  ],
});
