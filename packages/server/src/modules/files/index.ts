/**
 * The tree: every user's folders and files, and how many bytes each user keeps. Writes items and storage_usage.
 *
 * Who is who: `files.ts` is the face; `add-file.ts` (with `free-name.ts`) and `folders.ts` put things in, `listing.ts`
 * and `lookup.ts` show them, `item.ts` says what an answer tells of one; `previews.ts` has thumbnails made, `address.ts` and
 * `preview-url.ts` write what leads to bytes; `search/` finds
 * names; `store.ts` and the other `…store.ts` speak to the tables.
 *
 * What always holds, because every write keeps it in one transaction:
 * - Every user who has anything has exactly one folder without a parent, the root, which the API never shows.
 * - No two alive children of a folder have the same name.
 * - An alive item lies in an alive folder.
 * - A folder's `size` is the sum over every alive file below it; its `child_files` and `child_folders` count its alive
 *   children.
 * - A user's stored bytes are the sizes of all alive and trashed files; the reserved bytes are what open upload sessions
 *   were promised.
 * - Whoever changes the tree of a user holds the user's tree lock (`root.ts`) before any row of items.
 */
export type { AddedFile, FileToAdd } from './add-file.ts';
export { readAddress, writeAddress, type Address, type AddressKind } from './address.ts';
export type { FileRow } from './file-row.ts';
export type { FileBelow } from './files-below.ts';
export { splitName } from './free-name.ts';
export { stateFromAbove } from './store.ts';
export { createFiles, type Files, type FilesDeps } from './files.ts';
export { createNameSearch } from './search/name-search.ts';
