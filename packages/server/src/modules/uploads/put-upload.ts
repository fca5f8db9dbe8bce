import type { Readable } from 'node:stream';
import type { UploadStatus } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import { addStored, finalize, ownKeyOf } from './finalize.ts';
import type { Lifecycle, LifecycleDeps } from './session-lifecycle.ts';
import {
  heldBytes,
  hold,
  putHeld,
  receive,
  requireDigest,
  type Received,
  type ReceiveOptions,
} from './receive-body.ts';
import { inProgress, putStagingId, sessionExpired, type Session } from './upload-session.ts';
import type { SessionLock } from './session-locks.ts';

export interface CompleteBody {
  /** undefined without a Content-Length. */
  readonly announcedBytes: number | undefined;
  /** Lower-case hex, from `Repr-Digest`. */
  readonly sha256: string | undefined;
  readonly stream: Readable;
}

/** Stores all bytes of an upload from one request, or none. */
export function createPutUpload(deps: LifecycleDeps, lifecycle: Lifecycle) {
  const { blobs, locks, log } = deps;

  async function store(session: Session, body: CompleteBody, lock: SessionLock): Promise<Session | undefined> {
    const keepAlive = lifecycle.createKeepAlive(session, lock);
    const options: ReceiveOptions = {
      maxBytes: session.sizeBytes,
      signal: lock.signal,
      onChunk: () => {
        lock.received();
        keepAlive();
      },
    };
    if (session.sizeBytes <= heldBytes) {
      const { pieces, ...received } = await hold(body.stream, options);
      requireAll(session, lock, received);
      // The key of the session is for staged bytes, of which a crash may have left some under it.
      const blobKey = blobs.newKey();
      return addStored(deps, { ...session, blobKey }, lock, await putHeld(blobs, blobKey, pieces, body.sha256));
    }
    const stagingId = putStagingId(session.id);
    const blobKey = ownKeyOf(deps, session, lock);
    const position = { key: blobKey, offset: 0, totalBytes: session.sizeBytes, lease: lock.turn };
    const writer = await blobs.stage(stagingId, position);
    try {
      requireAll(session, lock, await receive(body.stream, writer, options));
    } catch (error) {
      await writer.abandon().catch(() => undefined);
      throw error;
    }
    await writer.finish((digest) => requireDigest(digest, body.sha256));
    return finalize(deps, { ...session, blobKey }, lock, stagingId);
  }

  /** The next holder of a lost lock stages its bytes under the same id. */
  async function discardOwn(id: string, lock: SessionLock): Promise<void> {
    if (await lock.confirm()) await blobs.discard(putStagingId(id));
  }

  return async (id: string, body: CompleteBody): Promise<UploadStatus> => {
    const lock = await locks.acquire(id, 'put', { preemptsSilent: ['put', 'tus'] });
    if (lock === undefined) throw inProgress();
    try {
      const session = await lifecycle.requireOpenSession(lock);
      if (body.announcedBytes === undefined)
        throw new DomainError('length_required', 'Send the bytes with a Content-Length.');
      if (body.announcedBytes !== session.sizeBytes) throw sizeMismatch(session, body.announcedBytes);
      let complete: Session | undefined;
      try {
        complete = await store(session, body, lock);
      } catch (error) {
        await discardOwn(id, lock).catch((cause: unknown) => {
          log.warn('staged bytes not removed', { error: cause });
        });
        throw error;
      }
      if (complete === undefined) throw new Error('the upload just completed is missing');
      // Bytes of an earlier tus upload.
      if (session.status === 'UPLOADING') await blobs.discard(id);
      return lifecycle.statusOf(complete);
    } finally {
      lock.release();
    }
  };
}

function requireAll(session: Session, { signal }: SessionLock, { ending, bytes }: Received): void {
  if (ending === 'preempted') throw signal.reason === 'work' ? sessionExpired() : inProgress();
  if (ending !== 'complete' || bytes !== session.sizeBytes) throw sizeMismatch(session, bytes);
}

const sizeMismatch = ({ sizeBytes }: Session, bytes: number): DomainError =>
  new DomainError(
    'upload_size_mismatch',
    `${sizeBytes} bytes were reserved, but ${bytes} were sent. Send all of them again.`,
  );
