import * as z from 'zod';
import { limits, transformSides } from '../limits.ts';
import { ItemName } from '../names.ts';
import { allSearchSorts, listSorts, sharedListSorts, trashSorts } from '../sorts.ts';
import { MetadataPatch, StoredMetadata, Tag, Tags } from './metadata-schemas.ts';
import {
  Bytes,
  ClientTime,
  exampleIds,
  Id,
  list,
  omittable,
  Pagination,
  queryNumber,
  QueryPositive,
  Timestamp,
} from './primitives.ts';

export const ContentKind = z.enum(['folder', 'image', 'video', 'audio', 'pdf', 'text', 'archive', 'other']);
export type ContentKind = z.infer<typeof ContentKind>;

export const ShareMode = z.enum(['PRIVATE', 'SHARED', 'PUBLIC']);
export type ShareMode = z.infer<typeof ShareMode>;

export const ScanResult = z.enum(['pending', 'clean', 'infected', 'skipped']);
export type ScanResult = z.infer<typeof ScanResult>;

export const memberRoles = ['viewer', 'contributor', 'editor', 'manager'] as const;

export const MemberRole = z.enum(memberRoles).meta({
  id: 'MemberRole',
  description:
    'What a member may do. `viewer`: see, download, search and copy. `contributor`: also add, and within a day rename, trash and restore what they added. `editor`: also change everything. `manager`: also make links, delete permanently and give roles.',
});
export type MemberRole = z.infer<typeof MemberRole>;

export const ItemRole = z.enum(['owner', ...memberRoles]).meta({
  id: 'ItemRole',
  description: 'What the caller may do with an item: everything as its owner, or what the role of a member allows.',
});
export type ItemRole = z.infer<typeof ItemRole>;

export const ItemActor = z
  .object({
    id: Id.describe('ID of the user.'),
    name: z.string().nullable().describe('Name of the user. `null` if it is not set, or the account is deleted.'),
  })
  .meta({ id: 'ItemActor', description: 'A user who added or changed an item.' });
export type ItemActor = z.infer<typeof ItemActor>;

export const Item = z
  .object({
    id: Id,
    name: z.string(),
    type: z.enum(['file', 'folder']),
    contentKind: ContentKind,
    parentId: Id.nullable().describe(
      'ID of the folder that contains the item. `null` in the root of a user, and for the topmost item that a member reaches; in the root of a team drive it is the `rootId` of the drive.',
    ),
    size: Bytes.nullable().describe(
      'Size in bytes. For a folder, the total size of everything in it; `null` for folders in the trash listing.',
    ),
    mimeType: z.string().nullable().describe('`null` for folders.'),
    previewUrl: z
      .string()
      .nullable()
      .describe(
        'Signed URL of the thumbnail. `null` if there is no thumbnail, or not yet. The URL is the same all day (UTC), so that browsers can cache the image.',
      ),
    shareMode: ShareMode,
    shareToken: z.string().nullable(),
    publicUrl: z
      .string()
      .nullable()
      .describe(
        'URL of a file for pages of other sites: it stays the same until the content changes, needs no credential and counts no download. `null` unless the file’s own share is `PUBLIC`, not expired, and has neither a password nor a download limit.',
      ),
    uploadedAt: Timestamp,
    modifiedAt: Timestamp.nullable().describe(
      'Modification time that the client gave with the upload; moving and renaming keep it. `null` for folders and if it gave none.',
    ),
    deletedAt: Timestamp.nullable().describe('When the item was moved to the trash. `null` if it is not in the trash.'),
    downloadCount: z.int().min(0),
    likesCount: z.int().min(0).describe('Likes of the item’s own share.'),
    commentsCount: z.int().min(0).describe('Comments on the item’s own share.'),
    sha256: z.string().nullable().describe('SHA-256 of the content in lower-case hexadecimal. `null` for folders.'),
    quarantined: z.boolean(),
    scan: ScanResult.nullable().describe(
      'Result of the scan of a file’s content for viruses: `pending` until it has been scanned, `skipped` if it could not be, as a content that is too large for the scanner. `null` for folders, and if the server scans no files or has never scanned this one.',
    ),
    virus: z.string().nullable().describe('Name of the virus in an `infected` file. `null` for all others.'),
    changeTag: z
      .string()
      .describe(
        'Differs after every change of the item’s name, folder, content or metadata; of a folder, not of what is in it. Send it as `If-Match: "…"` with a change that must not overwrite another one.',
      ),
    metadata: StoredMetadata.describe('Own data of applications: texts by key. Empty for visitors of a link.'),
    tags: z.array(z.string()).describe('Tags in the order in which they were given. Empty for visitors of a link.'),
    starred: z.boolean().describe('Whether the caller starred the item.'),
    role: ItemRole.nullable().describe(
      'What the caller may do with the item: that of the owner, or the highest role that they were given on it or on a folder above it. `null` for visitors of a link.',
    ),
    ownerId: Id.nullable().describe(
      'ID of the user whose tree the item is in. `null` in a team drive, and for visitors of a link.',
    ),
    ownerName: z.string().nullable().describe('Name of that user. `null` if it is not set.'),
    driveId: Id.nullable().describe('ID of the team drive that the item is in. `null` in the tree of a user.'),
    createdBy: ItemActor.nullable().describe(
      'The user who added the item. `null` if that is not known, as for what visitors sent, and for visitors of a link.',
    ),
    modifiedBy: ItemActor.nullable().describe(
      'The user who last changed its name, folder, content, metadata or tags. `null` if nobody did or that is not known, and for visitors of a link.',
    ),
    accessChanged: z
      .boolean()
      .optional()
      .describe('`true` in the answer to a move after which other users reach the item than before.'),
  })
  .meta({ id: 'Item', description: 'A file or a folder.' });
