import type { Reader } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { contentTagOf } from '../items/url-token.ts';
import { listFiles } from '../tree/item-store.ts';
import { findVersion, listVersionsOf, type VersionRow } from './version-store.ts';

const withContent = (file: FileRow, version: VersionRow): FileRow => ({
  ...file,
  version: version.version,
  blobKey: version.blobKey,
  isShared: version.isShared,
  sizeBytes: version.sizeBytes,
  mimeType: version.mimeType,
  sha256: version.sha256,
  crc32: version.crc32,
  thumbnailKey: version.thumbnailKey,
  scan: version.scan,
  virus: version.virus,
  modifiedAt: version.modifiedAt,
  createdAt: version.uploadedAt,
});

/**
 * Dates of a content for HTTP: the client's time of the last change, unless it is in the future, else that of the upload.
 * `storedAt`, the upload by the clock of the server, is given beside a time of the client, which may be any.
 */
export const contentDates = (
  { modifiedAt, createdAt }: Pick<FileRow, 'modifiedAt' | 'createdAt'>,
  now: number,
): { readonly lastModified: number; readonly storedAt?: number } =>
  // "An origin server with a clock MUST NOT generate a Last-Modified date that is later than the server's time of message
  // origination" (RFC 9110, 8.8.2.1).
  modifiedAt === null || modifiedAt > now
    ? { lastModified: createdAt }
    : { lastModified: modifiedAt, storedAt: createdAt };

/** undefined if the content is deleted. */
export async function findContent(reader: Reader, file: FileRow, tag: string): Promise<FileRow | undefined> {
  if (tag === contentTagOf(file.blobKey)) return file;
  const versions = await listVersionsOf(reader, [file.rowId]);
  const version = versions.find(({ blobKey }) => contentTagOf(blobKey) === tag);
  return version && withContent(file, version);
}

/** Throws `version_not_found` unless the text is a number that a version can have. */
export function requireVersionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw versionNotFound();
  return Number(text);
}

export const versionNotFound = (): DomainError =>
  new DomainError('version_not_found', 'The file has no such version, or it is no longer kept.');

export async function requireFileVersion(reader: Reader, file: FileRow, version: string): Promise<FileRow> {
  const row = await findVersion(reader, file.rowId, requireVersionNumber(version));
  if (row === undefined) throw versionNotFound();
  return withContent(file, row);
}

export interface WantedContent {
  readonly fileId: string;
  readonly blobKey: string | null;
}

/** `userId`: with what this user was given on each. */
export async function listContents(
  reader: Reader,
  wanted: readonly WantedContent[],
  userId?: number,
): Promise<(FileRow | undefined)[]> {
  const rows = await listFiles(
    reader,
    wanted.map(({ fileId }) => fileId),
    userId,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isReplaced = ({ fileId, blobKey }: WantedContent): boolean => {
    const current = byId.get(fileId)?.blobKey ?? null;
    return blobKey !== null && current !== null && current !== blobKey;
  };
  const replaced = wanted.filter(isReplaced).flatMap(({ fileId }) => byId.get(fileId)?.rowId ?? []);
  const versions = new Map(
    (await listVersionsOf(reader, replaced)).map((version) => [`${version.itemRowId} ${version.blobKey}`, version]),
  );
  return wanted.map((each) => {
    const file = byId.get(each.fileId);
    if (file === undefined || !isReplaced(each)) return file;
    const version = versions.get(`${file.rowId} ${each.blobKey}`);
    return version && withContent(file, version);
  });
}
