import { setImmediate } from 'node:timers/promises';
import { findSigned } from '@drive/base';
import { requireFileBlob, type BlobStore } from '@drive/blobs';
import { mayDo } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { isAdmitted, isEnabled } from '../accounts/index.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { OpenShare, Shares } from '../shares/index.ts';
import { fileBlobOf, type ArchiveEntry } from './archive-source.ts';
import { findArchive, hashedTokenOf, isPlannedFolder, isPlannedText, type ArchiveRow } from './archive-store.ts';

export type AdmissionDeps = Pick<Ports, 'database' | 'blobs' | 'clock' | 'secrets'> & {
  readonly files: Files;
  readonly shares: Shares;
};

/** Concurrent requests to the blob store. */
const maxLookups = 16;

/** Throws `archive_consumed`, or `access_denied` if the URL is unknown or expired. */
export async function requireArchive({ database, clock, secrets }: AdmissionDeps, token: string): Promise<ArchiveRow> {
  const archive = await findSigned(secrets, hashedTokenOf(token), (hash) => findArchive(database.reader, hash));
  if (archive !== undefined && archive.consumedAt !== null) throw alreadyFetched();
  // The owner of a share may be suspended; the requester of an archive of their own may not.
  const mayGive = archive?.shareRowId === null ? isAdmitted : isEnabled;
  if (archive === undefined || archive.expiresAt <= clock.now() || !(await mayGive(database.reader, archive.ownerId)))
    throw new DomainError('access_denied', 'This URL has expired. Request a new archive.');
  return archive;
}

export const alreadyFetched = (): DomainError =>
  new DomainError('archive_consumed', 'This archive has been downloaded already. Request a new one.');

/** The share that the archive was requested through. Throws if it is closed or its password has changed since. */
export async function requireOpenShare(
  { database, shares }: AdmissionDeps,
  { shareRowId, passwordVersion }: ArchiveRow,
): Promise<OpenShare | undefined> {
  if (shareRowId === null) return undefined;
  const share = await shares.findOpenShare(database.reader, { rowId: shareRowId });
  if (share === undefined || share.passwordVersion !== passwordVersion)
    throw new DomainError('access_denied', 'The share that this archive belongs to is no longer open.');
  return share;
}

/** Throws unless every entry is unchanged, still accessible to the requester, and the blob of each file exists. */
export async function requireEntries(
  deps: AdmissionDeps,
  archive: ArchiveRow,
  share: OpenShare | undefined,
  parts: AsyncIterable<readonly ArchiveEntry[]>,
): Promise<void> {
  const isShared = share === undefined ? undefined : createShareCheck(deps, share);
  for await (const part of parts) {
    for (const entry of part) {
      if (isPlannedText(entry.planned)) continue;
      if (isShared === undefined) requireReachedItem(deps.files, archive, entry);
      else {
        const item = await requireSharedItem(archive, entry, isShared);
        if (!item.isFolder) deps.files.requireReleased(item, entry.planned.path);
      }
    }
    await requireBytes(deps.blobs, part);
    await setImmediate();
  }
}

/** Of a user: their own items, and what they were given. */
function requireReachedItem(files: Files, { ownerId: userId }: ArchiveRow, { planned, current }: ArchiveEntry): void {
  if (!mayDo(userId, current, 'read')) throw gone(planned.path);
  if (current.given !== null) files.requireReleased(current, planned.path);
  if (current.state === 'purged' || current?.state === 'purging')
    throw new DomainError('file_purged', `${planned.path} was permanently deleted. Request a new archive.`);
  if (!isThere(userId, { planned, current })) throw gone(planned.path);
}

const gone = (path: string): DomainError =>
  new DomainError('file_not_found', `${path} no longer exists. Request a new archive.`);

/** A visitor learns only that the file is not available. */
async function requireSharedItem(
  { ownerId }: ArchiveRow,
  entry: ArchiveEntry,
  isShared: (file: FileRow) => Promise<boolean>,
): Promise<FileRow> {
  if (entry.current === undefined || !isThere(ownerId, entry) || !(await isShared(entry.current)))
    throw new DomainError('access_denied', 'Some of these files are no longer shared. Request a new archive.');
  return entry.current;
}

const isThere = (ownerId: number, { planned, current }: ArchiveEntry): boolean =>
  mayDo(ownerId, current, 'read') &&
  current.state === 'alive' &&
  current.isFolder === isPlannedFolder(planned) &&
  (current.isFolder || current.sizeBytes === planned.sizeBytes);

/** Whether the share still contains a file. Looks up each folder once. */
function createShareCheck({ database, files }: AdmissionDeps, share: OpenShare): (file: FileRow) => Promise<boolean> {
  if (share.kind === 'file') return async ({ id }) => id === share.item.id;
  if (share.kind === 'multi') {
    const ids = new Set(share.files.map(({ id }) => id));
    return async ({ id }) => ids.has(id);
  }
  const folders = new Map<number, boolean>();
  return async ({ parentRowId }) => {
    let known = folders.get(parentRowId);
    if (known === undefined)
      folders.set(parentRowId, (known = await files.isWithin(database.reader, parentRowId, share.item.rowId)));
    return known;
  };
}

/** Not in a remote storage: a request for each file would double them, and delay the first byte of a large archive. */
async function requireBytes(blobs: BlobStore, part: readonly ArchiveEntry[]): Promise<void> {
  if (blobs.isRemote) return;
  const withBytes = part.filter(({ planned }) => !isPlannedFolder(planned) && !isPlannedText(planned));
  for (let from = 0; from < withBytes.length; from += maxLookups)
    await Promise.all(
      withBytes.slice(from, from + maxLookups).map((entry) => requireFileBlob(blobs, fileBlobOf(entry))),
    );
}
