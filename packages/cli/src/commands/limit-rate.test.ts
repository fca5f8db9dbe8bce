import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';

const user = useDrive({ settings: { ANONYMOUS_UPLOADS: 'on' } });
const KiB = 1024;

beforeEach(() => {
  for (const name of ['a.bin', 'b.bin']) writeFileSync(join(user.home, name), Buffer.alloc(100 * KiB, name));
});

/** Runs a command and returns the seconds that the last of its bytes have to wait. The clock of the command stands still. */
async function secondsOf(...argv: readonly string[]): Promise<number> {
  const now = Date.now();
  let waitedMs = 0;
  const sleep = async (ms: number): Promise<void> => void (waitedMs = Math.max(waitedMs, ms));
  const { code, err } = await user.with({ now: () => now, sleep }, ...argv);
  expect({ code, err }).toMatchObject({ code: 0 });
  return waitedMs / 1000;
}

it('delays the bytes of all uploads of a command together', async () => {
  expect(await secondsOf('upload', 'a.bin', 'b.bin', '--limit-rate', '50KiB')).toBe(4);
  expect(await secondsOf('upload', 'a.bin', '--to', '/tus', '--resumable', '--limit-rate', '100K')).toBe(1);
  expect(await secondsOf('upload', 'a.bin', '--to', '/shared', '--share', '--limit-rate', '0.1MiB/s')).toBeCloseTo(
    1,
    1,
  );
  expect(await secondsOf('upload', '--anonymous', 'a.bin', '--limit-rate', '100KiB')).toBe(1);
  expect(await secondsOf('sync', '.', 'drive:/synced', '--limit-rate', '100KiB')).toBeCloseTo(2, 1);
  expect(await secondsOf('upload', 'a.bin', '--to', '/free')).toBe(0);
});

it('delays the bytes of all downloads of a command together', async () => {
  await user.on('upload', 'a.bin', 'b.bin', '--to', '/box');
  expect(await secondsOf('download', '/box', '-o', 'out', '--limit-rate', '100KiB')).toBe(2);
  expect(readdirSync(join(user.home, 'out/box'))).toEqual(['a.bin', 'b.bin']);
  expect(await secondsOf('cat', '/box/a.bin', '--limit-rate', '100KiB')).toBe(1);
  expect(await secondsOf('archive', '/box', '-o', 'x.zip', '--limit-rate', '100KiB')).toBeGreaterThan(2);
  const link = (await user.on('share', '/box')).out.trim();
  expect(await secondsOf('download', link, '-o', 'shared', '--limit-rate', '100KiB')).toBe(2);
  expect(await secondsOf('download', link, '--zip', '-o', '-', '--limit-rate', '100KiB')).toBeGreaterThan(2);
});

it.each(['0', 'fast', '1KiB', 'none'])('refuses the rate %s and names the flag', async (rate) => {
  const { code, err } = await user.on('upload', 'a.bin', '--limit-rate', rate);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/--limit-rate.*at least 16KiB/) as string });
});
