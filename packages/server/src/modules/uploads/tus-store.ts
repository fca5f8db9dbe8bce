import { DataStore, Upload, type Lock, type Locker } from '@tus/server';
import { StorageError } from '../../platform/blobs/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { finalize, isLost, isRefusedName, lostTo } from './finalize.ts';
import type { Lifecycle, LifecycleDeps } from './session-lifecycle.ts';
import { receive } from './receive-body.ts';
import { inProgress, isOpen, type Session } from './upload-session.ts';
import { touchSession } from './upload-session-store.ts';
import type { SessionLock } from './session-locks.ts';
import { currentExchange } from './tus-exchange.ts';
import { tusExtensions } from './tus-headers.ts';

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

  constructor(deps: LifecycleDeps, lifecycle: Lifecycle) {
    super();
    this.#deps = deps;
    this.#lifecycle = lifecycle;
  }

  /** Starts at 0, with any staged bytes. */
  override async create(upload: Upload): Promise<Upload> {
    const session = await this.#lifecycle.requireOpenSession(requireLock(upload.id));
    if (upload.size !== session.sizeBytes)
      throw new DomainError('upload_size_mismatch', `Upload-Length must be the ${session.sizeBytes} reserved bytes.`);
    await this.#deps.blobs.discard(session.id);
    currentExchange().session = session;
    return upload;
  }

  /** HEAD completes an upload whose bytes are all staged, so a reported offset never exceeds the stored bytes. */
  override async getUpload(id: string): Promise<Upload> {
    const exchange = currentExchange();
    const lock = requireLock(id);
    let session = await this.#lifecycle.requireSession(id, lock);
    if (exchange.method === 'HEAD' && isOpen(session)) session = (await this.#complete(session, lock)) ?? session;
    if (exchange.method !== 'HEAD' || session.status !== 'COMPLETE') this.#lifecycle.requireOpen(session);
    exchange.session = session;
    const offset = session.status === 'COMPLETE' ? session.sizeBytes : await this.#deps.blobs.stagedBytes(id);
    exchange.offset = offset;
    return new Upload({ id, size: session.sizeBytes, offset, metadata: { sessionId: id } });
  }

  /** Reads Node's request; the stream that @tus/server passes is empty. Completes the upload with its last byte. */
  override async write(_empty: unknown, id: string, offset: number): Promise<number> {
    const { blobs, clock, database } = this.#deps;
    const exchange = currentExchange();
    const { session, checksum } = exchange;
    const lock = requireLock(id);
    if (session === undefined) throw new Error('bytes for a session that is not loaded');
    const position = { key: session.blobKey, offset, totalBytes: session.sizeBytes, lease: lock.turn };
    const writer = await blobs.stage(id, position);
    const keepAlive = this.#lifecycle.createKeepAlive(session, lock);
    const { ending, bytes } = await receive(exchange.body, writer, {
      maxBytes: session.sizeBytes - offset,
      signal: lock.signal,
      onChunk: (chunk) => {
        lock.received();
        checksum?.update(chunk);
        keepAlive();
      },
    }).catch(async (error: unknown) => {
      await writer.close().catch(() => undefined);
      throw error;
    });
    exchange.ending = ending;

    const isProved = checksum === undefined || (ending === 'complete' && checksum.matches());
    if (ending === 'too long' || !isProved) {
      if (await lock.confirm()) await writer.abandon();
      else await writer.close();
      if (ending === 'too long') throw tooLong(session);
      if (ending === 'complete')
        throw new DomainError('checksum_mismatch', 'The bytes do not have this checksum. Send them again.');
      return offset;
    }
    if (ending === 'complete' && offset + bytes === session.sizeBytes) {
      await writer.finish();
      const complete = await this.#complete(session, lock);
      if (complete === undefined) throw notStoredYet();
      exchange.session = complete;
      return offset + bytes;
    }
    await writer.close();
    if (bytes > 0) {
      const now = clock.now();
      await database.write(async (tx) => {
        if (!(await touchSession(tx, lock, now, { releases: true }))) throw await lostTo(tx, id);
      });
      lock.ended();
      exchange.session = { ...session, status: 'UPLOADING', activeAt: now };
    }
    return offset + bytes;
  }

  override remove(id: string): Promise<void> {
    return this.#lifecycle.cancel(id);
  }

  /**
   * Creates the file if all bytes are staged, otherwise returns undefined. Throws like `finalize`, with 503 while that
   * fails: a client treats an offset equal to the length as success and never asks again.
   */
  async #complete(session: Session, lock: SessionLock): Promise<Session | undefined> {
    try {
      return await finalize(this.#deps, session, lock, session.id);
    } catch (error) {
      if (isRefusedName(error) || isLost(error)) throw error;
      this.#deps.log.error('complete upload not stored yet', { error });
      lock.unfinished();
      throw notStoredYet(error);
    }
  }
}

/** The lock of the request that @tus/server is handling. */
function requireLock(id: string): SessionLock {
  const { lock } = currentExchange();
  if (lock === undefined || lock.id !== id) throw new Error('a session was used without its lock');
  return lock;
}

export const tooLong = ({ sizeBytes }: Session): DomainError =>
  new DomainError('payload_too_large', `${sizeBytes} bytes are reserved. Send no more than that.`);

const notStoredYet = (cause?: unknown): DomainError =>
  new DomainError('unavailable', 'All bytes have arrived but are not stored yet. Try again in a moment.', {
    cause,
    retryAfterSeconds: 1,
  });
