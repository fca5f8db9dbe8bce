import type { Worker } from 'node:worker_threads';
import { DomainError } from '../../../platform/errors.ts';
import { startThread } from '../../../platform/program/index.ts';
import type { NameQuery, NamesFound } from './name-query.ts';
import type { SearchNews, SearchTask, SearchThreadData } from './search-tasks.ts';

export interface SearchThreadOptions extends SearchThreadData {
  /** How long the thread waits for the next search before it gives its memory back. */
  readonly idleMs: number;
  /** How long a search may take. */
  readonly patienceMs: number;
  /** How many may be under way. */
  readonly maxPending: number;
}

/** Searches in the names of owners who have many, in a thread of its own that keeps them in memory. */
export interface SearchThread {
  /** Whether the owner's names are there, or on their way. */
  holds(ownerId: number): boolean;
  /** Finds what is durable when it is called. Rejects with `unavailable` when that can't be said in time. */
  find(query: NameQuery): Promise<NamesFound>;
  /** These rows (items.row_id) are durably other than they were. */
  changed(ownerId: number, rowIds: readonly number[]): void;
  /** Refuses what still waits and ends the thread. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly query: NameQuery;
  readonly patience: NodeJS.Timeout;
  isSecondTry: boolean;
  resolve(found: NamesFound): void;
  reject(error: Error): void;
}

/** Beyond it is cheaper to read all of the owner's names again. */
const maxChanges = 100_000;
const retryAfterSeconds = 5;
const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('unavailable', message, { retryAfterSeconds, cause });
const tooMany = (): DomainError => unavailable('Too many searches are under way. Try again in a moment.');
const tooLong = (): DomainError => unavailable('The search takes too long. Try again in a moment.');
const failed = (cause: unknown): DomainError => unavailable('Searching failed. Try again in a moment.', cause);
const stopping = (): DomainError => unavailable('The server is stopping.');

export function createSearchThread(options: SearchThreadOptions): SearchThread {
  const { idleMs, patienceMs, maxPending, ...workerData } = options;
  const waiting = new Map<number, Waiting>();
  /**
   * By owner the thread may know names of: what it has yet to hear, told with the next search. undefined: too much, it
   * has to begin anew.
   */
  const news = new Map<number, Set<number> | undefined>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let signs = 0;
  let isStopped = false;

  function startWorker(): Worker {
    const started = startThread('search', import.meta.url, workerData);
    const ended = (error?: Error): void => {
      if (worker === started) forgetWorker(error);
    };
    started.on('message', (heard: SearchNews) => {
      if (worker === started) hear(heard);
    });
    started.on('error', ended);
    started.on('exit', () => ended());
    return started;
  }

  /** What waits is asked of another thread, once: it may have been what ended this one. */
  function forgetWorker(error?: Error): void {
    worker = undefined;
    news.clear();
    for (const [id, search] of waiting) {
      if (search.isSecondTry) {
        settle(id)?.reject(failed(error));
      } else {
        search.isSecondTry = true;
        post(id, search.query);
      }
    }
  }

  function hear(heard: SearchNews): void {
    signs += 1;
    if ('alive' in heard) return;
    if ('failure' in heard) {
      settle(heard.id)?.reject(failed(new Error(heard.failure)));
    } else if (heard.found !== undefined) {
      settle(heard.id)?.resolve(heard.found);
    } else {
      const search = waiting.get(heard.id);
      if (search === undefined) return;
      post(heard.id, search.query, true);
    }
  }

  function settle(id: number): Waiting | undefined {
    const search = waiting.get(id);
    waiting.delete(id);
    clearTimeout(search?.patience);
    if (waiting.size === 0) rest();
    return search;
  }

  function rest(): void {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(endWorker, idleMs).unref();
  }

  function endWorker(): void {
    const ending = worker;
    worker = undefined;
    news.clear();
    void ending?.terminate();
  }

  function post(id: number, query: NameQuery, isAgain = false): void {
    worker ??= startWorker();
    // Keeps the process alive only while somebody waits.
    worker.ref();
    const untold = news.get(query.ownerId);
    news.set(query.ownerId, new Set());
    worker.postMessage({ id, query, changed: untold && [...untold], isAgain } satisfies SearchTask);
  }

  /** A thread that has given no sign for so long won't any more. */
  function giveUp(id: number, signsBefore: number): void {
    settle(id)?.reject(tooLong());
    if (signs !== signsBefore || worker === undefined) return;
    const stuck = worker;
    forgetWorker();
    void stuck.terminate();
  }

  return {
    holds: (ownerId) => news.has(ownerId),
    find: (query) =>
      new Promise((resolve, reject) => {
        if (isStopped) throw stopping();
        if (waiting.size >= maxPending) throw tooMany();
        clearTimeout(idle);
        lastId += 1;
        const id = lastId;
        const signsBefore = signs;
        const patience = setTimeout(() => giveUp(id, signsBefore), patienceMs);
        waiting.set(id, { query, patience, isSecondTry: false, resolve, reject });
        post(id, query);
      }),
    changed: (ownerId, rowIds) => {
      const untold = news.get(ownerId);
      if (untold === undefined) return;
      for (const rowId of rowIds) untold.add(rowId);
      if (untold.size > maxChanges) news.set(ownerId, undefined);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(idle);
      const running = worker;
      worker = undefined;
      for (const id of waiting.keys()) settle(id)?.reject(stopping());
      clearTimeout(idle);
      await running?.terminate();
    },
  };
}
