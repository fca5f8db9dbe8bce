import type { Readable } from 'node:stream';
import type { UploadStatus } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import { finalize } from './finalize.ts';
import type { Lifecycle, LifecycleDeps } from './session-lifecycle.ts';
import { receive } from './receive-body.ts';
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

  async function store(session: Session, body: CompleteBody, lock: SessionLock): Promise<Session> {
    const stagingId = putStagingId(session.id);
    const writer = await blobs.stage(stagingId, {
      key: session.blobKey,
      offset: 0,
      totalBytes: session.sizeBytes,
    });
    const keepAlive = lifecycle.createKeepAlive(session);
    const received = await receive(body.stream, writer, {
      maxBytes: session.sizeBytes,
      signal: lock.signal,
      onChunk: () => {
        lock.received();
        keepAlive();
      },
    }).catch(async (error: unknown) => {
      await writer.abandon().catch(() => undefined);
      throw error;
    });
    if (received.ending !== 'complete' || received.bytes !== session.sizeBytes) {
      await writer.abandon();
      if (received.ending === 'preempted') throw lock.signal.reason === 'work' ? sessionExpired() : inProgress();
      throw sizeMismatch(session, received.bytes);
    }
    await writer.finish(({ sha256 }) => {
      if (body.sha256 !== undefined && body.sha256 !== sha256)
        throw new DomainError('digest_mismatch', `The received bytes have the SHA-256 ${sha256}.`);
    });
    const complete = await finalize(deps, session, stagingId);
    if (complete === undefined) throw new Error('bytes of a completely staged upload are missing');
    return complete;
  }

  return async (id: string, body: CompleteBody): Promise<UploadStatus> => {
    const lock = await locks.acquire(id, 'put', { preemptsSilent: ['put', 'tus'] });
    if (lock === undefined) throw inProgress();
    try {
      const session = await lifecycle.requireOpenSession(id);
      if (body.announcedBytes === undefined)
        throw new DomainError('length_required', 'Send the bytes with a Content-Length.');
      if (body.announcedBytes !== session.sizeBytes) throw sizeMismatch(session, body.announcedBytes);
      let complete: Session;
      try {
        complete = await store(session, body, lock);
      } catch (error) {
        await blobs.discard(putStagingId(id)).catch((cause: unknown) => {
          log.warn('staged bytes not removed', { error: cause });
        });
        throw error;
      }
      // Bytes of an earlier tus upload.
      if (session.status === 'UPLOADING') await blobs.discard(id);
      return lifecycle.statusOf(complete);
    } finally {
      lock.release();
    }
  };
}

const sizeMismatch = ({ sizeBytes }: Session, bytes: number): DomainError =>
  new DomainError(
    'upload_size_mismatch',
    `${sizeBytes} bytes were reserved, but ${bytes} were sent. Send all of them again.`,
  );
