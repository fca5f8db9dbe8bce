import { errorFromThrown } from './error-from.ts';
import { type DriveError, isDriveError } from './error.ts';

/** Retries after the first attempt, unless the caller sets `maxRetries`. */
export const defaultRetries = {
  calls: 2,
  /** Without progress. */
  downloads: 5,
  /** Without progress: about a minute, enough for a server to restart. */
  tusUploads: 8,
};

/**
 * How long an earlier attempt may hold what it was sending, after its connection is gone: the lease of a server that was killed,
 * which lasts 15 s, and some more.
 */
const heldMs = 25_000;
const heldPauseMs = 1000;

/** Longest `Retry-After` that is waited for. For longer ones the error is thrown. */
const maxRetryAfterSeconds = 60;

const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The error of an attempt that made progress; waiting does not help. */
const pauseAfterGainMs = 50;

/** Milliseconds before the next attempt, with jitter so that clients do not retry in sync. */
export const backoffMs = (attempt: number): number =>
  Math.min(300 * 2 ** (attempt - 1), 15_000) * (0.75 + Math.random() / 2);

/** The server's `Retry-After`; `undefined` if missing or too long to wait for. */
export function retryAfterMs(seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds > maxRetryAfterSeconds ? undefined : seconds * 1000;
}

/** Whether a retry may succeed. Rate limits of single features are never waited for. */
export function isTransient(error: DriveError): boolean {
  if (error.code === 'too_many_requests') return false;
  if ((error.retryAfter ?? 0) > maxRetryAfterSeconds) return false;
  return error.status === undefined
    ? error.code === 'network_error' || error.code === 'timeout'
    : passingStatuses.has(error.status);
}

export interface Persistence {
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** Default {@link isTransient}. */
  readonly isTransient?: (error: DriveError, attempt: number) => boolean;
  /**
   * Whether an earlier attempt of the same caller is in the way, which ends by itself. Such errors do not count as retries, for up to
   * 25 s.
   */
  readonly isHeld?: (error: DriveError, attempt: number) => boolean;
  /** Called before the delay of a retry. */
  readonly onRetry?: ((retry: { attempt: number; delayMs: number; error: DriveError }) => void) | undefined;
  /** Measure of progress. An attempt that makes progress resets the count of retries. */
  readonly progress?: () => number;
}

/** Retries `attempt`, which gets its number from 1 and throws DriveErrors. */
export async function withRetries<T>(
  act: (attempt: number) => Promise<T>,
  { maxRetries, signal, isTransient: judge = isTransient, isHeld, progress, onRetry }: Persistence,
): Promise<T> {
  let furthest = progress?.() ?? 0;
  let heldForMs = 0;
  for (let attempt = 1, failures = 0; ; attempt++) {
    try {
      return await act(attempt);
    } catch (error) {
      if (!isDriveError(error)) throw error;
      const reached = progress?.() ?? 0;
      const hasGained = reached > furthest;
      furthest = Math.max(furthest, reached);
      const waits = heldForMs < heldMs && isHeld?.(error, attempt) === true;
      // A server that answers is reached: what failed before no longer counts.
      failures = hasGained ? 1 : waits ? 0 : failures + 1;
      if (!waits && (failures > maxRetries || !judge(error, attempt))) throw error;
      if (waits) heldForMs += heldPauseMs;
      const pauseMs = hasGained ? pauseAfterGainMs : waits ? heldPauseMs : backoffMs(failures);
      const delayMs = retryAfterMs(error.retryAfter) ?? pauseMs;
      onRetry?.({ attempt, delayMs, error });
      await pause(delayMs, signal);
    }
  }
}

/** Rejects as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(errorFromThrown(undefined, '', signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
