import {
  computed,
  defineRow,
  deleteRows,
  flag,
  type Reader,
  type RowBatch,
  type RowOf,
  type Tx,
} from '../../platform/db/index.ts';
import { createLinkStore, linkColumns } from '../links/index.ts';

const pasteRow = defineRow('pastes', {
  ...linkColumns,
  mode: 'mode',
  title: 'title',
  language: 'language',
  sizeBytes: 'size_bytes',
  /** The password of a paste never changes. */
  passwordVersion: computed('password_version', () => 0 as const),
  burns: flag('burns'),
  /** Epoch milliseconds; null: not read, or it does not burn. */
  burnedAt: 'burned_at',
});
export type PasteRow = RowOf<typeof pasteRow>;

/** Search engines may list a paste that opens without a password and more than once. */
export const isIndexable = ({ mode, passwordHash, burns }: PasteRow): boolean =>
  mode === 'PUBLIC' && passwordHash === null && !burns;

export const isExpired = ({ expiresAt }: PasteRow, now: number): boolean => expiresAt !== null && expiresAt <= now;

export const pasteStore = createLinkStore('pastes', pasteRow);

export type NewPasteRow = Omit<PasteRow, 'rowId' | 'passwordVersion' | 'burnedAt'> & { readonly content: string };

export async function insertPaste(tx: Tx, row: NewPasteRow): Promise<void> {
  await tx
    .insertInto('pastes')
    .values({
      id: row.id,
      token: row.token,
      owner_id: row.ownerId,
      mode: row.mode,
      title: row.title,
      language: row.language,
      size_bytes: row.sizeBytes,
      expires_at: row.expiresAt,
      password_hash: row.passwordHash,
      burns: row.burns ? 1 : 0,
      created_at: row.createdAt,
      content: row.content,
    })
    .execute();
}

/** null if the content is deleted, undefined if the paste is. */
export async function findContent(reader: Reader, rowId: number): Promise<string | null | undefined> {
  const row = await reader.selectFrom('pastes').select('content').where('row_id', '=', rowId).executeTakeFirst();
  return row?.content;
}

/** undefined if burned or expired. Of concurrent transactions, the guard lets only one update the row. */
export async function burnPaste(tx: Tx, rowId: number, now: number): Promise<string | undefined> {
  const content = await findContent(tx, rowId);
  if (content === null || content === undefined) return undefined;
  const burned = await tx
    .updateTable('pastes')
    .set({ burned_at: now, content: null })
    .where('row_id', '=', rowId)
    .where('burned_at', 'is', null)
    .where('content', 'is not', null)
    .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
    .returning('row_id')
    .executeTakeFirst();
  return burned === undefined ? undefined : content;
}

type FreedBytes = ReadonlyMap<number, number>;

/** Returns the bytes to subtract from the owner's usage: 0 if the content was deleted before, undefined if the paste was. */
export async function deletePasteRow(tx: Tx, rowId: number): Promise<number | undefined> {
  // The update locks the row, so that no request burns the paste before it is deleted.
  const locked = await tx
    .updateTable('pastes')
    .set((of) => ({ size_bytes: of.ref('size_bytes') }))
    .where('row_id', '=', rowId)
    .returning(['size_bytes', (of) => of('content', 'is not', null).as('hasContent')])
    .executeTakeFirst();
  if (locked === undefined) return undefined;
  await tx.deleteFrom('pastes').where('row_id', '=', rowId).execute();
  return Number(locked.hasContent) === 1 ? locked.size_bytes : 0;
}

export async function emptyExpired(tx: Tx, now: number, limit: number): Promise<{ count: number; freed: FreedBytes }> {
  const rows = await tx
    .updateTable('pastes')
    .set({ content: null })
    .where('row_id', 'in', (db) =>
      db
        .selectFrom('pastes')
        .select('row_id')
        .where('expires_at', '<=', now)
        .where('content', 'is not', null)
        .orderBy('row_id')
        .limit(limit),
    )
    .where('content', 'is not', null)
    .returning(['owner_id', 'size_bytes'])
    .execute();
  return { count: rows.length, freed: sumByOwner(rows) };
}

export const deleteEmptied = (until: number): RowBatch =>
  deleteRows('pastes', 'row_id', (rows) =>
    rows
      .where((of) => of.or([of('burned_at', '<=', until), of('expires_at', '<=', until)]))
      .where('content', 'is', null),
  );

/** pastes.row_id of an owner's pastes created at `until` or before, oldest first. */
export async function listOldPastes(reader: Reader, ownerId: number, until: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('pastes')
    .select('row_id')
    .where('owner_id', '=', ownerId)
    .where('created_at', '<=', until)
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.row_id);
}

/** Ordered by owner, so that concurrent sweeps lock in the same order. */
function sumByOwner(rows: readonly { owner_id: number; size_bytes: number }[]): FreedBytes {
  const freed = new Map<number, number>();
  for (const { owner_id, size_bytes } of rows.toSorted((a, b) => a.owner_id - b.owner_id))
    freed.set(owner_id, (freed.get(owner_id) ?? 0) + size_bytes);
  return freed;
}
