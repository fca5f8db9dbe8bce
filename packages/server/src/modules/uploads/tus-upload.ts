import type { Readable } from 'node:stream';
import { DomainError } from '../../platform/errors.ts';
import { finalize } from './finalize.ts';
import type { Lifecycle, LifecycleDeps } from './lifecycle.ts';
import { receive, type Ending } from './receive.ts';
import { inProgress, isOpen, type Session } from './session.ts';
import type { Hold } from './session-locks.ts';
import { touchSession } from './store.ts';
import type { Checksum } from './tus-headers.ts';

/** Some bytes of an upload, as a PATCH or a creation brings them. */
export interface Piece {
  readonly stream: Readable;
  readonly offset: number;
  /** undefined where the client did not say. */
  readonly announcedBytes: number | undefined;
  readonly checksum: Checksum | undefined;
}

/** Where an upload stands. `offset` is the session's size only once the file is there for good. */
export interface Progress {
  readonly session: Session;
  readonly offset: number;
  /** Whether the bytes of this piece came to their end. */
  readonly ending: Ending;
}

export type TusUploads = ReturnType<typeof createTusUploads>;

/** Uploads in pieces. Their only state is the session's row and the size of what is staged. */
export function createTusUploads(deps: LifecycleDeps, lifecycle: Lifecycle) {
  const { database, blobs, clock, locks, log } = deps;

  /** A client that reconnects takes over from its own connection, which may be dead; a PUT that still brings bytes is left alone. */
  async function withSession<T>(id: string, work: (hold: Hold) => Promise<T>): Promise<T> {
    const hold = await locks.hold(id, 'tus', { preempts: ['tus'], preemptsSilent: ['put'] });
    if (hold === undefined) throw inProgress();
    try {
      return await work(hold);
    } finally {
      hold.release();
    }
  }

  /**
   * Makes the file if all bytes are staged; undefined where they are not. While it can't, the client is told to come back:
   * once it hears that the offset has reached the end, it takes that for success and never asks again.
   */
  async function tryComplete(session: Session): Promise<Session | undefined> {
    try {
      return await finalize(deps, session, session.id);
    } catch (error) {
      log.error('complete upload not stored yet', { error });
      throw notStoredYet(error);
    }
  }

  async function touch(session: Session): Promise<Session> {
    const now = clock.now();
    await database.write((tx) => touchSession(tx, session.id, now));
    return { ...session, status: 'UPLOADING', activeAt: now };
  }

  async function append(session: Session, piece: Piece, hold: Hold): Promise<Progress> {
    const room = session.sizeBytes - piece.offset;
    if ((piece.announcedBytes ?? 0) > room) throw tooLong(session);
    const writer = await blobs.stage(session.id, { offset: piece.offset, totalBytes: session.sizeBytes });
    const keepAlive = lifecycle.createKeepAlive(session);
    const received = await receive(piece.stream, writer, {
      maxBytes: room,
      signal: hold.signal,
      onChunk: (chunk) => {
        hold.received();
        piece.checksum?.update(chunk);
        keepAlive();
      },
    }).catch(async (error: unknown) => {
      await writer.close().catch(() => undefined);
      throw error;
    });

    const { ending } = received;
    const offset = piece.offset + received.bytes;
    const isProved = piece.checksum === undefined || (ending === 'complete' && piece.checksum.matches());
    if (ending === 'too long' || !isProved) {
      // What can't be checked, or is more than there is room for, is not kept.
      await writer.close();
      await blobs.cutStaged(session.id, piece.offset);
      if (ending === 'too long') throw tooLong(session);
      if (ending === 'complete')
        throw new DomainError('checksum_mismatch', 'The bytes that came do not have this checksum. Send them again.');
      return { session, offset: piece.offset, ending };
    }
    if (ending === 'complete' && offset === session.sizeBytes) {
      await writer.finish();
      const complete = await tryComplete(session);
      if (complete === undefined) throw notStoredYet();
      return { session: complete, offset, ending };
    }
    await writer.close();
    return { session: received.bytes === 0 ? session : await touch(session), offset, ending };
  }

  return {
    /** Begins at 0, whatever was there, with or without first bytes. */
    create: (id: string, sizeBytes: number, piece: Omit<Piece, 'offset'> | undefined): Promise<Progress> =>
      withSession(id, async (hold) => {
        const session = await lifecycle.requireOpenSession(id);
        if (sizeBytes !== session.sizeBytes)
          throw new DomainError(
            'upload_size_mismatch',
            `Upload-Length must be the ${session.sizeBytes} reserved bytes.`,
          );
        await blobs.discard(id);
        if (piece === undefined) return { session, offset: 0, ending: 'complete' };
        return append(session, { ...piece, offset: 0 }, hold);
      }),

    append: (id: string, piece: Piece): Promise<Progress> =>
      withSession(id, async (hold) => {
        const session = await lifecycle.requireOpenSession(id);
        const staged = await blobs.stagedBytes(id);
        if (piece.offset !== staged)
          throw new DomainError('upload_offset_mismatch', `Upload-Offset must be ${staged}.`);
        return append(session, piece, hold);
      }),

    /** Where to go on, which is never more than what is really there. */
    find: (id: string): Promise<{ readonly session: Session; readonly offset: number }> =>
      withSession(id, async () => {
        const session = await lifecycle.requireSession(id);
        if (session.status === 'COMPLETE') return { session, offset: session.sizeBytes };
        if (isOpen(session)) {
          const complete = await tryComplete(session);
          if (complete !== undefined) return { session: complete, offset: session.sizeBytes };
        }
        return { session: await lifecycle.requireOpenSession(id), offset: await blobs.stagedBytes(id) };
      }),
  };
}

const tooLong = ({ sizeBytes }: Session): DomainError =>
  new DomainError('payload_too_large', `${sizeBytes} bytes were reserved; these are more.`);

const notStoredYet = (cause?: unknown): DomainError =>
  new DomainError('unavailable', 'The bytes are here but could not be stored yet. Ask again.', {
    cause,
    retryAfterSeconds: 1,
  });
