import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePreparing } from '@drive/database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { treeApi } from '../../../test/api/tree-api.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { type Database, openPostgres } from './database.ts';
import { migrate } from './migrate.ts';

const isPostgres = inject('databaseKind') === 'postgres';
const isHere = spawnSync('pgbouncer', ['--version']).status === 0;
if (isPostgres && !isHere) console.warn('Nothing was tried behind PgBouncer. Install the package pgbouncer.');

/** As docs/operating.md says. */
const documented = 'ignore_startup_parameters = options,idle_in_transaction_session_timeout';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { readonly port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Two connections to Postgres for all clients, each for the time of a transaction. */
async function startPgBouncer(setting: string): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-pgbouncer-'));
  const port = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  const { hostname, port: serverPort } = new URL(inject('postgresUrl') ?? '');
  const settings = [
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    `unix_socket_dir =`,
    `auth_type = any`,
    `pool_mode = transaction`,
    `default_pool_size = 2`,
    `max_client_conn = 200`,
    setting,
  ];
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${serverPort} user=postgres\n[pgbouncer]\n${settings.join('\n')}\n`,
  );
  chmodSync(directory, 0o755);
  // Postgres refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child: ChildProcess = spawn('pgbouncer', [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`pgbouncer ended: ${said}`)));
  });
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const through = (port: number, { source }: Database): string => {
  const url = new URL(source.dialect === 'postgres' ? source.url : '');
  url.port = String(port);
  url.searchParams.set('prepare', 'false');
  return url.href;
};

describe.runIf(isPostgres && isHere)('behind PgBouncer in transaction mode', () => {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  afterEach(() => bouncer.stop());

  test('a server without the documented setting is told to make it', async () => {
    bouncer = await startPgBouncer('');
    const database = await openPostgres({ url: `postgres://postgres@127.0.0.1:${bouncer.port}/postgres` });
    onTestFinished(() => database.close());
    await expect(database.ping()).rejects.toMatchObject({
      cause: { message: expect.stringContaining(`Set ${documented} in pgbouncer.ini`) },
    });
  });

  test('a start over a PgBouncer that does not follow prepared statements is refused, with what to change', async () => {
    bouncer = await startPgBouncer(documented);
    const url = `postgres://postgres@127.0.0.1:${bouncer.port}/postgres`;
    await expect(requirePreparing(url)).rejects.toThrow(/before version 1\.21.*Add the parameter prepare=false/);
    await expect(requirePreparing(`${url}?prepare=false`)).resolves.toBeUndefined();
    await expect(requirePreparing(inject('postgresUrl') ?? '')).resolves.toBeUndefined();
  });

  describe('with the documented setting', () => {
    let drive: Drive;
    const opened: Database[] = [];
    beforeEach(async () => {
      bouncer = await startPgBouncer(documented);
      drive = await startDrive({
        database: async (direct) => {
          const database = await openPostgres({ url: through(bouncer.port, direct) });
          opened.push(database);
          return database;
        },
      });
    });
    afterEach(async () => {
      await drive.close();
      for (const database of opened.splice(0)) await database.close();
    });

    test('two servers write, read, lock and search as without it', async () => {
      const other = await drive.startAnother();
      const user = await drive.createUser();
      const [here, there] = [treeApi(drive, user), treeApi(other, user)];
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? here : there).file('same name.txt', { bytes: 10 })),
      );
      const names = await Promise.all(ids.map(async (id) => ((await there.get(id)) as { readonly name: string }).name));
      // The lock of the tree gives each its own name.
      expect(new Set(names).size).toBe(40);
      const found = await other.fetch('/api/files?q=(39)', { key: user.key });
      expect(await found.json()).toMatchObject({ files: [{ name: 'same name (39).txt' }] });
      await drive.drain();
      await other.drain();
      expect((await drive.fetch('/readyz')).status).toBe(200);
    });

    test('leaves no lock, no listener and no setting in the sessions that clients share', async () => {
      const user = await drive.createUser();
      await Promise.all(Array.from({ length: 20 }, (_, index) => treeApi(drive, user).file(`${index}`, { bytes: 10 })));
      await drive.drain();
      expect((await migrate(drive.database, drive.clock)).applied).toEqual([]);
      const { rows } = await sql`
        select (select count(*) from pg_locks join pg_database on oid = database
            where datname = current_database() and locktype = 'advisory') as locks,
          (select count(*) from pg_listening_channels()) as listeners,
          current_setting('idle_in_transaction_session_timeout') as timeout`.execute(drive.database.reader);
      expect(rows).toEqual([{ locks: 0, listeners: 0, timeout: '0' }]);
    });
  });
});
