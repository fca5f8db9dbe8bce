import fc from 'fast-check';
import { test } from 'vitest';
import { life, liveAndCompare } from '../../../test/changes/live-and-compare.ts';
import { serverCount } from '../../../test/drive.ts';
import { drive, driveForAllTests } from '../../../test/use-drive.ts';

driveForAllTests();

/** `changes.model.test.ts` has more; on three servers this is the only one. */
const lives = serverCount === 1 ? 20 : 60;

test(
  'copies of a drive and of a folder that follow the feed end equal, whatever several writers do at the same time',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(life(6), (each) => liveAndCompare(drive, each)),
      { numRuns: lives, endOnFailure: true },
    );
  },
);
