import { dayMs } from '@drive/base';
import type { BatchFailure, Item } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { treeApi } from '../../../../test/api/tree-api.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests();

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const set = (mode: string, ...ids: readonly string[]) => mine.call('PATCH', '/api/files/visibility', { ids, mode });

describe('changing the visibility of several items', () => {
  test('[P-179] to PUBLIC creates a share or keeps the existing one', async () => {
    const [fresh, shared] = [await mine.file('a'), await mine.file('b')];
    const { body: own } = await mine.call('POST', `/api/files/${shared}/share`, { password: 'secret' });
    const { status, body } = await set('PUBLIC', fresh, shared);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      updated: [
        { id: fresh, shareMode: 'PUBLIC', shareToken: expect.any(String) },
        { id: shared, shareMode: 'PUBLIC', shareToken: own.shareToken },
      ],
      failed: [],
    });
    expect((await mine.call('POST', `/api/files/${shared}/share`, {})).body.passwordProtected).toBe(true);
  });

  test('[P-180] to PUBLIC lists items publicly, and to PRIVATE removes them', async () => {
    const name = crypto.randomUUID();
    const id = await mine.file(name);
    await mine.call('POST', `/api/files/${id}/share`, {});
    const isFound = async () => {
      const { items } = (await (await drive.fetch(`/api/public/search?q=${name}`)).json()) as { items: object[] };
      return items.length === 1;
    };
    expect(await isFound()).toBe(false);
    for (const mode of ['PUBLIC', 'PRIVATE', 'PUBLIC']) {
      await set(mode, id);
      expect([mode, await isFound()]).toEqual([mode, mode === 'PUBLIC']);
    }
  });

  test('[P-182] to PUBLIC opens an expired link', async () => {
    const id = await mine.file('a');
    await mine.call('POST', `/api/files/${id}/share`, { expiresInDays: 1 });
    drive.clock.advance(2 * dayMs);
    const token = (await set('PUBLIC', id)).body.updated[0].shareToken;
    expect((await drive.fetch(`/api/public/share/${token}`)).status).toBe(200);
  });

  test('[P-181] to PRIVATE ends the share, also the file’s part in multi-shares', async () => {
    const ids = [await mine.file('a'), await mine.file('b')];
    const { body: own } = await mine.call('POST', `/api/files/${ids[0]}/share`, {});
    const { body: several } = await mine.call('POST', '/api/files/share-multi', { fileIds: ids });
    const { body } = await set('PRIVATE', ids[0] ?? '');
    expect(body.updated).toMatchObject([{ shareMode: 'PRIVATE', shareToken: null }]);
    expect((await drive.fetch(`/api/public/share/${own.shareToken}`)).status).toBe(404);
    const { shares } = (await mine.call('GET', '/api/shares')).body;
    expect(shares).toMatchObject([{ shareToken: several.shareToken, fileCount: 1 }]);
  });

  test('[P-185] applies to the files directly in a folder', async () => {
    const folder = await mine.folder('f');
    const inner = await mine.folder('inner', folder);
    const near = [await mine.file('a', { in: folder }), await mine.file('b', { in: folder })];
    const deep = await mine.file('deep', { in: inner });
    await mine.trash(await mine.file('gone', { in: folder }));
    const { status, body } = await set('PUBLIC', folder, near[0] ?? '');
    expect([status, body.updated.map(({ id }: Item) => id).toSorted()]).toEqual([200, near.toSorted()]);
    expect((await mine.get(deep)).shareMode).toBe('PRIVATE');
    expect((await mine.get(folder)).shareMode).toBe('PRIVATE');
    expect((await set('PUBLIC', await mine.folder('empty'))).body).toEqual({ updated: [], failed: [] });
  });

  test('[P-186] answers 207 with the reason for each that fails', async () => {
    const [good, trashed, purged] = [await mine.file('a'), await mine.file('b'), await mine.file('c')];
    const folder = await mine.folder('f');
    const under = await mine.file('under', { in: folder });
    await mine.trash(trashed, purged, folder);
    await mine.purge(purged);
    const theirs = await treeApi(drive, await drive.createUser()).file('theirs');
    const { status, body } = await set('PUBLIC', unknownId, good, trashed, purged, theirs, under, folder);
    expect(status).toBe(207);
    expect(body.updated.map(({ id }: Item) => id)).toEqual([good]);
    expect(body.failed.map(({ id, status, code }: BatchFailure) => [id, status, code])).toEqual([
      [unknownId, 404, 'file_not_found'],
      [trashed, 409, 'item_trashed'],
      [purged, 410, 'file_purged'],
      [theirs, 404, 'file_not_found'],
      [under, 409, 'item_trashed'],
      [folder, 409, 'item_trashed'],
    ]);
  });

  test.each([
    ['no ids', { ids: [], mode: 'PUBLIC' }],
    ['201 ids', { ids: Array.from({ length: 201 }, () => crypto.randomUUID()), mode: 'PUBLIC' }],
    ['SHARED', { ids: [unknownId], mode: 'SHARED' }],
    ['no mode', { ids: [unknownId] }],
    ['a malformed id', { ids: ['x'], mode: 'PUBLIC' }],
  ])('[P-183] refuses %s', async (_what, json) => {
    expect(await mine.call('PATCH', '/api/files/visibility', json)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  test('[P-184] accepts 200 ids', async () => {
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    const { status, body } = await set('PUBLIC', ...ids);
    expect([status, body.failed]).toEqual([207, expect.objectContaining({ length: 200 })]);
  });
});