export type Item = z.infer<typeof Item>;

export const ItemPage = z.object({ files: z.array(Item), pagination: Pagination }).meta({ id: 'ItemPage' });
export type ItemPage = z.infer<typeof ItemPage>;

export const SharedItemPage = ItemPage.extend({
  folders: z
    .array(z.object({ id: Id, name: z.string() }))
    .optional()
    .describe(
      'With `q`: the folders below the shared one that contain items of the page (`parentId`), in no certain order.',
    ),
}).meta({ id: 'SharedItemPage' });
export type SharedItemPage = z.infer<typeof SharedItemPage>;

export const TreeItem = Item.extend({
  path: z
    .string()
    .describe('Path from the listed folder, without a slash at the beginning: `2026/sea.jpg`. Ends with `name`.'),
}).meta({ id: 'TreeItem', description: 'A file or a folder somewhere below the listed folder.' });
export type TreeItem = z.infer<typeof TreeItem>;

export const TrashedItem = Item.extend({
  size: z.int().min(0).describe('Size in bytes. For a folder, the total size of what was moved to the trash with it.'),
  trashedAt: Timestamp.describe('When it was moved to the trash.'),
  trashedBy: z
    .object({ id: Id.describe('ID of the user.'), name: z.string().nullable().describe('Name of the user, if set.') })
    .nullable()
    .describe(
      'The user who moved it to the trash. `null` if that is not known, as for what older servers moved there.',
    ),
  path: z
    .string()
    .nullable()
    .describe('Path from the root before it was moved to the trash. `null` if a folder on the path was deleted since.'),
}).meta({ id: 'TrashedItem', description: 'A file or a folder that was moved to the trash itself.' });
export type TrashedItem = z.infer<typeof TrashedItem>;

export const TrashPage = z
  .object({
    items: z.array(TrashedItem),
    pagination: z.object({
      nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page. `null` at the end.'),
    }),
  })
  .meta({ id: 'TrashPage' });
export type TrashPage = z.infer<typeof TrashPage>;

export const TreePage = z
  .object({
    items: z.array(TreeItem),
    pagination: z.object({
      nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page. `null` at the end.'),
    }),
  })
  .meta({ id: 'TreePage' });
export type TreePage = z.infer<typeof TreePage>;

export const SearchResult = z
  .object({
    item: Item.describe('The file or the folder.'),
    path: z
      .string()
      .describe('Path from the root, or from the folder of the API key: `/Photos/2026/sea.jpg`. Ends with the name.'),
  })
  .meta({ id: 'SearchResult', description: 'A file or a folder that a search found, with its place.' });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchPage = z
  .object({
    results: z.array(SearchResult).describe('Files and folders with their paths.'),
    pagination: z.object({
      nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page. `null` at the end.'),
    }),
  })
  .meta({ id: 'SearchPage' });
