/** Who writes to a session: one at a time. `work` is the server itself, which finishes or ends it. */
export type Purpose = 'put' | 'tus' | 'work';

export interface Hold {
  readonly purpose: Purpose;
  /** Aborted when somebody else wants the session: stop as soon as possible and release. */
  readonly signal: AbortSignal;
  /** Whether bytes have come in under this hold. */
  hasBytes: boolean;
  release(): void;
}

export interface Others {
  readonly ousts?: readonly Purpose[];
  readonly refusedBy?: readonly Purpose[];
}

/** Locks on sessions, first come, first served. In memory: one process has a data directory. */
export interface SessionLocks {
  /** undefined where somebody has the session. */
  tryHold(id: string, purpose: Purpose): Hold | undefined;
  /**
   * Waits for its turn; undefined where somebody has the session, or is in the queue for it, for one of the purposes in
   * `refusedBy`. Whoever has it, or waits, for one of those in `ousts` is asked to let go: a client that reconnects would
   * else wait for its own dead connection.
   */
  hold(id: string, purpose: Purpose, others?: Others): Promise<Hold | undefined>;
  find(id: string): Hold | undefined;
}

interface Place {
  readonly hold: Hold;
  readonly oust: () => void;
  readonly begin: () => void;
}

export function createSessionLocks(): SessionLocks {
  /** The first in each queue has the session. */
  const queues = new Map<string, Place[]>();

  function join(id: string, purpose: Purpose, begin: () => void): Place {
    const controller = new AbortController();
    const hold: Hold = {
      purpose,
      signal: controller.signal,
      hasBytes: false,
      release: () => leave(id, hold),
    };
    return { hold, oust: () => controller.abort(), begin };
  }

  function leave(id: string, hold: Hold): void {
    const queue = queues.get(id);
    if (queue?.[0]?.hold !== hold) return;
    queue.shift();
    if (queue.length === 0) queues.delete(id);
    else queue[0]?.begin();
  }

  return {
    tryHold(id, purpose) {
      if (queues.has(id)) return undefined;
      const place = join(id, purpose, () => undefined);
      queues.set(id, [place]);
      return place.hold;
    },

    async hold(id, purpose, { ousts = [], refusedBy = [] } = {}) {
      const queue = queues.get(id);
      if (queue?.some(({ hold }) => refusedBy.includes(hold.purpose)) === true) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const place = join(id, purpose, resolve);
      if (queue === undefined) queues.set(id, [place]);
      else {
        for (const other of queue) if (ousts.includes(other.hold.purpose)) other.oust();
        queue.push(place);
        await promise;
      }
      return place.hold;
    },

    find: (id) => queues.get(id)?.[0]?.hold,
  };
}
