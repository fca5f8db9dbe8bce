import { hourMs } from '@drive/base';
import { sql } from 'kysely';
import { deleteRows, type Database, type RowBatch } from '../../../platform/db/index.ts';

/** How long the rows are kept. The age of a change is that by the clock of the database. */
const KEPT_MS = hourMs;

export interface NameChanges {
  /**
   * Row ids (items.row_id) of the owner whose changes were committed since the call before, by any server; a row may be
   * repeated. Undefined if there are too many, or more than are kept.
   */
  read(ownerId: number): Promise<readonly number[] | undefined>;
}

/**
 * Reads what the triggers of `items` write on Postgres. A version is the id of a transaction: transactions do not commit
 * in the order of their ids, so the next call begins at the oldest one that was running during this one.
 */
export function createNameChanges(
  reader: Database['reader'],
  { maxRows, keptMs = KEPT_MS / 2 }: { readonly maxRows: number; readonly keptMs?: number | undefined },
): NameChanges {
  /** By owner: the first version to read next. */
  const positions = new Map<number, { readonly version: number; readonly readAt: number }>();
  /** By owner: the calls so far. */
  const turns = new Map<number, Promise<unknown>>();

  async function readNext(ownerId: number): Promise<readonly number[] | undefined> {
    const position = positions.get(ownerId);
    const isKept = position !== undefined && performance.now() - position.readAt < keptMs;
    const readAt = performance.now();
    const { rows } = await sql<{ next: number; row_id: number | null }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as next, changed.item_row_id as row_id
        from (select 1) as always left join name_changes as changed
          on owner_id = ${ownerId} and version >= ${isKept ? position.version : Number.MAX_SAFE_INTEGER}
        limit ${maxRows + 1}`.execute(reader);
    positions.set(ownerId, { version: rows[0]!.next, readAt });
    if (!isKept || rows.length > maxRows) return undefined;
    return rows.flatMap(({ row_id }) => (row_id === null ? [] : [row_id]));
  }

  return {
    read: (ownerId) => {
      const read = (turns.get(ownerId) ?? Promise.resolve()).then(() => readNext(ownerId));
      turns.set(
        ownerId,
        read.catch(() => {}),
      );
      return read;
    },
  };
}

/** For a sweep. */
export const oldNameChanges: RowBatch = deleteRows('name_changes', ['owner_id', 'version', 'item_row_id'], (rows) =>
  rows
    .where('changed_at', '<', sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint - ${KEPT_MS}::bigint`)
    .orderBy('changed_at'),
);
