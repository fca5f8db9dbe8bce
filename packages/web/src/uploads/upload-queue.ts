import { AuthenticationError, cleanItemName, DriveError, type DriveErrorCode } from '@drive/sdk';
import { isUnreachable } from '../api/error-text.ts';
import { BegunUploads } from './begun-uploads.ts';
import { FolderMaker } from './folder-maker.ts';
import { isLost, newUpload, sendOptions, type Reserved, type Session } from './new-upload.ts';
import { SpeedMeter } from './speed-meter.ts';
import type { UploadPorts } from './upload-ports.ts';
import { UploadRefusal } from './upload-refusal.ts';
import {
  isUnfinished,
  unprepared,
  type ConflictChoice,
  type Destination,
  type PlacedFile,
  type Upload,
  type UploadGroup,
} from './upload.ts';
import { viewOf, type UploadsView } from './uploads-view.ts';

/** Larger files are sent resumably and show progress; smaller ones are reserved together, unless they are empty. */
const smallBytes = 4 * 1024 * 1024;
const isReserved = ({ file }: Upload): boolean => file.size > 0 && file.size <= smallBytes;
const batchFiles = 50;
const concurrency = 3;
const drawEveryMs = 100;
/** Long, because refreshing the list counts in the same rate limit as reserving uploads. */
const refreshEveryMs = 5000;
const refreshAtEndMs = 200;

const isCode = (error: unknown, code: DriveErrorCode): boolean => error instanceof DriveError && error.code === code;

/**
 * Sends files, whatever screen is open. Reserves small files in batches, sends large ones resumably, and waits while the
 * server cannot be reached.
 */
export class UploadQueue {
  readonly #ports: UploadPorts;
  #uploads = new Map<number, Upload>();
  #lastId = 0;
  #view: UploadsView | undefined;
  #isStalled = false;
  #willDraw = false;
  #cancelRefresh: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Map<number, AbortController>();
  readonly #reserved = new Map<number, Reserved>();
  readonly #reserving = new Set<number>();
  readonly #begun: BegunUploads;
  /** Uploads to be prepared when the server can be reached again. */
  readonly #unprepared: { readonly uploads: readonly Upload[]; readonly destination: Destination }[] = [];
  readonly #meter = new SpeedMeter();

