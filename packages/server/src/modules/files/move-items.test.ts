import type { Item } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { treeApi } from '../../../test/api/tree-api.ts';
import { driveForAllTests, drive, mine } from '../../../test/use-drive.ts';

driveForAllTests();

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';

describe('renaming', () => {
  test('changes only the name, after normalization', async () => {
    const id = await mine.file('a.txt');
    const before = await mine.get(id);
    const after = { ...before, name: 'Caf\u00e9.txt', changeTag: 'c2', modifiedBy: before.createdBy };
    expect(await mine.patch(id, { name: '  Cafe\u0301\u0007.txt ' })).toEqual({ status: 200, body: after });
    expect(await mine.get(id)).toEqual(after);
  });

  test('to the same name succeeds', async () => {
    const id = await mine.folder('Photos');
    expect(await mine.patch(id, { name: 'Photos' })).toMatchObject({ status: 200, body: { name: 'Photos' } });
  });

  test('to another case is a change, although search ignores case', async () => {
    const id = await mine.folder('photos');
    expect(await mine.patch(id, { name: 'Photos' })).toMatchObject({ status: 200, body: { name: 'Photos' } });
    expect(await mine.names()).toEqual(['Photos']);
  });

  test('to the name of a sibling file or folder is refused, and changes nothing', async () => {
    const id = await mine.file('a.txt');
    await mine.folder('b');
    expect(await mine.patch(id, { name: 'b' })).toMatchObject({ status: 409, body: { code: 'name_conflict' } });
    expect(await mine.names()).toEqual(['b', 'a.txt']);
  });

  test('to the name of a trashed item succeeds', async () => {
    const id = await mine.file('a.txt');
    await mine.trash(await mine.file('b.txt'));
    expect((await mine.patch(id, { name: 'b.txt' })).status).toBe(200);
  });

  test('makes the item available under the new name only', async () => {
    const id = await mine.file('before.txt');
    await mine.patch(id, { name: 'AFTER.txt' });
    expect([await mine.found('before'), await mine.found('after')]).toEqual([[], ['AFTER.txt']]);
  });

  test.each([
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a path', { name: 'a/b' }],
    ['a Windows path', { name: 'a\\b' }],
    ['a blank name', { name: ' \u0007 ' }],
    ['dots', { name: '..' }],
    ['half a surrogate', { name: '\ud800' }],
    ['a number', { name: 7 }],
    ['nothing', {}],
    ['nulls only', { name: null, parentId: null }],
    ['not moving', { moveToRoot: false }],
    ['a folder and the root at once', { parentId: unknownId, moveToRoot: true }],
    ['a malformed folder', { parentId: 'x' }],
    ['a field that there is not', { title: 'b' }],
  ])('refuses %s', async (_what, json) => {
    const id = await mine.file('a.txt');
    expect(await mine.patch(id, json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await mine.names()).toEqual(['a.txt']);
  });

  test.each([
    [{}, 'name must be given, or parentId, moveToRoot, modifiedAt, metadata or tags: there is nothing to change.'],
    [{ parentId: unknownId, moveToRoot: true }, 'moveToRoot must not be true beside parentId.'],
  ])('explains what is wrong with %j', async (json, message) => {
    expect((await mine.patch(await mine.file('a.txt'), json)).body).toMatchObject({ message });
  });

  test('accepts 255 characters of four bytes each', async () => {
    const name = '😀'.repeat(255);
    expect(await mine.patch(await mine.file('a.txt'), { name })).toMatchObject({ status: 200, body: { name } });
  });
});

describe('moving', () => {
  test('puts the item into the folder, and moves its bytes between the totals of both ancestor chains', async () => {
    const [a, b] = [await mine.folder('a'), await mine.folder('b')];
    const inner = await mine.folder('inner', a);
    const file = await mine.file('x.bin', { in: inner, bytes: 70 });
    expect(await mine.patch(inner, { parentId: b })).toMatchObject({ status: 200, body: { parentId: b, size: 70 } });
    expect((await mine.get(a)).size).toBe(0);
    expect((await mine.get(b)).size).toBe(70);
    expect([await mine.names(a), await mine.names(b)]).toEqual([[], ['inner']]);
    expect((await mine.get(file)).parentId).toBe(inner);
  });

  test('moves to the root', async () => {
    const a = await mine.folder('a');
    const file = await mine.file('x.bin', { in: a });
    expect(await mine.patch(file, { moveToRoot: true })).toMatchObject({ status: 200, body: { parentId: null } });
    expect(await mine.names()).toEqual(['a', 'x.bin']);
  });

  test('and renaming are applied together or not at all', async () => {
    const a = await mine.folder('a');
    await mine.file('taken.txt', { in: a });
    const file = await mine.file('x.txt');
    expect((await mine.patch(file, { name: 'taken.txt', parentId: a })).status).toBe(409);
    expect(await mine.get(file)).toMatchObject({ name: 'x.txt', parentId: null });
    expect(await mine.patch(file, { name: 'free.txt', parentId: a })).toMatchObject({
      status: 200,
      body: { name: 'free.txt', parentId: a },
    });
  });

  test('to the current folder changes nothing', async () => {
    const a = await mine.folder('a');
    const file = await mine.file('x.bin', { in: a });
    expect((await mine.patch(file, { parentId: a })).status).toBe(200);
    expect(await mine.get(a)).toMatchObject({ size: 10 });
  });

  test('a folder into itself or one of its descendants is a cycle', async () => {
    const a = await mine.folder('a');
    const b = await mine.folder('b', a);
    const c = await mine.folder('c', b);
    for (const parentId of [a, b, c])
      expect(await mine.patch(a, { parentId })).toMatchObject({ status: 409, body: { code: 'folder_cycle' } });
    expect((await mine.patch(c, { parentId: a })).status).toBe(200);
  });

  test('accepts only own folders that are not trashed', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    const trashed = await mine.folder('trashed');
    const under = await mine.folder('under', trashed);
    await mine.trash(trashed);
    const file = await mine.file('x.bin');
    for (const parentId of [unknownId, await theirs.folder('theirs'), trashed, under, file])
      expect(await mine.patch(file, { parentId })).toMatchObject({ status: 404, body: { code: 'folder_not_found' } });
  });

  test('answers 404 for an item that is unknown, foreign or trashed', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    const folder = await mine.folder('f');
    const under = await mine.file('x.bin', { in: folder });
    await mine.trash(folder);
    for (const id of ['x', unknownId, await theirs.file('y'), folder, under])
      expect(await mine.patch(id, { name: 'z' })).toMatchObject({ status: 404, body: { code: 'file_not_found' } });
  });
});

