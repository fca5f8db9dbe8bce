const KiB = 1024;
const MiB = 1024 * KiB;

/** Fixed limits of the API. What an operator may change is a setting of the server instead. */
export const limits = {
  /** Characters (code points) of a file or folder name. */
  itemNameCharacters: 255,
  /** Ids or reservations in one `POST /api/uploads/batch`. */
  uploadBatch: 100,
  /** Active API keys of one user. */
  activeApiKeys: 10,
  /** Characters (code points) of an API key's label. */
  apiKeyLabelCharacters: 80,
  /** Account passwords: characters at least, bytes of UTF-8 at most (bcrypt reads no further). */
  accountPasswordMinCharacters: 8,
  passwordMaxBytes: 72,
  /** Days a share may live; the server may be configured for fewer. */
  shareExpiryDays: 365,
  /** A JSON request body. */
  jsonBodyBytes: 1 * MiB,
  /** Visible ASCII characters of an `Idempotency-Key`, and how long its answer is kept. */
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  /** Rows of a listing where the request names no `limit`. */
  defaultPageSize: 20,
  /** From this size on the clients send bytes resumably (tus) rather than in one PUT. */
  resumableFromBytes: 100 * MiB,
  /** Seconds between two polls of a device sign-in. */
  devicePollSeconds: 10,
} as const;

/** Limits on one feature, answered 429 `too_many_requests`: so many calls in so many seconds. */
export const featureLimits = {
  /** Resolving a share, per IP address. */
  shareResolve: { calls: 40, seconds: 60 },
  /** Refreshing the download URL of one file, per caller. */
  downloadUrl: { calls: 30, seconds: 60 },
} as const;
export type FeatureLimit = keyof typeof featureLimits;
