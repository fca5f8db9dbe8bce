import { systemClock } from '@drive/base';
import { CompiledQuery, Kysely, PostgresDialect, sql, Transaction } from 'kysely';
import { createMigrationsTable, type Migration, recordMigration } from '../../platform/db/index.ts';

/** Reads or writes complete tables of a Postgres database, in one transaction. */
export interface PostgresCopy {
  /** Without partitions, whose rows are those of their table. */
  listTables(): Promise<string[]>;
  /** Names of the migrations it has been through. */
  listSteps(): Promise<string[]>;
  rowsOf(table: string, columns: readonly string[], rowsAtOnce: number): AsyncIterable<Record<string, unknown>[]>;
  /** The highest row id ever assigned; undefined if the table is unused. */
  sequenceOf(table: string): Promise<number | undefined>;
  setSequence(table: string, last: number): Promise<void>;
  migrate(steps: readonly Migration[]): Promise<void>;
  /** Rows may be inserted in any order; all are checked at the end. No trigger of the schema runs. */
  withoutForeignKeys(work: () => Promise<void>): Promise<void>;
  clear(table: string): Promise<void>;
  insert(table: string, columns: readonly string[], rows: readonly unknown[]): Promise<void>;
}

export async function withPostgres<T>(
  url: string,
  mode: 'read' | 'write',
  work: (copy: PostgresCopy) => Promise<T>,
): Promise<T> {
  const { default: pg } = await import('pg');
  const numbers: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'drive-server',
    types: { getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // Without a listener a connection that breaks ends the process: the pool listens to idle ones, the client to its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode(mode === 'read' ? 'read only' : 'read write')
      .execute((tx) => work(createCopy(tx)));
  } finally {
    await db.destroy();
  }
}

function createCopy(tx: Transaction<any>): PostgresCopy {
  const list = async (column: string, query: ReturnType<typeof sql>): Promise<string[]> =>
    (await query.execute(tx)).rows.map((row) => String((row as Record<string, unknown>)[column]));
  const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
  const sequence = async (table: string): Promise<string | undefined> => {
    const { rows } = await sql<{ name: string | null }>`
      select pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) as name
      from information_schema.columns c
      where c.table_schema = current_schema() and c.table_name = ${table} 
        and (c.is_identity = 'YES' or c.column_default like 'nextval(%')`.execute(tx);
    return rows[0]?.name ?? undefined;
  };

  const copy: PostgresCopy = {
    listTables: () =>
      list(
        'name',
        sql`select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
      ),
    listSteps: () => list('name', sql`select name from migrations order by name`),

    async *rowsOf(table, columns, rowsAtOnce) {
      await sql`declare copied no scroll cursor for select ${names(columns)} from ${sql.table(table)}`.execute(tx);
      for (;;) {
        const { rows } = await tx.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(`fetch ${rowsAtOnce} from copied`),
        );
        if (rows.length === 0) break;
        yield rows;
      }
      await sql`close copied`.execute(tx);
    },

    async sequenceOf(table) {
      const name = await sequence(table);
      if (name === undefined) return undefined;
      const { rows } = await sql<{ last: number }>`
        select case when is_called then last_value else 0 end as last from ${sql.raw(name)}`.execute(tx);
      return rows[0]?.last;
    },

    async setSequence(table, last) {
      const name = await sequence(table);
      if (name !== undefined && last > 0) await sql`select setval(${name}, ${last})`.execute(tx);
    },

    async migrate(steps) {
      await createMigrationsTable(tx);
      for (const step of steps) {
        await step.up(tx, 'postgres');
        await recordMigration(tx, step, systemClock);
      }
    },

    async withoutForeignKeys(work) {
      const { rows } = await sql<{ table: string; name: string; definition: string }>`
        select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint
        where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`.execute(tx);
      const triggered = await list(
        'name',
        sql`select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal`,
      );
      for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(tx);
      const switchTriggers = async (to: 'enable' | 'disable'): Promise<void> => {
        for (const table of triggered) await sql.raw(`alter table ${table} ${to} trigger user`).execute(tx);
      };
      await switchTriggers('disable');
      await work();
      await switchTriggers('enable');
      for (const { table, name, definition } of rows)
        await sql.raw(`alter table ${table} add constraint "${name}" ${definition}`).execute(tx);
    },

    async clear(table) {
      await sql`delete from ${sql.table(table)}`.execute(tx);
    },

    async insert(table, columns, rows) {
      await sql`
        insert into ${sql.table(table)} (${names(columns)}) overriding system value
        select ${names(columns)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
        tx,
      );
    },
  };
  return copy;
}