describe('moving several items', () => {
  const move = (json: unknown) => mine.call('PATCH', '/api/files/move', json);
  const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

  test('moves those that can be moved and reports the reason for each other', async () => {
    const into = await mine.folder('into');
    await mine.file('taken', { in: into });
    const outer = await mine.folder('outer');
    const [a, taken, trashed] = [await mine.file('a'), await mine.file('taken'), await mine.file('trashed')];
    await mine.trash(trashed);
    const theirs = await treeApi(drive, await drive.createUser()).file('theirs');

    const { status, body } = await move({
      ids: [a, taken, into, trashed, theirs, outer, unknownId, a],
      parentId: into,
    });
    expect(status).toBe(200);
    expect(idsOf(body.moved)).toEqual([a, outer]);
    expect(body.failed).toEqual([
      { id: taken, code: 'name_conflict', status: 409, message: expect.stringContaining('name') },
      { id: into, code: 'folder_cycle', status: 409, message: expect.stringContaining('itself') },
      { id: trashed, code: 'file_not_found', status: 404, message: expect.any(String) },
      { id: theirs, code: 'file_not_found', status: 404, message: expect.any(String) },
      { id: unknownId, code: 'file_not_found', status: 404, message: expect.any(String) },
    ]);
    expect(await mine.names(into)).toEqual(['outer', 'a', 'taken']);
    expect((await mine.get(into)).size).toBe(20);
  });

  test('moves to the root', async () => {
    const a = await mine.folder('a');
    const file = await mine.file('x', { in: a });
    const { body } = await move({ ids: [file], moveToRoot: true });
    expect(body).toMatchObject({ moved: [{ id: file, parentId: null }], failed: [] });
  });

  test('accepts the first of two equal names and refuses the second', async () => {
    const [a, b, into] = [await mine.folder('a'), await mine.folder('b'), await mine.folder('into')];
    const [first, second] = [await mine.file('same', { in: a }), await mine.file('same', { in: b })];
    const { body } = await move({ ids: [first, second], parentId: into });
    expect([idsOf(body.moved), body.failed]).toEqual([[first], [expect.objectContaining({ id: second, status: 409 })]]);
  });

  test('answers a folder that stays with the size it has once the others have left it', async () => {
    const outer = await mine.folder('Outer');
    const inner = await mine.folder('Inner', outer);
    const file = await mine.file('a.txt', { in: inner });
    const { body } = await move({ ids: [inner, file], parentId: outer });
    expect(body.moved).toMatchObject([{ id: inner, size: 0 }, { id: file }]);
  });

  test('fails for each if the destination does not exist', async () => {
    const ids = [await mine.file('a'), await mine.file('b')];
    const trashed = await mine.folder('t');
    await mine.trash(trashed);
    for (const parentId of [unknownId, trashed]) {
      const { status, body } = await move({ ids, parentId });
      expect(status).toBe(200);
      expect(body).toMatchObject({ moved: [], failed: ids.map((id) => ({ id, status: 404 })) });
    }
  });

  test.each(['the folder first', 'what is in it first'])(
    'moves a folder and an item in it side by side with exact totals: %s',
    async (order) => {
      const [from, into] = [await mine.folder('from'), await mine.folder('into')];
      const folder = await mine.folder('folder', from);
      const inner = await mine.folder('inner', folder);
      const [file] = [
        await mine.file('x', { in: inner, bytes: 70 }),
        await mine.file('stays', { in: inner, bytes: 3 }),
      ];
      const ids = order === 'the folder first' ? [folder, inner, file] : [file, inner, folder];
      const { body } = await move({ ids, parentId: into });
      expect(new Map(body.moved.map(({ id, size }: Item) => [id, size]))).toEqual(
        new Map([
          [folder, 0],
          [inner, 3],
          [file, 70],
        ]),
      );
      expect(await mine.get(into)).toMatchObject({ size: 73 });
      expect(await mine.get(from)).toMatchObject({ size: 0 });
      expect(await mine.names(into)).toEqual(['folder', 'inner', 'x']);
    },
  );

  test('moves hundreds, in order', async () => {
    const into = await mine.folder('into');
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push(await mine.folder(`f${n}`));
    const { body } = await move({ ids, parentId: into });
    expect(idsOf(body.moved)).toEqual(ids);
    expect(await mine.names(into)).toHaveLength(100);
  });

  test.each([
    ['no ids', { ids: [], moveToRoot: true }],
    ['no destination', { ids: [unknownId] }],
    ['no destination but false', { ids: [unknownId], moveToRoot: false }],
    ['two destinations', { ids: [unknownId], parentId: unknownId, moveToRoot: true }],
    ['a malformed id', { ids: ['x'], moveToRoot: true }],
    ['ids that are none', { ids: 'x', moveToRoot: true }],
  ])('refuses %s', async (_what, json) => {
    expect(await move(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('the path of an item', () => {
  const pathOf = (id: string) => mine.call('GET', `/api/files/${id}/path`);

  test('leads from the root to the item itself', async () => {
    const a = await mine.folder('a');
    const b = await mine.folder('b', a);
    const file = await mine.file('x', { in: b });
    const { status, body } = await pathOf(file);
    expect(status).toBe(200);
    expect(body).toEqual([await mine.get(a), await mine.get(b), await mine.get(file)]);
    expect((await pathOf(a)).body).toEqual([await mine.get(a)]);
  });

  test('answers 404 for an item that is unknown, foreign or trashed', async () => {
    const folder = await mine.folder('f');
    const under = await mine.file('x', { in: folder });
    await mine.trash(folder);
    const theirs = await treeApi(drive, await drive.createUser()).file('y');
    for (const id of ['x', unknownId, theirs, folder, under])
      expect(await pathOf(id)).toMatchObject({ status: 404, body: { code: 'file_not_found' } });
  });
});
