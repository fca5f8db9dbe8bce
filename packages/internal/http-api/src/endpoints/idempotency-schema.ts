export interface IdempotencyKeysTable {
  /** Caller and endpoint. */
  scope: string;
  key: string;
  request_hash: string;
  status: number;
  /** null if the response contained a secret that is shown once. */
  response: string | null;
  created_at: number;
}

/** The part of the program's schema that this package uses; the migrations of the program create the table. */
export interface IdempotencySchema {
  idempotency_keys: IdempotencyKeysTable;
}
