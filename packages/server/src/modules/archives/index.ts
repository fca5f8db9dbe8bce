/**
 * ZIPs of several files, each downloaded once. Writes archives and archive_parts.
 *
 * `create-archive.ts` plans the ZIP, which gives its exact length, and issues the URL. `serve-archive.ts` sends it after
 * `archive-admission.ts` has checked every file again: a file that was trashed, purged or unshared since ends the archive
 * before a byte is sent. `count-archive.ts` counts a completely sent ZIP once for the share and once for each file.
 */
export { createArchives, type Archives, type ArchivesDeps } from './create-archives.ts';
export { archiveUrl, type ArchivedText, type NewArchive } from './create-archive.ts';
