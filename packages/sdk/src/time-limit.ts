export interface TimeLimit {
  readonly signal: AbortSignal;
  /** The time was over before anything else ended it. */
  isOver(): boolean;
  end(): void;
}

/** Ends when the time is over or the caller says so. Not AbortSignal.any, which in some engines outlives the call. */
export function limitTime(timeout: number, signal: AbortSignal | undefined): TimeLimit {
  const stop = new AbortController();
  let isOver = false;
  const onAbort = (): void => stop.abort();
  const timer = Number.isFinite(timeout)
    ? setTimeout(() => {
        isOver = !stop.signal.aborted;
        stop.abort();
      }, timeout)
    : undefined;
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  return {
    signal: stop.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
