/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `skipped`: it could not be looked at, for a reason that is told elsewhere. */
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}
