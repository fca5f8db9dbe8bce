import type { Readable } from 'node:stream';
import type { UploadStatus } from '@drive/contract';
import { heldBytes, hold, receive, type Received } from '@drive/http-api';
import { type DeclaredBody, DigestCheck } from '@drive/upload-protocol';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { checkUpload } from '../sessions/check-upload.ts';
import {
  addStored,
  fail,
  finalize,
  isLost,
  isOfMember,
  isRefused,
  lostTo,
  ownKeyOf,
  requireAdmittedMember,
  type Sums,
} from '../sessions/finalize.ts';
import type { ReserveDeps, ReservingOwner } from '../sessions/reserve.ts';
import type { Lifecycle, LifecycleDeps } from '../sessions/session-lifecycle.ts';
import type { SessionLock } from '../sessions/session-locks.ts';
import { endSession, touchSession } from '../sessions/upload-session-store.ts';
import { inProgress, putStagingId, sessionExpired, type Session } from '../sessions/upload-session.ts';
import { ArrivalGuard, signalOf } from './arrival-guard.ts';
import type { FileToStore, StoredFile } from './file-to-store.ts';
import { RequestReservation, withRoom } from './request-reservation.ts';

/** Where the bytes of a body are staged, and who may send them. */
interface Slot {
  readonly stagingId: string;
  /** Key of the blob of a staged body. */
  readonly blobKey: string;
  /** Size of the body, or its limit. */
  readonly maxBytes: number;
  readonly lease?: number;
  /** Undefined: nobody else can send them. */
  readonly signal: AbortSignal | undefined;
  /** Called with every chunk. */
  readonly onChunk?: () => void;
  /** Throws unless all bytes have arrived. */
  readonly requireAll: (received: Received) => void;
  /** Undefined: it depends on no permission. */
  readonly guard?: ArrivalGuard | undefined;
  /** The reservation of a body of unknown size. */
  readonly growing?: RequestReservation;
}

/** Bytes that are durable under their key. */
interface StoredBlob extends Sums {
  readonly sha256: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** Bytes of a request of the tus protocol. */
interface Piece {
  readonly offset: number;
  readonly stream: Readable;
  readonly digests: DigestCheck;
  /** Of the page that sends it; undefined: a program does. */
  readonly origin: string | undefined;
}

/**
 * Stores the bytes of requests, in one order for all of them: check, stage and hash, compare digests, make durable, add the
 * file in a transaction. The target is an upload that was reserved before, or a place in the tree.
 */
export class Reception {
  readonly #deps: ReserveDeps & LifecycleDeps;
  readonly #lifecycle: Lifecycle;

  constructor(deps: ReserveDeps & LifecycleDeps, lifecycle: Lifecycle) {
    this.#deps = deps;
    this.#lifecycle = lifecycle;
  }

