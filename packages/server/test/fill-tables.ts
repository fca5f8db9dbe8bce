import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../src/platform/db/index.ts';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** A text that fits every column. */
const someText = (table: string, column: string): string => `${table}.${column} Ü 🎈 'quoted' "twice" \\ \n`;

/** Values of columns that do not accept any text. */
const admitted: Readonly<Record<string, unknown>> = {
  plan: 'free',
  mode: 'SHARED',
  result: 'success',
  'items.state': 'alive',
  'device_codes.state': 'waiting',
  'upload_sessions.status': 'COMPLETE',
  'upload_sessions.on_conflict': 'replace',
  'webhook_deliveries.status': 'delivered',
  'items.parent_id': null,
  'access_invites.invite_id': someText('invites', 'id'),
  shared_key: null,
  is_system: 0,
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

async function listColumns({ dialect, reader }: Database): Promise<readonly Column[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<Column>`select m.name as "table", c.name, lower(c.type) as type
          from sqlite_master as m join pragma_table_info(m.name) as c
          where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`
      : sql<Column>`select table_name as "table", column_name as name, data_type as type
          from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'
            and table_name not in (select relname from pg_class where relispartition) order by table_name, ordinal_position`
  ).execute(reader);
  return rows.filter(({ table }) => table !== 'migrations');
}

/** Every table except for the list of migrations, referenced tables first. */
export async function listTables(database: Database): Promise<Table[]> {
  const tables = Map.groupBy(await listColumns(database), ({ table }) => table);
  const first = [
    'users',
    'owners',
    'user_groups',
    'invites',
    'operations',
    'items',
    'shares',
    'archives',
    'webhooks',
    'webhook_deliveries',
    'collections',
    'proofings',
  ];
  const place = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return Array.from(tables, ([name, columns]) => ({ name, columns: columns.map((column) => column.name) })).toSorted(
    (a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1),
  );
}

/** Puts a row into each empty table of any schema version: 1 in each number, its own name in each text. */
export async function fillTables(database: Database): Promise<void> {
  const columns = await listColumns(database);
  const tables = await listTables(database);
  await database.write(async (tx) => {
    for (const { name: table } of tables) {
      if (await hasRows(tx, table)) continue;
      // The database assigns row ids, except those of owners, who have that of their user.
      const given = columns.filter(
        (column) => column.table === table && (column.name !== 'row_id' || table === 'owners'),
      );
      const names = given.map(({ name }) => sql.ref(name));
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(given.map(valueFor))})`.execute(
        tx,
      );
    }
  });
}

function valueFor({ table, name, type }: Column): unknown {
  for (const key of [`${table}.${name}`, name]) if (Object.hasOwn(admitted, key)) return admitted[key];
  return type === 'text' ? someText(table, name) : 1;
}

async function hasRows(tx: Tx, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`select 1 as found from ${sql.table(table)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** All rows, with the given columns. */
export async function rowsOf({ reader }: Database, { name, columns }: Table): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(
      reader,
    );
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
