import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';
import { addUser, createTestTree, type TestTree } from '../../../../test/tree/tree.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { Precondition } from '../items/precondition.ts';
import { createFolder } from './folders.ts';

let tree: TestTree;
let owner: number;

beforeAll(async () => {
  tree = await createTestTree();
});
afterAll(() => tree.close());
beforeEach(async () => {
  owner = await tree.addUser();
});
afterEach(async () => {
  const { kept, counted } = await readTallies(tree.database);
  assert.deepEqual(kept, counted);
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('the root', () => {
  test('is created once by concurrent requests', async () => {
    const roots = await times(20, () => tree.database.write((tx) => tree.files.ensureRoot(tx, owner)));
    expect(new Set(roots).size).toBe(1);
    const usage = await tree.database.reader
      .selectFrom('storage_usage')
      .selectAll()
      .where('owner_id', '=', owner)
      .execute();
    expect(usage).toEqual([
      { owner_id: owner, stored_bytes: 0, trash_bytes: 0, file_count: 0, item_count: 0, reserved_bytes: 0 },
    ]);
  });

  test('is separate for each user', async () => {
    const other = await addUser(tree.database);
    const [mine, theirs] = await Promise.all(
      [owner, other].map((user) => tree.database.write((tx) => tree.files.ensureRoot(tx, user))),
    );
    expect(mine).not.toBe(theirs);
  });

  test('is found as the folder null once it exists', async () => {
    expect(await tree.files.findFolder(tree.database.reader, owner, null)).toBeUndefined();
    const rowId = await tree.database.write((tx) => tree.files.ensureRoot(tx, owner));
    expect(await tree.files.findFolder(tree.database.reader, owner, null)).toMatchObject({ rowId });
  });

  test('is no item: its id is unknown', async () => {
    await tree.database.write((tx) => tree.files.ensureRoot(tx, owner));
    const { id } = await tree.database.reader
      .selectFrom('items')
      .select('id')
      .where('owner_id', '=', owner)
      .executeTakeFirstOrThrow();
    expect(await tree.files.findFile(tree.database.reader, id)).toBeUndefined();
    expect(await tree.files.findFolder(tree.database.reader, owner, id)).toBeUndefined();
  });
});

describe('finding a folder', () => {
  test('finds an alive folder of the owner', async () => {
    const id = await tree.makeFolder(owner, 'Photos');
    expect(await tree.files.findFolder(tree.database.reader, owner, id)).toBeDefined();
  });

  test('finds neither a file, nor another user’s folder, nor a trashed one', async () => {
    const { id: fileId } = await tree.upload(owner, 'a.txt');
    const other = await addUser(tree.database);
    const theirs = await tree.makeFolder(other, 'Photos');
    const trashed = await tree.makeFolder(owner, 'Old');
    await tree.trash(owner, trashed);
    for (const id of [fileId, theirs, trashed])
      expect(await tree.files.findFolder(tree.database.reader, owner, id)).toBeUndefined();
  });
});

describe('adding a file', () => {
  test('keeps the given name', async () => {
    expect((await tree.upload(owner, 'a.txt')).name).toBe('a.txt');
  });

  test('never fails because of a taken name: the next free number goes before the extension', async () => {
    const names = [];
    for (let count = 0; count < 4; count += 1) names.push((await tree.upload(owner, 'a.tar.gz')).name);
    expect(names).toEqual(['a.tar.gz', 'a (1).tar.gz', 'a (2).tar.gz', 'a (3).tar.gz']);
  });

  test('avoids the name of a folder, too', async () => {
    await tree.makeFolder(owner, 'a');
    expect((await tree.upload(owner, 'a')).name).toBe('a (1)');
  });

  test('treats names as case-sensitive', async () => {
    await tree.upload(owner, 'a.txt');
    expect((await tree.upload(owner, 'A.txt')).name).toBe('A.txt');
  });

  test('accepts the name of a trashed sibling', async () => {
    const { id } = await tree.upload(owner, 'a.txt', { sizeBytes: 5 });
    await tree.trash(owner, id);
    expect((await tree.upload(owner, 'a.txt', { sizeBytes: 7 })).name).toBe('a.txt');
  });

  test('gives twenty concurrent files of one name different names', async () => {
    const added = await times(20, () => tree.upload(owner, 'a.txt'));
    const wanted = ['a.txt', ...Array.from({ length: 19 }, (_, index) => `a (${index + 1}).txt`)];
    expect(added.map((file) => file.name).toSorted()).toEqual(wanted.toSorted());
  });

  test('works for two owners and many folders concurrently', async () => {
    const other = await addUser(tree.database);
    const folders: string[] = [];
    let parent: string | null = null;
    for (const name of ['a', 'b', 'c', 'd']) {
      parent = await tree.makeFolder(owner, name, parent);
      folders.push(parent);
    }
    await times(40, (index) =>
      index % 5 === 0
        ? tree.upload(other, 'x', { sizeBytes: index + 1 })
        : tree.upload(owner, 'x', { folderId: folders[index % 4]!, sizeBytes: index + 1 }),
    );
    const sizes = await tree.database.reader
      .selectFrom('items')
      .select(['name', 'size'])
      .where('is_folder', '=', 1)
      .where('owner_id', '=', owner)
      .execute();
    const total = sizes.find((row) => row.name === '')!.size;
    expect(sizes.find((row) => row.name === 'a')!.size).toBe(total);
  });

  test('counts its bytes in every ancestor', async () => {
    const outer = await tree.makeFolder(owner, 'outer');
    const inner = await tree.makeFolder(owner, 'inner', outer);
    await tree.upload(owner, 'a', { folderId: inner, sizeBytes: 10 });
    await tree.upload(owner, 'b', { folderId: outer, sizeBytes: 5 });
    await tree.upload(owner, 'c', { sizeBytes: 1 });
    const { reader } = tree.database;
    expect((await tree.files.findFile(reader, inner))?.sizeBytes).toBe(10);
    expect((await tree.files.findFile(reader, outer))?.sizeBytes).toBe(15);
  });

  test('stores the file in the root if its folder is trashed meanwhile', async () => {
    const folderId = await tree.makeFolder(owner, 'Photos');
    const folder = (await tree.files.findFolder(tree.database.reader, owner, folderId))!;
    const root = (await tree.files.findFolder(tree.database.reader, owner, null))!;
    await tree.upload(owner, 'a.txt');
    await tree.trash(owner, folderId);
    const added = await tree.database.write(async (tx) => {
      await tree.files.reserveRoom(tx, owner, { bytes: 3, items: 1 }, null);
      return tree.files.addFile(tx, {
        id: crypto.randomUUID(),
        ownerId: owner,
        folderRowId: folder.rowId,
        name: 'a.txt',
        sizeBytes: 3,
        mimeType: 'text/plain',
        sha256: '0'.repeat(64),
        blobKey: crypto.randomUUID(),
      });
    });
    expect(added).toMatchObject({ name: 'a (1).txt', folderRowId: root.rowId });
  });

  test.each<[Precondition, boolean, boolean]>([
    ['absent', true, false],
    ['present', false, true],
    [['0'.repeat(64)], false, true],
    [['1'.repeat(64)], false, false],
  ])('enforces its precondition %j', async (precondition, isAddedFirst, isReplacedThen) => {
    const put = (): Promise<string> =>
      tree.database
        .write(async (tx) => {
          const folderRowId = await tree.files.ensureRoot(tx, owner);
          await tree.files.reserveRoom(tx, owner, { bytes: 3, items: 1 }, null);
          const { isReplaced } = await tree.files.addFile(tx, {
            id: crypto.randomUUID(),
            ownerId: owner,
            folderRowId,
            name: 'a.txt',
            sizeBytes: 3,
            mimeType: 'text/plain',
            sha256: '2'.repeat(64),
            blobKey: crypto.randomUUID(),
            onConflict: 'replace',
            precondition,
          });
          return isReplaced ? 'replaced' : 'added';
        })
        .catch((error: unknown) => (isDomainError(error) ? error.code : String(error)));
    expect(await put()).toBe(isAddedFirst ? 'added' : 'precondition_failed');
    if (!isAddedFirst) await tree.upload(owner, 'a.txt');
    expect(await put()).toBe(isReplacedThen ? 'replaced' : 'precondition_failed');
  });

  test('leaves nothing behind if the surrounding transaction fails', async () => {
    await tree.upload(owner, 'a.txt');
    await expect(
      tree.database.write(async (tx) => {
        const folderRowId = await tree.files.ensureRoot(tx, owner);
        await tree.files.reserveRoom(tx, owner, { bytes: 3, items: 1 }, null);
        await tree.files.addFile(tx, {
          id: '00000000-0000-4000-8000-000000000000',
          ownerId: owner,
          folderRowId,
          name: 'b.txt',
          sizeBytes: 3,
          mimeType: 'text/plain',
          sha256: '0'.repeat(64),
          blobKey: 'k',
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await tree.files.findFile(tree.database.reader, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  test('stores every given field', async () => {
    const folderId = await tree.makeFolder(owner, 'Photos');
    tree.clock.advance(1000);
    const { id, rowId, folderRowId } = await tree.upload(owner, 'sea.jpg', {
      folderId,
      sizeBytes: 12,
      mimeType: 'image/jpeg',
    });
    const row = (await tree.files.findFile(tree.database.reader, id))!;
    expect(row).toEqual({
      rowId,
      id,
      ownerId: owner,
      parentRowId: folderRowId,
      parentId: folderId,
      isFolder: false,
      isShared: false,
      name: 'sea.jpg',
      sizeBytes: 12,
      mimeType: 'image/jpeg',
      sha256: '0'.repeat(64),
      blobKey: id,
      state: 'alive',
      ownState: 'alive',
      thumbnailKey: null,
      crc32: null,
      version: 1,
      quarantined: false,
      scan: null,
      virus: null,
      annotations: null,
      revision: 1,
      downloadCount: 0,
      likeCount: null,
      commentCount: null,
      createdAt: tree.clock.now(),
      modifiedAt: null,
      starCount: 0,
      deletedAt: null,
      shareMode: null,
      shareToken: null,
      publicUntil: null,
      ownShare: null,
      createdBy: null,
      modifiedBy: null,
      given: null,
      addedBy: null,
      addedAt: tree.clock.now(),
    });
    expect(tree.files.toItem(row)).toMatchObject({ contentKind: 'image', parentId: folderId, shareMode: 'PRIVATE' });
  });
});

describe('a download', () => {
  test('is counted, also with others that end at the same time', async () => {
    const { id, rowId } = await tree.upload(owner, 'a.txt');
    await times(10, () => tree.database.write((tx) => tree.files.countDownload(tx, rowId)));
    expect((await tree.files.findFile(tree.database.reader, id))?.downloadCount).toBe(10);
  });
});

describe('creating a folder', () => {
  const create = (name: string, parentId: string | null = null) =>
    createFolder(
      {
        database: tree.database,
        clock: tree.clock,
        random: { uuid: () => crypto.randomUUID() } as never,
        changes: tree.files.changes,
        config: { maxItems: 0 },
        views: tree.files.views,
      },
      { userId: owner, accountId: 'account', accountName: null },
      { name, parentId },
      async () => {},
    );

  test('succeeds for one of twenty concurrent requests with one name', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => create('Photos')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(isDomainError(result.reason, 'name_conflict')).toBe(true);
  });

  test('succeeds for twenty concurrent requests with different names', async () => {
    await times(20, (index) => create(`Photos ${index}`));
    expect(await tree.files.findFolder(tree.database.reader, owner, null)).toMatchObject({ childFolders: 20 });
  });

  test('stores nothing if the response cannot be stored', async () => {
    const { database, clock } = tree;
    await expect(
      createFolder(
        {
          database,
          clock,
          random: { uuid: () => crypto.randomUUID() } as never,
          changes: tree.files.changes,
          config: { maxItems: 0 },
          views: tree.files.views,
        },
        { userId: owner, accountId: 'account', accountName: null },
        { name: 'Photos', parentId: null },
        async () => {
          throw new Error('a twin was quicker');
        },
      ),
    ).rejects.toThrow('a twin was quicker');
    await create('Photos');
  });
});

describe('a quota', () => {
  const reserve = async (bytes: number, quota: number | null) =>
    (await tree.database.write((tx) => tree.files.reserveRoom(tx, owner, { bytes, items: 0 }, quota))) === 'taken';
  const release = (bytes: number) =>
    tree.database.write((tx) => tree.files.releaseRoom(tx, owner, { bytes, items: 0 }));

  afterEach(async () => {
    // The reservations of these tests have no upload session.
    await tree.database.write(async (tx) => {
      await tx.updateTable('storage_usage').set({ reserved_bytes: 0 }).execute();
    });
  });

  test('accepts what exactly fits and refuses a byte more', async () => {
    expect(await reserve(60, 100)).toBe(true);
    expect(await reserve(41, 100)).toBe(false);
    expect(await reserve(40, 100)).toBe(true);
    expect(await reserve(1, 100)).toBe(false);
  });

  test('counts stored and reserved bytes', async () => {
    await tree.upload(owner, 'a', { sizeBytes: 70 });
    expect(await reserve(31, 100)).toBe(false);
    expect(await reserve(30, 100)).toBe(true);
  });

  test('has room again after a release', async () => {
    await reserve(100, 100);
    await release(40);
    expect(await reserve(40, 100)).toBe(true);
  });

  test('is unlimited if it is null', async () => {
    expect(await reserve(2 ** 50, null)).toBe(true);
  });

  test('refuses a file larger than the quota, also as the first action of a user', async () => {
    expect(await reserve(101, 100)).toBe(false);
  });

  test('is never exceeded by concurrent requests', async () => {
    const results = await times(20, () => reserve(9, 100));
    expect(results.filter(Boolean)).toHaveLength(11);
  });

  test('is separate for each user', async () => {
    const other = await addUser(tree.database);
    await reserve(100, 100);
    expect(await tree.database.write((tx) => tree.files.reserveRoom(tx, other, { bytes: 100, items: 0 }, 100))).toBe(
      'taken',
    );
  });

  test('refuses to release more than was reserved', async () => {
    await reserve(10, null);
    await expect(release(11)).rejects.toThrow();
  });
});
