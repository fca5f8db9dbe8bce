export interface TimeLimit {
  readonly signal: AbortSignal;
  /** The time was over before anything else ended it. */
  isOver(): boolean;
  /** The whole time again, from now on. */
  restart(): void;
  end(): void;
}

/** Ends when the time is over or the caller says so. Not AbortSignal.any, which in some engines outlives the call. */
export function limitTime(timeout: number, signal: AbortSignal | undefined): TimeLimit {
  const stop = new AbortController();
  let isOver = false;
  const onAbort = (): void => stop.abort();
  const begin = (): ReturnType<typeof setTimeout> | undefined =>
    Number.isFinite(timeout)
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
      // Called for every chunk: a new timer each time would cost more than the rest.
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
