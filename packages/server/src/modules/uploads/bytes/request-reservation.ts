import type { StagedWriter } from '@drive/blobs';
import { limits } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';
import { quotaExceeded } from '../../files/index.ts';
import { checkUpload, fileTooLarge } from '../sessions/check-upload.ts';
import { fail } from '../sessions/finalize.ts';
import { reserveAll, type ReserveDeps, type ReservingOwner } from '../sessions/reserve.ts';
import type { Lifecycle, LifecycleDeps } from '../sessions/session-lifecycle.ts';
import type { SessionLock } from '../sessions/session-locks.ts';
import { resizeSession } from '../sessions/upload-session-store.ts';
import { sessionExpired, type Session } from '../sessions/upload-session.ts';
import type { FileToStore } from './file-to-store.ts';

/** First reservation of a body of unknown size. */
const firstBytes = 8 * limits.unreservedBytes;

/** Most bytes of a body, and the refusal of a longer one; undefined if the body has announced its size. */
export interface BodyLimit {
  readonly maxBytes: number;
  readonly exceeded: (() => DomainError) | undefined;
}

/**
 * The bytes that one request reserves, so that concurrent bodies cannot exceed the quota on the disk either. Its client does not
 * know the session, which ends with the request. A small body needs none. That of a body of unknown size grows with the bytes that
 * arrive, to about twice as many: reserving all that it may have would refuse other uploads of its owner meanwhile.
 */
export class RequestReservation {
  /** Protects the staged bytes from the orphan sweep, and the reservation from the recovery after a start. */
  readonly lock: SessionLock;
  readonly blobKey: string;
  readonly #deps: ReserveDeps & LifecycleDeps;
  readonly #lifecycle: Lifecycle;
  readonly #owner: ReservingOwner;
  readonly #file: FileToStore;
  #session: Session | undefined;
  #keepAlive = (): void => undefined;
  #arrivedBytes = 0;
  #maxBytes = Infinity;

  constructor(deps: ReserveDeps & LifecycleDeps, lifecycle: Lifecycle, owner: ReservingOwner, file: FileToStore) {
    this.#deps = deps;
    this.#lifecycle = lifecycle;
    this.#owner = owner;
    this.#file = file;
    this.lock = deps.locks.begin(deps.random.uuid(), 'put');
    this.blobKey = deps.blobs.newKey();
  }

  /** undefined: nothing is reserved. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** Call before the body is read. Throws the refusals that are certain. */
  async begin(): Promise<BodyLimit> {
    const { sizeBytes } = this.#file.body;
    if (sizeBytes === undefined) return this.#beginUnknown();
    if (sizeBytes > limits.unreservedBytes) await this.#reserve(sizeBytes);
    return { maxBytes: sizeBytes, exceeded: undefined };
  }

  async #beginUnknown(): Promise<BodyLimit> {
    const { blobs, database } = this.#deps;
    const { maxFileBytes } = this.#owner.rules;
    await this.#file.check(database.reader);
    const diskBytes = Math.floor((await blobs.usableBytes()) / 2);
    if (Math.min(diskBytes, await this.#leftBytes()) <= 0) throw quotaExceeded();
    this.#maxBytes = Math.min(diskBytes, maxFileBytes);
    const exceeded = diskBytes < maxFileBytes ? quotaExceeded : () => fileTooLarge(maxFileBytes);
    return { maxBytes: this.#maxBytes, exceeded };
  }

  /** Call with every chunk. */
  keepAlive(): void {
    this.#keepAlive();
  }

  /** Call before a chunk of a body of unknown size is written. A returned promise asks to wait for its room. */
  take(bytes: number): Promise<void> | undefined {
    this.#arrivedBytes += bytes;
    return this.#arrivedBytes <= (this.#session?.sizeBytes ?? limits.unreservedBytes) ? undefined : this.#grow();
  }

  async #grow(): Promise<void> {
    const before = this.#session?.sizeBytes ?? 0;
    const wanted = Math.min(Math.max(2 * before, firstBytes, this.#arrivedBytes), this.#maxBytes);
    const sizeBytes = Math.min(wanted, before + (await this.#leftBytes()));
    if (sizeBytes < this.#arrivedBytes) throw quotaExceeded();
    if (this.#session === undefined) await this.#reserve(sizeBytes);
    else await this.#resize(this.#session, sizeBytes);
  }

  /** The rest of the quota. */
  async #leftBytes(): Promise<number> {
    const { database, files } = this.#deps;
    const { usedBytes, quotaBytes } = await files.findUsage(database.reader, this.#owner.userId);
    return (quotaBytes ?? this.#owner.quotaBytes ?? Number.MAX_SAFE_INTEGER) - usedBytes;
  }

  async #reserve(sizeBytes: number): Promise<void> {
    const { database, files, locks } = this.#deps;
    const { fileName, contentType, modifiedAt, annotations } = this.#file;
    const { lock, blobKey } = this;
    this.#session = await database.write(async (tx) => {
      const { replaces } = await this.#file.check(tx);
      // The folder may be missing until the bytes have arrived.
      const folderRowId = await files.ensureRoot(tx, this.#owner.userId);
      const wanted = { fileName, contentType, modifiedAt, annotations, folderRowId, sizeBytes, blobKey, replaces };
      const { sessions } = await reserveAll(this.#deps, tx, this.#owner, [
        { ...wanted, sessionId: lock.id, endsWithRequest: true },
      ]);
      const [session] = sessions;
      if (session === undefined) throw new Error('one upload was asked for and none reserved');
      await locks.keep(tx, lock);
      return session;
    });
    this.#keepAlive = this.#lifecycle.createKeepAlive(this.#session, lock);
  }

  async #resize(session: Session, sizeBytes: number): Promise<void> {
    const { database, files } = this.#deps;
    const { userId, quotaBytes, rules } = this.#owner;
    await database.write(async (tx) => {
      const more = { bytes: sizeBytes - session.sizeBytes, items: 0 };
      checkUpload([], { rules, room: await files.reserveRoom(tx, userId, more, quotaBytes) });
      if (!(await resizeSession(tx, this.lock, sizeBytes))) throw sessionExpired();
    });
    this.#session = { ...session, sizeBytes };
  }

  /** Call if the file was not added. */
  async free(): Promise<void> {
    if (this.#session !== undefined) await fail(this.#deps, this.#session, this.lock, 'refused');
  }
}

/** Writes each chunk once there is room for it. */
export const withRoom = (
  writer: Pick<StagedWriter, 'write'>,
  reservation: RequestReservation,
): Pick<StagedWriter, 'write'> => ({
  write: (chunk) => {
    const waiting = reservation.take(chunk.length);
    return waiting === undefined ? writer.write(chunk) : waiting.then(() => writer.write(chunk));
  },
});
