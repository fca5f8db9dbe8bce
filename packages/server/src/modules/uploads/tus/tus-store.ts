import { StorageError } from '@drive/blobs';
import { tusExtensions } from '@drive/upload-protocol';
import { DataStore, Upload, type Lock, type Locker } from '@tus/server';
import { DomainError } from '../../../platform/errors.ts';
import { notStoredYet, type Reception } from '../bytes/reception.ts';
import type { Lifecycle, LifecycleDeps } from '../sessions/session-lifecycle.ts';
import type { SessionLock } from '../sessions/session-locks.ts';
import { setTusMetadata } from '../sessions/upload-session-store.ts';
import { inProgress, isOpen, type Session } from '../sessions/upload-session.ts';
import { currentExchange } from './tus-exchange.ts';

/** The locks of sessions in the interface of @tus/server, first come, first served. */
export function createTusLocker({ locks }: Pick<LifecycleDeps, 'locks'>): Locker {
  const newLock = (id: string): Lock => {
    const exchange = currentExchange();
    return {
      lock: async () => {
        // `remove` takes the lock itself, as the cancellation of any upload does.
        if (exchange.method === 'DELETE') return;
        // A reconnecting client preempts its own earlier connection, which may be dead, but no active PUT.
        const lock = await locks
          .acquire(id, 'tus', { preempts: ['tus'], preemptsSilent: ['put'] })
          .catch((error: unknown) => {
            throw error instanceof StorageError ? notStoredYet(error) : error;
          });
        if (lock === undefined) throw inProgress();
        exchange.lock = lock;
      },
      unlock: async () => exchange.lock?.release(),
    };
  };
  return { newLock };
}

/**
 * Staging in the interface of @tus/server. The state of an upload is its session's row and the size of the staged
 * bytes.
 */
export class TusStore extends DataStore {
  override extensions = [...tusExtensions];
  readonly #deps: LifecycleDeps;
  readonly #lifecycle: Lifecycle;
  readonly #reception: Reception;

  constructor(
    deps: LifecycleDeps,
    { lifecycle, reception }: { readonly lifecycle: Lifecycle; readonly reception: Reception },
  ) {
    super();
    this.#deps = deps;
    this.#lifecycle = lifecycle;
    this.#reception = reception;
  }

  /** Starts at 0, with any staged bytes. */
  override async create(upload: Upload): Promise<Upload> {
    const { database, blobs } = this.#deps;
    const { tusMetadata = null } = currentExchange();
    const lock = requireLock(upload.id);
    const session = await this.#lifecycle.requireOpenSession(lock);
    await this.#requirePermission(session);
    if (upload.size !== session.sizeBytes)
      throw new DomainError('upload_size_mismatch', `Upload-Length must be the ${session.sizeBytes} reserved bytes.`);
    await blobs.discard(session.id);
    if (tusMetadata !== null && tusMetadata !== session.tusMetadata)
      await database.write((tx) => setTusMetadata(tx, lock, tusMetadata));
    currentExchange().session = { ...session, tusMetadata };
    return upload;
  }

  /** HEAD completes an upload whose bytes are all staged, so a reported offset never exceeds the stored bytes. */
  override async getUpload(id: string): Promise<Upload> {
    const exchange = currentExchange();
    const lock = requireLock(id);
    let session = await this.#lifecycle.requireSession(id, lock);
    if (isOpen(session)) await this.#requirePermission(session);
    if (exchange.method === 'HEAD' && isOpen(session))
      session = (await this.#reception.complete(session, lock)) ?? session;
    if (exchange.method !== 'HEAD' || session.status !== 'COMPLETE') this.#lifecycle.requireOpen(session);
    exchange.session = session;
    const offset = session.status === 'COMPLETE' ? session.sizeBytes : await this.#deps.blobs.stagedBytes(id);
    exchange.offset = offset;
    return new Upload({ id, size: session.sizeBytes, offset, metadata: { sessionId: id } });
  }

  /** Reads Node's request; the stream that @tus/server passes is empty. Completes the upload with its last byte. */
  override async write(_empty: unknown, id: string, offset: number): Promise<number> {
    const exchange = currentExchange();
    const { session, digests } = exchange;
    if (session === undefined) throw new Error('bytes for a session that is not loaded');
    const piece = { offset, digests, stream: exchange.body, origin: exchange.origin };
    const { ending, bytes, session: after } = await this.#reception.append(session, requireLock(id), piece);
    exchange.ending = ending;
    exchange.session = after;
    return offset + bytes;
  }

  override remove(id: string): Promise<void> {
    return this.#lifecycle.cancel(id);
  }

  async #requirePermission(session: Session): Promise<void> {
    if (session.purpose !== null) await this.#lifecycle.requirePermission(session, currentExchange().origin);
  }
}

/** The lock of the request that @tus/server is handling. */
function requireLock(id: string): SessionLock {
  const { lock } = currentExchange();
  if (lock === undefined || lock.id !== id) throw new Error('a session was used without its lock');
  return lock;
}
