import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listBlobs } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { ContentOracle, versionsKept, type ContentStep } from '../../../../test/tree/content-oracle.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', VERSIONS_KEEP: String(versionsKept) } });
});
afterAll(() => drive.close());

const file = fc.nat(20);
const step: fc.Arbitrary<ContentStep> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'upload' } as const) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('copy', 'copyFolder'), file }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('replace'), file }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('trash', 'restore', 'purge'), file }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('restoreVersion', 'removeVersion'), file }) },
  { weight: 1, arbitrary: fc.constant({ do: 'drain' } as const) },
);

const lives = inject('databaseKind') === 'postgres' ? 25 : 100;

test(
  `[P-688] ${lives} random histories of copies keep every content that is referred to, and no other`,
  {
    timeout: 600_000,
  },
  async () => {
    let contentsBefore = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const oracle = new ContentOracle(drive, await drive.createUser());
        await oracle.start();
        for (const each of steps) await oracle.perform(each);
        await oracle.verify();
        const stored = (await listBlobs(drive)).blobs.length;
        expect(stored - contentsBefore).toBe(oracle.countContents());
        contentsBefore = stored;
      }),
      { numRuns: lives, endOnFailure: true },
    );
  },
);
