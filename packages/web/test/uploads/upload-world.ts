import {
  AbortError,
  AuthenticationError,
  cleanItemName,
  ConflictError,
  ConnectionError,
  NotFoundError,
  ServerError,
  type NewUpload,
  type ResumeEntry,
  type ResumeStore,
  type UploadOptions,
  type UploadReservation,
} from '@drive/sdk';
import type { UploadPorts } from '../../src/uploads/upload-ports.ts';

const MiB = 1024 * 1024;
export const maxFileBytes = 100 * MiB;

/**
 * How a request ends. `lost`: the server does what it was asked, but its answer never arrives. `late`: like `ok`, even if
 * the request was aborted.
 */
export type Outcome = 'ok' | 'late' | 'refused' | 'lost' | 'unreachable';

/** A request that the server has not answered yet. */
export interface OpenRequest {
  readonly kind: 'storage' | 'folder' | 'reserve' | 'put' | 'create' | 'send';
  /** Of a request that sends bytes. */
  readonly file: File | undefined;
  readonly signal: AbortSignal | undefined;
  readonly session: Session | undefined;
  readonly progress: ((fraction: number) => void) | undefined;
  answer(outcome: Outcome): void;
}

export interface Session {
  readonly id: string;
  readonly upload: NewUpload;
  readonly folderId: string | null;
  /** Of a large file. */
  source: File | undefined;
  state: 'open' | 'complete' | 'canceled';
  /** The client cannot know it, or nobody can cancel it any more. */
  isOrphan: boolean;
}

interface Folder {
  readonly name: string;
  readonly parentId: string | null;
}

/** A file on the server. */
export interface StoredFile {
  /** undefined: another client stored it. */
  readonly source: File | undefined;
  readonly name: string;
  readonly folderId: string | null;
  readonly onConflict: 'rename' | 'replace' | 'fail';
  readonly size: number;
}

const sending: ReadonlySet<OpenRequest['kind']> = new Set(['put', 'create', 'send']);
export const sendsBytes = ({ kind }: OpenRequest): boolean => sending.has(kind);

const conflict = (): ConflictError => new ConflictError('name_conflict', 'The name is taken.', { status: 409 });

type About = Partial<Pick<OpenRequest, 'file' | 'signal' | 'session' | 'progress'>>;

/** A server and a browser in memory. Every request waits until the test answers it; time passes when the test says so. */
export class UploadWorld {
  readonly requests: OpenRequest[] = [];
  readonly stored: StoredFile[] = [];
  readonly sessions: Session[] = [];
  readonly folders = new Map<string, Folder>();
  readonly resumeEntries = new Map<string, ResumeEntry>();
  isOnline = true;
  isSignedIn = true;
  quotaBytes: number | null = null;
  /** Whether the queue reported that the server cannot be reached, and it has not been back since. */
  isLossReported = false;
  sessionEnds = 0;
  refreshes = 0;
  /** Called with every request at its beginning. */
  onRequest: (request: OpenRequest) => void = () => {};
  /** Called when bytes of the page become a file. */
  onStored: (file: StoredFile) => void = () => {};
  #onBack: (() => void)[] = [];
  #now = 0;
  #timers: { readonly at: number; readonly call: () => void }[] = [];
  #lastId = 0;