  /** Stores all bytes of a reserved upload from one request, or none. */
  async put(sessionId: string, body: DeclaredBody, contentLength: number | undefined): Promise<UploadStatus> {
    const { blobs, locks, log } = this.#deps;
    const lock = await locks.acquire(sessionId, 'put', { preemptsSilent: ['put', 'tus'] });
    if (lock === undefined) throw inProgress();
    try {
      const session = await this.#lifecycle.requireOpenSession(lock);
      if (contentLength === undefined)
        throw new DomainError('length_required', 'Send the bytes with a Content-Length.');
      if (contentLength !== session.sizeBytes) throw sizeMismatch(session, contentLength);
      const guard = await this.#guard(session, { origin: body.origin, offset: 0 });
      const complete = await this.#putAll(session, lock, body, guard).catch(async (error: unknown) => {
        // The next holder of a lost lock stages its bytes under the same id.
        const discard = async (): Promise<void> => {
          if (await lock.confirm()) await blobs.discard(putStagingId(sessionId));
        };
        await discard().catch((cause: unknown) => log.warn('staged bytes not removed', { error: cause }));
        await this.#failIfRefused(session, lock, error);
        throw error;
      });
      // Bytes of an earlier tus upload.
      if (session.status === 'UPLOADING') await blobs.discard(sessionId);
      return await this.#lifecycle.statusOf(complete);
    } finally {
      lock.release();
    }
  }

  /** undefined for an upload that depends on no permission. */
  async #guard(
    session: Session,
    { origin, offset }: { readonly origin: string | undefined; readonly offset: number },
  ): Promise<ArrivalGuard | undefined> {
    if (session.purpose === null && !isOfMember(session)) return undefined;
    const permission = await this.#lifecycle.requirePermission(session, origin);
    return permission && new ArrivalGuard(this.#deps, session, permission, { offset });
  }

  /** The bytes contradict the accepted types: its client cannot send others. */
  async #failIfRefused(session: Session, lock: SessionLock, error: unknown): Promise<void> {
    if (isDomainError(error, 'file_type_not_allowed')) await fail(this.#deps, session, lock, 'refused');
  }

  async #putAll(
    session: Session,
    lock: SessionLock,
    body: DeclaredBody,
    guard: ArrivalGuard | undefined,
  ): Promise<Session> {
    const keepAlive = this.#lifecycle.createKeepAlive(session, lock);
    const { blobKey, ...sums } = await this.#take(body, {
      stagingId: putStagingId(session.id),
      blobKey: ownKeyOf(this.#deps, session, lock),
      maxBytes: session.sizeBytes,
      lease: lock.turn,
      signal: lock.signal,
      onChunk: () => {
        lock.received();
        keepAlive();
      },
      requireAll: ({ ending, bytes }) => {
        if (ending === 'preempted') throw lock.signal.reason === 'work' ? sessionExpired() : inProgress();
        if (ending !== 'complete' || bytes !== session.sizeBytes) throw sizeMismatch(session, bytes);
      },
      guard,
    });
    return addStored(this.#deps, { ...session, blobKey }, lock, sums, { isChecked: true });
  }

  /**
   * Appends the bytes of one request to a reserved upload, which is complete with its last byte. Throws `payload_too_large` or
   * `checksum_mismatch`, keeping none of them.
   */
  async append(
    session: Session,
    lock: SessionLock,
    { offset, stream, digests, origin }: Piece,
  ): Promise<Received & { readonly session: Session }> {
    const { blobs, clock, database } = this.#deps;
    const guard = await this.#guard(session, { origin, offset });
    const position = { key: session.blobKey, offset, totalBytes: session.sizeBytes, lease: lock.turn };
    const writer = await blobs.stage(session.id, position);
    const keepAlive = this.#lifecycle.createKeepAlive(session, lock);
    const received = await receive(stream, writer, {
      maxBytes: session.sizeBytes - offset,
      signal: signalOf(lock.signal, guard),
      onChunk: (chunk) => {
        lock.received();
        digests.update(chunk);
        guard?.take(chunk);
        keepAlive();
      },
    }).catch(async (error: unknown) => {
      await writer.close().catch(() => undefined);
      throw error;
    });
    await guard?.require(received).catch(async (error: unknown) => {
      await writer.close().catch(() => undefined);
      await this.#failIfRefused(session, lock, error);
      throw error;
    });
    const { ending, bytes } = received;
    const isWrong = digests.isDeclared && (ending !== 'complete' || digests.findMismatch() !== undefined);
    if (ending === 'too long' || isWrong) {
      if (await lock.confirm()) await writer.abandon();
      else await writer.close();
      if (ending === 'too long') throw tooLong(session);
      if (ending === 'complete')
        throw new DomainError('checksum_mismatch', 'The bytes do not have this checksum. Send them again.');
      return { ending, bytes: 0, session };
    }
    if (ending === 'complete' && offset + bytes === session.sizeBytes) {
      await writer.finish();
      const complete = await this.complete(session, lock);
      if (complete === undefined) throw notStoredYet();
      return { ending, bytes, session: complete };
    }
    await writer.close();
    if (bytes === 0) return { ending, bytes, session };
    const now = clock.now();
    await database.write(async (tx) => {
      if (!(await touchSession(tx, lock, now, { releases: true }))) throw await lostTo(tx, session.id);
    });
    lock.ended();
    return { ending, bytes, session: { ...session, status: 'UPLOADING', activeAt: now } };
  }

  /**
   * Creates the file of an upload whose bytes are all appended, otherwise returns undefined. Throws like `finalize`, with 503 while
   * that fails: a client of tus treats an offset equal to the length as success and never asks again.
   */
  async complete(session: Session, lock: SessionLock): Promise<Session | undefined> {
    try {
      return await finalize(this.#deps, session, lock, session.id);
    } catch (error) {
      if (isRefused(error) || isLost(error)) throw error;
      this.#deps.log.error('complete upload not stored yet', { error });
      lock.unfinished();
      throw notStoredYet(error);
    }
  }

  /**
   * Stores a file from one request, without a reservation that the client knows. Accepts an empty body and one of unknown size.
   * Throws the refusals of `checkUpload`, `digest_mismatch` and `upload_size_mismatch`, storing nothing.
   */
  async store(file: FileToStore): Promise<StoredFile> {
    const { blobs, log } = this.#deps;
    const owner = await this.#ownerOf(file);
    const { sizeBytes } = file.body;
    checkUpload([{ ...file, sizeBytes }], owner);
    if (sizeBytes !== undefined && sizeBytes <= heldBytes) {
      const slot = { maxBytes: sizeBytes, signal: undefined, requireAll: requireAllOf(sizeBytes, undefined) };
      // Nothing is staged.
      const blob = await this.#take(file.body, { ...slot, stagingId: '', blobKey: '' });
      return this.#addDurably(file, owner, blob, undefined);
    }
    const reservation = new RequestReservation(this.#deps, this.#lifecycle, owner, file);
    const { lock, blobKey } = reservation;
    const stagingId = putStagingId(lock.id);
    try {
      const { maxBytes, exceeded } = await reservation.begin();
      const requireAll = requireAllOf(sizeBytes, exceeded);
      const onChunk = (): void => reservation.keepAlive();
      const facts = { ...file, sizeBytes };
      const guard = file.permission && new ArrivalGuard(this.#deps, facts, file.permission, { offset: 0 });
      const slot = { stagingId, blobKey, maxBytes, signal: lock.signal, onChunk, requireAll, guard };
      const blob = await this.#take(file.body, sizeBytes === undefined ? { ...slot, growing: reservation } : slot);
      return await this.#addDurably(file, owner, blob, reservation);
    } catch (error) {
      await blobs.discard(stagingId).catch((cause: unknown) => log.warn('staged bytes not removed', { error: cause }));
      await reservation.free();
      throw error;
    } finally {
      lock.release();
    }
  }

  /** The tree that the file is for, with what limits it. */
  async #ownerOf({ owner, treeOwnerId }: FileToStore): Promise<ReservingOwner> {
    const { accounts, database, files } = this.#deps;
    const { maxFileBytes, quotaBytes } = accounts.planLimits(owner.plan);
    if (treeOwnerId === undefined) return { userId: owner.userId, quotaBytes, rules: { maxFileBytes } };
    const { planQuotaBytes, storageOf } = await files.quotaOf(database.reader, owner, treeOwnerId);
    return { userId: treeOwnerId, quotaBytes: planQuotaBytes, rules: { maxFileBytes, storageOf } };
  }

  /** Makes a body durable under a key of its own, once its digests are right. */
  async #take(body: DeclaredBody, slot: Slot): Promise<StoredBlob> {
    const { blobs } = this.#deps;
    const { maxBytes, requireAll, guard } = slot;
    const digests = new DigestCheck(body.digests, body);
    const onChunk = (chunk: Buffer): void => {
      digests.update(chunk);
      guard?.take(chunk);
      slot.onChunk?.();
    };
    const options = { maxBytes, signal: signalOf(slot.signal, guard), onChunk };
    if (body.sizeBytes !== undefined && maxBytes <= heldBytes) {
      const { pieces, ...received } = await hold(body.stream, options);
      await guard?.require(received);
      requireAll(received);
      // The key of a session is for staged bytes, of which a crash may have left some under it.
      const blobKey = blobs.newKey();
      const { bytes, sha256, crc32 } = await blobs.putBytes(blobKey, pieces);
      try {
        digests.require({ sha256 });
      } catch (error) {
        await blobs.delete(blobKey);
        throw error;
      }
      return { blobKey, sizeBytes: bytes, sha256, crc32, checksums: digests.checksums };
    }
    const { stagingId, blobKey, growing, lease = 0 } = slot;
    const writer = await blobs.stage(stagingId, { key: blobKey, offset: 0, totalBytes: maxBytes, lease });
    let received: Received;
    try {
      received = await receive(body.stream, growing === undefined ? writer : withRoom(writer, growing), options);
      await guard?.require(received);
      requireAll(received);
    } catch (error) {
      await writer.abandon().catch(() => undefined);
      throw error;
    }
    await writer.finish((digest) => digests.require(digest));
    const digest = await blobs.adopt(stagingId, blobKey, received.bytes, lease);
    if (digest === undefined) throw new Error('completely staged bytes are missing');
    const { bytes, sha256, crc32 } = digest;
    return { blobKey, sizeBytes: bytes, sha256, crc32, checksums: digests.checksums };
  }

  async #addDurably(
    file: FileToStore,
    owner: ReservingOwner,
    blob: StoredBlob,
    reservation: RequestReservation | undefined,
  ): Promise<StoredFile> {
    const { blobs, files } = this.#deps;
    let isAdded = false;
    try {
      const add = async (tx: Tx): Promise<StoredFile> => {
        isAdded = false;
        const added = await this.#add(tx, file, owner, blob, reservation);
        isAdded = true;
        return added;
      };
      const stored = await files.changeTrees(owner.userId, add, { sharesCommit: true });
      if (reservation?.session !== undefined) reservation.lock.ended();
      return stored;
    } catch (error) {
      // An error of the commit leaves open whether the file was added; the sweep of orphans finds out.
      if (!isAdded) await blobs.delete(blob.blobKey);
      throw error;
    }
  }

  async #add(
    tx: Tx,
    file: FileToStore,
    { userId: ownerId, quotaBytes }: ReservingOwner,
    blob: StoredBlob,
    reservation: RequestReservation | undefined,
  ): Promise<StoredFile> {
    const { clock, files, listeners, random } = this.#deps;
    await requireAdmittedMember(tx, file.owner.userId, ownerId);
    const { folderId, ...place } = await file.place(tx);
    const reserved = reservation?.session;
    if (reserved !== undefined && reservation !== undefined) {
      if (!(await endSession(tx, reservation.lock, 'COMPLETE', clock.now()))) throw sessionExpired();
      const unusedBytes = reserved.sizeBytes - blob.sizeBytes;
      if (unusedBytes > 0) await files.releaseRoom(tx, ownerId, { bytes: unusedBytes, items: 0 });
    }
    const { id, isReplaced, row } = await files.addFile(tx, {
      id: reserved?.fileId ?? random.uuid(),
      ownerId,
      name: file.fileName,
      ...place,
      ...blob,
      mimeType: file.contentType,
      modifiedAt: file.modifiedAt,
      annotations: file.annotations ?? null,
      ...(folderId === undefined ? {} : { folderId }),
      ...(reserved === undefined ? { unreserved: { planQuotaBytes: quotaBytes } } : { holdsItem: reserved.holdsItem }),
    });
    const replacedId = isReplaced ? id : undefined;
    const { fileName } = file;
    if (file.share) await listeners.share(tx, { fileId: id, fileName, ownerId, publicListing: false, replacedId });
    const found = file.share || row === undefined ? await files.findFile(tx, id, file.owner.userId) : row;
    if (found === undefined) throw new Error('the file just added is missing');
    await file.added?.(tx, { file: found, isReplaced });
    return { file: found, isReplaced };
  }
}

