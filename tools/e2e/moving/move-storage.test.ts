import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@drive/database/test';
import type { DriveClient } from '@drive/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listMissingCephPrograms, startCeph, type Ceph } from '../ceph.ts';
import { storageSettings } from '../cluster/start-cluster.ts';
import { runServer } from '../programs.ts';
import { readAll, sha256 } from '../read-files.ts';
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

const missing = listMissingCephPrograms();
if (missing.length > 0) console.warn(`SKIPPED: moving files to S3, because this machine lacks ${missing.join(', ')}`);

const mib = 1024 * 1024;
afterEach(killServers);

/** Uploads files one after the other until it is stopped; returns the SHA-256 of each that was acknowledged, by name. */
function keepUploading(client: DriveClient, prefix: string): { stop(): Promise<Record<string, string>> } {
  const acknowledged: Record<string, string> = {};
  let isOver = false;
  const done = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const content = randomBytes(1000 + number);
      const name = `${prefix} ${number}.bin`;
      try {
        await client.uploads.upload(new Blob([content]), { name });
        acknowledged[name] = sha256(content);
      } catch (error) {
        // The server stops in the middle of one.
        if (!isOver) await sleep(20);
        if (!(error instanceof Error)) throw error;
      }
      await sleep(10);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await done;
      return acknowledged;
    },
  };
}

function namesOf(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([key, sum]) => [key.split(' ').slice(1, -1).join(' '), sum]));
}