  /** Ports of a page. The pages of one world share the server and the resume store. */
  openPage(): UploadPorts {
    this.#onBack = [];
    this.#timers = [];
    this.requests.length = 0;
    this.isLossReported = false;
    for (const session of this.sessions) session.isOrphan = true;
    return {
      server: {
        files: this.#folderCalls(),
        getStorage: () =>
          this.#request('storage', {}, () => ({
            quotaBytes: this.quotaBytes,
            usedBytes: this.usedBytes,
            maxFileBytes,
          })),
        reserve: (upload) => this.#request('reserve', {}, () => this.#reserve([upload])[0]!),
        reserveAll: (uploads) => this.#request('reserve', {}, () => this.#reserve(uploads)),
        put: ({ sessionId }, file, { signal }) => {
          const session = this.#sessionOf(sessionId)!;
          return this.#request('put', { file, signal, session }, () => this.#complete(session, file));
        },
        upload: (file, options) => this.#upload(file, options),
        cancel: async ({ sessionId }) => this.#cancel(this.#sessionOf(sessionId)!),
      },
      connection: {
        onBack: (listener) => void this.#onBack.push(listener),
        report: () => (this.isLossReported = true),
      },
      clock: {
        now: () => this.#now,
        after: (ms, call) => {
          const timer = { at: this.#now + ms, call };
          this.#timers.push(timer);
          return () => void (this.#timers = this.#timers.filter((each) => each !== timer));
        },
      },
      resumeStore: this.#resumeStore,
      reportSessionEnd: () => (this.sessionEnds += 1),
      refreshItems: async () => void (this.refreshes += 1),
    };
  }

  /** Lets everything happen that needs no answer and no time. */
  async flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Answers what has been asked so far. */
  answerAll(): void {
    for (const request of this.requests.slice()) request.answer('ok');
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { call } of due) call();
    await this.flush();
  }

  /** The watch of the connection notices that the server answers. */
  comeBack(): void {
    this.isOnline = true;
    this.isLossReported = false;
    for (const listener of this.#onBack) listener();
  }

  /** Another client stores a file. */
  storeAside(name: string, folderId: string | null): void {
    if (!this.#isTaken(name, folderId))
      this.stored.push({ source: undefined, name, folderId, onConflict: 'fail', size: 1 });
  }

  /** Another tab of this browser, which has the same resume store, sends the rest of a resumable upload. */
  sendFromOtherTab({ session, file }: OpenRequest): void {
    if (session?.state !== 'open') return;
    for (const [key, { sessionId }] of this.resumeEntries) if (sessionId === session.id) this.resumeEntries.delete(key);
    try {
      this.#complete(session, file);
    } catch {
      // The name is taken: the other tab says so.
    }
  }

  /** Reservations that nothing was sent to for a day. */
  expireSessions(): void {
    for (const session of this.sessions) if (session.state === 'open') session.state = 'canceled';
  }

  addFolder(name: string, parentId: string | null): string {
    const id = `folder-${(this.#lastId += 1)}`;
    this.folders.set(id, { name, parentId });
    return id;
  }

  /** Names of the folders down to this one. */
  pathOf(id: string | null): string[] {
    const folder = id === null ? undefined : this.folders.get(id);
    return folder === undefined ? [] : [...this.pathOf(folder.parentId), folder.name];
  }

  /** With what is reserved. */
  get usedBytes(): number {
    const open = this.sessions.filter(({ state }) => state === 'open');
    return (
      this.stored.reduce((sum, { size }) => sum + size, 0) +
      open.reduce((sum, { upload }) => sum + upload.fileSizeBytes, 0)
    );
  }

  readonly #resumeStore: ResumeStore = {
    get: async (key) => this.resumeEntries.get(key),
    set: async (key, entry) => void this.resumeEntries.set(key, entry),
    remove: async (key) => void this.resumeEntries.delete(key),
  };

  #request<T>(kind: OpenRequest['kind'], about: About, work: () => T): Promise<T> {
    const { file, signal, session, progress } = about;
    return new Promise((resolve, reject) => {
      const request: OpenRequest = {
        kind,
        file,
        signal,
        session,
        progress,
        answer: (outcome) => {
          const index = this.requests.indexOf(request);
          if (index === -1) return;
          this.requests.splice(index, 1);
          try {
            resolve(this.#work(signal, outcome, work));
          } catch (error) {
            reject(error);
          }
        },
      };
      this.requests.push(request);
      this.onRequest(request);
    });
  }

  #work<T>(signal: AbortSignal | undefined, outcome: Outcome, work: () => T): T {
    if (signal?.aborted === true && outcome !== 'late') throw new AbortError('aborted', 'Aborted.');
    if (!this.isOnline || outcome === 'unreachable') throw new ConnectionError('network_error', 'No answer.');
    if (!this.isSignedIn)
      throw new AuthenticationError('authentication_required', 'Sign in to do this.', { status: 401 });
    if (outcome === 'refused') throw new ServerError('internal_error', 'Something went wrong.', { status: 500 });
    const known = this.sessions.length;
    const answer = work();
    if (outcome !== 'lost') return answer;
    for (const session of this.sessions.slice(known)) session.isOrphan = true;
    throw new ConnectionError('network_error', 'The answer is lost.');
  }

  #folderCalls(): UploadPorts['server']['files'] {
    const call = <T>(work: () => T): Promise<T> => this.#request('folder', {}, work);
    const childrenOf = (parentId: string | null) => [
      ...[...this.folders].filter(([, folder]) => folder.parentId === parentId).map(([, folder]) => folder),
      ...this.stored.filter(({ folderId }) => folderId === parentId),
    ];
    return {
      createFolder: ({ name, parentId = null }) =>
        call(() => {
          if (this.#isTaken(name, parentId)) throw conflict();
          return { id: this.addFolder(name, parentId) };
        }),
      getByPath: (below, { folderId: from = null }) =>
        call(() => {
          const path = [...this.pathOf(from), ...below.slice(1).split('/')].join('/');
          const found = [...this.folders.keys()].find((id) => this.pathOf(id).join('/') === path);
          const file = this.stored.find(({ name, folderId }) => [...this.pathOf(folderId), name].join('/') === path);
          if (found !== undefined) return { id: found, type: 'folder' as const };
          if (file !== undefined) return { id: 'file', type: 'file' as const };
          throw new NotFoundError('not_found', 'There is nothing here.', { status: 404 });
        }),
      list: ({ parentId = null }) => ({
        pages: async function* () {
          yield await call(() => {
            const items = childrenOf(parentId).map(({ name }) => ({ name }));
            return { items, pagination: { totalItems: items.length } };
          });
        },
      }),
    };
  }

  #isTaken(name: string, folderId: string | null): boolean {
    return (
      this.#hasFolder(name, folderId) || this.stored.some((file) => file.name === name && file.folderId === folderId)
    );
  }

  #hasFolder(name: string, parentId: string | null): boolean {
    return [...this.folders.values()].some((folder) => folder.name === name && folder.parentId === parentId);
  }

  #sessionOf(id: string): Session | undefined {
    return this.sessions.find((session) => session.id === id);
  }

  #reserve(uploads: readonly NewUpload[]): UploadReservation[] {
    let used = this.usedBytes;
    for (const { fileName, fileSizeBytes, onConflict, parentFolderId = null } of uploads) {
      if (onConflict === 'fail' && this.#isTaken(cleanItemName(fileName), parentFolderId)) throw conflict();
      used += fileSizeBytes;
      if (this.quotaBytes !== null && used > this.quotaBytes)
        throw new ConflictError('storage_quota_exceeded', 'No storage is left.', { status: 409 });
    }
    return uploads.map((upload) => {
      const id = `session-${(this.#lastId += 1)}`;
      this.sessions.push({
        id,
        upload,
        folderId: upload.parentFolderId ?? null,
        source: undefined,
        state: 'open',
        isOrphan: false,
      });
      return {
        sessionId: id,
        fileId: `file of ${id}`,
        uploadUrl: id,
        directUrl: null,
        shareToken: null,
        shortUrl: null,
      };
    });
  }

  #complete(session: Session, source: File | undefined): void {
    const { upload, folderId, state } = session;
    if (state === 'complete')
      throw new ConflictError('upload_already_complete', 'This upload is complete.', { status: 409 });
    if (state === 'canceled') throw new NotFoundError('upload_session_expired', 'It was canceled.', { status: 410 });
    try {
      this.#store({
        source,
        name: upload.fileName,
        folderId,
        onConflict: upload.onConflict ?? 'rename',
        size: upload.fileSizeBytes,
      });
      session.state = 'complete';
    } catch (error) {
      session.state = 'canceled';
      throw error;
    }
  }

  #store(file: StoredFile): void {
    const { name: wanted, folderId, onConflict } = file;
    let name = cleanItemName(wanted);
    if (this.#isTaken(name, folderId)) {
      if (onConflict === 'fail' || (onConflict === 'replace' && this.#hasFolder(name, folderId))) throw conflict();
      for (let n = 1; onConflict === 'rename' && this.#isTaken(name, folderId); n += 1) name = `${wanted} (${n})`;
    }
    this.stored.push({ ...file, name });
    this.onStored(file);
  }

  #cancel(session: Session): void {
    if (!this.isOnline) {
      session.isOrphan = true;
      throw new ConnectionError('network_error', 'No answer.');
    }
    if (session.state !== 'open')
      throw new ConflictError('upload_already_complete', 'This upload has ended.', { status: 409 });
    session.state = 'canceled';
  }

  /** Reserves, keeps the session, and sends, as the SDK does. */
  async #upload(file: File, options: UploadOptions): Promise<void> {
    const { signal, onConflict = 'rename', resumeStore, onProgress } = options;
    const { parentId = null, name = file.name } = options;
    if (file.size === 0) {
      const empty = { source: file, name, folderId: parentId, onConflict, size: 0 };
      return this.#request('put', { file, signal }, () => this.#store(empty));
    }
    const identity = options.resumeKey ?? `${file.name} ${file.lastModified}`;
    const key = `drive-upload ${parentId ?? '/'} ${name} ${file.size} ${identity}`;
    const entry = await resumeStore?.get(key);
    let session = entry && this.#sessionOf(entry.sessionId);
    if (session?.state === 'canceled') {
      await resumeStore?.remove(key);
      session = undefined;
    }
    if (session === undefined) {
      const wanted: NewUpload = {
        fileName: name,
        contentType: 'text/plain',
        fileSizeBytes: file.size,
        onConflict,
        ...(parentId === null ? {} : { parentFolderId: parentId }),
      };
      const reservation = await this.#request('create', { file, signal }, () => this.#reserve([wanted])[0]!);
      await resumeStore?.set(key, reservation);
      session = this.#sessionOf(reservation.sessionId)!;
      session.source = file;
      if (signal?.aborted === true) throw new AbortError('aborted', 'Aborted.');
    }
    const open = session;
    const progress = (fraction: number): void =>
      onProgress?.({ bytes: Math.round(file.size * fraction), total: file.size, bytesPerSecond: 0, secondsLeft: null });
    await this.#request('send', { file, signal, session, progress }, () => {
      // It may have been completed by another tab, or by a request whose answer was lost.
      if (open.state !== 'complete') this.#complete(open, file);
    });
    await resumeStore?.remove(key);
  }
}