export type SearchPage = z.infer<typeof SearchPage>;

export const SearchSort = z.enum(allSearchSorts);
export const ListSort = z.enum(listSorts);
export const SharedListSort = z.enum(sharedListSorts);
export const TrashSort = z.enum(trashSorts);

/** A destination: a folder or the root, not both. `null` and `moveToRoot: false` equal omitted fields. */
export const destination = {
  parentId: omittable(Id).describe('The folder to move into.'),
  moveToRoot: omittable(z.boolean()).describe('Move into the root instead of a folder.'),
  driveId: omittable(Id).describe('With `moveToRoot`: the root of this team drive instead of that of the caller.'),
};
interface Destination {
  readonly driveId?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  readonly moveToRoot?: boolean | null | undefined;
}
const isMove = ({ parentId, moveToRoot }: Destination): boolean =>
  (parentId ?? undefined) !== undefined || moveToRoot === true;
const isOneMove = ({ parentId, moveToRoot }: Destination): boolean =>
  (parentId ?? undefined) === undefined || moveToRoot !== true;
const isAnnotation = ({ metadata, tags }: { readonly metadata?: unknown; readonly tags?: unknown }): boolean =>
  metadata !== undefined || tags !== undefined;
const isRootOfDrive = ({ driveId, moveToRoot }: Destination): boolean =>
  (driveId ?? undefined) === undefined || moveToRoot === true;
const rootOfDriveOnly = { error: 'must be given with moveToRoot only', path: ['driveId'] };
const oneMoveOnly = { error: 'must not be true beside parentId', path: ['moveToRoot'] };

export const ItemChange = z
  .strictObject({
    name: omittable(ItemName),
    ...destination,
    modifiedAt: omittable(ClientTime).describe('When the file was last modified where it comes from. Not for folders.'),
    metadata: MetadataPatch.nullable()
      .optional()
      .describe(
        'Merged into the metadata of the item: `null` as a value removes the key, `null` for all of it every key.',
      ),
    tags: omittable(Tags).describe('Replaces the tags of the item.'),
  })
  .refine(isOneMove, oneMoveOnly)
  .refine(isRootOfDrive, rootOfDriveOnly)
  .refine(
    (change) => (change.name ?? change.modifiedAt ?? undefined) !== undefined || isMove(change) || isAnnotation(change),
    {
      error: 'must be given, or parentId, moveToRoot, modifiedAt, metadata or tags: there is nothing to change',
      path: ['name'],
    },
  )
  .meta({ id: 'ItemChange', 'x-example': { name: 'Report 2026.pdf' } });
export type ItemChange = z.infer<typeof ItemChange>;

/** Adds the rules of a body that moves items to one place. */
export const moveRules = <Body extends z.ZodType<Destination>>(body: Body): Body =>
  body
    .refine(isOneMove, oneMoveOnly)
    .refine(isRootOfDrive, rootOfDriveOnly)
    .refine(isMove, { error: 'must be given, or moveToRoot', path: ['parentId'] });

export const ItemMove = moveRules(
  z.strictObject({ ids: list(Id, { min: 1, max: limits.moveBatch }), ...destination }),
).meta({ id: 'ItemMove', 'x-example': { ids: exampleIds, moveToRoot: true } });
export type ItemMove = z.infer<typeof ItemMove>;

export const BatchFailure = z
  .object({
    id: Id,
    message: z.string(),
    code: z.string().describe('Error code that a request for this item alone would get.'),
    status: z.int().describe('HTTP status of that error.'),
  })
  .meta({ id: 'BatchFailure' });
export type BatchFailure = z.infer<typeof BatchFailure>;

export const MoveResult = z.object({ moved: z.array(Item), failed: z.array(BatchFailure) }).meta({ id: 'MoveResult' });
export type MoveResult = z.infer<typeof MoveResult>;

const batchIds = list(Id, { min: 1, max: limits.itemBatch });

export const ItemBatch = z.strictObject({ ids: batchIds }).meta({ id: 'ItemBatch', 'x-example': { ids: exampleIds } });
export type ItemBatch = z.infer<typeof ItemBatch>;

