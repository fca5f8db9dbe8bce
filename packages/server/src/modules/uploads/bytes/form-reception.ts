import type { Readable } from 'node:stream';
import type { UploadReservation } from '@drive/contract';
import { receive } from '@drive/http-api';
import type { StagedFormFile } from '@drive/upload-protocol';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { checkUpload, fileTooLarge, type UploadFacts } from '../sessions/check-upload.ts';
import { fail, finalize } from '../sessions/finalize.ts';
import {
  requireNetworkLimit,
  reserveAll,
  type ReserveDeps,
  type ReservingOwner,
  type UploadToReserve,
  type VisitorOwner,
} from '../sessions/reserve.ts';
import type { Lifecycle, LifecycleDeps } from '../sessions/session-lifecycle.ts';
import type { SessionLock } from '../sessions/session-locks.ts';
import { deleteSession } from '../sessions/upload-session-store.ts';
import { inProgress, putStagingId, sessionExpired, type Session } from '../sessions/upload-session.ts';

export type FormReceptionDeps = ReserveDeps & LifecycleDeps;

/** The reservation of a form, and what is called with each chunk. */
interface Hold {
  readonly session: Session;
  readonly keepAlive: () => void;
}

/**
 * Receives the files of a browser's form, whose sizes are unknown until they have arrived. The first file reserves the bytes of
 * the whole form, so that concurrent forms cannot exceed a quota; a crash ends the reservation.
 */
export class FormReception {
  readonly #deps: FormReceptionDeps;
  readonly #lifecycle: Lifecycle;
  readonly #owner: ReservingOwner & Partial<VisitorOwner>;
  /** Total size of the form. */
  readonly #maxBytes: number;
  /** Lock of the reservation, which becomes the session of the first file. */
  readonly #lock: SessionLock;
  readonly #staged = new Set<string>();
  #hold: Promise<Hold> | undefined;
  #isCommitted = false;

  constructor(
    deps: FormReceptionDeps,
    lifecycle: Lifecycle,
    owner: ReservingOwner & Partial<VisitorOwner>,
    maxBytes: number,
  ) {
    this.#deps = deps;
    this.#lifecycle = lifecycle;
    this.#owner = owner;
    this.#maxBytes = maxBytes;
    this.#lock = deps.locks.begin(deps.random.uuid(), 'work');
  }

