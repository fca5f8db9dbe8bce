import { limits, type OnConflict } from '@drive/contract';
import type { Digest } from '../../platform/blobs/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Plan } from '../accounts/index.ts';
import { quotaExceeded, type FileRow, type Precondition } from '../files/index.ts';
import { fail } from './finalize.ts';
import type { CompleteBody } from './put-upload.ts';
import { heldBytes, hold, putHeld, receive, requireDigest, type Ending } from './receive-body.ts';
import { reserveAll, type ReserveDeps, type ReservingOwner } from './reserve.ts';
import type { Lifecycle, LifecycleDeps } from './session-lifecycle.ts';
import type { SessionLock } from './session-locks.ts';
import { putStagingId, sessionExpired, type Session } from './upload-session.ts';
import { endSession } from './upload-session-store.ts';

/** The target of a file. */
export interface FilePlace {
  /** items.row_id */
  readonly folderRowId: number;
  /** items.id, null for the root; undefined if the caller does not know it. */
  readonly folderId?: string | null | undefined;
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly onConflict: OnConflict;
  /** null: none. */
  readonly precondition: Precondition | null;
}

export interface StoredFile {
  readonly file: FileRow;
  /** Whether the bytes are the new content of a file that was there. */
  readonly isReplaced: boolean;
}

export interface FileToStore {
  readonly owner: { readonly userId: number; readonly plan: Plan };
  readonly body: CompleteBody;
  readonly contentType: string;
  /** The client's own modification time in epoch milliseconds. */
  readonly modifiedAt: number | null;
  /** Shares the file, unless it is shared already. */
  readonly share: boolean;
  /** Throws if the file cannot be stored at present. Runs before the bytes of a large file are read. */
  check(reader: Reader): Promise<void>;
  /** Runs in the transaction that adds the file, with the tree of the owner locked when it returns. */
  place(tx: Tx): Promise<FilePlace>;
}

/**
 * Stores a file from one request, without a reservation that the client knows. The bytes become durable under their key
 * first, then one transaction adds the file or replaces its content. Accepts an empty body and one of unknown size.
 * Throws `payload_too_large`, `storage_quota_exceeded`, `digest_mismatch` and `upload_size_mismatch`, storing nothing.
 */
export type StoreFile = (wanted: FileToStore) => Promise<StoredFile>;

/** The reservation of a large body. */
interface Room {
  readonly session: Session;
  readonly lock: SessionLock;
}

const neverAborted = new AbortController().signal;

