/** Exit codes. Part of the interface. */
export const exitCode = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  partlyFailed: 3,
  /** Not signed in, or not allowed. */
  notAllowed: 4,
  notFound: 5,
  /** A conflict, or the quota is exhausted. */
  conflict: 6,
  /** Retry later: rate limit, network, 5xx after the retries. */
  temporary: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Whether a request with an answer of this HTTP status may be accepted later. */
export const isTemporaryStatus = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);
