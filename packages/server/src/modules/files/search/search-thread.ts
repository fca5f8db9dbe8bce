import type { NamesFound } from '@drive/name-index';
import { startThread, type Thread } from '@drive/program';
import type { ReaderSource } from '../../../platform/db/database.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import type { NameChanges } from './name-change-store.ts';
import type { OwnerQuery } from './search-store.ts';

export interface SearchThreadData {
  readonly source: ReaderSource;
  readonly maxBytes: number;
  readonly maxIndexes: number;
  readonly loadPatienceMs: number;
  readonly fewChanges: number;
}

export interface SearchTask {
  readonly id: number;
  readonly query: OwnerQuery;
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
  readonly changes?: NameChanges;
}

export interface SearchThread {
  hasLoaded(ownerId: number): boolean;
  /** Sees all commits that are durable at the time of the call. Rejects with `unavailable` at the time limit. */
  find(query: OwnerQuery): Promise<NamesFound>;
  /** Call when these rows (items.row_id) have changed durably. */
  changed(ownerId: number, rowIds: readonly number[]): void;
  /** Rejects waiting searches and ends the thread. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly query: OwnerQuery;
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

export function createSearchThread(options: SearchThreadOptions): SearchThread {
  const { idleMs, patienceMs, maxPending, changes: elsewhere, ...workerData } = options;
  const waiting = new Map<number, Waiting>();
  /** By owner, the changes to send with the next search; undefined: too many, the names must be loaded again. */
  const changes = new Map<number, Set<number> | undefined>();
  let worker: Thread<SearchTask> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let replies = 0;
  let isStopped = false;

  /** Each waiting search is sent to another thread once, because it may have caused the crash. */
  function replaceWorker(error?: Error): void {
    worker = undefined;
    changes.clear();
    for (const [id, search] of waiting) {
      if (search.isSecondTry) {
        settle(id)?.reject(failed(error));
      } else {
        search.isSecondTry = true;
        post(id, search.query);
      }
    }
  }

  function receive(reply: SearchReply): void {
    replies += 1;
    if ('alive' in reply) return;
    if ('failure' in reply) {
      settle(reply.id)?.reject(failed(new Error(reply.failure)));
    } else if (reply.found !== undefined) {
      settle(reply.id)?.resolve(reply.found);
    } else {
      const search = waiting.get(reply.id);
      if (search !== undefined) post(reply.id, search.query, true);
    }
  }

  function settle(id: number): Waiting | undefined {
    const search = waiting.get(id);
    waiting.delete(id);
    clearTimeout(search?.timeout);
    if (waiting.size === 0) {
      worker?.keepAlive(false);
      clearTimeout(idle);
      idle = setTimeout(endWorker, idleMs).unref();
    }
    return search;
  }

  function endWorker(): void {
    const ending = worker;
    worker = undefined;
    changes.clear();
    void ending?.end();
  }

  function post(id: number, query: OwnerQuery, isRepeated = false): void {
    if (elsewhere === undefined) return send(id, query, isRepeated);
    elsewhere.read(query.ownerId).then(
      (rowIds) => {
        // Before the names are loaded no change counts.
        if (rowIds !== undefined) note(query.ownerId, rowIds);
        else if (changes.has(query.ownerId)) changes.set(query.ownerId, undefined);
        if (waiting.has(id)) send(id, query, isRepeated);
      },
      (error: unknown) => settle(id)?.reject(isDomainError(error) ? error : failed(error)),
    );
  }

  function note(ownerId: number, rowIds: readonly number[]): void {
    const changed = changes.get(ownerId);
    if (changed === undefined) return;
    for (const rowId of rowIds) changed.add(rowId);
    if (changed.size > maxChanges) changes.set(ownerId, undefined);
  }

  function send(id: number, query: OwnerQuery, isRepeated: boolean): void {
    worker ??= startThread('search', import.meta.url, { workerData, onMessage: receive, onEnd: replaceWorker });
    // The thread keeps the process alive only while a search waits.
    worker.keepAlive(true);
    const changed = changes.get(query.ownerId);
    changes.set(query.ownerId, new Set());
    worker.post({ id, query, changed: changed && [...changed], isRepeated });
  }

  /** Also ends the thread if it has sent nothing since the search began. */
  function giveUp(id: number, repliesBefore: number): void {
    settle(id)?.reject(unavailable('The search takes too long. Try again in a moment.'));
    if (replies !== repliesBefore || worker === undefined) return;
    void worker.end();
    replaceWorker();
  }

  return {
    hasLoaded: (ownerId) => changes.has(ownerId),
    find: (query) =>
      new Promise((resolve, reject) => {
        if (isStopped) throw stopping();
        if (waiting.size >= maxPending) throw unavailable('Too many searches are running. Try again in a moment.');
        clearTimeout(idle);
        lastId += 1;
        const id = lastId;
        const repliesBefore = replies;
        const timeout = setTimeout(() => giveUp(id, repliesBefore), patienceMs);
        waiting.set(id, { query, timeout, isSecondTry: false, resolve, reject });
        post(id, query);
      }),
    changed: note,
    stop: async () => {
      isStopped = true;
      const running = worker;
      worker = undefined;
      for (const id of waiting.keys()) settle(id)?.reject(stopping());
      clearTimeout(idle);
      await running?.end();
    },
  };
}