  constructor(ports: UploadPorts) {
    this.#ports = ports;
    this.#begun = new BegunUploads({
      store: ports.resumeStore,
      isHeld: (id) => this.#sending.has(id) || this.#isUnfinished(id),
      cancel: (session) => this.#free(session),
    });
    ports.connection.onBack(() => {
      this.#isStalled = false;
      this.#changed();
      for (const { uploads, destination } of this.#unprepared.splice(0)) void this.#prepare(uploads, destination);
      this.#pump();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): UploadsView => (this.#view ??= this.#viewNow());

  /** Whether closing the page would end an upload. */
  get isAtWork(): boolean {
    return [...this.#uploads.values()].some(isUnfinished);
  }

  /** Adds files to the queue. Folders are created, and conflicts are found, before anything is sent. */
  add(files: readonly PlacedFile[], destination: Destination): void {
    const group: UploadGroup = { destination };
    const added = files.map(({ file, folders }): Upload => {
      this.#lastId += 1;
      const path = [...folders, file.name].join('/');
      return { id: this.#lastId, file, path, folders, group, ...unprepared };
    });
    for (const upload of added) this.#uploads.set(upload.id, upload);
    this.#changed();
    void this.#prepare(added, destination);
  }

  pause(id: number): void {
    const upload = this.#uploads.get(id);
    if (upload?.state !== 'uploading' && upload?.state !== 'waiting') return;
    this.#set(id, { state: 'paused' });
    this.#sending.get(id)?.abort();
    this.#release(id);
  }

  resume(id: number): void {
    if (this.#uploads.get(id)?.state !== 'paused') return;
    this.#set(id, { state: 'waiting' });
    this.#pump();
  }

  retry(id: number): void {
    const upload = this.#uploads.get(id);
    // A skipped file is asked about again.
    delete upload?.group.choice;
    if (upload !== undefined) this.#retry([upload]);
  }

  cancel(id: number): void {
    this.#remove(id);
    this.#pump();
  }

  pauseAll = (): void => this.#all(({ id }) => this.pause(id));
  resumeAll = (): void => this.#all(({ id }) => this.resume(id));
  retryFailed = (): void => this.#retry([...this.#uploads.values()].filter(({ state }) => state === 'failed'));
  cancelAll = (): void => this.#all((upload) => isUnfinished(upload) && this.#remove(upload.id));
  /** Removes what has ended from the list. */
  clear = (): void => this.#all((upload) => !isUnfinished(upload) && this.#remove(upload.id));

  /** The user's answer about a name that is taken, or about all that were added with it. */
  settle(id: number, choice: ConflictChoice, forAll: boolean): void {
    const asked = this.#uploads.get(id);
    if (asked === undefined) return;
    if (forAll) asked.group.choice = choice;
    for (const { id: each, state, group } of this.#uploads.values())
      if (state === 'conflict' && (each === id || (forAll && group === asked.group))) this.#choose(each, choice);
    this.#pump();
  }

  /** Prepares these uploads again, those of a group together. */
  #retry(uploads: readonly Upload[]): void {
    const failed = uploads.filter(({ state }) => state === 'failed' || state === 'skipped');
    for (const { id } of failed) this.#set(id, unprepared);
    for (const group of new Set(failed.map((upload) => upload.group)))
      void this.#prepare(
        failed.filter((upload) => upload.group === group),
        group.destination,
      );
  }

  #remove(id: number): void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    this.#uploads.delete(id);
    const stop = this.#sending.get(id);
    // A large file is given up when its request has ended.
    if (stop !== undefined) stop.abort();
    else if (isUnfinished(upload)) this.#begun.giveUp(id);
    else this.#begun.leave(id);
    this.#release(id);
    this.#changed();
  }

  #isUnfinished(id: number): boolean {
    const upload = this.#uploads.get(id);
    return upload !== undefined && isUnfinished(upload);
  }

  #all(act: (upload: Upload) => unknown): void {
    for (const upload of this.#uploads.values()) act(upload);
  }

  #choose(id: number, choice: ConflictChoice): void {
    if (choice === 'skip') this.#set(id, { state: 'skipped', choice });
    else this.#set(id, { state: 'waiting', choice });
  }

  /** Refuses what cannot be stored, creates the folders and finds the names that are taken. */
  async #prepare(uploads: readonly Upload[], destination: Destination): Promise<void> {
    const folders = new FolderMaker(this.#ports.server.files, destination);
    const isChecked = ({ id }: Upload): boolean => this.#uploads.get(id)?.state === 'checking';
    try {
      const accepted = await this.#checkSizes(uploads.filter(isChecked));
      for (const { id, file, folders: names, group } of accepted) {
        try {
          const folder = await folders.get(names);
          if (this.#uploads.get(id)?.state !== 'checking') continue;
          const isTaken = folder.names?.has(cleanItemName(file.name)) === true;
          this.#set(id, { folderId: folder.id, state: isTaken ? 'conflict' : 'waiting' });
          if (isTaken && group.choice !== undefined) this.#choose(id, group.choice);
        } catch (error) {
          // It is the same for all files, until the user or the connection is back.
          if (isUnreachable(error) || error instanceof AuthenticationError) throw error;
          this.#fail(id, error);
        }
      }
    } catch (error) {
      const rest = uploads.filter(isChecked);
      if (this.#waitsFor(error)) this.#unprepared.push({ uploads: rest, destination });
      else for (const { id } of rest) this.#fail(id, error);
    }
    this.#pump();
  }

  async #checkSizes(uploads: readonly Upload[]): Promise<Upload[]> {
    const me = await this.#ports.server.getStorage();
    // The server counts reserved bytes as used.
    const pending = [...this.#uploads.values()]
      .filter(({ state }) => state === 'waiting' || state === 'conflict' || state === 'paused')
      .filter(({ id }) => !this.#reserved.has(id) && !this.#begun.has(id))
      .reduce((sum, { file }) => sum + file.size, 0);
    let left = me.quotaBytes === null ? Infinity : Math.max(0, me.quotaBytes - me.usedBytes - pending);
    return uploads.filter(({ id, file: { size }, group }) => {
      if (size > me.maxFileBytes) this.#fail(id, new UploadRefusal('too-large', size, me.maxFileBytes));
      else if (this.#begun.has(id)) return true;
      // The server knows the quota of another user, and refuses what is too much.
      else if (group.destination.isOthers === true) return true;
      else if (size > left) this.#fail(id, new UploadRefusal('quota', size, left));
      else {
        left -= size;
        return true;
      }
      return false;
    });
  }

  /** Starts as many uploads as may run at a time. */
  #pump(): void {
    if (this.#isStalled) return;
    const waiting = [...this.#uploads.values()].filter(
      ({ id, state }) => state === 'waiting' && !this.#reserving.has(id),
    );
    for (const upload of waiting) {
      if (this.#sending.size + (this.#reserving.size > 0 ? 1 : 0) >= concurrency) return;
      if (this.#reserving.has(upload.id) || this.#sending.has(upload.id)) continue;
      if (!isReserved(upload) || this.#reserved.has(upload.id)) void this.#send(upload);
      else if (this.#reserving.size === 0)
        void this.#reserve(
          waiting.filter((each) => isReserved(each) && !this.#reserved.has(each.id)).slice(0, batchFiles),
        );
    }
  }

  /** Reserves small files together; one by one if that is refused, so that each gets its own reason. */
  async #reserve(uploads: readonly Upload[]): Promise<void> {
    for (const { id } of uploads) this.#reserving.add(id);
    const bodies = uploads.map((upload) => newUpload(upload));
    try {
      const files = await this.#ports.server.reserveAll(bodies);
      for (const [index, { id }] of uploads.entries()) {
        const session = files[index];
        if (session !== undefined) this.#reserved.set(id, session);
      }
    } catch (error) {
      if (this.#waitsFor(error)) {
        for (const { id } of uploads) this.#reserving.delete(id);
        return;
      }
      for (const [index, { id }] of uploads.entries())
        try {
          if (this.#isStalled) break;
          if (error instanceof AuthenticationError) throw error;
          const body = bodies[index];
          if (body !== undefined && this.#uploads.get(id)?.state === 'waiting')
            this.#reserved.set(id, await this.#ports.server.reserve(body));
        } catch (reason) {
          this.#ended(id, reason);
        }
    }
    for (const { id } of uploads) {
      this.#reserving.delete(id);
      // Paused or cancelled in the meantime.
      if (this.#uploads.get(id)?.state !== 'waiting') this.#release(id);
    }
    this.#pump();
  }

  async #send(upload: Upload): Promise<void> {
    const { id, file } = upload;
    const stop = new AbortController();
    this.#sending.set(id, stop);
    this.#set(id, { state: 'uploading' });
    const { signal } = stop;
    try {
      const session = this.#reserved.get(id);
      if (session !== undefined) await this.#put(session, file, signal);
      else
        await this.#ports.server.upload(file, {
          ...sendOptions(upload),
          resumable: true,
          resumeStore: this.#begun.storeOf(id),
          signal,
          onProgress: ({ bytes }) =>
            this.#uploads.get(id)?.state === 'uploading' && this.#set(id, { sentBytes: bytes }),
        });
      this.#reserved.delete(id);
      this.#set(id, { state: 'done', sentBytes: file.size });
      this.#refreshSoon();
    } catch (error) {
      if (!signal.aborted) this.#ended(id, error);
    } finally {
      this.#sending.delete(id);
    }
    if (!this.#uploads.has(id)) this.#begun.giveUp(id);
    this.#pump();
  }

  async #put(session: Reserved, file: File, signal: AbortSignal): Promise<void> {
    try {
      await this.#ports.server.put(session, file, { signal });
    } catch (error) {
      // Nobody else knows the reservation.
      if (session.isUnsure !== true || !isCode(error, 'upload_already_complete')) throw error;
    }
  }

  #ended(id: number, error: unknown): void {
    const isStalled = this.#waitsFor(error);
    const state = this.#uploads.get(id)?.state;
    // Paused or canceled meanwhile.
    if (state !== 'uploading' && state !== 'waiting') return;
    const session = this.#reserved.get(id);
    if (isStalled) {
      if (session !== undefined) this.#reserved.set(id, { ...session, isUnsure: true });
      this.#set(id, { state: 'waiting' });
    } else if (session?.isUnsure === true && isLost(error)) {
      this.#release(id);
      this.#set(id, { state: 'waiting' });
    } else this.#fail(id, error);
  }

  /** Whether the error means that the server cannot be reached, which is no failure of the upload. */
  #waitsFor(error: unknown): boolean {
    if (!isUnreachable(error)) return false;
    this.#isStalled = true;
    this.#ports.connection.report(error);
    this.#changed();
    return true;
  }

  #fail(id: number, error: unknown): void {
    if (!this.#uploads.has(id)) return;
    this.#release(id);
    if (error instanceof AuthenticationError) this.#ports.reportSessionEnd();
    const { group, choice, folderId } = this.#uploads.get(id)!;
    // Without a folder it is the name of a folder that is taken, by a file.
    if (folderId !== undefined && isCode(error, 'name_conflict')) {
      this.#set(id, { state: 'conflict', sentBytes: 0 });
      // An answer that did not help is not repeated: a folder, for one, cannot be replaced.
      if (group.choice !== undefined && group.choice !== choice) this.#choose(id, group.choice);
    } else this.#set(id, { state: 'failed', error });
  }

  /** Frees the reservation of a small file that is not sent now. */
  #release(id: number): void {
    const session = this.#reserved.get(id);
    if (session === undefined) return;
    this.#reserved.delete(id);
    this.#free(session);
  }

  #free(session: Session): void {
    void this.#ports.server.cancel(session).catch(() => {});
  }

  /** Refreshes the lists now and then, and at once when everything has ended. */
  #refreshSoon(): void {
    const isEnd = !this.isAtWork;
    if (isEnd) this.#cancelRefresh?.();
    else if (this.#cancelRefresh !== undefined) return;
    this.#cancelRefresh = this.#ports.clock.after(isEnd ? refreshAtEndMs : refreshEveryMs, () => {
      this.#cancelRefresh = undefined;
      void this.#ports.refreshItems();
    });
  }

  #set(id: number, change: Partial<Upload>): void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    this.#uploads.set(id, { ...upload, ...change });
    this.#changed();
  }

  /** Draws at once if nothing was drawn lately. */
  #changed(): void {
    if (this.#willDraw) return;
    this.#willDraw = true;
    this.#ports.clock.after(drawEveryMs, () => {
      this.#willDraw = false;
      this.#view = this.#viewNow();
      for (const listener of this.#listeners) listener();
    });
  }

  #viewNow(): UploadsView {
    return viewOf([...this.#uploads.values()], this.#meter, this.#ports.clock.now(), this.#isStalled);
  }
}
