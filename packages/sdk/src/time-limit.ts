export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Whether the time ran out first. */
  isOver(): boolean;
  /** Restarts the time limit. */
  restart(): void;
  end(): void;
}

/** Timers of this many milliseconds and more end at once. */
const tooLongMs = 2 ** 31;

/** Aborts when the time is over or the caller's signal is aborted. Not AbortSignal.any, which leaks in some engines. */
export function limitTime(timeout: number, signal: AbortSignal | undefined): TimeLimit {
  const stop = new AbortController();
  let isOver = false;
  const onAbort = (): void => stop.abort();
  const begin = (): ReturnType<typeof setTimeout> | undefined =>
    timeout < tooLongMs
      ? setTimeout(() => {
          isOver = !stop.signal.aborted;
          stop.abort();
        }, timeout)
      : undefined;
  let timer = begin();
  let begunAt = performance.now();
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  return {
    signal: stop.signal,
    isOver: () => isOver,
    restart() {
      // Called for every chunk, so a new timer is set only now and then.
      if (performance.now() - begunAt < timeout / 20) return;
      clearTimeout(timer);
      timer = begin();
      begunAt = performance.now();
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** The error of a call whose time is over. */
export const timedOut = (): Error => Object.assign(new Error('no answer in time'), { name: 'TimeoutError' });
