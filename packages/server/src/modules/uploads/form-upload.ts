import type { Readable } from 'node:stream';
import type { UploadReservation } from '@drive/contract';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { fail, finalize } from './finalize.ts';
import type { Lifecycle, LifecycleDeps } from './session-lifecycle.ts';
import { receive } from './receive-body.ts';
import {
  requireNetworkLimit,
  reserveAll,
  type ReserveDeps,
  type ReservingOwner,
  type VisitorOwner,
  type UploadToReserve,
} from './reserve.ts';
import type { SessionLock } from './session-locks.ts';
import { inProgress, putStagingId, sessionExpired, type Session } from './upload-session.ts';
import { endSession } from './upload-session-store.ts';

export interface FormUploadLimits {
  /** Total size of the form; reserved until `end`. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
}

export interface StagedFormFile {
  readonly sessionId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** Files whose sizes are unknown until they have arrived in a browser's form. */
export interface FormUpload {
  /** Stages one file. Throws `payload_too_large` if it is too large, `bad_request` if it is cut off. */
  stage(body: Readable): Promise<StagedFormFile>;
  /**
   * Stores the staged files. Reserves all of them in one transaction: `prepare` returns the uploads, `reserved` may write more
   * rows for them. Returns the share tokens.
   */
  commit(
    prepare: (tx: Tx) => Promise<readonly UploadToReserve[]>,
    reserved?: (tx: Tx, reservations: readonly UploadReservation[]) => Promise<void>,
  ): Promise<readonly string[]>;
  /** Discards staged files and frees the reservation, unless they were committed. Always call it. */
  end(): Promise<void>;
}

export type FormUploadDeps = ReserveDeps & LifecycleDeps;

/**
 * Reserves the space by a session, so that concurrent forms cannot exceed a quota and the reservation of a crashed
 * process expires.
 */
export async function openFormUpload(
  deps: FormUploadDeps,
  lifecycle: Lifecycle,
  owner: ReservingOwner | VisitorOwner,
  { maxBytes, maxFileBytes }: FormUploadLimits,
): Promise<FormUpload> {
  const { database, blobs, clock, random, files, locks } = deps;
  const lock = locks.begin(random.uuid(), 'work');
  const reserveRoom = async (tx: Tx): Promise<Session> => {
    if ('clientNetwork' in owner) await requireNetworkLimit(deps, tx, owner, 1);
    const folderRowId = await files.ensureRoot(tx, owner.userId);
    const form = { folderRowId, fileName: 'form', contentType: 'multipart/form-data', sizeBytes: maxBytes };
    const { sessions } = await reserveAll(deps, tx, owner, [{ ...form, sessionId: lock.id }]);
    const [session] = sessions;
    if (session === undefined) throw new Error('the reservation returned no upload');
    await locks.keep(tx, lock);
    return session;
  };
  const room = await database.write(reserveRoom).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const keepAlive = lifecycle.createKeepAlive(room, lock);
  const staged = new Set<string>();
  let isRoomReserved = true;

  const finish = async (session: Session): Promise<void> => {
    await withLock(session, async (own) => {
      const stagingId = putStagingId(session.id);
      if ((await finalize(deps, session, own, stagingId)) === undefined)
        throw new Error('bytes of a completely staged upload are missing');
      staged.delete(stagingId);
    });
  };

  async function withLock<T>(session: Session, work: (own: SessionLock) => Promise<T>): Promise<T> {
    const own = await locks.acquire(session.id, 'work');
    if (own === undefined) throw inProgress();
    try {
      return await work(own);
    } finally {
      own.release();
    }
  }

  /** Removes files of which no client has been notified. */
  const undo = async (sessions: readonly Session[]): Promise<void> => {
    for (const session of sessions) {
      // A file with a purpose stays: its module has been notified.
      if ((await withLock(session, (own) => fail(deps, session, own))) || session.purpose !== null) continue;
      await database.write(async (tx) => {
        const file = await files.findFile(tx, session.fileId);
        if (file !== undefined) await files.purge.discard(tx, owner.userId, [file.rowId]);
      });
    }
  };

  return {
    stage: async (body) => {
      const sessionId = random.uuid();
      const stagingId = putStagingId(sessionId);
      staged.add(stagingId);
      const blobKey = blobs.newKey();
      // The session to come has the same first turn as that of the room.
      const position = { key: blobKey, offset: 0, totalBytes: maxFileBytes, lease: lock.turn };
      const writer = await blobs.stage(stagingId, position);
      try {
        const options = { maxBytes: maxFileBytes, signal: lock.signal, onChunk: keepAlive };
        const { ending, bytes } = await receive(body, writer, options);
        if (ending === 'too long')
          throw new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes.`);
        if (ending === 'preempted') throw sessionExpired();
        if (ending === 'cut off') throw new DomainError('bad_request', 'The form ended before its files did.');
        if (bytes > 0) await writer.finish();
        else await writer.abandon();
        return { sessionId, blobKey, sizeBytes: bytes };
      } catch (error) {
        await writer.abandon().catch(() => undefined);
        throw error;
      }
    },

    commit: async (prepare, reserved) => {
      const { sessions, reservations } = await database.write(async (tx) => {
        const uploads = await prepare(tx);
        if (!(await endSession(tx, lock, 'FAILED', clock.now()))) throw sessionExpired();
        await files.releaseBytes(tx, owner.userId, room.sizeBytes);
        const all = await reserveAll(deps, tx, owner, uploads);
        await reserved?.(tx, all.reservations);
        return all;
      });
      isRoomReserved = false;
      lock.ended();
      try {
        for (const session of sessions) await finish(session);
      } catch (error) {
        await undo(sessions);
        throw error;
      }
      return reservations.flatMap(({ shareToken }) => (shareToken === null ? [] : [shareToken]));
    },

    end: async () => {
      try {
        for (const stagingId of staged) await blobs.discard(stagingId);
        if (isRoomReserved) await fail(deps, room, lock);
      } finally {
        lock.release();
      }
    },
  };
}
