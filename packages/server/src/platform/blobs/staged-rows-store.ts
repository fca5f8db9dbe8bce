import { superseded, type StagedRow, type StagedRows } from '@drive/blobs';
import type { Selectable } from 'kysely';
import type { Database, Schema, Tx } from '../db/index.ts';

/** Uploads in progress in an object storage, as rows that several servers share. */
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
