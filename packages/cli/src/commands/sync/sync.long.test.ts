import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const at = useDrive();
const folders = 40;
const filesPerFolder = 99;

it(
  'makes no write and under 30 calls for 4,000 unchanged items, in either direction',
  { timeout: 600_000 },
  async () => {
    for (let folder = 0; folder < folders; folder++) {
      const directory = join(at.home, `in/folder-${folder}`);
      mkdirSync(directory, { recursive: true });
      for (let file = 0; file < filesPerFolder; file++)
        writeFileSync(join(directory, `${file}.txt`), `${folder}/${file}`);
    }
    // Signed URLs contain their expiry by the server's clock.
    at.drive.clock.advance(Date.now() - at.drive.clock.now());
    const proxy = await startProxy(() => at.drive.url);
    const run = async (...argv: string[]) => {
      const first = proxy.calls.length;
      const began = performance.now();
      const { code, out, err } = await at.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'sync', ...argv);
      expect({ code, err }).toMatchObject({ code: 0 });
      const calls = proxy.calls.slice(first);
      const writes = calls.filter((call) => !call.startsWith('GET ')).length;
      const figures = { argv, seconds: (performance.now() - began) / 1000, calls: calls.length, writes };
      // eslint-disable-next-line no-console -- the figures of a measured run
      if (process.env['SYNC_FIGURES'] !== undefined) console.log(figures);
      return { out, err, calls, writes };
    };
    const expectUnchanged = ({ out, err, calls, writes }: Awaited<ReturnType<typeof run>>): void => {
      expect(err).toContain('nothing to do, 3,960 files unchanged');
      expect({ out, writes }).toEqual({ out: '', writes: 0 });
      expect(calls.length).toBeLessThan(30);
    };

    await run('in', 'drive:/Backup');
    expectUnchanged(await run('--delete', 'in', 'drive:/Backup'));
    // A page of the listing, URLs of 200 files, and the bytes.
    expect((await run('drive:/Backup', 'out')).calls.length).toBeLessThan(folders * filesPerFolder + 50);
    expectUnchanged(await run('--delete', 'drive:/Backup', 'out'));

    // Like a fresh checkout: other times, equal content.
    for (let file = 0; file < filesPerFolder; file++) utimesSync(join(at.home, `in/folder-7/${file}.txt`), file, file);
    expectUnchanged(await run('in', 'drive:/Backup'));
    rmSync(join(at.home, 'in/folder-3'), { recursive: true });
    const removing = await run('--delete', 'in', 'drive:/Backup');
    expect(removing.out).toBe('trash         folder-3\n');
    expect(removing.writes).toBe(1);
    expect(statSync(join(at.home, 'out/folder-3/1.txt')).size).toBe(3);
  },
);
