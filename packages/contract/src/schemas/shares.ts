import * as z from 'zod';
import { limits } from '../limits.ts';
import { ContentKind, Item, ShareMode } from './items.ts';
import { Bytes, Timestamp } from './primitives.ts';

export const ShareDescriptor = z
  .object({
    shareToken: z.string().describe('The same across changes of mode, expiry, notifications, password and slug.'),
    shareMode: ShareMode,
    shareUrl: z.string(),
    shortUrl: z.string(),
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    notifyOwnerOnDownload: z.boolean(),
    notifyOnView: z.boolean(),
    notifyPerRecipient: z.boolean(),
    maxDownloads: z.int().min(1).nullable(),
  })
  .meta({ id: 'ShareDescriptor' });
export type ShareDescriptor = z.infer<typeof ShareDescriptor>;

/** What a share can be asked to be; PRIVATE is reached by changing one that exists. */
export const OpenShareMode = z.enum(['SHARED', 'PUBLIC']);

export const NewShare = z
  .strictObject({
    shareMode: OpenShareMode.optional().describe('Default SHARED on a new share.'),
    expiresInDays: z
      .int()
      .min(0)
      .max(limits.shareExpiryDays)
      .nullish()
      .describe('0 means never; omitted or null leaves it as it is.'),
  })
  .meta({ id: 'NewShare' });
export type NewShare = z.infer<typeof NewShare>;

export const ShareModeChange = z.strictObject({ shareMode: ShareMode }).meta({ id: 'ShareModeChange' });

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
    item: Item.optional(),
  })
  .meta({
    id: 'PublicShare',
    description: 'What a stranger sees of a share. While locked only token, kind, expiry and the flags.',
  });
export type PublicShare = z.infer<typeof PublicShare>;