  /**
   * Stages one file. Throws the refusals of `checkUpload`, `bad_request` if the file is cut off, and for a visitor
   * `too_many_requests`, as `reserve` does; the form of a visitor counts as one reservation.
   */
  async stage(file: Omit<UploadFacts, 'sizeBytes'>, body: Readable): Promise<StagedFormFile> {
    const { blobs, random } = this.#deps;
    const { rules } = this.#owner;
    const { maxFileBytes } = rules;
    checkUpload([{ ...file, sizeBytes: undefined }], { rules });
    const isFirst = this.#hold === undefined;
    this.#hold ??= this.#reserve(file);
    const { keepAlive } = await this.#hold;
    const sessionId = isFirst ? this.#lock.id : random.uuid();
    const stagingId = putStagingId(sessionId);
    this.#staged.add(stagingId);
    const blobKey = blobs.newKey();
    // The session to come has the same first turn as the reservation.
    // The store keeps room for as many bytes as there can be, which are no more than the form has.
    const totalBytes = Math.min(maxFileBytes, this.#maxBytes);
    const position = { key: blobKey, offset: 0, totalBytes, lease: this.#lock.turn };
    const writer = await blobs.stage(stagingId, position);
    try {
      const options = { maxBytes: maxFileBytes, signal: this.#lock.signal, onChunk: keepAlive };
      const { ending, bytes } = await receive(body, writer, options);
      if (ending === 'too long') throw fileTooLarge(maxFileBytes);
      if (ending === 'preempted') throw sessionExpired();
      if (ending === 'cut off') throw new DomainError('bad_request', 'The form ended before its files did.');
      if (bytes > 0) await writer.finish();
      else await writer.abandon();
      return { sessionId, blobKey, sizeBytes: bytes };
    } catch (error) {
      await writer.abandon().catch(() => undefined);
      throw error;
    }
  }

  async #reserve(file: Omit<UploadFacts, 'sizeBytes'>): Promise<Hold> {
    const { database, files, locks } = this.#deps;
    const owner = this.#owner;
    const session = await database.write(async (tx) => {
      if (isVisitor(owner)) await requireNetworkLimit(this.#deps, tx, owner, 1);
      const folderRowId = await files.ensureRoot(tx, owner.userId);
      const hold = { ...file, sessionId: this.#lock.id, folderRowId, sizeBytes: this.#maxBytes, endsWithRequest: true };
      // The limit of a file is not that of all together.
      const { sessions } = await reserveAll(
        this.#deps,
        tx,
        { ...owner, rules: { ...owner.rules, maxFileBytes: Infinity } },
        [hold],
      );
      const [reserved] = sessions;
      if (reserved === undefined) throw new Error('the reservation returned no upload');
      await locks.keep(tx, this.#lock);
      return reserved;
    });
    return { session, keepAlive: this.#lifecycle.createKeepAlive(session, this.#lock) };
  }

  /**
   * Stores the staged files. Reserves all of them in one transaction: `prepare` returns the uploads, `reserved` may write more
   * rows for them. Returns the share tokens.
   */
  async commit(
    prepare: (tx: Tx) => Promise<readonly UploadToReserve[]>,
    reserved?: (tx: Tx, reservations: readonly UploadReservation[]) => Promise<void>,
  ): Promise<readonly string[]> {
    const { database, files, locks } = this.#deps;
    const lock = this.#lock;
    const hold = await this.#hold;
    const { sessions, reservations } = await database.write(async (tx) => {
      const uploads = await prepare(tx);
      if (hold !== undefined) {
        if (!(await deleteSession(tx, lock))) throw sessionExpired();
        await files.releaseRoom(tx, this.#owner.userId, { bytes: hold.session.sizeBytes, items: 1 });
      }
      const all = await reserveAll(this.#deps, tx, this.#owner, uploads);
      if (all.sessions.some(({ id }) => id === lock.id)) await locks.keep(tx, lock);
      await reserved?.(tx, all.reservations);
      return all;
    });
    this.#isCommitted = true;
    try {
      for (const session of sessions) await this.#finish(session);
    } catch (error) {
      await this.#undo(sessions);
      throw error;
    }
    return reservations.flatMap(({ shareToken }) => (shareToken === null ? [] : [shareToken]));
  }

  /** Discards staged files and frees the reservation, unless they were committed. Always call it. */
  async end(): Promise<void> {
    const { blobs } = this.#deps;
    try {
      // A refused reservation was thrown by `stage`.
      const hold = await this.#hold?.catch(() => undefined);
      for (const stagingId of this.#staged) await blobs.discard(stagingId);
      if (hold !== undefined && !this.#isCommitted) await fail(this.#deps, hold.session, this.#lock, 'refused');
    } finally {
      this.#lock.release();
    }
  }

  async #finish(session: Session): Promise<void> {
    await this.#withLock(session, async (own) => {
      const stagingId = putStagingId(session.id);
      if ((await finalize(this.#deps, session, own, stagingId)) === undefined)
        throw new Error('bytes of a completely staged upload are missing');
      this.#staged.delete(stagingId);
    });
  }

  async #withLock<T>(session: Session, work: (own: SessionLock) => Promise<T>): Promise<T> {
    if (session.id === this.#lock.id) return work(this.#lock);
    const own = await this.#deps.locks.acquire(session.id, 'work');
    if (own === undefined) throw inProgress();
    try {
      return await work(own);
    } finally {
      own.release();
    }
  }

  /** Removes files of which no client has been notified. */
  async #undo(sessions: readonly Session[]): Promise<void> {
    const { database, files } = this.#deps;
    for (const session of sessions) {
      // A file with a purpose stays: its module has been notified.
      if (
        (await this.#withLock(session, (own) => fail(this.#deps, session, own, 'refused'))) ||
        session.purpose !== null
      )
        continue;
      await database.write(async (tx) => {
        const file = await files.findFile(tx, session.fileId);
        if (file !== undefined) await files.purge.discard(tx, this.#owner.userId, [file.rowId]);
      });
    }
  }
}

const isVisitor = (owner: ReservingOwner & Partial<VisitorOwner>): owner is VisitorOwner =>
  owner.clientNetwork !== undefined;
