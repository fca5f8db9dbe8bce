import { dayMs, hourMs } from '@drive/base';
import type { ChangePage } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import type { DriveInit } from '../../../test/drive.ts';
import { drive, driveForEachTest, mine, user } from '../../../test/use-drive.ts';

driveForEachTest();

type Query = Readonly<Record<string, string | number>>;
const ask = (query: Query = {}, init: DriveInit = { key: user.key }): Promise<Response> => {
  const fields = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return drive.fetch(`/api/changes?${new URLSearchParams(fields).toString()}`, init);
};

async function read(query: Query = {}, init?: DriveInit): Promise<ChangePage> {
  const response = await ask(query, init);
  expect(response.status).toBe(200);
  return (await response.json()) as ChangePage;
}

async function latest(key = user.key): Promise<string> {
  const response = await drive.fetch('/api/changes/latest', { key });
  expect(response.status).toBe(200);
  return ((await response.json()) as { cursor: string }).cursor;
}

const refusal = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

async function keyOf(folderId: string): Promise<string> {
  const { status, body } = await mine.call('POST', '/api/me/api-keys', { folderId });
  expect(status).toBe(201);
  return body.rawKey as string;
}

test('lists every change of files and folders in order, with the items as they are now', async () => {
  const folder = await mine.folder('Photos');
  const file = await mine.file('a.txt', { in: folder });
  await mine.patch(file, { name: 'b.txt' });
  await mine.trash(file);
  await mine.restore(file);
  await mine.trash(folder);
  await mine.purge(folder);
  const { changes, cursor, hasMore } = await read();
  expect(changes.map(({ type, itemId }) => [type, itemId])).toEqual([
    ['created', folder],
    ['created', file],
    ['updated', file],
    ['trashed', file],
    ['restored', file],
    ['trashed', folder],
    ['deleted', folder],
  ]);
  // The file was deleted with its folder.
  expect(changes.map(({ item }) => item)).toEqual(changes.map(() => null));
  expect(hasMore).toBe(false);
  expect(await read({ cursor })).toEqual({ changes: [], cursor, hasMore: false });
});

test('an item in the trash is shown with the time when it was moved there; what is in a trashed folder is not marked', async () => {
  const folder = await mine.folder('Photos');
  const file = await mine.file('a.txt', { in: folder });
  const other = await mine.file('b.txt', { in: folder });
  await mine.trash(other);
  await mine.trash(folder);
  const { changes } = await read();
  const states = Object.fromEntries(changes.map(({ itemId, item }) => [itemId, item!.deletedAt === null]));
  expect(states).toEqual({ [folder]: false, [file]: true, [other]: false });
});

test('pages neither skip nor repeat a change', async () => {
  const ids = [];
  for (let each = 0; each < 7; each += 1) ids.push(await mine.folder(`Folder ${each}`));
  for (const limit of [1, 2, 3, 7, 8]) {
    const seen: string[] = [];
    let page = await read({ limit });
    for (;;) {
      expect(page.changes.length).toBeLessThanOrEqual(limit);
      seen.push(...page.changes.map(({ itemId }) => itemId));
      if (!page.hasMore) break;
      page = await read({ limit, cursor: page.cursor });
    }
    expect(seen).toEqual(ids);
  }
});

test('the latest cursor is after all changes so far', async () => {
  for (const _ of [1, 2]) {
    const cursor = await latest();
    expect(await read({ cursor })).toEqual({ changes: [], cursor, hasMore: false });
    const id = await mine.folder(`Folder ${_}`);
    expect((await read({ cursor })).changes.map(({ itemId }) => itemId)).toEqual([id]);
  }
});

test('events that are no changes of items are left out', async () => {
  const file = await mine.file('a.txt');
  const { cursor } = await read();
  expect((await mine.call('POST', `/api/files/${file}/share`, {})).status).toBeLessThan(300);
  expect(await read({ cursor })).toEqual({ changes: [], cursor, hasMore: false });
});

