import * as z from 'zod';
import { limits } from '../limits.ts';
import { BatchFailure, ContentKind, Item, ShareMode } from './items.ts';
import {
  Bytes,
  countCharacters,
  Email,
  exampleIds,
  Id,
  list,
  omittable,
  Pagination,
  text,
  Timestamp,
} from './primitives.ts';

export const ShareDescriptor = z
  .object({
    shareToken: z.string().describe('The same across changes of mode, expiry, notifications, password and slug.'),
    shareMode: ShareMode,
    listed: z
      .boolean()
      .describe('Whether search finds it and search engines may index it: PUBLIC, open and without a password.'),
    shareUrl: z.string(),
    shortUrl: z.string(),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    notifyOwnerOnDownload: z.boolean(),
    notifyOnView: z.boolean(),
    notifyPerRecipient: z.boolean(),
    maxDownloads: z.int().min(1).nullable(),
    commentsEnabled: z.boolean(),
    likesEnabled: z.boolean(),
  })
  .meta({ id: 'ShareDescriptor' });
export type ShareDescriptor = z.infer<typeof ShareDescriptor>;

/** What a share can be asked to be; PRIVATE is reached by changing one that exists. */
export const OpenShareMode = z.enum(['SHARED', 'PUBLIC']);

/** Shorter ones are `validation_failed` here; longer than 72 bytes of UTF-8 are `password_too_long` where they are hashed. */
export const SharePassword = text(limits.comparedCharacters)
  .refine(
    (password) => countCharacters(password) >= limits.sharePasswordMinCharacters,
    `must have at least ${limits.sharePasswordMinCharacters} characters`,
  )
  .meta({ minLength: limits.sharePasswordMinCharacters, maxLength: limits.passwordMaxBytes });

const expiresInDays = z.int().min(0).max(limits.shareExpiryDays);
const maxDownloads = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** What those who come to a share may leave behind. */
const feedbackWishes = {
  commentsEnabled: omittable(z.boolean()).describe('Default true on a new share. What was said stays, unseen.'),
  likesEnabled: omittable(z.boolean()).describe('Default true on a new share.'),
};

const shareWishes = {
  shareMode: omittable(OpenShareMode).describe('Default SHARED on a new share.'),
  expiresInDays: omittable(expiresInDays).describe('0 means never; omitted or null leaves it as it is.'),
  password: omittable(SharePassword).describe('Omitted or null: none on a new share, as it is on one that exists.'),
  notifyOnDownload: omittable(z.boolean()),
  notifyOnView: omittable(z.boolean()),
  notifyPerRecipient: omittable(z.boolean()).describe('One mail per recipient; has an effect with notifyOnDownload.'),
  maxDownloads: maxDownloads.nullish().describe('null lifts the limit.'),
  ...feedbackWishes,
};

export const NewShare = z.strictObject(shareWishes).meta({ id: 'NewShare' });
export type NewShare = z.infer<typeof NewShare>;

export const NewMultiShare = z
  .strictObject({
    ...shareWishes,
    fileIds: list(Id, { min: limits.multiShareMinFiles, max: limits.multiShareMaxFiles }).refine(
      (ids) => new Set(ids).size === ids.length,
      'must not name a file twice',
    ),
  })
  .meta({ id: 'NewMultiShare', 'x-example': { fileIds: exampleIds } });
export type NewMultiShare = z.infer<typeof NewMultiShare>;

export const MultiShare = z
  .object({
    shareToken: z.string(),
    shareUrl: z.string(),
    shareMode: ShareMode,
    listed: z.boolean(),
    fileCount: z.int().min(0),
  })
  .meta({ id: 'MultiShare' });
export type MultiShare = z.infer<typeof MultiShare>;

export const ShareModeChange = z
  .strictObject({
    shareMode: ShareMode,
    maxDownloads: maxDownloads.nullish().describe('null lifts the limit.'),
    ...feedbackWishes,
  })
  .meta({ id: 'ShareModeChange' });
export type ShareModeChange = z.infer<typeof ShareModeChange>;

export const ShareExpiryChange = z
  .strictObject({ expiresInDays: expiresInDays.nullable().describe('0 or null: never.') })
  .meta({ id: 'ShareExpiryChange' });

export const ShareNotifyChange = z
  .strictObject({
    notifyOnDownload: z.boolean(),
    notifyOnView: omittable(z.boolean()).describe('null leaves it as it is.'),
    notifyPerRecipient: omittable(z.boolean()).describe('null leaves it as it is.'),
  })
  .meta({ id: 'ShareNotifyChange' });
export type ShareNotifyChange = z.infer<typeof ShareNotifyChange>;

export const SharePasswordChange = z
  .strictObject({ password: SharePassword.nullable().describe('null clears it.') })
  .meta({ id: 'SharePasswordChange' });

export const ShareSlugChange = z
  .strictObject({ slug: text(limits.tokenCharacters).nullable().describe('null or blank clears it.') })
  .meta({ id: 'ShareSlugChange' });

