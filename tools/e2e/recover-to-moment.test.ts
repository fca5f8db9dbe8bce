import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { queryPostgres, startPostgres } from '@drive/database/test';
import { expect, it, onTestFinished } from 'vitest';
import { admin, createKey, freshMachine, runServer, startServer, type RunningServer } from './programs.ts';

it(
  '[P-1750] a drive returns to a moment by the log of Postgres and the bytes that the grace time kept',
  { timeout: 120_000 },
  async () => {
    const { home, env: machine } = freshMachine();
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const [archive, base] = [join(home, 'archive'), join(home, 'base')];
    mkdirSync(archive, { recursive: true });
    // Postgres runs as another user.
    chmodSync(home, 0o755);
    chmodSync(archive, 0o777);
    const settings = {
      wal_level: 'replica',
      full_page_writes: 'on',
      archive_mode: 'on',
      archive_command: `cp %p ${archive}/%f`,
    };
    const postgres = await startPostgres({ isDurable: true, settings });
    onTestFinished(() => postgres.stop());
    const env = {
      ...machine,
      DRIVE_SECRET: 's'.repeat(32),
      DRIVE_DATABASE_URL: await postgres.createDatabase('drive'),
      DRIVE_PURGE_GRACE_HOURS: '192',
    };
    let server: RunningServer = await startServer(env);
    onTestFinished(() => void server.end('SIGKILL'));
    const key = await createKey(env, admin.email);
    const headers = { authorization: `Bearer ${key}` };
    const ask = (method: string, path: string, body?: string): Promise<Response> =>
      fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const storeFile = async (name: string): Promise<void> =>
      expect((await ask('PUT', `/files/by-path/${name}`, `the bytes of ${name}`)).status).toBe(201);

    await postgres.backUp(base);
    await storeFile('mistaken.txt');
    const [moment] = await queryPostgres(postgres.url, 'select now()::text as at');
    const { id } = (await (await ask('GET', '/api/files/by-path?path=/mistaken.txt')).json()) as { id: string };
    expect((await ask('DELETE', `/api/files/${id}`)).status).toBe(204);
    expect((await ask('DELETE', `/api/files/${id}/permanent`)).status).toBe(204);
    await storeFile('later.txt');
    await expect.poll(async () => (await ask('GET', '/files/by-path/mistaken.txt')).status).toBe(404);
    expect(await server.end('SIGTERM')).toBe(0);
    const [last] = await queryPostgres(postgres.url, 'select pg_walfile_name(pg_switch_wal()) as name');
    await expect
      .poll(
        async () => (await queryPostgres(postgres.url, 'select last_archived_wal as name from pg_stat_archiver'))[0],
      )
      .toEqual(last);
    await postgres.kill();

    const recovered = await startPostgres({
      baseBackup: base,
      settings: {
        wal_level: 'replica',
        archive_mode: 'off',
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: String(moment?.['at']),
        recovery_target_action: 'promote',
      },
    });
    onTestFinished(() => recovered.stop());
    await expect
      .poll(async () => (await queryPostgres(recovered.url, 'select pg_is_in_recovery() as is'))[0])
      .toEqual({ is: false });
    const again = { ...env, DRIVE_DATABASE_URL: recovered.url.replace(/postgres$/, 'drive') };
    const { stdout, stderr } = await runServer(again, 'doctor', '--read-data');
    expect(stdout).toMatch(/^orphan_blob: blob \S+ \(22 bytes\) belongs to no file\n$/);
    expect(stderr).toContain('every byte was read');
    server = await startServer(again);
    expect(await (await ask('GET', '/files/by-path/mistaken.txt')).text()).toBe('the bytes of mistaken.txt');
    expect((await ask('GET', '/files/by-path/later.txt')).status).toBe(404);
    expect(await server.end('SIGTERM')).toBe(0);
  },
);