describe('a cursor', () => {
  test.each(['', 'x', 'AAAA', '%00', 'a'.repeat(38), `${'a'.repeat(50)}.`, 'a'.repeat(3000)])(
    'that is none is refused: %#',
    async (cursor) => {
      expect(await refusal(await ask({ cursor }))).toEqual([400, 'validation_failed']);
    },
  );

  test('that was changed counts as one of another master secret, which has expired', async () => {
    const cursor = await latest();
    // Not the last character: some of its bits mean nothing.
    const changed = [0, Math.floor(cursor.length / 2), cursor.length - 2].map(
      (at) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
    );
    for (const each of [...changed, cursor.slice(4)])
      expect(await refusal(await ask({ cursor: each }))).toEqual([410, 'cursor_expired']);
  });

  test('[P-642] of another user has expired', async () => {
    const other = await drive.createUser();
    const cursor = await latest(other.key);
    expect(await refusal(await ask({ cursor }))).toEqual([410, 'cursor_expired']);
  });

  test('[P-643] belongs to the folder of its key', async () => {
    const [folder, elsewhere] = [await mine.folder('Here'), await mine.folder('There')];
    const [key, same, otherKey] = [await keyOf(folder), await keyOf(folder), await keyOf(elsewhere)];
    const cursor = await latest(key);
    expect((await ask({ cursor }, { key: same })).status).toBe(200);
    for (const wrong of [user.key, otherKey])
      expect(await refusal(await ask({ cursor }, { key: wrong }))).toEqual([410, 'cursor_expired']);
    expect(await refusal(await ask({ cursor: await latest() }, { key }))).toEqual([410, 'cursor_expired']);
  });

  test('expires after the days that changes are kept, also if nothing has changed', async () => {
    const cursors = [await latest()];
    await mine.folder('Photos');
    cursors.push((await read()).cursor);
    drive.clock.advance(30 * dayMs - 1);
    for (const cursor of cursors) expect((await ask({ cursor })).status).toBe(200);
    expect((await read()).changes).toHaveLength(1);
    drive.clock.advance(hourMs);
    for (const cursor of cursors) expect(await refusal(await ask({ cursor }))).toEqual([410, 'cursor_expired']);
    expect((await read()).changes).toEqual([]);
  });

  test('is renewed once a day for a reader of a drive in which nothing changes, also after old changes are deleted', async () => {
    await mine.folder('Photos');
    let { cursor } = await read();
    expect((await read({ cursor })).cursor).toBe(cursor);
    for (let day = 0; day < 70; day += 10) {
      drive.clock.advance(10 * dayMs);
      await drive.drain();
      const page = await read({ cursor });
      expect(page.changes).toEqual([]);
      expect(page.cursor).not.toBe(cursor);
      ({ cursor } = page);
    }
    const id = await mine.folder('New');
    expect((await read({ cursor })).changes.map(({ itemId }) => itemId)).toEqual([id]);
  });

  test('of a reader that begins with the oldest changes does not expire on the way', async () => {
    const ids = [await mine.folder('First'), await mine.folder('Second')];
    drive.clock.advance(30 * dayMs - 1);
    const first = await read({ limit: 1 });
    drive.clock.advance(5 * 60_000);
    const second = await read({ limit: 1, cursor: first.cursor });
    expect([first, second].flatMap(({ changes }) => changes.map(({ itemId }) => itemId))).toEqual(ids);
  });

  test('that a database does not know, as one that was restored, has expired', async () => {
    await mine.folder('Photos');
    const kept = (await read()).cursor;
    await mine.folder('Lost');
    const { cursor } = await read();
    await drive.database.write(async (tx) => {
      const last = tx.selectFrom('events').select((of) => of.fn.max('row_id').as('row_id'));
      await tx.deleteFrom('events').where('row_id', '=', last).execute();
    });
    const id = await mine.folder('Later');
    expect(await refusal(await ask({ cursor }))).toEqual([410, 'cursor_expired']);
    expect((await read({ cursor: kept })).changes.map(({ itemId }) => itemId)).toEqual([id]);
  });
});

