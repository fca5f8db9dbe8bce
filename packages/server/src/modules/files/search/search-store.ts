import { sql, type RawBuilder } from 'kysely';
import type { Dialect, Reader } from '../../../platform/db/database.ts';
import { toNumber } from '../../../platform/db/numbers.ts';
import { aFile, alive } from '../item-store.ts';
import type { NameOrder, NameQuery, NamesFound } from './name-query.ts';

/** Folders that are in the trash by themselves and every folder below them: what lies in one is not found. */
const hiddenFolders = (ownerId: number): RawBuilder<unknown> => sql`
  with recursive hidden(row_id) as (
    select row_id from items where owner_id = ${ownerId} and is_folder = 1 and state in ('trashed', 'purging')
    union all
    select below.row_id from hidden
      join items as below on below.parent_id = hidden.row_id and below.is_folder = 1 and below.state = 'alive'
  )`;

const files = (ownerId: number): RawBuilder<unknown> =>
  sql`from items where owner_id = ${ownerId} and is_folder = ${aFile} and state = ${alive}`;

/** What a search of the owner's would have to look at, counted no further than the limits. */
export async function countUpTo(
  reader: Reader,
  ownerId: number,
  limits: { readonly files: number; readonly hiddenFolders: number },
): Promise<{ readonly files: number; readonly hiddenFolders: number }> {
  const { rows } = await sql<{ files: number; hidden: number }>`${hiddenFolders(ownerId)} select
    (select count(*) from (select 1 ${files(ownerId)} limit ${limits.files}) as some_files) as files,
    (select count(*) from (select 1 from hidden limit ${limits.hiddenFolders}) as some_folders) as hidden
  `.execute(reader);
  return { files: toNumber(rows[0]!.files), hiddenFolders: toNumber(rows[0]!.hidden) };
}

const terms: Record<NameOrder, readonly string[]> = {
  name: ['name_key', 'name', 'id'],
  createdAt: ['created_at', 'row_id'],
  size: ['size', 'name_key', 'name', 'id'],
};

/** Looks at every name of the owner, and in a trash full of folders at each of those. */
export async function findByQuery(
  reader: Reader,
  dialect: Dialect,
  query: NameQuery,
  options: { readonly hasHidden: boolean } = { hasHidden: true },
): Promise<NamesFound> {
  const { ownerId, text, order, descending, offset, limit } = query;
  const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  const before = options.hasHidden ? hiddenFolders(ownerId) : sql``;
  const isShown = options.hasHidden ? sql`and parent_id not in (select row_id from hidden)` : sql``;
  const matching = sql`${files(ownerId)} and ${position}(name_key, ${text}) > 0 ${isShown}`;

  const counted = await sql<{ total: number }>`${before} select count(*) as total ${matching}`.execute(reader);
  const total = toNumber(counted.rows[0]!.total);
  if (offset >= total) return { total, rowIds: [] };

  const direction = descending ? 'desc' : 'asc';
  const sorted = sql.raw(terms[order].map((term) => `${term} ${direction}`).join(', '));
  const page = await sql<{ row_id: number }>`
    ${before} select row_id ${matching} order by ${sorted} limit ${limit} offset ${offset}`.execute(reader);
  return { total, rowIds: page.rows.map((row) => row.row_id) };
}
