import type { Item } from '@drive/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

let tree: Tree;

driveForAllTests();
beforeAll(() => {
  tree = treeOn(drive);
});

const post = (json: unknown, headers: Record<string, string> = {}) =>
  drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json, headers });
const create = async (name: string, parentId?: string | null): Promise<Item> => {
  const response = await post({ name, ...(parentId === undefined ? {} : { parentId }) });
  expect(response.status).toBe(201);
  return (await response.json()) as Item;
};
const expectRefusal = async (response: Response, status: number, code: string): Promise<void> => {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ status, code });
};

describe('creating a folder', () => {
  test('returns the folder with every documented field', async () => {
    const item = await create('Photos');
    expect(item).toEqual({
      id: item.id,
      name: 'Photos',
      type: 'folder',
      contentKind: 'folder',
      parentId: null,
      size: 0,
      mimeType: null,
      previewUrl: null,
      publicUrl: null,
      shareMode: 'PRIVATE',
      shareToken: null,
      uploadedAt: new Date(drive.clock.now()).toISOString(),
      modifiedAt: null,
      deletedAt: null,
      downloadCount: 0,
      likesCount: 0,
      commentsCount: 0,
      sha256: null,
      quarantined: false,
      scan: null,
      virus: null,
      changeTag: 'c1',
      metadata: {},
      tags: [],
      starred: false,
      role: 'owner',
      ownerId: item.ownerId,
      ownerName: null,
      driveId: null,
      createdBy: { id: item.ownerId, name: null },
      modifiedBy: null,
    });
    const read = await drive.fetch(`/api/files/${item.id}`, { key: user.key });
    expect(await read.json()).toEqual(item);
  });

  test('creates it in the given parent', async () => {
    const photos = await create('Photos');
    const inner = await create('2026', photos.id);
    expect(inner.parentId).toBe(photos.id);
  });

  test('accepts null as the root', async () => {
    expect((await create('Photos', null)).parentId).toBeNull();
  });

  test('normalizes the name', async () => {
    expect((await create('  Cafe\u0301\u0007 ')).name).toBe('Caf\u00e9');
  });

  test.each(['', '   ', '\u0007', '.', '..', 'a/b', 'a\\b', 'x'.repeat(256), '\ud800', 7, null, undefined])(
    'refuses the name %j',
    async (name) => {
      const response = await post({ name });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{ field: 'name' }] });
    },
  );

  test('accepts 255 characters (code points)', async () => {
    expect((await create('😀'.repeat(255))).name).toBe('😀'.repeat(255));
  });

  test('refuses the name of an existing sibling, folder or file', async () => {
    await create('Photos');
    await tree.upload(user.userId, 'notes');
    await expectRefusal(await post({ name: 'Photos' }), 409, 'name_conflict');
    await expectRefusal(await post({ name: 'notes' }), 409, 'name_conflict');
  });

  test('compares sibling names case-sensitively, after normalization', async () => {
    await create('Photos');
    await create('photos');
    await expectRefusal(await post({ name: ' Photos ' }), 409, 'name_conflict');
  });

  test('accepts the same name in another folder', async () => {
    const photos = await create('Photos');
    expect(await create('Photos', photos.id)).toMatchObject({ name: 'Photos', parentId: photos.id });
  });

  test('refuses a parent that is unknown, foreign or a file', async () => {
    const other = await drive.createUser();
    const theirs = await tree.makeFolder(other.userId, 'Photos');
    const { id: fileId } = await tree.upload(user.userId, 'a.txt');
    for (const parentId of ['00000000-0000-4000-8000-000000000000', theirs, fileId])
      await expectRefusal(await post({ name: 'x', parentId }), 404, 'folder_not_found');
  });

  test('refuses a malformed parent and unknown fields', async () => {
    await expectRefusal(await post({ name: 'x', parentId: 'root' }), 400, 'validation_failed');
    await expectRefusal(await post({ name: 'x', parent: null }), 400, 'validation_failed');
  });

  test('succeeds for one of many concurrent requests with one name', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ name: 'Photos' })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
  });

  test('repeats the first response for the same Idempotency-Key, also for a concurrent request', async () => {
    const headers = { 'idempotency-key': 'one' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ name: 'Photos' }, headers)));
    const folders = await Promise.all(answers.map((answer) => answer.json()));
    for (const answer of answers) expect(answer.status).toBe(201);
    for (const folder of folders) expect(folder).toEqual(folders[0]);
    expect(await (await post({ name: 'Photos' }, headers)).json()).toEqual(folders[0]);
    await expectRefusal(await post({ name: 'Other' }, headers), 409, 'idempotency_conflict');
  });

  test('stores no refusal under an Idempotency-Key: the same request succeeds once it is valid', async () => {
    const headers = { 'idempotency-key': 'two' };
    const taken = await create('Photos');
    await expectRefusal(await post({ name: 'Photos' }, headers), 409, 'name_conflict');
    await drive.database.write(async (tx) => {
      await tx.updateTable('items').set({ name: 'Moved' }).where('id', '=', taken.id).execute();
    });
    expect((await post({ name: 'Photos' }, headers)).status).toBe(201);
  });
});