/** Throws unless a body is complete; `exceeded` refuses a longer one of unknown size. */
const requireAllOf =
  (sizeBytes: number | undefined, exceeded: (() => DomainError) | undefined) =>
  ({ ending, bytes }: Received): void => {
    if (ending === 'preempted') throw sessionExpired();
    if (exceeded !== undefined && ending === 'too long') throw exceeded();
    if (ending === 'complete' && bytes === (sizeBytes ?? bytes)) return;
    const total = sizeBytes === undefined ? 'an unknown number of' : String(sizeBytes);
    throw new DomainError('upload_size_mismatch', `${bytes} of ${total} bytes were sent. Send all of them again.`);
  };

const sizeMismatch = ({ sizeBytes }: Session, bytes: number): DomainError =>
  new DomainError(
    'upload_size_mismatch',
    `${sizeBytes} bytes were reserved, but ${bytes} were sent. Send all of them again.`,
  );

export const tooLong = ({ sizeBytes }: Session): DomainError =>
  new DomainError('payload_too_large', `${sizeBytes} bytes are reserved. Send no more than that.`);

export const notStoredYet = (cause?: unknown): DomainError =>
  new DomainError('unavailable', 'All bytes have arrived but are not stored yet. Try again in a moment.', {
    cause,
    retryAfterSeconds: 1,
  });
