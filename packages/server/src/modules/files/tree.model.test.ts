import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { createHttpSubject } from '../../../test/tree-http-subject.ts';
import { same } from '../../../test/tree-looks.ts';
import { TreeModel } from '../../../test/tree-model.ts';
import { lifeOf, type Life } from '../../../test/tree-steps.ts';
import { createTreeWorld, thumbnailBytes, type TreeSubject } from '../../../test/tree-subject.ts';
import { readBlobKeys, readTallies } from '../../../test/tree-tallies.ts';

const onPostgres = inject('databaseKind') === 'postgres';

/** A life from its beginning until nothing is left of it. */
async function live(subject: TreeSubject, quotaBytes: number, { steps, end }: Life): Promise<void> {
  const model = new TreeModel(subject, quotaBytes);
  await model.live(steps);
  await expectTruth(subject, await model.settle());
  await model.clear(end);
  await expectTruth(subject, { strayThumbnails: 0 });
}

async function expectTruth(subject: TreeSubject, { strayThumbnails }: { readonly strayThumbnails: number }) {
  const { kept, counted } = await readTallies(subject.database, subject.ownerId);
  same(kept, counted);
  const { stray, missing } = await readBlobKeys(subject.database, subject.blobs);
  same(missing, []);
  expect(stray.length).toBeLessThanOrEqual(strayThumbnails);
  for (const key of stray) {
    expect(await subject.blobs.find(key)).toMatchObject({ bytes: thumbnailBytes });
    await subject.blobs.delete(key);
  }
}

const lives = onPostgres ? 300 : 2000;
/** A database gets slow with what earlier lives left in it. */
const livesInOneWorld = 100;

test(`${lives} lives of a tree go as the contract says, whenever the process dies`, { timeout: 600_000 }, async () => {
  let lived = 0;
  const newWorld = () => createTreeWorld({ searchesInMemory: (lived / livesInOneWorld) % 2 === 1 });
  let world = await newWorld();
  try {
    await fc.assert(
      fc.asyncProperty(lifeOf({ mayDie: true }), fc.integer({ min: 200, max: 3000 }), async (life, quota) => {
        lived += 1;
        if (lived % livesInOneWorld === 0) {
          await world.close();
          world = await newWorld();
        }
        await live(await world.addSubject(quota), quota, life);
      }),
      { numRuns: lives },
    );
  } finally {
    await world.close();
  }
  expect(lived).toBeGreaterThanOrEqual(lives);
});

const livesOverHttp = onPostgres ? 30 : 100;
const quotaOverHttp = 2000;
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { FREE_QUOTA_BYTES: String(quotaOverHttp), FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());

test(
  `${livesOverHttp} lives over HTTP do, bytes and restarts of the server included`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(lifeOf({ mayDie: false }), async (life) => {
        await live(createHttpSubject(drive, await drive.createUser()), quotaOverHttp, life);
      }),
      { numRuns: livesOverHttp },
    );
  },
);