describe('a key for one folder', () => {
  test('[P-646] sees what is below its folder only, and moves across its border as creation and deletion', async () => {
    const [folder, elsewhere] = [await mine.folder('Here'), await mine.folder('There')];
    const key = await keyOf(folder);
    const cursor = await latest(key);
    const inside = await mine.file('inside.txt', { in: folder });
    const outside = await mine.file('outside.txt', { in: elsewhere });
    const inner = await mine.folder('Inner', elsewhere);
    const deep = await mine.file('deep.txt', { in: inner });
    await mine.patch(outside, { name: 'still outside.txt' });
    await mine.patch(inner, { parentId: folder });
    await mine.patch(deep, { name: 'deeper.txt' });
    await mine.patch(inside, { parentId: elsewhere });
    await mine.patch(folder, { name: 'Renamed' });
    const page = await read({ cursor }, { key });
    expect(page.changes.map(({ type, itemId }) => [type, itemId])).toEqual([
      ['created', inside],
      ['created', inner],
      ['updated', deep],
      ['deleted', inside],
    ]);
    expect(page.changes.map(({ item }) => item?.parentId)).toEqual([undefined, null, inner, undefined]);
    await mine.patch(inside, { parentId: folder });
    expect((await read({ cursor: page.cursor }, { key })).changes.map(({ type, itemId }) => [type, itemId])).toEqual([
      ['created', inside],
    ]);
  });

  test('is told nothing while its folder is in the trash, and goes on afterwards', async () => {
    const folder = await mine.folder('Here');
    const key = await keyOf(folder);
    const cursor = await latest(key);
    await mine.trash(folder);
    expect(await refusal(await ask({ cursor }, { key }))).toEqual([404, 'folder_not_found']);
    await mine.restore(folder);
    const id = await mine.file('a.txt', { in: folder });
    expect((await read({ cursor }, { key })).changes.map(({ itemId }) => itemId)).toEqual([id]);
  });

  test('passes many changes outside its folder once, with a new cursor', async () => {
    const folder = await mine.folder('Here');
    const key = await keyOf(folder);
    const cursor = await latest(key);
    const { userId } = user;
    const now = drive.clock.now();
    const fill = (count: number): Promise<void> =>
      drive.database.write(async (tx) => {
        const row = {
          type: 'file.created',
          user_id: userId,
          data: '{}',
          created_at: now,
          folder_ids: '',
          item_id: folder,
        };
        for (let from = 0; from < count; from += 500)
          await tx
            .insertInto('events')
            .values(Array.from({ length: 500 }, (_, at) => ({ ...row, id: `evt_${count} ${from + at}` })))
            .execute();
      });
    await fill(500);
    expect((await read({ cursor }, { key })).cursor).toBe(cursor);
    await fill(6000);
    const part = await read({ cursor }, { key });
    expect(part).toEqual({ changes: [], cursor: expect.any(String), hasMore: true });
    const rest = await read({ cursor: part.cursor }, { key });
    expect(rest).toEqual({ changes: [], cursor: expect.any(String), hasMore: false });
    const id = await mine.file('a.txt', { in: folder });
    for (const each of [cursor, part.cursor, rest.cursor]) {
      let page = await read({ cursor: each }, { key });
      while (page.hasMore) page = await read({ cursor: page.cursor }, { key });
      expect(page.changes.map(({ itemId }) => itemId)).toEqual([id]);
    }
  });
});

test.each([
  ['limit', 0],
  ['limit', 1001],
  ['limit', '1.5'],
  ['wait', 51],
  ['wait', -1],
  ['wait', 'x'],
])('%s=%s is refused', async (name, value) => {
  expect(await refusal(await ask({ [name]: value }))).toEqual([400, 'validation_failed']);
});

test('a page has up to 1,000 changes, whatever DRIVE_LIST_MAX is', async () => {
  const folder = await mine.folder('Here');
  const ids = [];
  for (let each = 0; each < 6; each += 1) ids.push(await mine.folder(`Folder ${each}`, folder));
  const { cursor } = await read();
  for (let round = 0; round < 34; round += 1) {
    const parentId = round % 2 === 0 ? { moveToRoot: true } : { parentId: folder };
    expect((await mine.call('PATCH', '/api/files/move', { ids, ...parentId })).status).toBe(200);
  }
  const { changes, hasMore } = await read({ cursor, limit: 1000 });
  expect([changes.length, hasMore]).toEqual([204, false]);
});

test('[P-1751] a reader who read while the clock was days ahead is told to read the tree anew, and then misses nothing', async () => {
  const before = await latest();
  drive.clock.advance(2 * dayMs);
  const ahead = await mine.file('ahead.txt');
  const cursor = await latest();
  drive.clock.advance(-2 * dayMs);
  const later = await mine.file('later.txt');
  expect(await refusal(await ask({ cursor }))).toEqual([410, 'cursor_expired']);
  const seen: string[] = [];
  let page = await read({ cursor: before, limit: 1 });
  for (; page.changes.length > 0; page = await read({ cursor: page.cursor, limit: 1 }))
    seen.push(...page.changes.map(({ itemId }) => itemId));
  expect(seen).toEqual([ahead, later]);
});
