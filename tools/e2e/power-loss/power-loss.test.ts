import { expect, it } from 'vitest';
import { Broken } from '../crash-uploads.ts';
import { compiler } from './disk-log.ts';
import { runPowerLoss } from './power-loss.ts';

if (compiler === undefined) process.stderr.write('SKIPPED: images of a power loss, for want of a C compiler\n');

it.skipIf(compiler === undefined)(
  'every image that a power loss may leave contains everything acknowledged, byte for byte',
  { timeout: 180_000 },
  async () => {
    const report = await runPowerLoss(6, { recordMs: 4000 });
    expect(report.images).toBe(6);
    // A busy machine answers few calls in this time.
    expect(report.answered).toBeGreaterThan(20);
    expect(report.filesFound).toBeGreaterThan(0);
    expect(report.eventsFound).toBeGreaterThan(0);
  },
);

it.skipIf(compiler === undefined)(
  'a server that acknowledges unsynced writes is detected',
  { timeout: 120_000 },
  async () => {
    await expect(runPowerLoss(10, { recordMs: 2000, ignoresSyncs: true })).rejects.toThrow(Broken);
  },
);
