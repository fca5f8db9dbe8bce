/**
 * The tree: every user's folders and files, and how many bytes each user keeps. Writes items and storage_usage.
 *
 * Who is who: `items.ts` says what an item is, `store.ts` speaks to the tables, `names.ts` finds free names,
 * `add-file.ts` and `folders.ts` put things in, `listing.ts` and `lookup.ts` show them, `quota.ts` counts bytes.
 *
 * What always holds, because every write keeps it in one transaction:
 * - Every user who has anything has exactly one folder without a parent, the root, which the API never shows.
 * - No two alive children of a folder have the same name.
 * - An alive item lies in an alive folder.
 * - A folder's `size` is the sum over every alive file below it; its `child_files` and `child_folders` count its alive
 *   children.
 * - A user's stored bytes are the sizes of all alive and trashed files; the reserved bytes are what open upload sessions
 *   were promised.
 * - Whoever changes the tree of a user holds `tx.lock('tree:<owner>')` first, before any row of items.
 */
export type { FileRow, Files, FilesDeps, AddedFile, FileToAdd } from './files.ts';
export { createFiles } from './files.ts';
