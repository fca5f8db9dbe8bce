/**
 * The tree: every user's folders and files, and how many bytes each user keeps. Writes items,
 * storage_usage and quarantines.
 *
 * Who is who: `files.ts` is the face; `add-file.ts` (with `free-name.ts`) and `folders.ts` put things in, `placing.ts`
 * renames and moves them, `quarantine.ts` holds them back, `trash.ts` and `purge.ts` take them out (with `subtree.ts`, which walks a folder); `listing.ts`
 * and `lookup.ts` show them, `item.ts` says what an answer tells of one, and `item-share.ts` what of its shares; `previews.ts` has thumbnails made, `address.ts` and
 * `preview-url.ts` write what leads to bytes; `search/` finds names; `check-up.ts` counts
 * everything anew; `store.ts` and the other `…store.ts` speak to the tables.
 *
 * What always holds, because every write keeps it in one transaction:
 * - Every user who has anything has exactly one folder without a parent, the root, which the API never shows.
 * - An item's `state` is its own. What it is in effect says the nearest of it and the folders above it that is not alive.
 * - No two children of a folder that are alive by themselves have the same name.
 * - A folder's `child_files` and `child_folders` count its children that are alive by themselves; its `size` is the sum of
 *   those files and of what those folders have as theirs.
 * - A user's stored bytes are the sizes of all files that are alive or trashed in effect, and of pastes that have their
 *   content; the trash's bytes are those of the trashed files, and the reserved bytes what open upload sessions were promised.
 * - Whoever changes the tree of a user holds the user's tree lock (`root.ts`) before any row of items.
 */
export type { AddedFile, FileToAdd } from './add-file.ts';
export { readAddress, writeAddress, type Address, type AddressKind, type AddressOrigin } from './address.ts';
export { createTreeCheckUp, type TreeCheckUp } from './check-up.ts';
export type { CheckedFile } from './check-up-store.ts';
export type { FileRow } from './file-row.ts';
export { isCopiedByThumbnail, previewUrl, type PreviewUrlDeps } from './preview-url.ts';
export type { FileBelow } from './files-below.ts';
export { splitName } from './free-name.ts';
export { stateFromAbove } from './store.ts';
export { createFiles, type Files, type FilesDeps } from './files.ts';
export { createNameSearch } from './search/name-search.ts';
