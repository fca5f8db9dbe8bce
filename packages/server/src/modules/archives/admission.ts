import { setImmediate } from 'node:timers/promises';
import { requireFileBlob, type BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isEnabled } from '../accounts/index.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { OpenShare, Shares } from '../shares/index.ts';
import { fileBlobOf, type HeldFile } from './held-files.ts';
import { findArchive, type ArchiveRow } from './store.ts';
import { tokenHashOf } from './token-hash.ts';

export interface AdmissionDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly files: Files;
  readonly shares: Shares;
}

/** So many questions to the blob store at once. */
const looksAtOnce = 16;

/** `archive_consumed`, or `access_denied` where there is no such address or its time is up. */
export async function requireArchive({ database, clock, secrets }: AdmissionDeps, token: string): Promise<ArchiveRow> {
  const archive = await findArchive(database.reader, tokenHashOf(secrets, token));
  if (archive !== undefined && archive.consumedAt !== null) throw alreadyFetched();
  if (archive === undefined || archive.expiresAt <= clock.now() || !(await isEnabled(database.reader, archive.ownerId)))
    throw new DomainError('access_denied', 'This address has run out. Ask for a new one where it came from.');
  return archive;
}

export const alreadyFetched = (): DomainError =>
  new DomainError('archive_consumed', 'This archive was fetched before. Ask for a new one where it came from.');

/** The share an archive was asked for through, as long as it is open and its password is the one that opened it then. */
export async function requireItsShare(
  { database, shares }: AdmissionDeps,
  { shareRowId, passwordVersion }: ArchiveRow,
): Promise<OpenShare | undefined> {
  if (shareRowId === null) return undefined;
  const share = await shares.findOpenShare(database.reader, { rowId: shareRowId });
  if (share === undefined || share.passwordVersion !== passwordVersion)
    throw new DomainError('access_denied', 'The link that this archive came from is no longer open.');
  return share;
}

/** Every file as it was when the archive was asked for, still there for whoever asked, and its bytes in their place. */
export async function requireFiles(
  deps: AdmissionDeps,
  archive: ArchiveRow,
  share: OpenShare | undefined,
  parts: AsyncIterable<readonly HeldFile[]>,
): Promise<void> {
  const isReached = share === undefined ? undefined : createReach(deps, share);
  for await (const part of parts) {
    for (const held of part) {
      if (isReached === undefined) requireOwnFile(archive, held);
      else await requireSharedFile(archive, held, isReached);
    }
    await requireBytes(deps.blobs, part);
    await setImmediate();
  }
}

function requireOwnFile({ ownerId }: ArchiveRow, { archived, now }: HeldFile): void {
  if (now?.state === 'purged' || now?.state === 'purging')
    throw new DomainError('file_purged', `${archived.path} was deleted for good. Ask for a new archive.`);
  if (!isThere(ownerId, { archived, now }))
    throw new DomainError('file_not_found', `${archived.path} is no longer there. Ask for a new archive.`);
}

/** A stranger learns no more than that it can't be had. */
async function requireSharedFile(
  { ownerId }: ArchiveRow,
  held: HeldFile,
  isReached: (file: FileRow) => Promise<boolean>,
): Promise<void> {
  if (held.now === undefined || !isThere(ownerId, held) || !(await isReached(held.now)))
    throw new DomainError('access_denied', 'Some of these files are no longer shared. Ask for a new archive.');
  if (held.now.quarantined)
    throw new DomainError('file_quarantined', `${held.archived.path} is held back by the administrator.`);
}

const isThere = (ownerId: number, { archived, now }: HeldFile): boolean =>
  now !== undefined &&
  now.ownerId === ownerId &&
  now.state === 'alive' &&
  !now.isFolder &&
  now.sizeBytes === archived.sizeBytes;

/** Whether the share still reaches a file; each folder is asked about once. */
function createReach({ database, files }: AdmissionDeps, share: OpenShare): (file: FileRow) => Promise<boolean> {
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

async function requireBytes(blobs: BlobStore, part: readonly HeldFile[]): Promise<void> {
  for (let from = 0; from < part.length; from += looksAtOnce)
    await Promise.all(part.slice(from, from + looksAtOnce).map((held) => requireFileBlob(blobs, fileBlobOf(held))));
}
