import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as immediate } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import {
  admin,
  createKey,
  freshMachine,
  liftedLimits,
  runServer,
  serverCommand,
  startServer,
  type RunningServer,
} from './programs.ts';
import { readAll, sha256 } from './read-files.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL');
});

const contentOf = (number: number): Uint8Array<ArrayBuffer> =>
  Buffer.alloc(1000 + number * 4099, createHash('sha256').update(`content ${number}`).digest());

async function start(env: Record<string, string>): Promise<{ server: RunningServer; client: DriveClient }> {
  const server = await startServer({ ...env, ...liftedLimits });
  running.push(server);
  return { server, client: new DriveClient({ baseUrl: server.url, apiKey: await createKey(env, admin.email) }) };
}

const upload = (client: DriveClient, number: number) =>
  client.uploads.upload(new Blob([contentOf(number)]), { name: `file ${number}.bin` });

/** Every row of every table. */
function rowsOf(databaseFile: string): Record<string, unknown[]> {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        database.prepare(`select * from "${String(name)}" order by rowid`).all(),
      ]),
    );
  } finally {
    database.close();
  }
}

// Each test starts some twenty programs.
describe('a backup', { timeout: 90_000 }, () => {
  it('[P-511] taken during changes and restored on another machine has every file', async () => {
    const { env, home } = freshMachine();
    const { server, client } = await start(env);
    for (let number = 0; number < 20; number += 1) await upload(client, number);
    const team = await client.drives.create({ name: 'Design' });
    await client.uploads.upload(new Blob(['of the team']), { name: 'logo.svg', parentId: team.rootId });
    let isOver = false;
    const load = (async () => {
      for (let number = 20; !isOver; number += 1) {
        const { fileId } = await upload(client, number);
        if (number % 3 !== 0) continue;
        await client.files.trash(fileId);
        await client.trash.purge(fileId);
      }
    })();
    const file = join(home, 'drive.tar');
    const folder = `${join(home, 'backups')}/`;
    for (const target of [file, folder, folder])
      expect(await runServer(env, 'backup', target)).toMatchObject({ code: 0, stdout: '' });
    isOver = true;
    await load;

    for (const target of [file, folder]) {
      expect(await runServer(env, 'restore', target, '--check')).toMatchObject({ code: 0 });
      const other = freshMachine();
      expect(await runServer(other.env, 'restore', target)).toMatchObject({ code: 0 });
      expect(await runServer(other.env, 'doctor', '--read-data')).toMatchObject({ code: 0, stdout: '' });
      const restored = await start(other.env);
      const files = await readAll(restored.client);
      for (let number = 0; number < 20; number += 1)
        expect(Object.entries(files)).toContainEqual([
          expect.stringContaining(` file ${number}.bin ${contentOf(number).length}`),
          sha256(contentOf(number)),
        ]);
      const logo = await restored.client.files.getByPath('/logo.svg', { driveId: team.id });
      expect(await (await restored.client.files.downloadBlob(logo.id)).text()).toBe('of the team');
    }

    const before = await readAll(client);
    const { shortUrl } = await client.shares.create(Object.keys(before)[0]?.split(' ')[0] ?? '');
    const again = await runServer(env, 'backup', folder);
    expect(again.stderr).toMatch(/backed up \d+ blobs \(\d+ new\)/);
    await server.end('SIGTERM');
    const fourth = freshMachine();
    const whole = join(home, 'whole.tar');
    expect(await runServer(env, 'backup', whole)).toMatchObject({ code: 0 });
    // Images have no directory for temporary files.
    const bare = { ...fourth.env, TMPDIR: join(home, 'nowhere') };
    expect(await runServer(bare, 'restore', whole)).toMatchObject({ code: 0 });
    expect(await runServer(bare, 'restore', whole, '--check')).toMatchObject({ code: 0 });
    expect(await runServer(bare, 'backup', '-')).toMatchObject({ code: 0 });
    expect(readdirSync(fourth.dataDirectory).filter((name) => name.startsWith('.'))).toEqual([]);
    const rows = rowsOf(join(env.DRIVE_DATA_DIR ?? '', 'drive.db'));
    expect(Object.keys(rows).length).toBeGreaterThan(30);
    expect(rows['items']?.length).toBeGreaterThan(20);
    expect(rowsOf(join(fourth.dataDirectory, 'drive.db'))).toEqual(rows);

    const third = freshMachine();
    expect(await runServer(third.env, 'restore', folder)).toMatchObject({ code: 0 });
    const restored = await start(third.env);
    expect(await readAll(restored.client)).toEqual(before);
    const linked = await fetch(`${restored.server.url}${new URL(shortUrl).pathname}`, {
      headers: { 'user-agent': 'curl/8' },
    });
    expect(Object.values(before)).toContain(sha256(new Uint8Array(await linked.arrayBuffer())));
  }, 240_000);

  it('[P-512] that is damaged, truncated or another file is refused, and nothing is restored', async () => {
    const { env, home, dataDirectory } = freshMachine();
    const { server, client } = await start(env);
    for (let number = 0; number < 3; number += 1) await upload(client, number);
    await server.end('SIGTERM');
    const file = join(home, 'drive.tar');
    expect(await runServer(env, 'backup', file)).toMatchObject({ code: 0 });
    const whole = readFileSync(file);
    const altered = Buffer.from(whole);
    // The first blob follows a header of 512 bytes.
    altered[600] = altered[600]! ^ 1;
    const damaged: Record<string, Buffer> = {
      'one bit is another': altered,
      'cut in a blob': whole.subarray(0, 3000),
      'cut before the manifest': whole.subarray(0, whole.length - 3000),
      'no backup at all': Buffer.from('a text about backups'),
      nothing: Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(damaged)) {
      const path = join(home, `${name}.tar`);
      writeFileSync(path, bytes);
      const other = freshMachine();
      const { code, stderr } = await runServer(other.env, 'restore', path);
      expect({ name, code, stderr }).toEqual({
        name,
        code: 1,
        stderr: expect.stringMatching(/^drive-server: .*backup/i),
      });
      const left = existsSync(other.dataDirectory) ? readdirSync(other.dataDirectory) : [];
      expect(left.filter((each) => each !== 'server.lock')).toEqual([]);
    }
    const secret = { DRIVE_SECRET: 'another-secret-than-it-was-backed-up-with' };
    expect(await runServer({ ...freshMachine().env, ...secret }, 'restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DRIVE_SECRET differs from that of the server'),
    });
    const replaced = {
      ...secret,
      DRIVE_SECRET_PREVIOUS: readFileSync(join(dataDirectory, 'secret.key'), 'utf8').trim(),
    };
    expect(await runServer({ ...freshMachine().env, ...replaced }, 'restore', file)).toMatchObject({ code: 0 });
    expect(await runServer(env, 'restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('empty data directory only'),
    });
  });

  it('stays intact if the next one is interrupted, and an interrupted restore is restarted', async () => {
    const { env, home } = freshMachine();
    const { server, client } = await start(env);
    await upload(client, 0);
    const folder = join(home, 'backups');
    mkdirSync(folder);
    expect(await runServer(env, 'backup', folder)).toMatchObject({ code: 0 });
    await upload(client, 1);
    await server.end('SIGTERM');
    // The remains of a killed backup: new blobs, and a work directory.
    mkdirSync(join(folder, '.unfinished-1'));
    mkdirSync(join(folder, 'blobs', 'abc'));
    writeFileSync(join(folder, 'blobs', 'abc', 'def'), 'half');
    expect(await runServer(env, 'restore', folder, '--check')).toMatchObject({ code: 0 });

    const other = freshMachine();
    mkdirSync(join(other.dataDirectory, 'blobs'), { recursive: true });
    writeFileSync(join(other.dataDirectory, 'restore-unfinished'), '');
    expect(await runServer(other.env, 'serve')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was interrupted. Run it again'),
    });
    expect(await runServer(env, 'backup', folder)).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).not.toContain('.unfinished-1');
    expect(await runServer(other.env, 'restore', folder)).toMatchObject({ code: 0 });
    const restored = await start(other.env);
    expect(Object.values(await readAll(restored.client)).toSorted()).toEqual(
      [0, 1].map((number) => sha256(contentOf(number))).toSorted(),
    );
  });

  it('is written by the server itself, survives a kill in the middle, and the newest are kept', async () => {
    const { env, home } = freshMachine();
    const folder = join(home, 'kept');
    mkdirSync(folder);
    const { server, client } = await start({ ...env, DRIVE_BACKUP_DIR: folder, DRIVE_BACKUP_KEEP: '2' });
    for (let number = 0; number < 3; number += 1) await upload(client, number);
    const [job] = (await client.admin.jobs.list({ name: 'backups.run' })).items;
    await client.admin.jobs.retry(job?.id ?? '');
    let { backups } = await client.admin.stats();
    while ((backups?.kept ?? 0) === 0 && backups?.failure == null) ({ backups } = await client.admin.stats());
    expect(backups).toMatchObject({ kept: 1, failure: null });
    const completeOnes = () => readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
    const [first] = completeOnes();

    await upload(client, 3);
    const killed = spawn(serverCommand[0], [...serverCommand.slice(1), 'backup', folder, '--keep', '2'], { env });
    while (!readdirSync(folder).some((name) => name.startsWith('.unfinished-'))) await immediate();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(completeOnes()).toEqual([first]);
    expect(readdirSync(folder).some((name) => name.startsWith('.unfinished-'))).toBe(true);

    const noRoom = await runServer({ ...env, DRIVE_MIN_FREE_BYTES: '8000TiB' }, 'backup', folder, '--keep', '2');
    expect(noRoom).toMatchObject({ code: 1, stderr: expect.stringContaining('too little free space') });
    expect(completeOnes()).toEqual([first]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.unfinished-'))).toEqual([]);

    for (let count = 0; count < 2; count += 1)
      expect(await runServer(env, 'backup', folder, '--keep', '2')).toMatchObject({ code: 0 });
    const kept = completeOnes();
    expect(kept).toHaveLength(2);
    expect(kept).not.toContain(first);
    // One of the two blobs of both backups, stored once.
    const [directory = ''] = readdirSync(join(folder, kept[0]!, 'blobs'));
    const [blob = ''] = readdirSync(join(folder, kept[0]!, 'blobs', directory));
    expect(statSync(join(folder, kept[1]!, 'blobs', directory, blob)).nlink).toBe(2);
    const damaged = join(folder, '2020-01-01T00-00-00-000Z');
    mkdirSync(damaged);
    expect(await runServer(env, 'backup', folder, '--keep', '2')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${damaged} is an earlier backup whose manifest cannot be read`),
    });
    expect(completeOnes()).toEqual(['2020-01-01T00-00-00-000Z', kept[1], expect.any(String)]);
    const lock = new DatabaseSync(join(folder, 'server.lock'));
    lock.exec('begin exclusive');
    expect(await runServer(env, 'backup', folder, '--keep', '2')).toMatchObject({
      code: 1,
      stderr: `drive-server: Another backup is being written into ${folder}. Try again when it has ended.\n`,
    });
    lock.close();
    const files = await readAll(client);
    await server.end('SIGTERM');

    const other = freshMachine();
    expect(await runServer(other.env, 'restore', join(folder, kept[1]!))).toMatchObject({ code: 0 });
    const restored = await start(other.env);
    expect(await readAll(restored.client)).toEqual(files);
    expect(await runServer(env, 'backup', join(home, 'nowhere'), '--keep', '2')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a directory: create it, or mount the disk it is on'),
    });
  });
});
