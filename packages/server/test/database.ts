import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate, openPostgres, openSqlite, type Database } from '../src/platform/db/index.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Another handle on the same data, like a second process; the caller closes it first. */
  readonly connect: (options?: { readonly prepare?: boolean }) => Promise<Database>;
  readonly close: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Default true. If false, commits take a fraction of their time, and do not survive a power loss. */
  readonly waitsForDisk?: boolean;
  /**
   * Default false. On Postgres, where creating one takes longer than most tests, true allows an earlier one with all
   * rows deleted: for tests that do not change tables.
   */
  readonly mayBeUsed?: boolean;
}

/** An empty, migrated database of the current project's kind, used by one test. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return inject('databaseKind') === 'postgres' ? createPostgresDatabase(options) : createSqliteDatabase(options);
}

const epoch = { now: () => 0 };

let sqliteTemplate: Promise<Buffer> | undefined;

async function createSqliteDatabase({ waitsForDisk = true }: TestDatabaseOptions): Promise<TestDatabase> {
  sqliteTemplate ??= createSqliteTemplate();
  const directory = mkdtempSync(join(tmpdir(), 'drive-test-'));
  const file = join(directory, 'drive.db');
  writeFileSync(file, await sqliteTemplate);
  const connect = async (): Promise<Database> =>
    openSqlite({ file, refusesForeignWaits: true, seams: waitsForDisk ? {} : { syncWal: async () => {} } });
  const database = await connect();
  return {
    database,
    connect,
    close: async () => {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function createSqliteTemplate(): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-template-'));
  try {
    const file = join(directory, 'drive.db');
    const database = openSqlite({ file });
    await migrate(database, epoch);
    // The last connection to close moves the log into the file, which is then complete.
    await database.close();
    return readFileSync(file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const POSTGRES_TEMPLATE = 'drive_template';
let postgresTemplate: Promise<void> | undefined;

/** Databases that can be used again, also by the next test file of this worker. They go with the Postgres of the run. */
const used: string[] = [];

async function createPostgresDatabase({ mayBeUsed = false }: TestDatabaseOptions): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  if (server === undefined) throw new Error('no Postgres was started for this project');
  const name = (mayBeUsed ? used.pop() : undefined) ?? (await createFromTemplate(server));
  const connect: TestDatabase['connect'] = ({ prepare = true } = {}) =>
    openPostgres({ url: `${urlOf(server, name)}${prepare ? '' : '?prepare=false'}` });
  const database = await connect();
  return {
    database,
    connect,
    close: async () => {
      await database.close();
      if (!mayBeUsed) return dropPostgres(name);
      await onServer(urlOf(server, name), (client) => client.query(WIPE));
      used.push(name);
    },
  };
}

async function createFromTemplate(server: string): Promise<string> {
  postgresTemplate ??= createPostgresTemplate(server);
  await postgresTemplate;
  const name = `drive_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${POSTGRES_TEMPLATE}`));
  return name;
}

/** Resets to the template: no rows, row ids start at the beginning, and other connections are closed. */
const WIPE = `
do $$
declare
  name text;
begin
  perform pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
    execute format('delete from %I', name);
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null;
end $$`;

export async function createEmptyPostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  if (server === undefined) throw new Error('no Postgres was started for this project');
  const name = `drive_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, (client) => client.query(`create database ${name}`));
  return { url: urlOf(server, name), drop: () => dropPostgres(name) };
}

async function dropPostgres(name: string): Promise<void> {
  await onServer(inject('postgresUrl') ?? '', (client) => client.query(`drop database ${name} with (force)`));
}

/** Created by the first worker; it gets its name when it is complete. */
async function createPostgresTemplate(server: string): Promise<void> {
  await onServer(server, async (client) => {
    await client.query(`select pg_advisory_lock(1)`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [POSTGRES_TEMPLATE]);
    if (rowCount !== 0) return;
    const unfinished = `${POSTGRES_TEMPLATE}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const database = await openPostgres({ url: urlOf(server, unfinished) });
    await migrate(database, epoch);
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${POSTGRES_TEMPLATE}`);
  });
}

async function onServer(server: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
