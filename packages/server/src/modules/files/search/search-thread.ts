import type { NamesFound } from '@drive/name-index';
import { startThread, type Thread } from '@drive/program';
import type { ReaderSource } from '../../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import type { NameChanges } from './name-change-store.ts';
import type { IndexQuery } from './search-store.ts';
import type { TrigramSteps } from './trigram-search-store.ts';

export interface SearchThreadData {
  readonly source: ReaderSource;
  readonly maxBytes: number;
  readonly maxIndexes: number;
  readonly loadPatienceMs: number;
  readonly fewChanges: number;
  /** How the index of trigrams of Postgres is used, if the database has it; undefined: not at all. */
  readonly trigramSteps?: TrigramSteps | undefined;
}

export interface SearchTask {
  readonly id: number;
  readonly query: IndexQuery;
  readonly changed: readonly number[] | undefined;
  readonly isRepeated: boolean;
}

/** `found` undefined: the caller repeats the task with the changes since. */
export type SearchReply =
  | { readonly id: number; readonly found: NamesFound | undefined }
  | { readonly id: number; readonly failure: string }
  /** Sent every second while a search runs. */
  | { readonly alive: true };

export interface SearchThreadOptions extends SearchThreadData {
  /** The thread ends after this time without a search. */
  readonly idleMs: number;
  /** Longest duration of a search. */
  readonly patienceMs: number;
  readonly maxPending: number;
  /** Changes that are not passed to `changed`. */
  readonly changes?: NameChanges | undefined;
}

interface Waiting {
  readonly query: IndexQuery;
  readonly timeout: NodeJS.Timeout;
  isSecondTry: boolean;
  resolve(found: NamesFound): void;
  reject(error: Error): void;
}

/** Above this number of changes, loading all names of the owner again is cheaper. */
export const maxChanges = 100_000;
const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('unavailable', message, { retryAfterSeconds: 5, cause });
const failed = (cause: unknown): DomainError => unavailable('The search failed. Try again in a moment.', cause);
const stopping = (): DomainError => unavailable('The server is stopping.');

export class SearchThread {
  readonly #options: Omit<SearchThreadOptions, keyof SearchThreadData>;
  readonly #workerData: SearchThreadData;
  readonly #waiting = new Map<number, Waiting>();
  /** By owner, the changes to send with the next search; undefined: too many, the names must be loaded again. */
  readonly #changes = new Map<number, Set<number> | undefined>();
  #worker: Thread<SearchTask> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #replies = 0;
  #isStopped = false;

  constructor({ idleMs, patienceMs, maxPending, changes, ...workerData }: SearchThreadOptions) {
    this.#options = { idleMs, patienceMs, maxPending, changes };
    this.#workerData = workerData;
  }

  hasLoaded(ownerId: number): boolean {
    return this.#changes.has(ownerId);
  }

  /** Sees all commits that are durable at the time of the call. Rejects with `unavailable` at the time limit. */
  find(query: IndexQuery): Promise<NamesFound> {
    const { maxPending, patienceMs } = this.#options;
    return new Promise((resolve, reject) => {
      if (this.#isStopped) throw stopping();
      if (this.#waiting.size >= maxPending) throw unavailable('Too many searches are running. Try again in a moment.');
      clearTimeout(this.#idle);
      this.#lastId += 1;
      const id = this.#lastId;
      const repliesBefore = this.#replies;
      const timeout = setTimeout(() => this.#giveUp(id, repliesBefore), patienceMs);
      this.#waiting.set(id, { query, timeout, isSecondTry: false, resolve, reject });
      this.#post(id, query);
    });
  }

  /** Call when these rows (items.row_id) have changed durably. */
  changed(ownerId: number, rowIds: readonly number[]): void {
    const changed = this.#changes.get(ownerId);
    if (changed === undefined) return;
    for (const rowId of rowIds) changed.add(rowId);
    if (changed.size > maxChanges) this.#changes.set(ownerId, undefined);
  }

  /** Rejects waiting searches and ends the thread. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const running = this.#worker;
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#settle(id)?.reject(stopping());
    clearTimeout(this.#idle);
    await running?.end();
  }

  /** Each waiting search is sent to another thread once, because it may have caused the crash. */
  #replaceWorker(error?: Error): void {
    this.#worker = undefined;
    this.#changes.clear();
    for (const [id, search] of this.#waiting) {
      if (search.isSecondTry) {
        this.#settle(id)?.reject(failed(error));
      } else {
        search.isSecondTry = true;
        this.#post(id, search.query);
      }
    }
  }

  #receive(reply: SearchReply): void {
    this.#replies += 1;
    if ('alive' in reply) return;
    if ('failure' in reply) {
      this.#settle(reply.id)?.reject(failed(new Error(reply.failure)));
    } else if (reply.found !== undefined) {
      this.#settle(reply.id)?.resolve(reply.found);
    } else {
      const search = this.#waiting.get(reply.id);
      if (search !== undefined) this.#post(reply.id, search.query, true);
    }
  }

  #settle(id: number): Waiting | undefined {
    const search = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(search?.timeout);
    if (this.#waiting.size === 0) {
      this.#worker?.keepAlive(false);
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.#endWorker(), this.#options.idleMs).unref();
    }
    return search;
  }

  #endWorker(): void {
    const ending = this.#worker;
    this.#worker = undefined;
    this.#changes.clear();
    void ending?.end();
  }

  #post(id: number, query: IndexQuery, isRepeated = false): void {
    const { changes: elsewhere } = this.#options;
    if (elsewhere === undefined) return this.#send(id, query, isRepeated);
    elsewhere.read(query.ownerId).then(
      (rowIds) => {
        // Before the names are loaded no change counts.
        if (rowIds !== undefined) this.changed(query.ownerId, rowIds);
        else if (this.#changes.has(query.ownerId)) this.#changes.set(query.ownerId, undefined);
        if (this.#waiting.has(id)) this.#send(id, query, isRepeated);
      },
      (error: unknown) => this.#settle(id)?.reject(isDomainError(error) ? error : failed(error)),
    );
  }

  #send(id: number, query: IndexQuery, isRepeated: boolean): void {
    this.#worker ??= startThread('search', import.meta.url, {
      workerData: this.#workerData,
      onMessage: (reply: SearchReply) => this.#receive(reply),
      onEnd: (error) => this.#replaceWorker(error),
    });
    // The thread keeps the process alive only while a search waits.
    this.#worker.keepAlive(true);
    const changed = this.#changes.get(query.ownerId);
    this.#changes.set(query.ownerId, new Set());
    this.#worker.post({ id, query, changed: changed && [...changed], isRepeated });
  }

  /** Also ends the thread if it has sent nothing since the search began. */
  #giveUp(id: number, repliesBefore: number): void {
    this.#settle(id)?.reject(unavailable('The search takes too long. Try again in a moment.'));
    if (this.#replies !== repliesBefore || this.#worker === undefined) return;
    void this.#worker.end();
    this.#replaceWorker();
  }
}
