import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Drive, startDrive } from '../../../../server/test/drive.ts';
import { figures, life, World } from '../../../test/two-way/life.ts';

/** SYNC_LIVES=5000 takes half an hour with TMPDIR=/dev/shm. */
const lives = Number(process.env['SYNC_LIVES'] ?? 25);
/** Repeats the lives of an earlier run. */
const seed = Number(process.env['SYNC_SEED'] ?? randomInt(2 ** 31));
/** Repeats one of them, by the path in the report of its failure. */
const path = process.env['SYNC_PATH'];
/** A database gets slow with the remains of earlier lives. */
const livesInOneDrive = 250;
const settings = { FEATURE_LIMITS: 'off', VERSIONS_KEEP: '1000', TEAM_DRIVES: 'everyone' } as const;
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings });
});
afterAll(() => drive.close());

test(
  `[P-1200] after ${lives} random lives with edits, kills and outages, all computers and the server have the same files, and none is lost`,
  { timeout: 24 * 3_600_000 },
  async () => {
    let lived = 0;
    await fc.assert(
      fc.asyncProperty(life, async (each) => {
        if ((lived += 1) % livesInOneDrive === 0) {
          await drive.close();
          drive = await startDrive({ settings });
        }
        const world = await World.begin(drive, each);
        await world.live(each);
        await world.settle();
        const [there, ...here] = await world.trees();
        for (const tree of here) expect(tree).toEqual(there);
        expect(await world.lost()).toEqual([]);
      }),
      {
        numRuns: lives,
        seed,
        ...(path !== undefined && { path }),
        endOnFailure: process.env['SYNC_LIVES'] !== undefined,
      },
    );
    // eslint-disable-next-line no-console -- the figures of a measured run
    if (process.env['SYNC_FIGURES'] !== undefined) console.log(`seed ${seed}`, Object.fromEntries(figures));
  },
);
