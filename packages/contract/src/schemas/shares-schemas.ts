import * as z from 'zod';
import { Email } from '../emails.ts';
import { limits } from '../limits.ts';
import { BatchFailure, ContentKind, Item, ShareMode } from './items-schemas.ts';
import {
  Bytes,
  countCharacters,
  exampleIds,
  Id,
  list,
  MailDelivery,
  normalizeText,
  omittable,
  Pagination,
  text,
  Timestamp,
} from './primitives.ts';
import { OfDrive } from './teams/drives-schemas.ts';
import { AllowedType } from './uploads/allowed-type.ts';

export const ShareDescriptor = z
  .object({
    shareToken: z.string().describe('Does not change when the mode, expiry, notifications, password or slug change.'),
    shareMode: ShareMode,
    listed: z
      .boolean()
      .describe(
        'Whether the public search finds the share and search engines may index it: PUBLIC, open and without a password.',
      ),
    shareUrl: z.string(),
    shortUrl: z.string(),
    publicUrl: z
      .string()
      .nullable()
      .describe(
        'URL of the shared file for pages of other sites. `null` if several files or a folder are shared, for a further link of a file, and unless the share is `PUBLIC`, not expired, and has neither a password nor a download limit.',
      ),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    notifyOwnerOnDownload: z.boolean(),
    notifyOnView: z.boolean(),
    notifyPerRecipient: z.boolean(),
    maxDownloads: z.int().min(1).nullable(),
    commentsEnabled: z.boolean(),
    likesEnabled: z.boolean(),
    label: z.string().nullable().describe('The name by which its owner recognizes the link. `null`: none.'),
    coverItemId: Id.nullable().describe(
      'The file whose thumbnail stands for the shared folder or files, on their page and in previews of the link. `null`: the first image.',
    ),
    allowUpload: z.boolean().describe('Whether visitors may add files to the shared folder.'),
    uploadMaxFileBytes: z
      .int()
      .min(1)
      .nullable()
      .describe('Maximum size of one file in bytes. `null`: that of the plan.'),
    uploadMaxFiles: z.int().min(1).nullable().describe('Maximum number of files from all visitors. `null`: no limit.'),
    uploadAllowedTypes: z
      .array(z.string())
      .nullable()
      .describe('Media types and endings of names that are accepted. `null`: all.'),
  })
  .meta({ id: 'ShareDescriptor' });
export type ShareDescriptor = z.infer<typeof ShareDescriptor>;

/** Modes of a new share. PRIVATE is set by changing an existing share. */
export const OpenShareMode = z.enum(['SHARED', 'PUBLIC']);

/**
 * Measured in NFC, in which it is hashed. Shorter passwords fail this schema with `validation_failed`. Passwords over 72
 * bytes of UTF-8 fail with `password_too_long` when they are hashed.
 */
export const SharePassword = text(limits.comparedCharacters, (raw) => normalizeText(raw))
  .refine(
    (password) => countCharacters(password) >= limits.sharePasswordMinCharacters,
    `must have at least ${limits.sharePasswordMinCharacters} characters`,
  )
  .meta({ minLength: limits.sharePasswordMinCharacters, maxLength: limits.passwordMaxBytes });

export const expiresInDays = z.int().min(0).max(limits.shareExpiryDays);
export const maxDownloads = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Settings for the feedback of visitors. */
export const feedbackFields = {
  commentsEnabled: omittable(z.boolean()).describe(
    'Allow comments. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`). If disabled, existing comments are kept but hidden from visitors.',
  ),
  likesEnabled: omittable(z.boolean()).describe(
    'Allow likes. Default for a new share: what the server sets (`DRIVE_SHARE_FEEDBACK`).',
  ),
};

export const notifyFields = {
  notifyOnDownload: omittable(z.boolean()).describe('Email the owner when a recipient downloads.'),
  notifyOnView: omittable(z.boolean()).describe('Email the owner when a recipient opens the share for the first time.'),
  notifyPerRecipient: omittable(z.boolean()).describe(
    '`true`: email the owner on each download by a recipient. `false`: on the first one only. Has an effect only with `notifyOnDownload`.',
  ),
};

/** Settings of the link of a folder to which visitors may add files. */
export const uploadFields = {
  allowUpload: omittable(z.boolean()).describe(
    'Let visitors add files to the shared folder; they never replace, rename or delete. Only for folders. Default: `false`.',
  ),
  uploadMaxFileBytes: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .describe(
      'Maximum size of one file in bytes, in addition to the limit of the owner’s plan. `null` removes the limit.',
    ),
  uploadMaxFiles: z
    .int()
    .min(1)
    .max(limits.collectionFiles)
    .nullish()
    .describe('Maximum number of files from all visitors together. `null` removes the limit.'),
  uploadAllowedTypes: list(AllowedType, { min: 1, max: limits.collectionTypes })
    .nullish()
    .describe('A file is accepted if its name or its media type matches one of these. `null` allows all types.'),
};

const shareFields = {
  shareMode: omittable(OpenShareMode).describe('Default for a new share: `SHARED`.'),
  expiresInDays: omittable(expiresInDays).describe(
    'Days until the share expires. 0: never. Omitted or `null`: not changed.',
  ),
  password: omittable(SharePassword).describe(
    'Omitted or `null`: a new share has no password, an existing share keeps its password.',
  ),
  ...notifyFields,
  maxDownloads: maxDownloads.nullish().describe('Maximum number of downloads. `null` removes the limit.'),
  ...feedbackFields,
};

export const NewShare = z.strictObject(shareFields).meta({ id: 'NewShare' });
export type NewShare = z.infer<typeof NewShare>;