describe.skipIf(missing.length > 0)('drive-server move-storage', { timeout: 400_000 }, () => {
  let ceph: Ceph;
  let drives = 0;
  beforeAll(async () => {
    ceph = await startCeph();
  });
  afterAll(() => ceph.stop());

  const bucketSettings = (): Env => storageSettings(ceph.bucket, `moved-${++drives}`);

  it('moves to a bucket and back to a directory while files are uploaded, killed in the middle of each', async () => {
    const { env: base, home } = await freshEnv();
    const { DRIVE_STORAGE_URL: bucket = '', ...s3 } = bucketSettings();
    const onDisk = { ...base, ...s3 };
    const inBucket = { ...onDisk, DRIVE_STORAGE_URL: bucket };
    const back = join(home, 'back');
    const onOtherDisk = { ...onDisk, DRIVE_STORAGE_URL: `file://${back}` };

    await start(onDisk);
    const client = await clientOf(onDisk);
    const expected: Record<string, string> = {};
    for (const [number, bytes] of [...Array<number>(150).fill(20_000), 9 * mib, 20 * mib + 1].entries()) {
      const content = randomBytes(bytes);
      await client.uploads.upload(new Blob([content]), { name: `first ${number}.bin` });
      expected[`first ${number}.bin`] = sha256(content);
    }
    expect(await refusalOf(onDisk, 'move-storage', base['DRIVE_DATA_DIR']!)).toContain('DRIVE_STORAGE_URL must be');

    for (const [from, to] of [
      [onDisk, inBucket],
      [inBucket, onOtherDisk],
    ] as const) {
      const target = to['DRIVE_STORAGE_URL'];
      const uploads = keepUploading(client, `while moving to ${target.split(':')[0]}`);
      const { sessionId } = await client.uploads.create({
        fileName: `${target}.bin`.replaceAll('/', '_'),
        fileSizeBytes: mib,
        contentType: 'application/octet-stream',
      });
      const tus = { 'tus-resumable': '1.0.0' };
      const content = randomBytes(mib);
      const patch = (offset: number, end: number) =>
        fetch(`${base['DRIVE_BASE_URL']}/files/tus/${sessionId}`, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body: content.subarray(offset, end),
        });
      expect((await patch(0, 100_000)).status).toBe(204);

      // Killed at moments from the first blobs to the last; each continues where the one before was killed.
      const found: number[] = [];
      for (const ms of [150, 300, 600]) {
        const killed = startCommand(from, 'move-storage', target);
        await killed.hasSaid('are there already');
        found.push(Number(/(\d+) are there already/.exec(killed.said())?.[1]));
        await sleep(ms);
        await killed.kill();
      }
      expect(found[0]).toBe(0);
      expect(found.at(-1)).toBeGreaterThan(0);
      expect(await runServer(from, 'move-storage', target, '--copy-only')).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('everything is copied'),
      });

      // The switch was forgotten: nothing starts on half of the files.
      await stop();
      expect(await refusalOf(to, 'serve')).toContain('have not all been moved to');
      await start(from);

      const move = startCommand(from, 'move-storage', target);
      await move.hasSaid('Stop the server now');
      await sleep(300);
      await stop();
      expect(await move.ended()).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('with their sums compared'),
      });

      expect(await refusalOf(from, 'serve')).toMatch(/The files of this drive are not in|belongs to another drive/);
      await start(to);
      Object.assign(expected, await uploads.stop());
      expect(namesOf(await readAll(client))).toMatchObject(expected);
      await expectNoDamage(to);
      // The received bytes stayed behind.
      const head = await fetch(`${base['DRIVE_BASE_URL']}/files/tus/${sessionId}`, { method: 'HEAD', headers: tus });
      expect(head.headers.get('upload-offset')).toBe('0');
      expect((await patch(0, mib)).status).toBe(204);
    }
    expect(Object.keys(expected).length).toBeGreaterThan(160);
  });

  it('refuses places that cannot be the target in one line, and starts on none of them', async () => {
    const { env: base, home, dataDirectory: data } = await freshEnv();
    const s3 = bucketSettings();
    const env = { ...base, ...s3, DRIVE_STORAGE_URL: '' };
    const bucket = s3['DRIVE_STORAGE_URL']!;
    expect(await refusalOf(env, 'move-storage', bucket)).toContain('There is no data directory');
    await start(env);
    const client = await clientOf(env);
    await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });

    for (const [target, settings, said] of [
      ['ftp://host/x', {}, 'DRIVE_STORAGE_URL must'],
      ['s3://UPPER', {}, 'DRIVE_STORAGE_URL must'],
      [`file://${data}`, {}, 'is where the files are'],
      [`file://${data}/../${data.split('/').at(-1)}`, {}, 'is where the files are'],
      ['s3://nowhere/x', {}, 'There is no bucket nowhere'],
      [bucket, { AWS_ACCESS_KEY_ID: 'nobody' }, 'InvalidAccessKeyId'],
      [bucket, { DRIVE_S3_ENDPOINT: 'http://127.0.0.1:9' }, 'does not answer'],
      [bucket, { DRIVE_SMTP_URL: '', DRIVE_MAIL_FROM: '' }, 'DRIVE_SMTP_URL is needed'],
      [`file://${join(home, 'other')}`, { DRIVE_MIN_FREE_BYTES: '900TB' }, 'has too little free space'],
    ] as const)
      expect([target, await refusalOf({ ...env, ...settings }, 'move-storage', target)]).toEqual([
        target,
        expect.stringContaining(said),
      ]);
    mkdirSync(join(home, 'used/blobs/00'), { recursive: true });
    writeFileSync(join(home, 'used/blobs/00/x'), '');
    expect(await refusalOf(env, 'move-storage', `file://${home}/used`)).toContain(
      'has files. Name a place that is empty',
    );

    const other = { ...(await freshEnv()).env, ...bucketSettings() };
    const otherServer = await start(other);
    await otherServer.end('SIGTERM');
    expect(await refusalOf(env, 'move-storage', other['DRIVE_STORAGE_URL']!)).toContain('belongs to another drive');
    await stop();
    expect(await refusalOf({ ...env, DRIVE_STORAGE_URL: bucket }, 'serve')).toContain('drive-server move-storage');

    // A target that goes away in the middle.
    await start(env);
    for (let number = 0; number < 30; number += 1)
      await client.uploads.upload(new Blob([randomBytes(mib)]), { name: `${number}.bin` });
    const move = startCommand(env, 'move-storage', bucket);
    await move.hasSaid('are there already');
    await ceph.killGateway();
    const { code, stderr } = await move.ended();
    await ceph.startGateway();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/The move stopped: .*Solve this and run the same again|does not answer/),
    ]);
    await stop();
    const before = await (await start(env), readAll(client));
    await stop();
    expect(await runServer(env, 'move-storage', bucket)).toMatchObject({ code: 0 });
    await start({ ...env, DRIVE_STORAGE_URL: bucket });
    expect(await readAll(client)).toEqual(before);
  });

  it('stays where it is while a file is damaged, and names it', async () => {
    const { env: base, dataDirectory } = await freshEnv();
    const s3 = bucketSettings();
    const env = { ...base, ...s3, DRIVE_STORAGE_URL: '' };
    await start(env);
    const client = await clientOf(env);
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    await stop();
    const [blob = ''] = readdirSync(join(dataDirectory, 'blobs'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes('/'),
    );
    writeFileSync(join(dataDirectory, 'blobs', blob), 'jello');
    const { code, stderr } = await runServer(env, 'move-storage', s3['DRIVE_STORAGE_URL']!);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`file ${fileId} "a.txt" is not what was uploaded`)]);
    writeFileSync(join(dataDirectory, 'blobs', blob), 'hello');
    expect(await runServer(env, 'move-storage', s3['DRIVE_STORAGE_URL']!)).toMatchObject({ code: 0 });
  });
});

