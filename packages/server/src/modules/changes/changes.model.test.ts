import fc from 'fast-check';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { life, liveAndCompare } from '../../../test/changes/live-and-compare.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';

/** CHANGE_LIVES=2000 takes four minutes. */
const lives = Number(process.env['CHANGE_LIVES'] ?? (inject('databaseKind') === 'postgres' ? 40 : 120));
/** A database gets slow with the remains of earlier lives. */
const livesInOneDrive = 250;
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());

test(
  `${lives} random lives with several writers: copies of the drive and of a folder that follow the feed end equal`,
  { timeout: 3_600_000 },
  async () => {
    let lived = 0;
    await fc.assert(
      fc.asyncProperty(life(8), async (each) => {
        if ((lived += 1) % livesInOneDrive === 0) {
          await drive.close();
          drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
        }
        await liveAndCompare(drive, each);
      }),
      { numRuns: lives, endOnFailure: true },
    );
  },
);
