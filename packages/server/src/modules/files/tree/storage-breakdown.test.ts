import type { StorageUse } from '@drive/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { putBytes, reserveUpload, someBytes } from '../../../../test/api/uploads.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { drive, driveForAllTests, user } from '../../../../test/use-drive.ts';

let tree: Tree;

driveForAllTests();
beforeAll(() => {
  tree = treeOn(drive);
});

const read = async (): Promise<StorageUse> => {
  const response = await drive.fetch('/api/me/usage', { key: user.key });
  expect(response.status).toBe(200);
  return (await response.json()) as StorageUse;
};
const add = (name: string, sizeBytes: number, mimeType: string, folderId: string | null = null) =>
  tree.upload(user.userId, name, { sizeBytes, mimeType, folderId });

describe('the storage use', () => {
  test('is empty for a user without files', async () => {
    expect(await read()).toEqual({
      kinds: [],
      trash: { files: 0, bytes: 0 },
      versions: { files: 0, bytes: 0 },
      otherBytes: 0,
    });
  });

  test('has each kind once, decided as for the item, largest first', async () => {
    const unknown = 'application/octet-stream';
    const folder = await tree.makeFolder(user.userId, 'Photos');
    await add('sea.jpg', 10, 'image/jpeg', folder);
    await add('SKY.Raw', 20, unknown);
    await add('film.mp4', 500, 'video/mp4');
    await add('.zip', 1, unknown);
    await add('no ending', 2, unknown);
    await add('a.zip.2026', 4, unknown);
    await add('a.b.zip', 8, unknown);
    await add('notes.markdown', 3, unknown);
    expect((await read()).kinds).toEqual([
      { contentKind: 'video', files: 1, bytes: 500 },
      { contentKind: 'image', files: 2, bytes: 30 },
      { contentKind: 'archive', files: 1, bytes: 8 },
      { contentKind: 'other', files: 3, bytes: 7 },
      { contentKind: 'text', files: 1, bytes: 3 },
    ]);
  });

  test('counts the trash apart, also below trashed folders, and nothing that is being purged', async () => {
    const top = await tree.makeFolder(user.userId, 'top');
    const inner = await tree.makeFolder(user.userId, 'inner', top);
    await add('a.jpg', 10, 'image/jpeg', inner);
    const alone = await add('b.jpg', 20, 'image/jpeg');
    await add('c.jpg', 40, 'image/jpeg');
    await tree.trash(user.userId, top);
    await tree.trash(user.userId, alone.id);
    const kept = [{ contentKind: 'image', files: 1, bytes: 40 }];
    expect(await read()).toMatchObject({ kinds: kept, trash: { files: 2, bytes: 30 }, otherBytes: 0 });
    const purged = await drive.fetch(`/api/files/${top}/permanent`, { method: 'DELETE', key: user.key });
    expect(purged.ok).toBe(true);
    expect(await read()).toMatchObject({ kinds: kept, trash: { files: 1, bytes: 20 }, otherBytes: 0 });
  });

  test('counts versions and open reservations apart', async () => {
    for (const bytes of [3, 5]) {
      const options = { name: 'a.txt', bytes, onConflict: 'replace', type: 'text/plain' } as const;
      await putBytes(await reserveUpload(drive, user, options), someBytes(bytes));
    }
    await reserveUpload(drive, user, { name: 'b.txt', bytes: 100 });
    expect(await read()).toEqual({
      kinds: [{ contentKind: 'text', files: 1, bytes: 5 }],
      trash: { files: 0, bytes: 0 },
      versions: { files: 1, bytes: 3 },
      otherBytes: 100,
    });
  });

  test('contains nothing of other users', async () => {
    const other = await drive.createUser();
    await tree.upload(other.userId, 'theirs.jpg', { sizeBytes: 7 });
    expect((await read()).kinds).toEqual([]);
  });
});
