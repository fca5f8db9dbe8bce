/** What the program tells the shell. Part of its interface: scripts branch on it. */
export const exitCode = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  partlyFailed: 3,
  /** Not signed in, or not allowed. */
  notAllowed: 4,
  notFound: 5,
  /** A conflict, or no room left. */
  conflict: 6,
  /** Worth another try later: rate limit, network, 5xx after the retries. */
  temporary: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