export const NewFolderShare = z.strictObject({ ...shareFields, ...uploadFields }).meta({ id: 'NewFolderShare' });
export type NewFolderShare = z.infer<typeof NewFolderShare>;

export const NewMultiShare = z
  .strictObject({
    ...shareFields,
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

const shareModeFields = {
  shareMode: ShareMode,
  maxDownloads: maxDownloads.nullish().describe('Maximum number of downloads. `null` removes the limit.'),
  ...feedbackFields,
};

export const ShareModeChange = z.strictObject(shareModeFields).meta({ id: 'ShareModeChange' });
export type ShareModeChange = z.infer<typeof ShareModeChange>;

export const FolderShareModeChange = z
  .strictObject({ ...shareModeFields, ...uploadFields })
  .meta({ id: 'FolderShareModeChange' });
export type FolderShareModeChange = z.infer<typeof FolderShareModeChange>;

export const ShareExpiryChange = z
  .strictObject({
    expiresInDays: expiresInDays.nullable().describe('Days from now until the share expires. 0 or `null`: never.'),
  })
  .meta({ id: 'ShareExpiryChange' });

export const ShareNotifyChange = z
  .strictObject({
    notifyOnDownload: z.boolean(),
    notifyOnView: omittable(z.boolean()).describe('`null` does not change it.'),
    notifyPerRecipient: omittable(z.boolean()).describe('`null` does not change it.'),
  })
  .meta({ id: 'ShareNotifyChange' });
export type ShareNotifyChange = z.infer<typeof ShareNotifyChange>;

export const SharePasswordChange = z
  .strictObject({ password: SharePassword.nullable().describe('`null` removes the password.') })
  .meta({ id: 'SharePasswordChange' });

export const ShareSlugChange = z
  .strictObject({ slug: text(limits.tokenCharacters).nullable().describe('`null` or blank removes the slug.') })
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
      .describe('The latest attempts, newest first.'),
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
  itemId: Id.nullable().describe('`null` for a multi-share.'),
  driveId: OfDrive,
  name: z.string(),
  slug: z.string().nullable().describe('The slug of `shortUrl`. `null` if none is set.'),
  fileCount: z.int().min(0),
  viewCount: z.int().min(0),
  downloadCount: z.int().min(0),
  likeCount: z.int().min(0),
  commentCount: z.int().min(0),
  uploadCount: z.int().min(0).describe('Number of files that visitors have added.'),
  createdAt: Timestamp,
  createdBy: z
    .object({ id: Id, name: z.string().nullable() })
    .nullable()
    .describe('The user who made the link. `null` if it was made by an earlier version, or the account is deleted.'),
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
    url: z
      .string()
      .describe(
        'The personal link. Visits through it count as this recipient’s, also if the owner passes it on without an email.',
      ),
    sentAt: Timestamp.nullable().describe(
      'Time at which a mail server accepted the last email. `null`: none was sent, which is always so without a mail server.',
    ),
    failedAt: Timestamp.nullable().describe(
      'Time at which the last email failed for good: its recipient was refused, or all attempts were used up. `null`: it did not, or a later one was accepted or is on its way.',
    ),
    error: z.string().nullable().describe('Why it failed, in words of the mail server. `null` if `failedAt` is.'),
    firstOpenedAt: Timestamp.nullable(),
    downloadCount: z.int().min(0),
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof Recipient>;

export const Recipients = z
  .object({
    recipients: z.array(Recipient),
    mailDelivery: MailDelivery.describe(
      'Whether the personal links are emailed (`smtp`) or only written to `outbox/` of the server, not sent (`outbox`).',
    ),
  })
  .meta({ id: 'Recipients' });
export type Recipients = z.infer<typeof Recipients>;
export const RecipientPage = z
  .object({ recipients: z.array(Recipient), pagination: Pagination })
  .meta({ id: 'RecipientPage' });
export type RecipientPage = z.infer<typeof RecipientPage>;

export const UnlockAttempt = z
  .strictObject({ password: text(limits.comparedCharacters) })
  .meta({ id: 'UnlockAttempt' });

export const UnlockGrant = z
  .object({
    unlockToken: z.string().describe('The grant. Send it in the header `X-Share-Unlock`.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'UnlockGrant' });
export type UnlockGrant = z.infer<typeof UnlockGrant>;

export const ShareTicket = z
  .object({
    ticket: z.string().describe('Send it in the header `X-Share-Ticket`.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ShareTicket' });
export type ShareTicket = z.infer<typeof ShareTicket>;

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
    indexable: z.boolean().describe('Whether search engines and the public search may show the share.'),
    downloadsLeft: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .describe('Downloads that can begin; running ones have begun. `null`: the owner has set no limit.'),
    ownerName: z.string().nullable().optional(),
    likesEnabled: z.boolean().optional(),
    commentsEnabled: z.boolean().optional(),
    likeCount: z.int().min(0).nullable().optional().describe('`null` if likes are disabled.'),
    commentCount: z.int().min(0).nullable().optional().describe('`null` if comments are disabled.'),
    likedByMe: z.boolean().optional(),
    allowUpload: z.boolean().optional().describe('Whether visitors may add files.'),
    uploadsFull: z
      .boolean()
      .optional()
      .describe('Whether the maximum number of files is reached. Only if `allowUpload`.'),
    uploadMaxFileBytes: Bytes.optional().describe('Maximum size of one file in bytes. Only if `allowUpload`.'),
    uploadAllowedTypes: z.array(z.string()).nullable().optional().describe('`null`: all. Only if `allowUpload`.'),
    item: Item.optional(),
  })
  .meta({
    id: 'PublicShare',
    description: 'A share as visitors see it. While it is locked, only the token, the kind, the expiry and the flags.',
  });
export type PublicShare = z.infer<typeof PublicShare>;
