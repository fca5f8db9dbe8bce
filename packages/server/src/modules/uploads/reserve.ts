import type { NewUpload, UploadReservation } from '@drive/contract';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Random } from '../../platform/random.ts';
import type { Accounts, Plan } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import type { Session } from './session.ts';
import { insertSessions } from './store.ts';

export interface ReserveDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly config: { readonly baseUrl: string };
}

/** Reserves all of them or none; the answers come in the order of the request. */
export async function reserve(
  deps: ReserveDeps,
  owner: { readonly userId: number; readonly plan: Plan },
  uploads: readonly NewUpload[],
  remember: (tx: Tx, reservations: readonly UploadReservation[]) => Promise<void>,
): Promise<UploadReservation[]> {
  const { maxFileBytes, quotaBytes } = deps.accounts.planLimits(owner.plan);
  for (const { fileSizeBytes } of uploads)
    if (fileSizeBytes > maxFileBytes)
      throw new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes.`);
  const now = deps.clock.now();

  return deps.database.write(async (tx) => {
    const folders = await findFolders(deps.files, tx, owner.userId, uploads);
    const totalBytes = uploads.reduce((sum, { fileSizeBytes }) => sum + fileSizeBytes, 0);
    if (!(await deps.files.reserveBytes(tx, owner.userId, totalBytes, quotaBytes)))
      throw new DomainError('storage_quota_exceeded', 'There is not enough room left. Delete something first.');

    const sessions = uploads.map((upload): Session => ({
      id: deps.random.uuid(),
      ownerId: owner.userId,
      fileId: deps.random.uuid(),
      folderRowId: folders.get(upload.parentFolderId ?? null) ?? 0,
      fileName: upload.fileName,
      contentType: upload.contentType,
      sizeBytes: upload.fileSizeBytes,
      blobKey: deps.blobs.newKey(),
      status: 'PENDING',
      activeAt: now,
    }));
    await insertSessions(tx, sessions);

    const reservations: UploadReservation[] = [];
    for (const [index, { id, fileId, ownerId }] of sessions.entries()) {
      const { autoShare = false, publicListing = false } = uploads[index] ?? {};
      const share = autoShare ? await deps.shares.shareUpload(tx, { fileId, ownerId, publicListing }) : undefined;
      reservations.push({
        sessionId: id,
        fileId,
        uploadUrl: `${deps.config.baseUrl}/files/uploads/${id}`,
        directUrl: null,
        shareToken: share?.token ?? null,
        shortUrl: share?.shortUrl ?? null,
      });
    }
    await remember(tx, reservations);
    return reservations;
  });
}

/** items.row_id of every folder that is asked for, by its id; the root under null. */
async function findFolders(
  files: Files,
  tx: Tx,
  ownerId: number,
  uploads: readonly NewUpload[],
): Promise<Map<string | null, number>> {
  const folders = new Map<string | null, number>([[null, await files.ensureRoot(tx, ownerId)]]);
  for (const { parentFolderId = null } of uploads) {
    if (folders.has(parentFolderId)) continue;
    const folder = await files.findFolder(tx, ownerId, parentFolderId);
    if (folder === undefined) throw new DomainError('folder_not_found', 'There is no such folder.');
    folders.set(parentFolderId, folder.rowId);
  }
  return folders;
}
