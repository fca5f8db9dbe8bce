import { anyDeleteRows, type DeleteRows, type Reader, type Tx } from '@drive/database';

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

const deleteRows: DeleteRows<IdempotencySchema> = anyDeleteRows;

/** Finds a key that was stored after `since`. */
export const findKey = (
  reader: Reader<IdempotencySchema>,
  { scope, key }: { readonly scope: string; readonly key: string },
  since: number,
) =>
  reader
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'response'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst();

/**
 * Stores a key, unless it is stored since `since`: an expired key counts as unused, whether or not the sweep
 * has been there. Returns whether it was stored.
 */
export async function keepKey(tx: Tx<IdempotencySchema>, row: IdempotencyKeysTable, since: number): Promise<boolean> {
  const kept = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet(row).where('idempotency_keys.created_at', '<=', since),
    )
    .returning('key')
    .executeTakeFirst();
  return kept !== undefined;
}

export const endedKeys = (before: number) =>
  deleteRows('idempotency_keys', ['scope', 'key'], (rows) => rows.where('created_at', '<=', before));
