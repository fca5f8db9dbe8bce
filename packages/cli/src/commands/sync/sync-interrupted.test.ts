import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { createTestDirectory } from '../../../test/fake-world.ts';
import { listFiles } from '../../../test/list-files.ts';
import { startProxy } from '../../../test/proxy.ts';

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
