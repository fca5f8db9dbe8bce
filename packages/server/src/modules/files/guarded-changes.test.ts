import type { Item } from '@drive/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { callByPath, putByPath } from '../../../test/api/by-path-requests.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { drive, driveForAllTests, user } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive());
let mine: TreeApi;
beforeEach(() => {
  mine = treeApi(drive, user);
});

/** A request with If-Match: the status, and the code of a refusal. */
async function guarded(method: string, path: string, tag: string, json?: unknown): Promise<string> {
  const response = await drive.fetch(path, {
    method,
    key: user.key,
    headers: { 'if-match': tag },
    ...(json === undefined ? {} : { json }),
  });
  const text = await response.text();
  return response.ok ? String(response.status) : `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
}
const failed = '412 precondition_failed';
const quote = (tag: string | null): string => `"${tag}"`;
const tagOf = async (id: string): Promise<string> => quote((await mine.get(id)).changeTag);

describe('the change tag', () => {
  test('[P-853] differs after every change of name, folder, content and time, and after nothing else', async () => {
    const folder = await mine.folder('folder');
    const id = await mine.file('a.txt');
    const tags = new Set<string>();
    const changed = async (change: Promise<unknown>): Promise<void> => {
      await change;
      const { changeTag } = await mine.get(id);
      expect(tags.has(changeTag)).toBe(false);
      tags.add(changeTag);
    };
    const same = async (change: () => Promise<unknown>): Promise<void> => {
      const before = await mine.get(id);
      await change();
      expect((await mine.get(id)).changeTag).toBe(before.changeTag);
    };
    await changed(Promise.resolve());
    await changed(mine.patch(id, { name: 'b.txt' }));
    await changed(mine.patch(id, { name: 'a.txt' }));
    await changed(mine.patch(id, { parentId: folder }));
    await changed(mine.call('PATCH', '/api/files/move', { ids: [id], moveToRoot: true }));
    await changed(putByPath(drive, user, 'a.txt?onConflict=replace', 'new'));
    await changed(mine.call('POST', `/api/files/${id}/versions/1/restore`));
    await changed(mine.patch(id, { modifiedAt: '2020-01-01T00:00:00Z' }));
    await same(() => mine.patch(id, { name: 'a.txt' }));
    await same(() => mine.call('POST', `/api/files/${id}/share`, {}));
    await same(() => mine.trash(id).then(() => mine.restore(id)));
    const { files } = (await mine.call('GET', '/api/files')).body as { files: Item[] };
    expect(files.find((file) => file.id === id)?.changeTag).toBe((await mine.get(id)).changeTag);
  });

  test('of a folder does not depend on what is in it', async () => {
    const id = await mine.folder('folder');
    const before = await tagOf(id);
    await mine.file('a.txt', { in: id });
    expect(await tagOf(id)).toBe(before);
  });
});

describe('a change with If-Match', () => {
  test('[P-854] is made if the item has the tag or, as a file, the content, and refused without effect otherwise', async () => {
    const id = await mine.file('a.txt');
    const old = await tagOf(id);
    expect(await guarded('PATCH', `/api/files/${id}`, old, { name: 'b.txt' })).toBe('200');
    const before = await mine.get(id);
    const change = { name: 'c.txt', modifiedAt: '2020-01-01T00:00:00Z' };
    for (const tag of [old, '"x"', 'W/' + quote(before.changeTag), quote('0'.repeat(64)), before.changeTag, '""', ''])
      expect([tag, await guarded('PATCH', `/api/files/${id}`, tag, change)]).toEqual([tag, failed]);
    expect(await mine.get(id)).toEqual(before);
    expect(await guarded('PATCH', `/api/files/${id}`, `"x", ${quote(before.sha256)}`, { name: 'c.txt' })).toBe('200');
    expect(await guarded('PATCH', `/api/files/${id}`, '*', { name: 'd.txt' })).toBe('200');
    expect(await mine.names()).toEqual(['d.txt']);
  });

  test('guards the trash, also a second time, and the restoring of a version', async () => {
    const id = await mine.file('a.txt');
    const old = quote((await mine.get(id)).sha256);
    await putByPath(drive, user, 'a.txt?onConflict=replace', 'new');
    expect(await guarded('POST', `/api/files/${id}/versions/1/restore`, old)).toBe(failed);
    expect(await guarded('DELETE', `/api/files/${id}`, old)).toBe(failed);
    expect(await mine.names()).toEqual(['a.txt']);
    expect(await guarded('POST', `/api/files/${id}/versions/1/restore`, await tagOf(id))).toBe('200');
    const tag = await tagOf(id);
    expect(await guarded('DELETE', `/api/files/${id}`, tag)).toBe('204');
    expect(await guarded('DELETE', `/api/files/${id}`, tag)).toBe('204');
    expect(await guarded('DELETE', `/api/files/${id}`, '"x"')).toBe(failed);
  });

  test('answers for an item that is unknown, trashed or of another user as without it', async () => {
    const theirs = await treeApi(drive, await drive.createUser()).file('a.txt');
    const trashed = await mine.file('b.txt');
    await mine.trash(trashed);
    for (const id of [theirs, trashed, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'])
      expect(await guarded('PATCH', `/api/files/${id}`, '"x"', { name: 'c' })).toBe('404 file_not_found');
    expect(await guarded('DELETE', `/api/files/${theirs}`, '*')).toBe('404 file_not_found');
  });

  test('copies only what has the tag', async () => {
    const id = await mine.file('a.txt');
    const copy = async (tag: string): Promise<unknown> =>
      (
        await drive.fetch('/api/files/copy', {
          method: 'POST',
          key: user.key,
          headers: { 'if-match': tag },
          json: { ids: [id], copyToRoot: true },
        })
      ).json();
    expect(await copy('"x"')).toMatchObject({ copied: [], failed: [{ id, status: 412, code: 'precondition_failed' }] });
    expect(await copy(await tagOf(id))).toMatchObject({ copied: [{ name: 'a (1).txt' }], failed: [] });
  });

  test('by path accepts the change tag, too', async () => {
    const id = await mine.file('a.txt');
    const tag = await tagOf(id);
    const put = async (ifMatch: string): Promise<number> =>
      (await callByPath(drive, user, 'a.txt', { method: 'PUT', body: 'x', headers: { 'if-match': ifMatch } })).status;
    expect([await put(tag), await put(tag), await put(`"x",${await tagOf(id)}`)]).toEqual([200, 412, 200]);
  });

  test('[P-855] lets exactly one of several concurrent writers win', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await mine.file(`race ${round}.txt`);
      const tag = await tagOf(id);
      const answers = await Promise.all([
        ...[1, 2, 3].map((n) => guarded('PATCH', `/api/files/${id}`, tag, { name: `winner ${round} ${n}.txt` })),
        callByPath(drive, user, `race%20${round}.txt`, { method: 'PUT', body: 'x', headers: { 'if-match': tag } }).then(
          ({ status }) => (status === 412 ? failed : String(status)),
        ),
      ]);
      expect(answers.toSorted()).toEqual(['200', failed, failed, failed]);
    }
  });
});

describe('the modification time', () => {
  test('of a file can be changed, alone or with its name and folder', async () => {
    const folder = await mine.folder('folder');
    const id = await mine.file('a.txt');
    const modifiedAt = '1969-07-20T20:17:40.500Z';
    expect((await mine.patch(id, { modifiedAt })).body).toMatchObject({ name: 'a.txt', modifiedAt });
    const change = { name: 'b.txt', parentId: folder, modifiedAt: '2026-01-02T03:04:05+01:00' };
    expect((await mine.patch(id, change)).body).toMatchObject({
      name: 'b.txt',
      parentId: folder,
      modifiedAt: '2026-01-02T02:04:05.000Z',
    });
    expect((await mine.patch(id, { name: 'c.txt', modifiedAt: null })).body.modifiedAt).toBe(
      '2026-01-02T02:04:05.000Z',
    );
  });

  test('of a folder cannot, and a refused change changes nothing', async () => {
    const folder = await mine.folder('folder');
    const modifiedAt = '2020-01-01T00:00:00.000Z';
    expect(await mine.patch(folder, { name: 'b', modifiedAt })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'modifiedAt' }] },
    });
    const id = await mine.file('a.txt');
    expect((await mine.patch(id, { name: 'folder', modifiedAt })).status).toBe(409);
    expect((await mine.get(id)).modifiedAt).toBeNull();
    expect((await mine.patch(id, {})).status).toBe(400);
  });
});

describe('trashing with onlyIfEmpty', () => {
  const trash = (id: string): ReturnType<TreeApi['call']> => mine.call('DELETE', `/api/files/${id}?onlyIfEmpty=true`);

  test('[P-856] refuses a folder that has anything alive in it', async () => {
    const folder = await mine.folder('folder');
    const inner = await mine.folder('inner', folder);
    expect(await trash(folder)).toMatchObject({ status: 409, body: { code: 'folder_not_empty' } });
    expect((await trash(inner)).status).toBe(204);
    const file = await mine.file('a.txt', { in: folder });
    expect((await trash(folder)).status).toBe(409);
    expect((await trash(file)).status).toBe(204);
    expect((await trash(folder)).status).toBe(204);
    expect((await trash(folder)).status).toBe(204);
  });

  test('and a file that is added at the same time leave both, or the file outside', async () => {
    for (let round = 0; round < 8; round += 1) {
      const name = `folder ${round}`;
      const folder = await mine.folder(name);
      const [deleted, put] = await Promise.all([
        trash(folder),
        putByPath(drive, user, `a%20${round}.txt?folderId=${folder}`, 'x'),
      ]);
      expect([
        [409, 201],
        [204, 404],
      ]).toContainEqual([deleted.status, put.status]);
    }
  });
});
