import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBallast, type Ballast, type BallastOptions } from './ballast.ts';

describe('the ballast file', () => {
  let directory: string;
  let path: string;
  let options: BallastOptions;
  let ballast: Ballast;
  let free: number;
  let now = 0;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'drive-ballast-'));
    path = join(directory, 'ballast');
    const freeSpace = {
      bytes: async () => free,
      usableBytes: async () => free,
      require: async () => undefined,
      requireOwed: () => undefined,
      take: () => undefined,
    };
    options = { directory, bytes: 2_500_000, minFreeBytes: 10_000_000, freeSpace, clock: { now: () => now } };
    ballast = createBallast(options);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.size === 2_500_000;

  it('is allocated while there is enough room', async () => {
    free = 12_000_000;
    await ballast.adjust();
    expect(isThere()).toBe(false);
    free = 16_000_000;
    await ballast.adjust();
    expect(isThere()).toBe(true);
    expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(2_500_000);
  });

  it('[P-510] is released when the disk is full, and allocated again only when there is room', async () => {
    free = 16_000_000;
    await ballast.adjust();
    free = 700_000;
    await ballast.adjust();
    expect(isThere()).toBe(true);
    free = 600_000;
    await ballast.adjust();
    expect(isThere()).toBe(false);
    free = 3_000_000;
    await ballast.adjust();
    expect(isThere()).toBe(false);
    free = 20_000_000;
    await ballast.adjust();
    expect(isThere()).toBe(true);
  });

  it('is released at once for a write without room, and counts as missing until it is allocated again', async () => {
    free = 16_000_000;
    expect(await ballast.release()).toBe(false);
    await ballast.adjust();
    expect(ballast.owedBytes()).toBe(0);
    expect([await ballast.release(), await ballast.release()]).toEqual([true, false]);
    expect(isThere()).toBe(false);
    expect(ballast.owedBytes()).toBe(2_500_000);
    free = 3_000_000;
    await ballast.adjust();
    expect(ballast.owedBytes()).toBe(2_500_000);
    free = 20_000_000;
    await ballast.adjust();
    expect([isThere(), ballast.owedBytes()]).toEqual([true, 0]);
  });

  it('counts as missing if another process released it, before or after the start', async () => {
    free = 16_000_000;
    await ballast.adjust();
    const other = createBallast(options);
    expect(other.owedBytes()).toBe(0);
    await ballast.release();
    now += 100;
    expect([other.owedBytes(), createBallast(options).owedBytes()]).toEqual([2_500_000, 2_500_000]);
  });
});