describe('drive-server move-storage between directories', { timeout: 200_000 }, () => {
  it.each(['SQLite', 'Postgres'])('lets no server start where a move was given up, on %s', async (kind) => {
    const postgres = kind === 'Postgres' ? await startPostgres({ isDurable: true }) : undefined;
    const { env: base, home } = await freshEnv();
    const env = { ...base, DRIVE_DATABASE_URL: postgres?.url ?? '' };
    const at = (name: string): Env => ({ ...env, DRIVE_STORAGE_URL: `file://${join(home, name)}` });
    const move = (from: Env, name: string, ...args: string[]) =>
      runServer(from, 'move-storage', `file://${join(home, name)}`, ...args);
    const refusal = kind === 'Postgres' ? 'files in another directory' : 'The files of this drive are not in';
    try {
      await start(env);
      const client = await clientOf(env);
      await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
      await stop();

      for (const name of ['first', 'second']) expect(await move(env, name, '--copy-only')).toMatchObject({ code: 0 });
      expect(await refusalOf(at('first'), 'serve')).toContain(refusal);
      expect(await refusalOf(at('second'), 'serve')).toContain('have not all been moved to');
      // As after a kill before the place got its id, or if it was emptied to give up.
      rmSync(join(home, 'second'), { recursive: true });
      expect(await refusalOf(at('second'), 'serve')).toContain(refusal);
      expect(await refusalOf(at('first'), 'move-storage', `file://${join(home, 'third')}`)).toContain(
        'The files of this drive are not in',
      );
      await start(env);
      await client.uploads.upload(new Blob(['again']), { name: 'b.txt' });
      await stop();

      expect(await move(env, 'third')).toMatchObject({ code: 0 });
      for (const old of [env, at('first')]) expect(await refusalOf(old, 'serve')).toContain(refusal);
      await start(at('third'));
      expect(Object.keys(await readAll(client))).toHaveLength(2);
      await expectNoDamage(at('third'));
      await stop();

      // Blobs that were put elsewhere by hand, without the file that has their id.
      if (kind === 'Postgres') return;
      rmSync(join(home, 'third', 'storage.id'));
      expect(await move(at('third'), 'fourth', '--copy-only')).toMatchObject({ code: 0 });
      await start(at('third'));
    } finally {
      await killServers();
      await postgres?.stop();
    }
  });
});
