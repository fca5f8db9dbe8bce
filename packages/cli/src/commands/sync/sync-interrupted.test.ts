import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld, createTestDirectory } from '../../../test/fake-world.ts';
import { listFiles } from '../../../test/list-files.ts';
import { startProxy } from '../../../test/proxy.ts';
import { run } from '../../run.ts';

const at = useDrive();
const { here: path, write } = at;
const sync = (...argv: string[]) => at.on('sync', ...argv);

/** Runs a sync behind a proxy and returns its requests to the server. */
async function callsOf(...argv: string[]): Promise<string[]> {
  const proxy = await startProxy(() => at.drive.url);
  const { code, err } = await at.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'sync', ...argv);
  expect({ code, err }).toMatchObject({ code: 0 });
  return proxy.calls;
}
function refusePut(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.method !== 'PUT') return false;
  outgoing.writeHead(400, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ status: 400, code: 'upload_size_mismatch', message: 'no' }));
  return true;
}
describe('an interrupted sync', () => {
  async function interruptAfter(count: number, ...argv: string[]): Promise<void> {
    const { code, err } = await at.interruptAfter(count, 'sync', ...argv);
    expect([code, err]).toEqual([
      130,
      expect.stringMatching(
        /^error: interrupted: \d+ of [23]0 files are complete(, and .*)?; run the same command again to resume\n$/,
      ) as string,
    ]);
  }

  it('to the server resumes', async () => {
    await at.grow('/Backup/extra.txt');
    for (let number = 0; number < 30; number++) write(`in/${number % 3}/${number}.txt`);
    await interruptAfter(10, '--delete', '--parallel', '3', 'in', 'drive:/Backup');
    expect(await at.all()).toContain('/Backup/extra.txt');
    const calls = await callsOf('--delete', 'in', 'drive:/Backup');
    expect(calls.filter((call) => call.startsWith('PUT ')).length).toBeLessThan(30 - 4);
    const expected = Array.from({ length: 30 }, (_, number) => `/Backup/${number % 3}/${number}.txt`);
    expect((await at.all()).filter((name) => name.endsWith('.txt')).toSorted()).toEqual(expected.toSorted());
  });

  it('to a folder that is another one by now leaves the earlier one alone', async () => {
    for (let number = 0; number < 4; number++) write(`in/${number}.bin`, Buffer.alloc(1024 * 1024 + 1, number));
    const first = await at.interruptAfter(1, 'sync', '--delete', '--parallel', '1', 'in', 'drive:/Photos');
    expect(first.code).toBe(130);
    await at.on('mv', '/Photos', '/Photos-2025');
    const before = await at.list('/Photos-2025');
    expect(await sync('--delete', 'in', 'drive:/Photos')).toMatchObject({ code: 0 });
    expect(await at.names('/Photos')).toEqual(['0.bin', '1.bin', '2.bin', '3.bin']);
    expect(await at.list('/Photos-2025')).toEqual(before);
  });

  it('from the server resumes', async () => {
    const names = Array.from({ length: 20 }, (_, number) => `${number}.txt`);
    for (const name of names) write(`in/${name}`);
    await sync('in', 'drive:/Photos');
    write('out/extra.txt');
    await interruptAfter(5, '--delete', '--yes', '--parallel', '3', 'drive:/Photos', 'out');
    expect(existsSync(path('out/extra.txt'))).toBe(true);
    const calls = await callsOf('--delete', '--yes', 'drive:/Photos', 'out');
    expect(calls.filter((call) => call.startsWith('GET /files/')).length).toBeLessThan(20 - 3);
    expect(listFiles(path('out'))).toEqual(names.toSorted());
  });
});

