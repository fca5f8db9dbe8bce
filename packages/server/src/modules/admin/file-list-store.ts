import { sql, type RawBuilder } from 'kysely';
import { toNumber, type Dialect, type Reader } from '../../platform/db/index.ts';

/** Which files, whoever owns them. */
export interface FileScope {
  /** users.row_id: only this one's. */
  readonly ownerRowId?: number | undefined;
  /** users.row_id: of everybody but this one. */
  readonly exceptOwnerRowId?: number | undefined;
  readonly quarantined?: boolean | undefined;
  /** Folded: what the name contains. */
  readonly text?: string | undefined;
}

/** Written as the indexes say it, which hold what can be asked for beside: they are made for nothing else. */
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

export interface FileStore {
  /** items.row_id of those below `before`, the newest first. */
  listBelow(scope: FileScope, before: number, limit: number): Promise<number[]>;
  /** items.row_id of the one that stands `count` further than `before`; undefined where there are fewer. */
  skip(scope: FileScope, before: number, count: number): Promise<number | undefined>;
  count(scope: FileScope): Promise<number>;
  /** How many of the next `limit` files of the scope have the text in their names, and the last of all those looked at. */
  look(
    scope: FileScope & { readonly text: string },
    before: number,
    limit: number,
  ): Promise<{ readonly looked: number; readonly found: number; readonly last: number }>;
  /** Files of all users and of one, kept with the bytes that they store. */
  countOf(ownerRowId: number): Promise<number>;
}

export function createFileStore(dialect: Dialect, reader: Reader): FileStore {
  // SQLite would go along the row ids and look at each row, folders and what is gone included.
  const along = (scope: FileScope): RawBuilder<unknown> => {
    if (dialect !== 'sqlite' || scope.quarantined === true) return sql`items`;
    return scope.ownerRowId === undefined
      ? sql`items indexed by items_newest`
      : sql`items indexed by items_owner_newest`;
  };
  const rowIds = async (query: RawBuilder<{ row_id: number }>): Promise<number[]> =>
    (await query.execute(reader)).rows.map((row) => toNumber(row.row_id));

  return {
    listBelow: (scope, before, limit) =>
      rowIds(sql`
        select row_id from ${along(scope)} where ${condition(dialect, scope)} and row_id < ${before}
        order by row_id desc limit ${limit}`),
    skip: async (scope, before, count) => {
      const [rowId] = await rowIds(sql`
        select row_id from ${along(scope)} where ${condition(dialect, scope)} and row_id < ${before}
        order by row_id desc limit 1 offset ${count - 1}`);
      return rowId;
    },
    count: async (scope) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${along(scope)} where ${condition(dialect, scope)}`.execute(reader);
      return toNumber(rows[0]!.count);
    },
    look: async ({ text, ...scope }, before, limit) => {
      const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
      const { rows } = await sql<{ looked: number; found: number; last: number | null }>`
        select count(*) as looked, sum(case when ${position}(name_key, ${text}) > 0 then 1 else 0 end) as found,
          min(row_id) as last
        from (select row_id, name_key from ${along(scope)} where ${condition(dialect, scope)} and row_id < ${before}
          order by row_id desc limit ${limit}) as piece`.execute(reader);
      const { looked, found, last } = rows[0]!;
      return { looked: toNumber(looked), found: toNumber(found), last: toNumber(last) };
    },
    countOf: async (ownerRowId) => {
      const { rows } = await sql<{ count: number }>`
        select file_count as count from storage_usage where owner_id = ${ownerRowId}`.execute(reader);
      return toNumber(rows[0]?.count ?? 0);
    },
  };
}

/** One piece of the sum over all owners. */
export async function countPiece(reader: Reader, after: number, limit: number) {
  const { rows } = await sql<{ rows: number; last: number | null; files: number }>`
    select count(*) as rows, max(owner_id) as last, cast(coalesce(sum(file_count), 0) as bigint) as files
    from (select owner_id, file_count from storage_usage where owner_id > ${after} order by owner_id limit ${limit})
      as piece`.execute(reader);
  const { rows: count, last, files } = rows[0]!;
  return { rows: toNumber(count), last: last === null ? null : toNumber(last), sums: { files: toNumber(files) } };
}

/** items.id of the file that has this id, or that the share with this token, or a link of that code, leads to. */
export async function findByMark(reader: Reader, mark: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from items where id = ${mark.toLowerCase()} and is_folder = 0 and state in ('alive', 'trashed')
    union
    select i.id from shares as s join items as i on i.id = s.item_id
      where s.token = ${mark} and s.revoked_at is null and i.is_folder = 0 and i.state in ('alive', 'trashed')
    union
    select i.id from shares as s join share_files as f on f.share_id = s.row_id join items as i on i.id = f.item_id
      where s.token = ${mark} and s.revoked_at is null and i.is_folder = 0 and i.state in ('alive', 'trashed')
    union
    select i.id from short_links as l join shares as s on s.row_id = l.share_id join items as i on i.id = s.item_id
      where l.code = ${mark} and s.revoked_at is null and i.is_folder = 0 and i.state in ('alive', 'trashed')`.execute(
    reader,
  );
  return rows.map(({ id }) => id);
}

export interface FileMark {
  readonly id: string;
  readonly rowId: number;
  readonly owner: { readonly id: string; readonly email: string; readonly name: string | null } | null;
  readonly quarantineReason: string | null;
  readonly quarantinedAt: number | null;
}

/** What stands beside these files (items.row_id), the newest first. */
export async function listMarks(
  reader: Reader,
  by: { readonly rowIds: readonly number[] } | { readonly ids: readonly string[] },
): Promise<FileMark[]> {
  const wanted = 'ids' in by ? by.ids : by.rowIds;
  if (wanted.length === 0) return [];
  const rows = await reader
    .selectFrom('items as i')
    .innerJoin('users as u', 'u.row_id', 'i.owner_id')
    .leftJoin('quarantines as q', 'q.item_id', 'i.row_id')
    .select(['i.id', 'i.row_id', 'u.id as owner_id', 'u.email', 'u.name', 'u.is_system', 'q.reason', 'q.created_at'])
    .where('ids' in by ? 'i.id' : 'i.row_id', 'in', wanted as never)
    .orderBy('i.row_id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rowId: row.row_id,
    owner: row.is_system === 1 ? null : { id: row.owner_id, email: row.email, name: row.name },
    quarantineReason: row.reason,
    quarantinedAt: row.created_at,
  }));
}

export async function findOwnerRowId(reader: Reader, id: string): Promise<number | undefined> {
  const row = await reader.selectFrom('users').select('row_id').where('id', '=', id).executeTakeFirst();
  return row?.row_id;
}
