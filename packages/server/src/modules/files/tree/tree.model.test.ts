import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { createHttpSubject } from '../../../../test/tree/tree-http-subject.ts';
import { same } from '../../../../test/tree/tree-looks.ts';
import { TreeModel } from '../../../../test/tree/tree-model.ts';
import { versionsKept } from '../../../../test/tree/tree-reference.ts';
import { lifeOf, type Life } from '../../../../test/tree/tree-steps.ts';
import {
  createTreeWorld,
  thumbnailBytes,
  type TreeSubject,
  type TreeWorld,
} from '../../../../test/tree/tree-subject.ts';
import { readBlobKeys, readPurging, readTallies } from '../../../../test/tree/tree-tallies.ts';

const onPostgres = inject('databaseKind') === 'postgres';
const livesInOneWorld = 100;

/** Runs a random history until the tree is empty. */
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
  same(await readPurging(subject.database, subject.ownerId), []);
  const { stray, missing } = await readBlobKeys(subject.database, subject.blobs);
  same(missing, []);
  expect(stray.length).toBeLessThanOrEqual(strayThumbnails);
  for (const key of stray) {
    expect(await subject.blobs.find(key)).toMatchObject({ bytes: thumbnailBytes });
    await subject.blobs.delete(key);
  }
}

/**
 * Each world runs one history, every second of them with the in-memory search: a database gets slow with the remains of
 * earlier histories, and a failure must not affect the next one.
 */
function createWorlds() {
  let world: TreeWorld | undefined;
  let worlds = 0;
  let lived = 0;
  let livedHere = 0;
  const leave = async (): Promise<void> => {
    await world?.close();
    world = undefined;
    livedHere = 0;
  };
  return {
    lived: () => lived,
    use: async (run: (world: TreeWorld) => Promise<void>): Promise<void> => {
      if (livedHere === livesInOneWorld) await leave();
      world ??= await createTreeWorld({ searchesInMemory: (worlds += 1) % 2 === 0 });
      try {
        await run(world);
        lived += 1;
        livedHere += 1;
      } catch (error) {
        await leave();
        throw error;
      }
    },
    close: leave,
  };
}

const lives = onPostgres ? 80 : 500;

test(
  `${lives} random histories of a tree match the contract, with crashes and disk failures at any point`,
  { timeout: 600_000 },
  async () => {
    const worlds = createWorlds();
    try {
      await fc.assert(
        fc.asyncProperty(lifeOf({ mayFail: true }), fc.integer({ min: 200, max: 3000 }), (life, quota) =>
          worlds.use(async (world) => live(await world.addSubject(quota), quota, life)),
        ),
        { numRuns: lives },
      );
    } finally {
      await worlds.close();
    }
    expect(worlds.lived()).toBeGreaterThanOrEqual(lives);
  },
);

const livesOverHttp = onPostgres ? 15 : 50;
const quotaOverHttp = 2000;
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({
    settings: {
      FREE_QUOTA_BYTES: String(quotaOverHttp),
      FEATURE_LIMITS: 'off',
      VERSIONS_KEEP: String(versionsKept),
    },
  });
});
afterAll(() => drive.close());

test(
  `${livesOverHttp} random histories over HTTP match, including bytes and restarts of the server`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(lifeOf({ mayFail: false }), async (life) => {
        await live(createHttpSubject(drive, await drive.createUser()), quotaOverHttp, life);
      }),
      { numRuns: livesOverHttp },
    );
  },
);
