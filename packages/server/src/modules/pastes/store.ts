import type { Reader, Tx } from '../../platform/db/index.ts';
import type { PasteRow } from './paste-row.ts';

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

export async function findPaste(
  reader: Reader,
  by: { readonly id: string } | { readonly token: string },
): Promise<PasteRow | undefined> {
  // What comes in an address may hold anything, also what a database can't compare.
  if ('token' in by && !/^[A-Za-z0-9_-]{1,64}$/.test(by.token)) return undefined;
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['token', by.token] as const);
  const row = await select(reader).where(column, '=', value).executeTakeFirst();
  return row === undefined ? undefined : toRow(row);
}

/** null where it is gone; undefined where the paste is. */
export async function findContent(reader: Reader, rowId: number): Promise<string | null | undefined> {
  const row = await reader.selectFrom('pastes').select('content').where('row_id', '=', rowId).executeTakeFirst();
  return row?.content;
}

/** The newest first. */
export async function listPasteRows(
  reader: Reader,
  ownerId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<PasteRow[]> {
  const rows = await select(reader)
    .where('owner_id', '=', ownerId)
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toRow);
}

export async function countPastes(reader: Reader, ownerId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('pastes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Takes the content out: it is answered to one caller ever. undefined where it has burned or expired, or is gone. Of
 * transactions that have all read it, only one finds the row as the guard wants it.
 */
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

/** Bytes of content that are gone, by whose they were. */
export type FreedBytes = ReadonlyMap<number, number>;

/** What it counted in its owner's usage: 0 where it had no content any more. undefined where it was deleted already. */
export async function deletePasteRow(tx: Tx, rowId: number): Promise<number | undefined> {
  // Locked by what is written first: nobody burns it between the two.
  const held = await tx
    .updateTable('pastes')
    .set((of) => ({ size_bytes: of.ref('size_bytes') }))
    .where('row_id', '=', rowId)
    .returning(['size_bytes', (of) => of('content', 'is not', null).as('hasContent')])
    .executeTakeFirst();
  if (held === undefined) return undefined;
  await tx.deleteFrom('pastes').where('row_id', '=', rowId).execute();
  return Number(held.hasContent) === 1 ? held.size_bytes : 0;
}

/** Takes the content from what has expired by then, at most `limit`. */
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

/** Nothing is remembered of what burned or expired by then; its content is gone already. Returns how many. */
export async function forgetPastes(tx: Tx, until: number, limit: number): Promise<number> {
  const rows = await tx
    .deleteFrom('pastes')
    .where('row_id', 'in', (db) =>
      db
        .selectFrom('pastes')
        .select('row_id')
        .where((of) => of.or([of('burned_at', '<=', until), of('expires_at', '<=', until)]))
        .where('content', 'is', null)
        .limit(limit),
    )
    .returning('row_id')
    .execute();
  return rows.length;
}

/** Those that an owner has made by then, the oldest first, as pastes.row_id. */
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

/** In the order of owners: two sweeps at once wait for each other rather than in a circle. */
function sumByOwner(rows: readonly { owner_id: number; size_bytes: number }[]): FreedBytes {
  const freed = new Map<number, number>();
  for (const { owner_id, size_bytes } of rows.toSorted((a, b) => a.owner_id - b.owner_id))
    freed.set(owner_id, (freed.get(owner_id) ?? 0) + size_bytes);
  return freed;
}

const columns = [
  'row_id',
  'id',
  'token',
  'owner_id',
  'mode',
  'title',
  'language',
  'size_bytes',
  'expires_at',
  'password_hash',
  'burns',
  'burned_at',
  'created_at',
] as const;

const select = (reader: Reader) => reader.selectFrom('pastes').select(columns);

const toRow = (row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>): PasteRow => ({
  rowId: row.row_id,
  id: row.id,
  token: row.token,
  ownerId: row.owner_id,
  mode: row.mode,
  title: row.title,
  language: row.language,
  sizeBytes: row.size_bytes,
  expiresAt: row.expires_at,
  passwordHash: row.password_hash,
  passwordVersion: 0,
  burns: row.burns === 1,
  burnedAt: row.burned_at,
  createdAt: row.created_at,
});
