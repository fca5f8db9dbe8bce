/**
 * ZIPs of several files, each fetched once. Writes archives and archive_parts.
 *
 * Who is who: `create-archive.ts` makes an address, `serve.ts` answers it, with `admission.ts` for whether it still may
 * and `archive-source.ts` for what goes into the ZIP; `count.ts` counts; `entry-paths.ts` gives each file a path that any unpacker
 * can take; `part.ts` and `store.ts` speak to the tables.
 *
 * What always holds: an address is good for one GET, and only while everything it was made for may still be had: what was
 * trashed, purged, taken out of the share or closed since ends it before a byte goes out. The length that is announced is
 * the length that is sent. A ZIP counts when its last byte has gone out: once for the share, once for each file.
 */
export { createArchives, type Archives, type ArchivesDeps } from './archives.ts';
export type { ArchiveToMake } from './create-archive.ts';