export const SlugAvailability = z
  .object({
    slug: z.string(),
    available: z.boolean(),
    reason: z.enum(['taken', 'invalid', 'reserved', 'profane']).nullable(),
  })
  .meta({ id: 'SlugAvailability' });
export type SlugAvailability = z.infer<typeof SlugAvailability>;

export const UnlockAudit = z
  .object({
    recentEvents: z
      .array(z.object({ createdAt: Timestamp, result: z.enum(['success', 'failure', 'rate_limited']) }))
      .max(limits.unlockEvents)
      .describe('The newest first.'),
    failedLast24h: z.int().min(0),
    bruteForceAlert: z.boolean(),
  })
  .meta({ id: 'UnlockAudit' });
export type UnlockAudit = z.infer<typeof UnlockAudit>;

export const VisibilityChange = z
  .strictObject({
    ids: list(Id, { min: 1, max: limits.visibilityBatch }),
    mode: z.enum(['PUBLIC', 'PRIVATE']),
  })
  .meta({ id: 'VisibilityChange' });
export type VisibilityChange = z.infer<typeof VisibilityChange>;

export const VisibilityResult = z
  .object({ updated: z.array(Item), failed: z.array(BatchFailure) })
  .meta({ id: 'VisibilityResult' });
export type VisibilityResult = z.infer<typeof VisibilityResult>;

export const ListedShare = ShareDescriptor.extend({
  kind: z.enum(['file', 'folder', 'multi']),
  itemId: Id.nullable().describe('null for a multi-share.'),
  name: z.string(),
  fileCount: z.int().min(0),
  viewCount: z.int().min(0),
  downloadCount: z.int().min(0),
  likeCount: z.int().min(0),
  commentCount: z.int().min(0),
  createdAt: Timestamp,
}).meta({ id: 'ListedShare' });
export type ListedShare = z.infer<typeof ListedShare>;

export const SharePage = z.object({ shares: z.array(ListedShare), pagination: Pagination }).meta({ id: 'SharePage' });

export const NewRecipients = z
  .strictObject({
    emails: list(Email, { min: 1, max: limits.recipientBatch }),
    message: omittable(text(limits.recipientMessageCharacters)),
  })
  .meta({ id: 'NewRecipients' });
export type NewRecipients = z.infer<typeof NewRecipients>;

export const Recipient = z
  .object({
    id: Id,
    email: z.string(),
    sentAt: Timestamp.nullable(),
    firstOpenedAt: Timestamp.nullable(),
    downloadCount: z.int().min(0),
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof Recipient>;

export const Recipients = z.object({ recipients: z.array(Recipient) }).meta({ id: 'Recipients' });
export const RecipientPage = z
  .object({ recipients: z.array(Recipient), pagination: Pagination })
  .meta({ id: 'RecipientPage' });

export const UnlockAttempt = z
  .strictObject({ password: text(limits.comparedCharacters) })
  .meta({ id: 'UnlockAttempt' });

export const UnlockGrant = z
  .object({ unlockToken: z.string().describe('Sent as X-Share-Unlock.'), expiresAt: Timestamp })
  .meta({ id: 'UnlockGrant' });
export type UnlockGrant = z.infer<typeof UnlockGrant>;

export const FoundShare = z
  .object({
    shareToken: z.string(),
    shareUrl: z.string(),
    name: z.string(),
    kind: z.enum(['file', 'folder', 'multi']),
    size: Bytes,
    mimeType: z.string().nullable(),
    contentKind: ContentKind,
    previewUrl: z.string().nullable(),
    ownerName: z.string().nullable(),
  })
  .meta({ id: 'FoundShare' });
export type FoundShare = z.infer<typeof FoundShare>;

export const FoundShares = z.object({ items: z.array(FoundShare), pagination: Pagination }).meta({ id: 'FoundShares' });

export const PublicShare = z
  .object({
    shareToken: z.string(),
    shareMode: ShareMode.optional(),
    shareUrl: z.string().optional(),
    shortUrl: z.string().optional(),
    kind: z.enum(['file', 'folder', 'multi']),
    name: z.string().optional(),
    size: Bytes.optional(),
    mimeType: z.string().nullable().optional(),
    contentKind: ContentKind.optional(),
    previewUrl: z.string().nullable().optional(),
    fileCount: z.int().min(0).optional(),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    locked: z.boolean(),
    indexable: z.boolean().describe('Whether search engines and the cross-owner search may show it.'),
    ownerName: z.string().nullable().optional(),
    likesEnabled: z.boolean().optional(),
    commentsEnabled: z.boolean().optional(),
    likeCount: z.int().min(0).nullable().optional().describe('null where likes are switched off.'),
    commentCount: z.int().min(0).nullable().optional().describe('null where comments are switched off.'),
    likedByMe: z.boolean().optional(),
    item: Item.optional(),
  })
  .meta({
    id: 'PublicShare',
    description: 'What a stranger sees of a share. While locked only token, kind, expiry and the flags.',
  });
export type PublicShare = z.infer<typeof PublicShare>;
