import fc from 'fast-check';
import { test } from 'vitest';
import { life, liveAndCompare } from '../../../test/changes/live-and-compare.ts';
import { drive, driveForAllTests } from '../../../test/use-drive.ts';

driveForAllTests();

test('copies of a drive and of a folder that follow the feed end equal, whatever several writers do at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(life(6), (each) => liveAndCompare(drive, each)),
    { numRuns: 20, endOnFailure: true },
  );
});
