import { limits } from '@drive/contract';
import { secondMs, type Clock } from '../../platform/clock.ts';

/** The holder of a session's lock. `work` is the server itself, which completes or ends the session. */
export type Purpose = 'put' | 'tus' | 'work';

export interface SessionLock {
  readonly purpose: Purpose;
  /** Aborts when another request preempts this one, with that request's purpose as reason: stop and release. */
  readonly signal: AbortSignal;
  /** Whether bytes have arrived under this lock. */
  readonly hasBytes: boolean;
  /** Call with every chunk: a holder that is silent for `uploadSilentSeconds` may be preempted. */
  received(): void;
  release(): void;
}

export interface Others {
  /** Purposes that are preempted immediately. */
  readonly preempts?: readonly Purpose[];
  /** Preempted if silent; while one of them is active, the lock is refused. */
  readonly preemptsSilent?: readonly Purpose[];
}

/** FIFO locks on sessions. In memory, because one process owns a data directory. */
export interface SessionLocks {
  /** undefined if the session is locked. */
  tryAcquire(id: string, purpose: Purpose): SessionLock | undefined;
  /**
   * Waits for its turn. `others` names the holders and waiters to preempt: a reconnecting client would otherwise wait
   * for its own dead connection. undefined if one of them is active and cannot be preempted.
   */
  acquire(id: string, purpose: Purpose, others?: Others): Promise<SessionLock | undefined>;
  find(id: string): SessionLock | undefined;
}

interface Place {
  readonly lock: SessionLock;
  isSilent(): boolean;
  preempt(by: Purpose): void;
  begin(): void;
}

const silentMs = limits.uploadSilentSeconds * secondMs;

export function createSessionLocks(clock: Clock): SessionLocks {
  /** The first of each queue has the lock. */
  const queues = new Map<string, Place[]>();

  function join(id: string, purpose: Purpose, begin: () => void): Place {
    const controller = new AbortController();
    let activeAt = clock.now();
    let hasBytes = false;
    const lock: SessionLock = {
      purpose,
      signal: controller.signal,
      get hasBytes() {
        return hasBytes;
      },
      received: () => {
        hasBytes = true;
        activeAt = clock.now();
      },
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
  };
}