describe('a replacement on this computer by something of another type', () => {
  const argv = ['sync', '--delete', '--yes', '--parallel', '1', 'drive:/Photos', 'out'];
  const isContent = ({ url }: IncomingMessage): boolean => url?.startsWith('/files/d/') === true;
  const own = (): string[] => listFiles(path('out')).filter((name) => !name.includes('.drive-new-'));

  it('resumes after an interruption, and other commands leave out what is not complete', async () => {
    await at.grow('/Photos/data', ...['1', '2', '3'].map((name) => `/Photos/box/${name}.txt`));
    for (const name of ['out/data/mine.txt', 'out/box']) write(name);
    let downloads = 0;
    const proxy = await startProxy(() => at.drive.url, {
      answer(incoming) {
        if (!isContent(incoming) || ++downloads !== 3) return false;
        world.interrupt();
        return true;
      },
    });
    const env = { ...at.env, DRIVE_BASE_URL: proxy.url };
    const world = createFakeWorld({ home: at.home, argv, env });
    expect(await run(world)).toBe(130);
    expect(own()).toEqual(['box', 'data/', 'data/mine.txt']);
    expect(listFiles(path('out')).filter((name) => name.endsWith('.txt')).length).toBeGreaterThan(1);

    expect(await sync('out', 'drive:/One')).toMatchObject({ code: 0 });
    expect(await at.on('upload', '-r', 'out', '--to', '/Two')).toMatchObject({ code: 0 });
    expect(await sync('--two-way', 'out', 'drive:/Three')).toMatchObject({ code: 0 });
    for (const folder of ['/One', '/Two/out', '/Three']) expect(await at.names(folder)).toEqual(['data', 'box']);

    const planned = await sync('--delete', '--dry-run', 'drive:/Photos', 'out');
    expect(planned.out).not.toContain('.drive-new-');
    downloads = 3;
    expect(await at.with({ env }, ...argv)).toMatchObject({ code: 0 });
    expect(downloads).toBe(3 + 2);
    const names = ['1', '2', '3'].map((name) => `box/${name}.txt`);
    expect(listFiles(path('out'))).toEqual(['box/', ...names, 'data']);
  });

  it('changes nothing if something was added to it meanwhile', async () => {
    await at.grow('/Photos/data');
    write('out/data/listed.txt');
    const proxy = await startProxy(() => at.drive.url, {
      answer(incoming) {
        if (isContent(incoming)) write('out/data/deep/later.txt');
        return false;
      },
    });
    const failed = await at.with({ env: { DRIVE_BASE_URL: proxy.url } }, ...argv);
    expect(failed.code).not.toBe(0);
    expect(failed.err).toMatch(/data can't be replaced: it was changed meanwhile; run sync again/);
    expect(own()).toEqual(['data/', 'data/deep/', 'data/deep/later.txt', 'data/listed.txt']);
    expect(await at.on(...argv)).toMatchObject({ code: 0 });
    expect(listFiles(path('out'))).toEqual(['data']);
  });

  it('changes nothing if the last step fails, and needs no byte again', async () => {
    await at.grow('/Photos/data', '/Photos/box/x.txt');
    for (const name of ['out/data/mine.txt', 'out/box']) write(name);
    const before = listFiles(path('out'));
    const { rename } = promises;
    const replaceRename = (by: typeof rename): void => {
      promises.rename = by;
      syncBuiltinESMExports();
    };
    onTestFinished(() => replaceRename(rename));
    replaceRename(async (from, to) => {
      if (String(from).endsWith('new')) throw new Error('EPERM: operation not permitted');
      return rename(from, to);
    });
    const failed = await at.on(...argv);
    expect(failed.code).not.toBe(0);
    expect(failed.err).toMatch(/can't be replaced: EPERM: operation not permitted/);
    expect(own()).toEqual(before);
    replaceRename(rename);
    const calls = await callsOf(...argv.slice(1));
    expect(calls.filter((call) => call.startsWith('GET /files/d/'))).toEqual([]);
    expect(listFiles(path('out'))).toEqual(['box/', 'box/x.txt', 'data']);
  });
});

it('on two computers at once ends with the files of both or of one, and no copies', async () => {
  const homes = [createTestDirectory(), createTestDirectory()];
  for (const [index, home] of homes.entries()) {
    for (const folder of ['a', 'b', 'c']) {
      mkdirSync(join(home, 'in', folder), { recursive: true });
      for (const name of ['same.txt', `own-${index}.txt`]) writeFileSync(join(home, 'in', folder, name), `${index}`);
    }
  }
  const both = await Promise.all(homes.map((home) => at.with({ home }, 'sync', 'in', 'drive:/Backup')));
  expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
  const names = ['', '/own-0.txt', '/own-1.txt', '/same.txt'];
  const expected = ['a', 'b', 'c'].flatMap((folder) => names.map((name) => `/Backup/${folder}${name}`));
  expect((await at.all()).toSorted()).toEqual(['/Backup', ...expected]);
});

it('is refused while another runs for the same folders', async () => {
  // Large enough to be reserved, which the journal keeps.
  write('in/a.txt', 'a'.repeat(2 * 1024 * 1024));
  const refusing = await startProxy(() => at.drive.url, { answer: refusePut });
  await at.with({ env: { DRIVE_BASE_URL: refusing.url } }, 'sync', 'in', 'drive:/Backup');
  const journals = path('.local/state/drive/uploads');
  const [journal = ''] = readdirSync(journals);
  // The process with id 1 always exists.
  writeFileSync(join(journals, journal.replace('.jsonl', '.lock')), '1');
  for (const argv of [
    ['in', 'drive:/Backup'],
    ['drive:/Backup', 'in'],
  ]) {
    const { code, err } = await at.with({ env: { DRIVE_BASE_URL: refusing.url } }, 'sync', ...argv);
    expect(code).toBe(6);
    expect(err).toMatch(/the same command is already running \(process 1\)/);
  }
  expect((await sync('in', 'drive:/Backup')).code).toBe(0);
});
