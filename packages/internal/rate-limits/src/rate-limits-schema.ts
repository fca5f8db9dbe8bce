/** Calls of one key in one window of a rate limit. A row past its end counts as none. */
export interface RateWindowsTable {
  /** Keyed, because the counted value may be an IP or email address. */
  key_hash: string;
  used: number;
  /** Epoch milliseconds. */
  ends_at: number;
}

/** The part of the program's schema that this package uses; the migrations of the program create both tables. */
export interface RateLimitsSchema {
  /** Survives every restart. */
  rate_windows: RateWindowsTable;
  /** Unlogged on Postgres: a crash of it empties the table. */
  call_windows: RateWindowsTable;
}
