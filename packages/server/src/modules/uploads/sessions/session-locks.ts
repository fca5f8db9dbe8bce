import { secondMs, type Clock } from '@drive/base';
import { limits } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import type { Session } from './upload-session.ts';

/** The holder of a session's lock. `work` is the server itself, which completes or ends the session. */
export type Purpose = 'put' | 'tus' | 'work';

export interface SessionLock {
  readonly id: string;
  readonly purpose: Purpose;
  /** Aborts when another request preempts this one, with that request's purpose as reason: stop and release. */
  readonly signal: AbortSignal;
  /** Whether bytes have arrived under this lock. */
  readonly hasBytes: boolean;
  /** Time of the last bytes; of the lock if there are none. */
  readonly activeAt: number;
  /**
   * Number of the holder over all servers; 0 on a database with one server. Every write that depends on the lock names it,
   * so that a holder whose lock has gone to another server, unnoticed, changes nothing.
   */
  readonly turn: number;
  /** The session as it was read with the lock; undefined: not read. */
  readonly session: Session | undefined;
  /** Call with every chunk: a holder that is silent for `uploadSilentSeconds` may be preempted. */
  received(): void;
  /** Whether the lock is held, and will be for seconds. Ask before removing bytes that a next holder may use. */
  confirm(): Promise<boolean>;
  /** Call after the commit of a write to the session that has released the lock in its row. */
  ended(): void;
  /** Call if all bytes have arrived but could not be stored: after the release a server tries again automatically. */
  unfinished(): void;
  release(): void;
}

export interface Others {
  /** Purposes that are preempted immediately. */
  readonly preempts?: readonly Purpose[];
  /** Preempted if silent; while one of them is active, the lock is refused. */
  readonly preemptsSilent?: readonly Purpose[];
}

/** Locks on sessions: in memory if one process owns the database, otherwise leases in the rows. */
export interface SessionLocks {
  /** undefined if the session is locked. */
  tryAcquire(id: string, purpose: Purpose): Promise<SessionLock | undefined>;
  /**
   * Waits for its turn. `others` names the holders and waiters to preempt: a reconnecting client would otherwise wait
   * for its own dead connection. undefined if one of them is active and cannot be preempted.
   */
  acquire(id: string, purpose: Purpose, others?: Others): Promise<SessionLock | undefined>;
  /** The lock on a session that only the caller knows, and may add together with `keep`. */
  begin(id: string, purpose: Purpose): SessionLock;
  /** Stores the lock in the transaction that adds its session. */
  keep(tx: Tx, lock: SessionLock): Promise<void>;
  /** Whether bytes have arrived under the lock on the session, if there is one. */
  hasBytes(id: string): Promise<boolean>;
  /** Continues what a server has left that ended without releasing its locks, and what others leave later. */
  start(): Promise<void>;
  /** Resolves once every release is stored. */
  stop(): Promise<void>;
}

interface Place {
  readonly lock: SessionLock;
  isSilent(): boolean;
  preempt(by: Purpose): void;
  begin(): void;
}

export const silentMs = limits.uploadSilentSeconds * secondMs;

/** FIFO locks of one process. */
export interface LocalLocks {
  tryAcquire(id: string, purpose: Purpose): SessionLock | undefined;
  acquire(id: string, purpose: Purpose, others?: Others): Promise<SessionLock | undefined>;
  find(id: string): SessionLock | undefined;
  /** Asks the holder to release. */
  preempt(id: string, by: Purpose): void;
}

export function createLocalLocks(clock: Clock): LocalLocks {
  /** The first of each queue has the lock. */
  const queues = new Map<string, Place[]>();

  function join(id: string, purpose: Purpose, begin: () => void): Place {
    const controller = new AbortController();
    let activeAt = clock.now();
    let hasBytes = false;
    const lock: SessionLock = {
      id,
      purpose,
      signal: controller.signal,
      get hasBytes() {
        return hasBytes;
      },
      get activeAt() {
        return activeAt;
      },
      turn: 0,
      session: undefined,
      received: () => {
        hasBytes = true;
        activeAt = clock.now();
      },
      confirm: async () => true,
      ended: () => undefined,
      unfinished: () => undefined,
      release: () => leave(id, lock),
    };
    return {
      lock,
      isSilent: () => clock.now() - activeAt >= silentMs,
      preempt: (by) => controller.abort(by),
      begin,
    };
  }

  function leave(id: string, lock: SessionLock): void {
    const queue = queues.get(id);
    if (queue?.[0]?.lock !== lock) return;
    queue.shift();
    if (queue.length === 0) queues.delete(id);
    else queue[0]?.begin();
  }

  return {
    tryAcquire(id, purpose) {
      if (queues.has(id)) return undefined;
      const place = join(id, purpose, () => undefined);
      queues.set(id, [place]);
      return place.lock;
    },

    async acquire(id, purpose, { preempts = [], preemptsSilent = [] } = {}) {
      const queue = queues.get(id) ?? [];
      const silent = queue.filter(({ lock }) => preemptsSilent.includes(lock.purpose));
      if (!silent.every((other) => other.isSilent())) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const place = join(id, purpose, resolve);
      for (const other of queue)
        if (silent.includes(other) || preempts.includes(other.lock.purpose)) other.preempt(purpose);
      queue.push(place);
      queues.set(id, queue);
      if (queue.length > 1) await promise;
      return place.lock;
    },

    find: (id) => queues.get(id)?.[0]?.lock,
    preempt: (id, by) => queues.get(id)?.[0]?.preempt(by),
  };
}

/** The locks of a database with one server: a process that ends holds none. */
export function createMemoryLocks(clock: Clock): SessionLocks {
  const local = createLocalLocks(clock);
  return {
    tryAcquire: async (id, purpose) => local.tryAcquire(id, purpose),
    acquire: local.acquire,
    begin: (id, purpose) => requireNew(local.tryAcquire(id, purpose)),
    keep: async () => undefined,
    hasBytes: async (id) => local.find(id)?.hasBytes === true,
    start: async () => undefined,
    stop: async () => undefined,
  };
}

export function requireNew(lock: SessionLock | undefined): SessionLock {
  if (lock === undefined) throw new Error('a new id is locked');
  return lock;
}
