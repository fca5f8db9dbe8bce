import { sql, type RawBuilder } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/index.ts';

/** Notes bytes that a row named until now, to be deleted at `dueAt` unless another row names them. */
export async function addDropped(tx: Tx, keys: readonly string[], dueAt: number): Promise<void> {
  // In one order, so that two transactions never wait for each other.
  const rows = [...new Set(keys)].toSorted().map((key) => ({ blob_key: key, due_at: dueAt }));
  await tx
    .insertInto('dropped_contents')
    .values(rows)
    .onConflict((conflict) => conflict.column('blob_key').doUpdateSet((of) => ({ due_at: of.ref('excluded.due_at') })))
    .execute();
}

interface Due {
  readonly now: number;
  /** Keys whose bytes could not be deleted just now. */
  readonly except: readonly string[];
  readonly limit: number;
}

/** The keys that are due, locked until the transaction ends: nobody drops them meanwhile. */
export async function lockDue(tx: Tx, { now, except, limit }: Due): Promise<string[]> {
  const rows = await tx
    .updateTable('dropped_contents')
    .set((of) => ({ due_at: of.ref('due_at') }))
    .where('blob_key', 'in', (of) =>
      of
        .selectFrom('dropped_contents')
        .select('blob_key')
        .where('due_at', '<=', now)
        .$if(except.length > 0, (query) => query.where('blob_key', 'not in', except))
        .orderBy('due_at')
        .limit(limit),
    )
    .where('due_at', '<=', now)
    .returning('blob_key')
    .execute();
  return rows.map((row) => row.blob_key);
}

/** Whether a file or a version has this content or thumbnail. */
const isNamed = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from items where blob_key = ${key})
  or exists (select 1 from items where shared_key = ${key})
  or exists (select 1 from items where preview_key = ${key})
  or exists (select 1 from file_versions where blob_key = ${key})
  or exists (select 1 from file_versions where shared_key = ${key})
  or exists (select 1 from file_versions where preview_key = ${key}))`;

/**
 * Those that a row still names. One statement, whose view of the database has the content before or after a row hands it
 * to another, and never between.
 */
export async function listNamed(reader: Reader, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select d.blob_key as key from dropped_contents as d
    where d.blob_key in (${sql.join(keys)}) and ${isNamed(sql.ref('d.blob_key'))}`.execute(reader);
  return rows.map(({ key }) => key);
}

/** Whether a row names a content or thumbnail of a row that was read before. Its bytes are deleted only after no row does. */
export async function isStillNamed(reader: Reader, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 as named where ${isNamed(sql`cast(${key} as text)`)}`.execute(reader);
  return rows.length > 0;
}

export async function removeDropped(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.deleteFrom('dropped_contents').where('blob_key', 'in', keys).execute();
}
