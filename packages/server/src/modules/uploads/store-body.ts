import type { Readable } from 'node:stream';
import type { UploadStatus } from '@drive/contract';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Plan } from '../accounts/index.ts';
import { fail } from './finalize.ts';
import { openFormUpload, type FormUploadDeps } from './form-upload.ts';
import type { CompleteBody } from './put-upload.ts';
import { reserveAll, type ReservingOwner, type UploadToReserve } from './reserve.ts';
import type { Lifecycle } from './session-lifecycle.ts';
import { findSession } from './upload-session-store.ts';

export interface BodyToStore {
  readonly owner: { readonly userId: number; readonly plan: Plan };
  /** items.row_id of a folder of the owner. */
  readonly folderRowId: number;
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly contentType: string;
  /** The client's own time of the file, in epoch milliseconds. */
  readonly modifiedAt: number | null;
  readonly stream: Readable;
  /** undefined if only the end of the stream tells. */
  readonly announcedBytes: number | undefined;
  /** Runs in the transaction that adds the file, before that. An error keeps the file from being added. */
  readonly beforeAdding: (tx: Tx) => Promise<void>;
}

/**
 * Stores a file from one request of its owner, which needs no reservation before it and may be empty. A file that has the
 * name gets the bytes as its new content. Throws `payload_too_large`, `storage_quota_exceeded`, `name_conflict`, and `upload_size_mismatch` if the stream has another size than announced;
 * nothing is kept then.
 */
export type StoreBody = (body: BodyToStore) => Promise<void>;

export function createStoreBody(
  deps: FormUploadDeps,
  lifecycle: Lifecycle,
  putUpload: (id: string, body: CompleteBody) => Promise<UploadStatus>,
): StoreBody {
  const { database, blobs, random, accounts, files } = deps;

  /** A session always has bytes, so an empty file goes without one. A crash leaves an orphaned blob at most. */
  async function storeEmpty(body: BodyToStore): Promise<void> {
    const { owner, beforeAdding, folderRowId, fileName, contentType, modifiedAt } = body;
    const blobKey = blobs.newKey();
    const { sha256, crc32 } = await blobs.put(blobKey, emptySource());
    try {
      await database.write(async (tx) => {
        await beforeAdding(tx);
        await files.addFile(tx, {
          id: random.uuid(),
          ownerId: owner.userId,
          folderRowId,
          name: fileName,
          sizeBytes: 0,
          mimeType: contentType,
          onConflict: 'replace',
          modifiedAt,
          sha256,
          crc32,
          blobKey,
        });
      });
    } catch (error) {
      await blobs.delete(blobKey);
      throw error;
    }
  }

  async function storeAnnounced(owner: ReservingOwner, sizeBytes: number, body: BodyToStore): Promise<void> {
    const { stream, beforeAdding } = body;
    const { sessions } = await database.write((tx) => reserveAll(deps, tx, owner, [toReserve(body, sizeBytes)]));
    const [session] = sessions;
    if (session === undefined) throw new Error('one upload was asked for and none reserved');
    try {
      await putUpload(session.id, { announcedBytes: sizeBytes, sha256: undefined, stream, beforeAdding });
    } catch (error) {
      // Nobody knows of the session, so nobody would continue it.
      const left = await findSession(database.reader, session.id);
      if (left !== undefined) await fail(deps, left);
      throw error;
    }
  }

  /** Reserves as much as the owner may still store, so that concurrent bodies cannot exceed the quota on the disk either. */
  async function storeUnannounced(owner: ReservingOwner, maxFileBytes: number, body: BodyToStore): Promise<void> {
    const { stream, beforeAdding } = body;
    const { usedBytes, quotaBytes } = await files.findUsage(database.reader, owner.userId);
    const quota = quotaBytes ?? owner.quotaBytes ?? Number.MAX_SAFE_INTEGER;
    const maxBytes = Math.min(maxFileBytes, quota - usedBytes, await blobs.freeBytes());
    if (maxBytes <= 0) throw noRoom();
    const upload = await openFormUpload(deps, lifecycle, owner, { maxBytes, maxFileBytes: maxBytes });
    try {
      const { sessionId, sizeBytes } = await upload.stage(stream).catch((error: unknown) => {
        throw isTooLarge(error) && maxBytes < maxFileBytes ? noRoom() : error;
      });
      if (sizeBytes === 0) return await storeEmpty(body);
      await upload.commit(async () => [{ ...toReserve(body, sizeBytes), sessionId }], { beforeAdding });
    } finally {
      await upload.end();
    }
  }

  return async (body) => {
    const { announcedBytes, owner } = body;
    const { maxFileBytes, quotaBytes } = accounts.planLimits(owner.plan);
    const reserving = { userId: owner.userId, quotaBytes };
    if (announcedBytes === undefined) return storeUnannounced(reserving, maxFileBytes, body);
    if (announcedBytes > maxFileBytes)
      throw new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes.`);
    return announcedBytes === 0 ? storeEmpty(body) : storeAnnounced(reserving, announcedBytes, body);
  };
}

const toReserve = (body: BodyToStore, sizeBytes: number): UploadToReserve => ({
  folderRowId: body.folderRowId,
  fileName: body.fileName,
  contentType: body.contentType,
  modifiedAt: body.modifiedAt ?? undefined,
  onConflict: 'replace',
  sizeBytes,
});

// eslint-disable-next-line require-yield
async function* emptySource(): AsyncGenerator<Uint8Array> {
  return;
}

const isTooLarge = (error: unknown): boolean => error instanceof DomainError && error.code === 'payload_too_large';

const noRoom = (): DomainError =>
  new DomainError('storage_quota_exceeded', 'Not enough storage is left. Delete something first.');
