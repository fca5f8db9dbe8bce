import type { Selectable } from 'kysely';
import type { Database, Schema, Tx } from '../db/index.ts';
import { StorageError } from './blob-store.ts';

export interface StagedPart {
  readonly etag: string;
  readonly bytes: number;
}

/** The state of an upload in an object storage. Its bytes are those of the parts, and then those of the tail. */
export interface StagedRow {
  readonly id: string;
  /** Key of the blob. */
  readonly key: string;
  /** null as long as there is no part. */
  readonly uploadId: string | null;
  /** In order. */
  readonly parts: readonly StagedPart[];
  /** An object with the bytes that are too few for a part. */
  readonly tail: { readonly key: string; readonly bytes: number } | null;
  /** Grows with each write. A writer whose number is not the stored one has been superseded. */
  readonly turn: number;
  /** Number of the writer over all servers; 0 if there is one server. */
  readonly lease: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

export const stagedBytesOf = ({ parts, tail }: Pick<StagedRow, 'parts' | 'tail'>): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, tail?.bytes ?? 0);

export interface StagedRows {
  find(id: string): Promise<StagedRow | undefined>;
  /**
   * Like `find`; from then on writers with a lower lease change nothing. Throws `superseded` if the row is of a higher one.
   * Without a lease, which is 0, it only finds.
   */
  claim(id: string, lease: number): Promise<StagedRow | undefined>;
  /** Replaces the row if its turn is the one before; adds a row of turn 1. False if another writer came first. */
  save(row: StagedRow): Promise<boolean>;
  /** Idempotent. Leaves a row of a higher lease. */
  remove(id: string, lease?: number): Promise<void>;
  list(): Promise<readonly Pick<StagedRow, 'id' | 'uploadId' | 'tail'>[]>;
}

export const superseded = (): StorageError => new StorageError('Another request continues this upload');

export function createStagedRows(database: Database): StagedRows {
  const find: StagedRows['find'] = async (id) => {
    const row = await database.reader.selectFrom('staged_uploads').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : fromColumns(row);
  };
  return {
    find,

    async claim(id, lease) {
      const found = await find(id);
      if (found === undefined || lease === 0) return found;
      const [row] = await database.write((tx) =>
        tx
          .updateTable('staged_uploads')
          .set({ lease })
          .where('id', '=', id)
          .where('lease', '<=', lease)
          .returningAll()
          .execute(),
      );
      if (row === undefined && (await find(id)) !== undefined) throw superseded();
      return row && fromColumns(row);
    },

    save: (row) =>
      database.write(async (tx) => {
        const columns = toColumns(row);
        if (row.turn === 1) {
          const added = await tx
            .insertInto('staged_uploads')
            .values(columns)
            // The row of a superseded writer that has begun late.
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet(columns).where('staged_uploads.lease', '<', row.lease),
            )
            .executeTakeFirst();
          return added.numInsertedOrUpdatedRows === 1n;
        }
        const changed = await tx
          .updateTable('staged_uploads')
          .set(columns)
          .where('id', '=', row.id)
          .where('turn', '=', row.turn - 1)
          .$if(row.lease > 0, (query) => query.where('lease', '<=', row.lease))
          .executeTakeFirst();
        return changed.numUpdatedRows === 1n;
      }),

    async remove(id, lease = 0) {
      await database.write((tx) =>
        tx
          .deleteFrom('staged_uploads')
          .where('id', '=', id)
          .$if(lease > 0, (query) => query.where('lease', '<=', lease))
          .execute(),
      );
    },

    async list() {
      const rows = await database.reader.selectFrom('staged_uploads').selectAll().execute();
      return rows.map(fromColumns);
    },
  };
}

/** For a storage that is left: the uploads in progress there restart. */
export async function forgetStagedRows(tx: Tx): Promise<void> {
  await tx.deleteFrom('staged_uploads').execute();
}

/** For programs without a database, whose uploads end with them. */
export function createMemoryStagedRows(): StagedRows {
  const rows = new Map<string, StagedRow>();
  return {
    find: async (id) => rows.get(id),
    claim: async (id) => rows.get(id),
    save: async (row) => {
      if ((rows.get(row.id)?.turn ?? 0) !== row.turn - 1) return false;
      rows.set(row.id, row);
      return true;
    },
    remove: async (id) => void rows.delete(id),
    list: async () => [...rows.values()],
  };
}

type Columns = Selectable<Schema['staged_uploads']>;

const toColumns = ({ id, key, uploadId, parts, tail, turn, lease, modifiedAt }: StagedRow): Columns => ({
  id,
  blob_key: key,
  upload_id: uploadId,
  parts: JSON.stringify(parts.map(({ etag, bytes }) => [etag, bytes])),
  tail_key: tail?.key ?? null,
  tail_bytes: tail?.bytes ?? 0,
  turn,
  lease,
  modified_at: modifiedAt,
});

const fromColumns = (row: Columns): StagedRow => ({
  id: row.id,
  key: row.blob_key,
  uploadId: row.upload_id,
  parts: (JSON.parse(row.parts) as [string, number][]).map(([etag, bytes]) => ({ etag, bytes })),
  tail: row.tail_key === null ? null : { key: row.tail_key, bytes: row.tail_bytes },
  turn: row.turn,
  lease: row.lease,
  modifiedAt: row.modified_at,
});
