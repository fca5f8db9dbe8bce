import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryPostgres, startPostgres, type TemporaryPostgres } from '@drive/database/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runServer } from '../programs.ts';
import { readAll } from '../read-files.ts';
import {
  clientOf,
  expectNoDamage,
  freshEnv,
  killServers,
  refusalOf,
  start,
  startCommand,
  stop,
  type Env,
} from './move-commands.ts';

afterEach(killServers);

/** Runs a statement on a stopped drive. */
function query(file: string, statement: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

/** Enough that a copy takes a while. */
const manyRows = `
  insert into audit_log (id, action, actor_kind, created_at)
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
  select 'row ' || n || ' Ü 🎈', 'test', 'server', n from numbers`;

describe('drive-server move-database', { timeout: 400_000 }, () => {
  let postgres: TemporaryPostgres;
  let databases = 0;
  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true });
  });
  afterAll(() => postgres.stop());
  const emptyDatabase = (): Promise<string> => postgres.createDatabase(`moved_${++databases}`);

  it('moves to Postgres and back to SQLite with every row, killed again and again', async () => {
    const { env: base, dataDirectory } = await freshEnv();
    const file = join(dataDirectory, 'drive.db');
    const onSqlite = { ...base, DRIVE_DATABASE_URL: '' };
    let onPostgres = { ...base, DRIVE_DATABASE_URL: await emptyDatabase() };
    await start(onSqlite);
    const client = await clientOf(onSqlite);
    for (let number = 0; number < 20; number += 1)
      await client.uploads.upload(new Blob([randomBytes(1000 + number)]), { name: `${number}.bin` });
    const { fileId } = await client.uploads.upload(new Blob(['shared']), { name: 'shared.txt' });
    const { shortUrl } = await client.shares.create(fileId);
    expect(await refusalOf(onPostgres, 'move-database', 'postgres')).toContain('Another drive-server is running');
    await stop();
    query(file, manyRows);

    for (const to of ['postgres', 'sqlite'] as const) {
      const isToPostgres = to === 'postgres';
      const source = (): Env => (isToPostgres ? onSqlite : onPostgres);
      const target = (): Env => (isToPostgres ? onPostgres : onSqlite);
      const onSource = (statement: string) =>
        isToPostgres ? query(file, statement) : queryPostgres(onPostgres.DRIVE_DATABASE_URL, statement);
      const onTarget = (statement: string) =>
        isToPostgres ? queryPostgres(onPostgres.DRIVE_DATABASE_URL, statement) : query(file, statement);
      if (!isToPostgres) renameSync(file, join(dataDirectory, 'drive.db.old'));
      await start(source());
      const before = await readAll(client);
      await stop();

      let kills = 0;
      for (let ms = 0; ; ms = ms * 2 + 100) {
        const move = startCommand(onPostgres, 'move-database', to);
        await Promise.race([move.hasSaid('copying the database').then(() => sleep(ms)), move.ended()]);
        await move.kill();
        const { code, stderr } = await move.ended();
        if (code === 0) break;
        const marks = await onSource(`select value from drive_settings where name = 'moved_to'`);
        // Killed after the last step, before the exit.
        if (marks.length > 0 && /was moved before|exists\./.test(stderr)) break;
        kills += 1;
        expect(kills).toBeLessThan(60);
        // Killed behind the copy, and the drive has changed since.
        if (stderr.includes('Name an empty one')) onPostgres = { ...base, DRIVE_DATABASE_URL: await emptyDatabase() };
        if (stderr.includes(`Delete ${file}`)) rmSync(file);
        // Until the old database is marked, the drive is there, complete.
        if (kills % 2 === 0 || marks.length > 0) continue;
        await start(source());
        expect(await readAll(client)).toEqual(before);
        await stop();
      }
      expect(kills).toBeGreaterThan(2);

      // As kills in moments too short to be met leave it: before the second of the two marks, and before both.
      const [{ value: move } = {}] = await onSource(`select value from drive_settings where name = 'moved_to'`);
      for (const isMarked of [true, false]) {
        await onTarget(`insert into drive_settings (name, value) values ('copied_from', '${String(move)}')`);
        if (!isMarked) await onSource(`delete from drive_settings where name = 'moved_to'`);
        expect(await refusalOf(target(), 'serve')).toContain(`Run again: drive-server move-database ${to}`);
        if (!isMarked) {
          const extra = `insert into audit_log (id, action, actor_kind, created_at) values ('x', 'test', 'server', 1)`;
          await onSource(extra);
          expect(await refusalOf(onPostgres, 'move-database', to)).toContain('the drive has changed since');
          await onSource(`delete from audit_log where id = 'x'`);
          // Row ids are not reused.
          await onTarget(extra);
          await onTarget(`delete from audit_log where id = 'x'`);
        }
        expect(await runServer(onPostgres, 'move-database', to)).toMatchObject({ code: 0 });
      }

      expect(await refusalOf(source(), 'serve')).toContain('was moved to');
      expect(await refusalOf(onPostgres, 'move-database', to)).toMatch(/was moved before|exists\./);
      await start(target());
      expect(await readAll(client)).toEqual(before);
      await client.uploads.upload(new Blob([to]), { name: `after ${to}.txt` });
      const share = `${base['DRIVE_BASE_URL']}${new URL(shortUrl).pathname}`;
      expect(await (await fetch(share, { headers: { 'user-agent': 'curl/8' } })).text()).toBe('shared');
      await expectNoDamage(target());
      await stop();
    }
    expect(query(file, `select count(*) as count from audit_log where action = 'test'`)).toEqual([{ count: 10_000 }]);
  });

  it('stays where it is if Postgres goes away in the middle, and refuses a server with another secret afterwards', async () => {
    const { env: base, dataDirectory } = await freshEnv();
    const env = { ...base, DRIVE_DATABASE_URL: await emptyDatabase() };
    await start({ ...base, DRIVE_DATABASE_URL: '' });
    await stop();
    query(join(dataDirectory, 'drive.db'), manyRows);
    const move = startCommand(env, 'move-database', 'postgres');
    await move.hasSaid('copying the database');
    await sleep(200);
    await postgres.kill();
    expect(await move.ended()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing is lost; run this again'),
    });
    await postgres.restart();
    await start({ ...base, DRIVE_DATABASE_URL: '' });
    await stop();
    expect(await runServer(env, 'move-database', 'postgres')).toMatchObject({ code: 0 });
    const other = { ...env, DRIVE_DATA_DIR: (await freshEnv()).dataDirectory };
    expect(await refusalOf({ ...other, DRIVE_SECRET: 'x'.repeat(40) }, 'serve')).toContain('another master secret');
  });

  it('refuses what it cannot move in one line, and changes nothing', async () => {
    const { env: base, dataDirectory } = await freshEnv();
    const url = await emptyDatabase();
    const env = { ...base, DRIVE_DATABASE_URL: url };
    expect(await refusalOf(env, 'move-database', 'postgres')).toContain('There is no data directory');
    const server = await start({ ...base, DRIVE_DATABASE_URL: '' });
    await server.end('SIGTERM');
    const used = await emptyDatabase();
    const other = { ...(await freshEnv()).env, DRIVE_DATABASE_URL: used };
    await (await start(other)).end('SIGTERM');

    for (const [settings, kind, said] of [
      [{}, 'mysql', 'moves to "postgres" or to "sqlite", not to "mysql"'],
      [{ DRIVE_DATABASE_URL: '' }, 'postgres', 'DRIVE_DATABASE_URL is not set'],
      [{ DRIVE_DATABASE_URL: '' }, 'sqlite', 'DRIVE_DATABASE_URL is not set'],
      [{ DRIVE_DATABASE_URL: 'mysql://host/x' }, 'postgres', 'DRIVE_DATABASE_URL must'],
      [{ DRIVE_DATABASE_URL: 'postgres://127.0.0.1:9/x' }, 'postgres', 'ECONNREFUSED'],
      [{ DRIVE_DATABASE_URL: used }, 'postgres', 'The database is not empty'],
      [{ DRIVE_SECRET: 'x'.repeat(40) }, 'postgres', 'DRIVE_SECRET differs from'],
      [{}, 'sqlite', 'drive.db exists'],
    ] as const)
      expect([settings, await refusalOf({ ...env, ...settings }, 'move-database', kind)]).toEqual([
        settings,
        expect.stringContaining(said),
      ]);
    rmSync(join(dataDirectory, 'drive.db'));
    expect(await refusalOf({ ...env, DRIVE_DATABASE_URL: used }, 'move-database', 'sqlite')).toContain(
      'another master secret',
    );
    expect(existsSync(join(dataDirectory, 'drive.db'))).toBe(false);
    await start(other);
  });
});
