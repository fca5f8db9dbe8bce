import { limits, type BatchFailure, type Item } from '@drive/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

let mine: TreeApi;
/** Adds items without HTTP. */
let tree: Tree;

driveForAllTests();
beforeAll(() => {
  tree = treeOn(drive);
});
beforeEach(() => {
  mine = treeApi(drive, user);
});

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const actions = ['trash', 'restore', 'delete'] as const;

interface Outcome {
  readonly updated: readonly Item[];
  readonly failed: readonly BatchFailure[];
}
async function batch(action: (typeof actions)[number], ids: readonly string[]): Promise<Outcome & { status: number }> {
  const { status, body } = await mine.call('POST', `/api/files/${action}`, { ids });
  return { status, ...(body as Outcome) };
}
const files = async (count: number, folderId: string | null = null): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await tree.upload(user.userId, `${n}.txt`, { folderId, sizeBytes: 10 })).id);
  return ids;
};
const expectTrueCounts = async (): Promise<void> => {
  const { kept, counted } = await readTallies(drive.database, user.userId);
  expect(kept).toEqual(counted);
};

describe('a batch', () => {
  test('trashes, restores and deletes 200 items, each counted once', async () => {
    const folder = await mine.folder('many');
    const ids = await files(limits.itemBatch, folder);
    const trashed = await batch('trash', ids);
    expect([trashed.status, trashed.failed]).toEqual([200, []]);
    expect(trashed.updated.map(({ id }) => id)).toEqual(ids);
    expect(trashed.updated.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    expect(await mine.names(folder)).toEqual([]);
    expect(await mine.get(folder)).toMatchObject({ size: 0 });
    expect(await mine.usage()).toEqual({ usedBytes: 2000, trashBytes: 2000 });
    await expectTrueCounts();

    const restored = await batch('restore', ids);
    expect([restored.status, restored.failed]).toEqual([200, []]);
    expect(restored.updated[0]).toEqual(await mine.get(ids[0]!));
    expect(restored.updated.map(({ id }) => id)).toEqual(ids);
    expect(await mine.get(folder)).toMatchObject({ size: 2000 });
    expect(await mine.usage()).toEqual({ usedBytes: 2000, trashBytes: 0 });
    await expectTrueCounts();

    await batch('trash', ids);
    const purged = await batch('delete', ids);
    expect([purged.status, purged.updated.map(({ id }) => id)]).toEqual([200, ids]);
    expect(await mine.usage()).toEqual({ usedBytes: 0, trashBytes: 0 });
    await drive.drain();
    expect(await mine.trashed(true)).toEqual([]);
    await expectTrueCounts();
  });

  test.each(actions)(
    'to %s counts a repeated ID once and reports each failure in the order of the request',
    async (action) => {
      const [a, b] = (await files(2)) as [string, string];
      if (action !== 'trash') await mine.trash(a, b);
      const foreign = await treeApi(drive, await drive.createUser()).folder('theirs');
      const { status, updated, failed } = await batch(action, [b, foreign, a.toUpperCase(), unknownId, b, foreign]);
      expect(status).toBe(207);
      expect(updated.map(({ id }) => id)).toEqual([b, a]);
      expect(failed).toEqual(
        [foreign, unknownId].map((id) => ({
          id,
          code: 'file_not_found',
          status: 404,
          message: expect.stringMatching(/\.$/) as string,
        })),
      );
    },
  );

  test.each(actions)('to %s takes 1 to 200 well-formed IDs and nothing else', async (action) => {
    const [id] = await files(1);
    for (const body of [
      {},
      { ids: [] },
      { ids: 'x' },
      { ids: null },
      { ids: [id, 'x'] },
      { ids: [null] },
      { ids: Array(limits.itemBatch + 1).fill(id) },
      { ids: [id], force: true },
    ])
      expect(await mine.call('POST', `/api/files/${action}`, body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    expect(await mine.names()).toEqual(['0.txt']);
  });

  test('trashes a folder and an item in it, in either order', async () => {
    const outer = await mine.folder('outer');
    const deep = await mine.folder('deep', outer);
    const [first, second] = (await files(2, deep)) as [string, string];
    drive.clock.advance(1000);
    const { updated } = await batch('trash', [first, outer, second, deep, outer]);
    expect(updated.map(({ id, size, parentId }) => [id, size, parentId])).toEqual([
      [first, 10, deep],
      [outer, null, null],
      [second, 10, deep],
      [deep, null, outer],
    ]);
    expect(new Set(updated.map(({ deletedAt }) => deletedAt)).size).toBe(1);
    expect(await mine.usage()).toEqual({ usedBytes: 20, trashBytes: 20 });
    await expectTrueCounts();
    // The first was trashed alone, so it stays in the trash when the folder is restored.
    await batch('restore', [outer]);
    expect(await mine.names(deep)).toEqual(['1.txt']);
    expect(await mine.usage()).toEqual({ usedBytes: 20, trashBytes: 10 });
    await expectTrueCounts();
  });

  test('restores an item of a trashed folder and then the folder, whose size no longer includes the item', async () => {
    const folder = await mine.folder('folder');
    const [kept, left] = (await files(2, folder)) as [string, string];
    await mine.trash(folder);
    const { updated } = await batch('restore', [left, folder]);
    expect(updated.map(({ id, size, parentId }) => [id, size, parentId])).toEqual([
      [left, 10, null],
      [folder, 10, null],
    ]);
    expect((await mine.get(kept)).parentId).toBe(folder);
    await expectTrueCounts();
  });

  test('deletes an item of a trashed folder and then the folder with the rest', async () => {
    const folder = await mine.folder('folder');
    const [first] = (await files(3, folder)) as [string];
    await mine.trash(folder);
    expect((await batch('delete', [first, folder, first])).updated).toHaveLength(2);
    await drive.drain();
    expect(await mine.usage()).toEqual({ usedBytes: 0, trashBytes: 0 });
    await expectTrueCounts();
  });

  test('refuses to restore into a taken name with 409 and restores the others', async () => {
    const first = await mine.folder('name');
    await mine.trash(first);
    const second = await mine.folder('name');
    await mine.trash(second);
    const other = await mine.folder('other');
    await mine.trash(other);
    const { status, updated, failed } = await batch('restore', [first, second, other]);
    expect([status, updated.map(({ id }) => id)]).toEqual([207, [first, other]]);
    expect(failed).toMatchObject([{ id: second, status: 409 }]);
    expect(await mine.names()).toEqual(['name', 'other']);
    await expectTrueCounts();
  });

  test('deletes only what is in the trash; deleting it again is no failure', async () => {
    const [alive, trashed] = (await files(2)) as [string, string];
    await mine.trash(trashed);
    expect(await batch('delete', [alive, trashed])).toMatchObject({
      status: 207,
      updated: [{ id: trashed, name: '1.txt' }],
      failed: [{ id: alive, status: 409 }],
    });
    await drive.drain();
    expect(await batch('delete', [trashed])).toMatchObject({ status: 200, updated: [{ id: trashed }] });
    expect(await batch('trash', [trashed])).toMatchObject({ status: 207, failed: [{ status: 404 }] });
    expect(await batch('restore', [trashed, alive])).toMatchObject({ status: 207, updated: [], failed: [{}, {}] });
    expect(await mine.names()).toEqual(['0.txt']);
    await expectTrueCounts();
  });

  test('is applied once if eight requests race for the same items', async () => {
    const ids = await files(40);
    const answers = await Promise.all(Array.from({ length: 8 }, () => batch('trash', ids)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await mine.usage()).toEqual({ usedBytes: 400, trashBytes: 400 });
    const restored = await Promise.all(Array.from({ length: 8 }, () => batch('restore', ids)));
    expect(restored.flatMap(({ updated }) => updated)).toHaveLength(ids.length);
    await expectTrueCounts();
  });
});