export const ItemBatchResult = z
  .object({ updated: z.array(Item), failed: z.array(BatchFailure) })
  .meta({ id: 'ItemBatchResult' });
export type ItemBatchResult = z.infer<typeof ItemBatchResult>;

const someTags = list(Tag, { max: limits.tags });

export const TagBatch = z
  .strictObject({
    ids: batchIds,
    add: omittable(someTags).describe('Tags that each item gets, if it does not have them.'),
    remove: omittable(someTags).describe('Tags that each item loses, if it has them. Removed before `add` is added.'),
  })
  .refine(({ add, remove }) => (add ?? []).length + (remove ?? []).length > 0, {
    error: 'must name a tag, or remove must',
    path: ['add'],
  })
  .meta({ id: 'TagBatch', 'x-example': { ids: exampleIds, add: ['Invoice'] } });
export type TagBatch = z.infer<typeof TagBatch>;

export const TagList = z
  .object({
    tags: z
      .array(
        z.object({
          name: z.string().describe('The tag. Items may have it in other capitals.'),
          count: z.int().min(1).describe('Number of files and folders with the tag, without those in the trash.'),
        }),
      )
      .describe('In the order of the folded names.'),
  })
  .meta({ id: 'TagList' });
export type TagList = z.infer<typeof TagList>;

export const DownloadUrl = z
  .object({ downloadUrl: z.string().describe('Signed URL. Needs no other credential.') })
  .meta({ id: 'DownloadUrl' });
export type DownloadUrl = z.infer<typeof DownloadUrl>;

const fits = ['inside', 'cover', 'contain'] as const;
const formats = ['auto', 'webp', 'avif', 'jpeg', 'png'] as const;
const sidesText = transformSides.join(', ');
const largestSide = 999_999_999;

/** What each field of a transform means, in a body and in a query. */
const transformText = {
  w: `Width in pixels. Rounded up to one of ${sidesText}.`,
  h: 'Height in pixels, rounded like the width. Without one of the two, the aspect of the image decides.',
  fit: '`inside` (default): within the box and never enlarged. `cover`: fills the box and cuts off the rest. `contain`: the exact box, with transparent or white bars. The last two need both sides.',
  format:
    '`auto` (default): WebP for clients that accept it, else PNG for images with transparency and JPEG for all others.',
  q: 'Quality, rounded up to a multiple of 5. Default: 75, for JPEG 80 and for AVIF 50.',
};

/** A transform of an image in the query of a URL. */
export const transformQuery = {
  w: QueryPositive.optional().describe(transformText.w),
  h: QueryPositive.optional().describe(transformText.h),
  fit: z.enum(fits).optional().describe(transformText.fit),
  format: z.enum(formats).optional().describe(transformText.format),
  q: queryNumber({ min: 1, max: 100 }).optional().describe(transformText.q),
};

const Side = z.int().min(1).max(largestSide);

export const Transform = z
  .strictObject({
    w: omittable(Side).describe(transformText.w),
    h: omittable(Side).describe(transformText.h),
    fit: omittable(z.enum(fits)).describe(transformText.fit),
    format: omittable(z.enum(formats)).describe(transformText.format),
    q: omittable(z.int().min(1).max(100)).describe(transformText.q),
  })
  .meta({
    id: 'Transform',
    description:
      'How an image is sent: in another size, cut, or in another format. Turned upright, without its metadata.',
    'x-example': { w: 640, format: 'webp' },
  });
export type Transform = z.infer<typeof Transform>;

export const DownloadUrlBatch = z
  .strictObject({
    ids: batchIds,
    inline: omittable(z.boolean()).describe('Let the browser display the files instead of saving them.'),
    transform: omittable(Transform).describe('Transforms the files, which are images.'),
  })
  .meta({ id: 'DownloadUrlBatch', 'x-example': { ids: exampleIds } });
export type DownloadUrlBatch = z.infer<typeof DownloadUrlBatch>;

export const DownloadUrls = z
  .object({
    urls: z.array(z.object({ id: Id, ...DownloadUrl.shape, expiresAt: Timestamp })),
    failed: z.array(BatchFailure),
  })
  .meta({ id: 'DownloadUrls' });
export type DownloadUrls = z.infer<typeof DownloadUrls>;
