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
  type VisitorOwner,
  type UploadToReserve,
} from './reserve.ts';
import { putStagingId, sessionExpired, type Session } from './upload-session.ts';
import { endSession } from './upload-session-store.ts';

export interface FormUploadLimits {
  /** All of it together; reserved until the intake is over. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
}

export interface StagedFormFile {
  readonly sessionId: string;
  readonly sizeBytes: number;
}

/** Files whose sizes nobody knows before they have come, as a browser's form sends them. */
export interface FormUpload {
  /** The bytes of one file, staged. `payload_too_large` where they are too many, `bad_request` where they are cut off. */
  take(body: Readable): Promise<StagedFormFile>;
  /**
   * Makes files of what was taken, all reserved in one transaction, in which `prepare` says what they are to be and
   * `reserved` writes down what else is known of them. Share tokens, where they have some.
   */
  commit(
    prepare: (tx: Tx) => Promise<readonly UploadToReserve[]>,
    reserved?: (tx: Tx, reservations: readonly UploadReservation[]) => Promise<void>,
  ): Promise<readonly string[]>;
  /** Forgets what was taken and gives the reservation back; after a commit there is nothing left to forget. */
  end(): Promise<void>;
}

export type FormUploadDeps = ReserveDeps & LifecycleDeps;

/**
 * The room is held by a session of its own, so that no two can overshoot a quota together and a crash leaves nothing
 * behind that does not expire.
 */
export async function openFormUpload(
  deps: FormUploadDeps,
  lifecycle: Lifecycle,
  owner: VisitorOwner,
  { maxBytes, maxFileBytes }: FormUploadLimits,
): Promise<FormUpload> {
  const { database, blobs, clock, random, files, locks } = deps;
  const room = await database.write(async (tx): Promise<Session> => {
    await requireNetworkLimit(deps, tx, owner, 1);
    const folderRowId = await files.ensureRoot(tx, owner.userId);
    const { sessions } = await reserveAll(deps, tx, owner, [
      { folderRowId, fileName: 'form', contentType: 'multipart/form-data', sizeBytes: maxBytes },
    ]);
    const [session] = sessions;
    if (session === undefined) throw new Error('room was asked for and none reserved');
    return session;
  });
  const lock = locks.tryAcquire(room.id, 'work');
  if (lock === undefined) throw new Error('somebody has a session that was just made');
  const keepAlive = lifecycle.createKeepAlive(room);
  const taken = new Set<string>();
  let isRoomReserved = true;

  const finish = async (session: Session): Promise<void> => {
    const own = await locks.acquire(session.id, 'work');
    try {
      const stagingId = putStagingId(session.id);
      if ((await finalize(deps, session, stagingId)) === undefined)
        throw new Error('bytes that were staged whole are not there');
      taken.delete(stagingId);
    } finally {
      own?.release();
    }
  };

  /** Nobody was told of any of them yet. */
  const undo = async (sessions: readonly Session[]): Promise<void> => {
    for (const session of sessions) {
      // Of what is there, whoever wanted to hear of it has been told.
      if ((await fail(deps, session)) || session.purpose !== null) continue;
      await database.write(async (tx) => {
        const file = await files.findFile(tx, session.fileId);
        if (file !== undefined) await files.purge.discard(tx, owner.userId, [file.rowId]);
      });
    }
  };

  return {
    take: async (body) => {
      const sessionId = random.uuid();
      const stagingId = putStagingId(sessionId);
      taken.add(stagingId);
      const writer = await blobs.stage(stagingId, { offset: 0, totalBytes: maxFileBytes });
      try {
        const options = { maxBytes: maxFileBytes, signal: lock.signal, onChunk: keepAlive };
        const { ending, bytes } = await receive(body, writer, options);
        if (ending === 'too long')
          throw new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes.`);
        if (ending === 'preempted') throw sessionExpired();
        if (ending === 'cut off') throw new DomainError('bad_request', 'The form ended before its files did.');
        if (bytes > 0) await writer.finish();
        else await writer.close();
        return { sessionId, sizeBytes: bytes };
      } catch (error) {
        await writer.close().catch(() => undefined);
        throw error;
      }
    },

    commit: async (prepare, reserved) => {
      const { sessions, reservations } = await database.write(async (tx) => {
        const uploads = await prepare(tx);
        if (!(await endSession(tx, room.id, 'FAILED', clock.now()))) throw sessionExpired();
        await files.releaseBytes(tx, owner.userId, room.sizeBytes);
        const all = await reserveAll(deps, tx, owner, uploads);
        await reserved?.(tx, all.reservations);
        return all;
      });
      isRoomReserved = false;
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
        for (const stagingId of taken) await blobs.discard(stagingId);
        if (isRoomReserved) await fail(deps, room);
      } finally {
        lock.release();
      }
    },
  };
}
