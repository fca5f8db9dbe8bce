import { sql, type RawBuilder } from 'kysely';
import { toNumber, type Dialect, type Reader } from '../../platform/db/index.ts';

export interface FileScope {
  /** owners.row_id of the only owner. */
  readonly ownerRowId?: number | undefined;
  /** owners.row_id of the one owner to leave out. */
  readonly exceptOwnerRowId?: number | undefined;
  readonly quarantined?: boolean | undefined;
  /** Folded part of the name. */
  readonly text?: string | undefined;
}

/** The first term repeats the condition of the partial indexes, which cover the other columns. */
function condition(
  dialect: Dialect,
  { ownerRowId, exceptOwnerRowId, quarantined, text }: FileScope,
): RawBuilder<unknown> {
  const terms = [sql`is_folder = 0 and state in ('alive', 'trashed')`];
  if (ownerRowId !== undefined) terms.push(sql`owner_id = ${ownerRowId}`);
  if (exceptOwnerRowId !== undefined) terms.push(sql`owner_id <> ${exceptOwnerRowId}`);
  if (quarantined !== undefined) terms.push(quarantined ? sql`quarantined = 1` : sql`quarantined = 0`);
  const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  if (text !== undefined) terms.push(sql`${position}(name_key, ${text}) > 0`);
  return sql.join(terms, sql` and `);
}

export function createAdminFileStore(dialect: Dialect, reader: Reader) {
  // Without the hint, SQLite scans the table by row id and reads every row, folders and purged files included.
  const source = (scope: FileScope): RawBuilder<unknown> => {
    if (dialect !== 'sqlite' || scope.quarantined === true) return sql`items`;
    return scope.ownerRowId === undefined
      ? sql`items indexed by items_newest`
      : sql`items indexed by items_owner_newest`;
  };
  const rowIds = async (query: RawBuilder<{ row_id: number }>): Promise<number[]> =>
    (await query.execute(reader)).rows.map((row) => toNumber(row.row_id));

  return {
    /** items.row_id of files below `before`, newest first. */
    listBelow: (scope: FileScope, before: number, limit: number) =>
      rowIds(sql`
        select row_id from ${source(scope)} where ${condition(dialect, scope)} and row_id < ${before}
        order by row_id desc limit ${limit}`),
    /** items.row_id of the file `count` places after `before`; undefined if there are fewer. */
    skip: async (scope: FileScope, before: number, count: number) => {
      const [rowId] = await rowIds(sql`
        select row_id from ${source(scope)} where ${condition(dialect, scope)} and row_id < ${before}
        order by row_id desc limit 1 offset ${count - 1}`);
      return rowId;
    },
    count: async (scope: FileScope) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${source(scope)} where ${condition(dialect, scope)}`.execute(reader);
      return toNumber(rows[0]!.count);
    },
    /** Among the next `limit` files of the scope: how many were read, how many names contain the text, and the last row id. */
    countMatches: async ({ text, ...scope }: FileScope & { readonly text: string }, before: number, limit: number) => {
      const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
      const { rows } = await sql<{ rows: number; found: number; last: number | null }>`
        select count(*) as rows, sum(case when ${position}(name_key, ${text}) > 0 then 1 else 0 end) as found,
          min(row_id) as last
        from (select row_id, name_key from ${source(scope)} where ${condition(dialect, scope)} and row_id < ${before}
          order by row_id desc limit ${limit}) as piece`.execute(reader);
      const [row] = rows;
      return { rows: toNumber(row!.rows), found: toNumber(row!.found), last: toNumber(row!.last) };
    },
    /** Number of files of one owner, from the maintained sums. */
    countOf: async (ownerRowId: number) => {
      const { rows } = await sql<{ count: number }>`
        select file_count as count from storage_usage where owner_id = ${ownerRowId}`.execute(reader);
      return toNumber(rows[0]?.count ?? 0);
    },
  };
}

/** One batch of the sum over all owners, for `createTally`. */
export async function countStoredFiles(reader: Reader, after: number, limit: number) {
  const { rows } = await sql<{ rows: number; last: number | null; files: number }>`
    select count(*) as rows, max(owner_id) as last, cast(coalesce(sum(file_count), 0) as bigint) as files
    from (select owner_id, file_count from storage_usage where owner_id > ${after} order by owner_id limit ${limit})
      as piece`.execute(reader);
  const { rows: count, last, files } = rows[0]!;
  return { rows: toNumber(count), last: last === null ? null : toNumber(last), sums: { files: toNumber(files) } };
}

/** items.id of the file with this id, and of the files shared by the link with this token or short code. */
export async function findByIdentifier(reader: Reader, identifier: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from items where id = ${identifier.toLowerCase()} and is_folder = 0 and state in ('alive', 'trashed')
    union
    select i.id from shares as s join items as i on i.id = s.item_id
      where s.token = ${identifier} and s.revoked_at is null and i.is_folder = 0 and i.state in ('alive', 'trashed')
    union
    select i.id from shares as s join share_files as f on f.share_id = s.row_id join items as i on i.id = f.item_id
      where s.token = ${identifier} and s.revoked_at is null and i.is_folder = 0 and i.state in ('alive', 'trashed')
    union
    select i.id from short_links as l join shares as s on s.row_id = l.share_id join items as i on i.id = s.item_id
      where l.code = ${identifier} and s.revoked_at is null and i.is_folder = 0 and i.state in ('alive', 'trashed')`.execute(
    reader,
  );
  return rows.map(({ id }) => id);
}

export type FoundFile = Awaited<ReturnType<typeof listFound>>[number];

/** The list's columns of these files (items.row_id or items.id), newest first. */
export async function listFound(
  reader: Reader,
  by: { readonly rowIds: readonly number[] } | { readonly ids: readonly string[] },
) {
  const wanted = 'ids' in by ? by.ids : by.rowIds;
  if (wanted.length === 0) return [];
  const rows = await reader
    .selectFrom('items as i')
    .innerJoin('owners as o', 'o.row_id', 'i.owner_id')
    .leftJoin('users as u', 'u.row_id', 'o.row_id')
    .leftJoin('quarantines as q', 'q.item_id', 'i.row_id')
    .select(['i.id', 'i.row_id', 'o.id as owner_id', 'o.kind', 'u.email', 'u.name', 'q.reason', 'q.created_at'])
    .where('ids' in by ? 'i.id' : 'i.row_id', 'in', wanted as never)
    .orderBy('i.row_id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rowId: row.row_id,
    owner: row.kind !== 'user' || row.email === null ? null : { id: row.owner_id, email: row.email, name: row.name },
    /** owners.id of the team drive; null: it is in none. */
    driveId: row.kind === 'drive' ? row.owner_id : null,
    quarantineReason: row.reason,
    quarantinedAt: row.created_at,
  }));
}

export async function findOwnerRowId(reader: Reader, id: string): Promise<number | undefined> {
  const row = await reader.selectFrom('owners').select('row_id').where('id', '=', id).executeTakeFirst();
  return row?.row_id;
}
