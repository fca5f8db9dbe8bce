import * as z from 'zod';
import { limits } from '../limits.ts';
import { ItemName } from '../names.ts';
import { Bytes, exampleIds, Id, list, omittable, Pagination, Timestamp } from './primitives.ts';

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
    previewUrl: z
      .string()
      .nullable()
      .describe(
        'A signed address of a thumbnail; null where there is none (yet). The same all day, so that browsers keep what is behind it.',
      ),
    shareMode: ShareMode,
    shareToken: z.string().nullable(),
    uploadedAt: Timestamp,
    deletedAt: Timestamp.nullable().describe('Set while it is in the trash.'),
    downloadCount: z.int().min(0),
    likesCount: z.int().min(0).describe('Of its own share.'),
    commentsCount: z.int().min(0).describe('Of its own share.'),
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

/** Where something goes: into a folder or the root, not both. Null and `moveToRoot: false` are as absent. */
const destination = {
  parentId: omittable(Id).describe('The folder to move into.'),
  moveToRoot: omittable(z.boolean()),
};
interface Destination {
  readonly parentId?: string | null | undefined;
  readonly moveToRoot?: boolean | null | undefined;
}
const isMove = ({ parentId, moveToRoot }: Destination): boolean =>
  (parentId ?? undefined) !== undefined || moveToRoot === true;
const isOneMove = ({ parentId, moveToRoot }: Destination): boolean =>
  (parentId ?? undefined) === undefined || moveToRoot !== true;
const oneMoveOnly = { error: 'must not be true beside parentId', path: ['moveToRoot'] };

export const ItemChange = z
  .strictObject({ name: omittable(ItemName), ...destination })
  .refine(isOneMove, oneMoveOnly)
  .refine((change) => (change.name ?? undefined) !== undefined || isMove(change), {
    error: 'must be given, or parentId, or moveToRoot: there is nothing to change',
    path: ['name'],
  })
  .meta({ id: 'ItemChange', 'x-example': { name: 'Report 2026.pdf' } });
export type ItemChange = z.infer<typeof ItemChange>;

export const ItemMove = z
  .strictObject({ ids: list(Id, { min: 1, max: limits.moveBatch }), ...destination })
  .refine(isOneMove, oneMoveOnly)
  .refine(isMove, { error: 'must be given, or moveToRoot', path: ['parentId'] })
  .meta({ id: 'ItemMove', 'x-example': { ids: exampleIds, moveToRoot: true } });
export type ItemMove = z.infer<typeof ItemMove>;

export const BatchFailure = z
  .object({ id: Id, message: z.string(), status: z.int().describe('As an answer of its own would have had.') })
  .meta({ id: 'BatchFailure' });
export type BatchFailure = z.infer<typeof BatchFailure>;

export const MoveResult = z.object({ moved: z.array(Item), failed: z.array(BatchFailure) }).meta({ id: 'MoveResult' });
export type MoveResult = z.infer<typeof MoveResult>;

export const DownloadUrl = z
  .object({ downloadUrl: z.string().describe('Signed; needs no other credential.') })
  .meta({ id: 'DownloadUrl' });
export type DownloadUrl = z.infer<typeof DownloadUrl>;
