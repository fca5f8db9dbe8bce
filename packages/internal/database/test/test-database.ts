import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../src/database.ts';
import { openPostgres } from '../src/postgres.ts';
import { openSqlite } from '../src/sqlite.ts';
import { queryPostgres } from './temporary-postgres.ts';

declare module 'vitest' {
  /** Values that `inject()` gives to the tests. */
  interface ProvidedContext {
    databaseKind: 'sqlite' | 'postgres';
    /** Connection of a superuser to a maintenance database; only where databaseKind is 'postgres'. */
    postgresUrl?: string;
  }
}

export interface TestDatabase<Schema = any> {
  readonly database: Database<Schema>;
  /** Another handle on the same data, like a second process; the caller closes it first. */
  readonly connect: (options?: { readonly prepare?: boolean }) => Promise<Database<Schema>>;
  readonly close: () => Promise<void>;
}

/** A database of the current project's kind with these tables. */
export async function openTestDatabase<Schema = any>(...tables: readonly string[]): Promise<TestDatabase<Schema>> {
  // Benchmarks import this folder, too, and vitest can only be imported by its workers.
  const { inject } = await import('vitest');
  const { connect, remove } =
    inject('databaseKind') === 'postgres'
      ? await createPostgres<Schema>(inject('postgresUrl') ?? '')
      : createSqlite<Schema>();
  const database = await connect();
  await database.write(async (tx) => {
    for (const table of tables) await sql.raw(table).execute(tx);
  });
  const close = async (): Promise<void> => {
    await database.close();
    await remove();
  };
  return { database, connect, close };
}

function createSqlite<Schema>() {
  const directory = mkdtempSync(join(tmpdir(), 'drive-database-'));
  const connect: TestDatabase<Schema>['connect'] = async () =>
    openSqlite<Schema>({ file: join(directory, 'test.db'), refusesForeignWaits: true });
  return { connect, remove: async () => rmSync(directory, { recursive: true, force: true }) };
}

async function createPostgres<Schema>(server: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryPostgres(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` });
  const connect: TestDatabase<Schema>['connect'] = ({ prepare = true } = {}) =>
    openPostgres<Schema>({ url: `${url.href}${prepare ? '' : '?prepare=false'}` });
  return { connect, remove: () => queryPostgres(server, `drop database ${name} with (force)`) };
}