export function createStoreFile(deps: ReserveDeps & LifecycleDeps, lifecycle: Lifecycle): StoreFile {
  const { database, blobs, clock, random, accounts, files, shares, locks, log } = deps;

  /** Reserves the bytes, so that concurrent large bodies cannot exceed the quota on the disk either. */
  const openRoom = (
    owner: ReservingOwner,
    wanted: FileToStore,
    lock: SessionLock,
    sizeBytes: number,
  ): Promise<Session> =>
    database.write(async (tx) => {
      await wanted.check(tx);
      const folderRowId = await files.ensureRoot(tx, owner.userId);
      const { sessions } = await reserveAll(deps, tx, owner, [
        {
          sessionId: lock.id,
          folderRowId,
          fileName: 'room',
          contentType: wanted.contentType,
          sizeBytes,
          purpose: 'room',
        },
      ]);
      const [room] = sessions;
      if (room === undefined) throw new Error('one upload was asked for and none reserved');
      await locks.keep(tx, lock);
      return room;
    });

  /** Returns the number of bytes: `maxBytes`, or fewer if the body has not announced how many they are. */
  async function stage(
    { stagingId, blobKey }: { readonly stagingId: string; readonly blobKey: string },
    { sha256: wanted, stream, announcedBytes }: CompleteBody,
    {
      maxBytes,
      exceeded,
      lock,
      onChunk,
    }: {
      readonly maxBytes: number;
      /** Refusal of a longer body; undefined if the body has announced its size. */
      readonly exceeded: (() => DomainError) | undefined;
      readonly lock: SessionLock;
      onChunk(): void;
    },
  ): Promise<number> {
    const writer = await blobs.stage(stagingId, { key: blobKey, offset: 0, totalBytes: maxBytes });
    let received: number;
    try {
      const { ending, bytes } = await receive(stream, writer, { maxBytes, signal: lock.signal, onChunk });
      received = bytes;
      if (ending === 'preempted') throw sessionExpired();
      if (exceeded !== undefined && ending === 'too long') throw exceeded();
      requireComplete(ending, bytes, announcedBytes ?? bytes);
    } catch (error) {
      await writer.abandon().catch(() => undefined);
      throw error;
    }
    await writer.finish((digest) => requireDigest(digest, wanted));
    return received;
  }

  /**
   * Limit for a body of unknown size, and the refusal of a longer one: the file size of the plan, the rest of the quota, and half
   * of the disk.
   */
  async function roomFor(
    { userId, quotaBytes: planBytes }: ReservingOwner,
    maxFileBytes: number,
  ): Promise<{ readonly maxBytes: number; readonly exceeded: () => DomainError }> {
    const { usedBytes, quotaBytes } = await files.findUsage(database.reader, userId);
    const leftBytes = (quotaBytes ?? planBytes ?? Number.MAX_SAFE_INTEGER) - usedBytes;
    const room = Math.min(leftBytes, Math.floor((await blobs.usableBytes()) / 2));
    if (room <= 0) throw quotaExceeded();
    if (room < maxFileBytes) return { maxBytes: room, exceeded: quotaExceeded };
    return { maxBytes: maxFileBytes, exceeded: () => fileTooLarge(maxFileBytes) };
  }

  async function add(
    tx: Tx,
    wanted: FileToStore,
    owner: ReservingOwner,
    blob: Digest & { readonly blobKey: string },
    room: Room | undefined,
  ): Promise<StoredFile> {
    const ownerId = owner.userId;
    const { fileName: name, folderId, ...place } = await wanted.place(tx);
    if (room !== undefined && !(await endSession(tx, room.lock, 'FAILED', clock.now()))) throw sessionExpired();
    if (room !== undefined && room.session.sizeBytes > blob.bytes)
      await files.releaseBytes(tx, ownerId, room.session.sizeBytes - blob.bytes);
    const { contentType: mimeType, modifiedAt } = wanted;
    const { bytes: sizeBytes, sha256, crc32, blobKey } = blob;
    const content = { sizeBytes, mimeType, sha256, crc32, blobKey, modifiedAt };
    const { id, isReplaced, row } = await files.addFile(tx, {
      id: random.uuid(),
      ownerId,
      name,
      ...place,
      ...content,
      ...(folderId === undefined ? {} : { folderId }),
      ...(room === undefined ? { unreserved: { planQuotaBytes: owner.quotaBytes } } : {}),
    });
    const replacedId = isReplaced ? id : undefined;
    if (wanted.share) await shares.shareUpload(tx, { fileId: id, ownerId, publicListing: false, replacedId });
    const file = wanted.share || row === undefined ? await files.findFile(tx, id) : row;
    if (file === undefined) throw new Error('the file just added is missing');
    return { file, isReplaced };
  }

  async function addDurably(
    wanted: FileToStore,
    owner: ReservingOwner,
    blob: Digest & { readonly blobKey: string },
    room: Room | undefined,
  ): Promise<StoredFile> {
    let isAdded = false;
    try {
      const stored = await database.write(
        async (tx) => {
          isAdded = false;
          const added = await add(tx, wanted, owner, blob, room);
          isAdded = true;
          return added;
        },
        { owner: owner.userId },
      );
      room?.lock.ended();
      return stored;
    } catch (error) {
      // An error of the commit leaves open whether the file was added; the sweep of orphans finds out.
      if (!isAdded) await blobs.delete(blob.blobKey);
      throw error;
    }
  }

  return async (wanted) => {
    const { maxFileBytes, quotaBytes } = accounts.planLimits(wanted.owner.plan);
    const owner = { userId: wanted.owner.userId, quotaBytes };
    const { announcedBytes } = wanted.body;
    if (announcedBytes !== undefined && announcedBytes > maxFileBytes) throw fileTooLarge(maxFileBytes);
    if (announcedBytes !== undefined && announcedBytes <= heldBytes) {
      const { stream, sha256 } = wanted.body;
      const { ending, bytes, pieces } = await hold(stream, {
        maxBytes: announcedBytes,
        signal: neverAborted,
        onChunk: () => {},
      });
      requireComplete(ending, bytes, announcedBytes);
      const blobKey = blobs.newKey();
      const digest = await putHeld(blobs, blobKey, pieces, sha256);
      return addDurably(wanted, owner, { blobKey, ...digest }, undefined);
    }
    const { maxBytes, exceeded } =
      announcedBytes === undefined
        ? await roomFor(owner, maxFileBytes)
        : { maxBytes: announcedBytes, exceeded: undefined };
    const isLarge = announcedBytes === undefined || announcedBytes > limits.unreservedBytes;
    const id = random.uuid();
    const stagingId = putStagingId(id);
    // Protects the staged bytes from the orphan sweep, and the reservation from the recovery after a start.
    const lock = locks.begin(id, 'put');
    let room: Room | undefined;
    try {
      if (isLarge) room = { session: await openRoom(owner, wanted, lock, maxBytes), lock };
      const keepAlive = room && lifecycle.createKeepAlive(room.session, lock);
      const onChunk = (): void => keepAlive?.();
      const blobKey = blobs.newKey();
      const sizeBytes = await stage({ stagingId, blobKey }, wanted.body, { maxBytes, exceeded, lock, onChunk });
      const digest = await blobs.adopt(stagingId, blobKey, sizeBytes);
      if (digest === undefined) throw new Error('completely staged bytes are missing');
      return await addDurably(wanted, owner, { blobKey, ...digest }, room);
    } catch (error) {
      await blobs.discard(stagingId).catch((cause: unknown) => log.warn('staged bytes not removed', { error: cause }));
      if (room !== undefined) await fail(deps, room.session, lock);
      throw error;
    } finally {
      lock.release();
    }
  };
}

function requireComplete(ending: Ending, bytes: number, sizeBytes: number): void {
  if (ending !== 'complete' || bytes !== sizeBytes)
    throw new DomainError('upload_size_mismatch', `${bytes} of ${sizeBytes} bytes were sent. Send all of them again.`);
}

const fileTooLarge = (maxFileBytes: number): DomainError =>
  new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes.`);
