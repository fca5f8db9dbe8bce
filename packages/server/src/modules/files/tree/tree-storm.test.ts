import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { putBytes, reserveUpload } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { readBlobKeys, readPurging, readTallies } from '../../../../test/tree/tree-tallies.ts';

// Many operations run, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const quotaBytes = 100;
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { FREE_QUOTA_BYTES: String(quotaBytes) } });
});
afterAll(() => drive.close());

async function expectTruth(user: TestUser): Promise<void> {
  await drive.drain();
  const tallies = await readTallies(drive.database, user.userId);
  expect(tallies.kept).toEqual(tallies.counted);
  expect(await readPurging(drive.database, user.userId)).toEqual([]);
  expect(await readBlobKeys(drive.database, drive.blobs)).toEqual({ stray: [], missing: [] });
}

/** An upload of ten bytes of a free user, or its error code. */
async function upload(user: TestUser, name: string, parentFolderId?: string): Promise<string> {
  try {
    const wanted = { name, bytes: 10, ...(parentFolderId === undefined ? {} : { parentFolderId }) };
    await putBytes(await reserveUpload(drive, user, wanted), Buffer.alloc(10));
    return 'done';
  } catch (error) {
    return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
  }
}

test('the quota holds while purges free space for new uploads', async () => {
  const user = await drive.createUser();
  const tree = treeApi(drive, user);
  for (let round = 0; round < 4; round++) {
    const files = await Promise.all(Array.from({ length: 9 }, (_, index) => tree.file(`${round} ${index}`)));
    const trashed = files.slice(0, 6);
    await tree.trash(...trashed);
    let watching = true;
    const seen: number[] = [];
    const watch = async (): Promise<void> => {
      while (watching) seen.push((await tree.usage()).usedBytes);
    };
    const watched = watch();
    const [uploads] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, (_, index) => upload(user, `new ${round} ${index}`))),
      ...trashed.map(async (id) => expect((await tree.purge(id)).status).toBe(204)),
    ]);
    watching = false;
    await watched;
    for (const outcome of uploads) expect(['done', 'storage_quota_exceeded']).toContain(outcome);
    expect(Math.max(...seen)).toBeLessThanOrEqual(quotaBytes);
    // One upload had room, and one more with each purge.
    const done = uploads.filter((each) => each === 'done').length;
    expect(done).toBeGreaterThanOrEqual(1);
    expect(done).toBeLessThanOrEqual(7);
    expect(await tree.usage()).toEqual({ usedBytes: 30 + 10 * done, trashBytes: 0 });

    for (const { id } of (await tree.call('GET', '/api/files?limit=200')).body.files) await tree.trash(id);
    await tree.call('DELETE', '/api/files/trash');
    await expectTruth(user);
  }
});

/** Random numbers that are equal for equal seeds. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const allowed: Record<string, readonly number[]> = {
  create: [201, 404, 409],
  change: [200, 404, 409],
  moveMany: [200],
  trash: [204, 404],
  restore: [200, 404, 409],
  purge: [204, 404, 409],
  empty: [204],
  look: [200, 404],
};

async function act(
  tree: TreeApi,
  dice: (sides: number) => number,
  ids: string[],
): Promise<readonly [what: string, status: number]> {
  const one = (): string => ids[dice(ids.length)]!;
  const name = (): string => 'abcd'[dice(4)]!;
  const into = () => (dice(4) === 0 ? { moveToRoot: true } : { parentId: one() });
  switch (dice(14)) {
    case 0:
    case 1: {
      const { status, body } = await tree.call('POST', '/api/files/folders', { name: name(), parentId: one() });
      if (status === 201) ids.push(body.id);
      return ['create', status];
    }
    case 2:
      return ['change', (await tree.patch(one(), { name: name() })).status];
    case 3:
    case 4:
      return ['change', (await tree.patch(one(), into())).status];
    case 5:
      return ['change', (await tree.patch(one(), { name: name(), ...into() })).status];
    case 6: {
      const body = { ids: [one(), one(), one()], ...into() };
      return ['moveMany', (await tree.call('PATCH', '/api/files/move', body)).status];
    }
    case 7:
    case 8:
      return ['trash', (await tree.call('DELETE', `/api/files/${one()}`)).status];
    case 9:
    case 10:
    case 11:
      return ['restore', (await tree.restore(one())).status];
    case 12:
      return dice(4) === 0
        ? ['empty', (await tree.call('DELETE', '/api/files/trash')).status]
        : ['purge', (await tree.purge(one())).status];
    default:
      return ['look', (await tree.call('GET', `/api/files/${one()}/path`)).status];
  }
}

test.each([1, 2, 3, 4])('concurrent operations of every kind leave a valid tree (%i)', async (seed) => {
  const user = await drive.createUser();
  const tree = treeApi(drive, user);
  const dice = createDice(seed);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await tree.folder(name));
  for (const parent of ids.slice(0, 4)) {
    ids.push(await tree.folder('a', parent));
    ids.push(await tree.file('b', { in: parent }));
  }
  const client = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn++) {
      const [what, status] = await act(tree, dice, ids);
      expect(allowed[what]).toContain(status);
      if (turn % 20 === 10) await drive.drain();
    }
  };
  const uploader = async (): Promise<void> => {
    for (let turn = 0; turn < 15; turn++) {
      const outcome = await upload(user, 'abcd'[dice(4)]!, ids[dice(ids.length)]);
      expect(['done', 'folder_not_found', 'storage_quota_exceeded']).toContain(outcome);
    }
  };
  await Promise.all([client(), client(), client(), client(), client(), client(), uploader(), uploader()]);
  await expectTruth(user);
});
