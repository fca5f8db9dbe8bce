import * as z from 'zod';
import { Bytes, Id, Pagination, Timestamp } from './primitives.ts';

export const ContentKind = z.enum(['folder', 'image', 'video', 'audio', 'pdf', 'text', 'archive', 'other']);
export type ContentKind = z.infer<typeof ContentKind>;

export const ShareMode = z.enum(['PRIVATE', 'SHARED', 'PUBLIC']);
export type ShareMode = z.infer<typeof ShareMode>;

export const Item = z
  .object({
    id: Id,
    name: z.string(),
    type: z.enum(['file', 'folder']),
    contentKind: ContentKind,
    parentId: Id.nullable().describe('The folder it lies in; null in the root.'),
    size: Bytes.nullable().describe(
      "A file's own bytes; a folder's with all that lies below; null for folders in the trash listing.",
    ),
    mimeType: z.string().nullable().describe('null for folders.'),
    previewUrl: z.string().nullable().describe('A signed address of a thumbnail or inline view.'),
    shareMode: ShareMode,
    shareToken: z.string().nullable(),
    uploadedAt: Timestamp,
    deletedAt: Timestamp.nullable().describe('Set while it is in the trash.'),
    downloadCount: z.int().min(0),
    likesCount: z.int().min(0),
    commentsCount: z.int().min(0),
    sha256: z.string().nullable().describe('Of the bytes, lower-case hex; null for folders.'),
    quarantined: z.boolean(),
  })
  .meta({ id: 'Item', description: 'A file or a folder.' });
export type Item = z.infer<typeof Item>;

export const ItemPage = z.object({ files: z.array(Item), pagination: Pagination }).meta({ id: 'ItemPage' });
export type ItemPage = z.infer<typeof ItemPage>;

export const listSorts = ['type,name', 'name', '-name', 'createdAt', '-createdAt', 'size', '-size'] as const;
export const ListSort = z.enum(listSorts);
export type ListSort = z.infer<typeof ListSort>;

export const DownloadUrl = z
  .object({ downloadUrl: z.string().describe('Signed; needs no other credential.') })
  .meta({ id: 'DownloadUrl' });
export type DownloadUrl = z.infer<typeof DownloadUrl>;