describe('an item by its id', () => {
  const get = (id: string) => drive.fetch(`/api/files/${id}`, { key: user.key });

  test('is a file or a folder', async () => {
    const { id } = await tree.upload(user.userId, 'sea.jpg', { mimeType: 'image/jpeg', sizeBytes: 3 });
    expect(await (await get(id)).json()).toMatchObject({ id, name: 'sea.jpg', size: 3, contentKind: 'image' });
  });

  test('answers 404 if it is foreign, malformed, trashed or the hidden root', async () => {
    const other = await drive.createUser();
    const { id: theirs } = await tree.upload(other.userId, 'a.txt');
    const { id: trashed } = await tree.upload(user.userId, 'a.txt');
    await drive.database.write(async (tx) => {
      await tx.updateTable('items').set({ state: 'trashed' }).where('id', '=', trashed).execute();
    });
    const root = await drive.database.reader
      .selectFrom('items')
      .select('id')
      .where('owner_id', '=', user.userId)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow();
    for (const id of [theirs, trashed, root.id, 'nonsense', '00000000-0000-4000-8000-000000000000'])
      await expectRefusal(await get(id), 404, 'file_not_found');
  });
});

describe('an item by its path', () => {
  const byPath = (path: string) =>
    drive.fetch(`/api/files/by-path?path=${encodeURIComponent(path)}`, { key: user.key });
  const idAt = async (path: string): Promise<string> => {
    const response = await byPath(path);
    expect(response.status).toBe(200);
    return ((await response.json()) as Item).id;
  };

  test('is found through its folders', async () => {
    const photos = await create('Photos');
    const year = await create('2026', photos.id);
    const { id } = await tree.upload(user.userId, 'sea.jpg', { folderId: year.id });
    expect(await idAt('/Photos')).toBe(photos.id);
    expect(await idAt('/Photos/2026')).toBe(year.id);
    expect(await idAt('/Photos/2026/sea.jpg')).toBe(id);
  });

  test('accepts a trailing slash for a folder, not for a file', async () => {
    const photos = await create('Photos');
    await tree.upload(user.userId, 'sea.jpg');
    expect(await idAt('/Photos/')).toBe(photos.id);
    await expectRefusal(await byPath('/sea.jpg/'), 404, 'file_not_found');
  });

  test('compares names case-sensitively in NFC, and does not trim them', async () => {
    const { id } = await tree.upload(user.userId, 'Caf\u00e9 100%25 +.txt');
    expect(await idAt('/Cafe\u0301 100%25 +.txt')).toBe(id);
    await expectRefusal(await byPath('/caf\u00e9 100%25 +.txt'), 404, 'file_not_found');
    await expectRefusal(await byPath('/Caf\u00e9 100% +.txt'), 404, 'file_not_found');
  });

  test.each(['/', '//', '/.', '/..', '/Photos/..', '/Photos//2026', '//Photos', '/Photos/2026/none', '/none/2026'])(
    'answers 404 at %s',
    async (path) => {
      const photos = await create('Photos');
      await create('2026', photos.id);
      await expectRefusal(await byPath(path), 404, 'file_not_found');
    },
  );

  test('answers 404 below a file', async () => {
    await tree.upload(user.userId, 'sea.jpg');
    await expectRefusal(await byPath('/sea.jpg/x'), 404, 'file_not_found');
  });

  test('answers 404 to a user without items, and in the tree of another user', async () => {
    const other = await drive.createUser();
    await tree.makeFolder(other.userId, 'Photos');
    await expectRefusal(await byPath('/Photos'), 404, 'file_not_found');
    await create('Mine');
    await expectRefusal(await byPath('/Photos'), 404, 'file_not_found');
  });

  test.each(['', 'Photos', '/a\0b'])('is refused at %j', async (path) => {
    await expectRefusal(await byPath(path), 400, 'validation_failed');
  });

  test('is found in a hundred nested folders', async () => {
    let parent: string | null = null;
    for (let depth = 0; depth < 100; depth += 1) parent = await tree.makeFolder(user.userId, 'd', parent);
    expect(await idAt('/d'.repeat(100))).toBe(parent);
  });
});

describe('callers without credentials', () => {
  test.each(['/api/files', '/api/files/by-path?path=/a', '/api/files/00000000-0000-4000-8000-000000000000'])(
    'are refused at %s',
    async (path) => {
      await expectRefusal(await drive.fetch(path), 401, 'authentication_required');
    },
  );
});
