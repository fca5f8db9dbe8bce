import { minuteMs } from '@drive/base';
import { afterEach, describe, expect, test } from 'vitest';
import { davApi } from '../../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
let tree: TreeApi;
afterEach(() => drive.close());

/** A server that allows work on so many items a minute, and folders with a folder and so many files in each. */
async function start(itemsPerMinute: number, ...files: readonly number[]): Promise<string[]> {
  drive = await startDrive({ settings: { ITEMS_PER_MINUTE: String(itemsPerMinute) } });
  user = await drive.createUser();
  tree = treeApi(drive, user);
  const ids: string[] = [];
  for (const [index, count] of files.entries()) {
    const id = await tree.folder(`folder ${index}`);
    const inner = await tree.folder('inner', id);
    for (let number = 0; number < count; number += 1)
      await tree.file(`${number}`, { in: number % 2 === 0 ? id : inner, bytes: 1 });
    ids.push(id);
  }
  return ids;
}

const refusal = { status: 429, body: { code: 'too_many_requests' } };

describe('a budget of items', () => {
  test('[P-501] is drawn by all items in a folder, not by calls', async () => {
    const [one = '', two = '', three = ''] = await start(12, 4, 4, 4);
    await tree.trash(one, two, three);
    expect(await tree.restore(one)).toMatchObject({ status: 200 });
    expect(await tree.purge(two)).toMatchObject({ status: 204 });
    expect(await tree.restore(three)).toMatchObject(refusal);
    expect(await tree.purge(three)).toMatchObject(refusal);
    drive.clock.advance(minuteMs);
    expect(await tree.purge(three)).toMatchObject({ status: 204 });
  });

  test('is drawn by batches and by emptying the trash before anything is changed', async () => {
    const [one = '', two = '', three = ''] = await start(13, 4, 4, 4);
    await tree.trash(one, two, three);
    const batch = (action: string, ids: string[]) => tree.call('POST', `/api/files/${action}`, { ids });
    expect(await batch('restore', [one, two])).toMatchObject({ status: 200 });
    await tree.trash(one, two);
    expect(await batch('delete', [one, two])).toMatchObject(refusal);
    expect(await tree.call('DELETE', '/api/files/trash')).toMatchObject(refusal);
    expect((await tree.trashed(true)).filter((name) => name.startsWith('folder'))).toHaveLength(3);
    drive.clock.advance(minuteMs);
    expect(await batch('delete', [one, two])).toMatchObject({ status: 200 });
    drive.clock.advance(minuteMs);
    expect(await tree.call('DELETE', '/api/files/trash')).toMatchObject({ status: 204 });
  });

  test('admits work that exceeds it if nothing was drawn, and counts it in the hour', async () => {
    const [large = ''] = await start(1, 29);
    await tree.trash(large);
    expect(await tree.restore(large)).toMatchObject({ status: 200 });
    await tree.trash(large);
    expect(await tree.restore(large)).toMatchObject(refusal);
    drive.clock.advance(minuteMs);
    // 31 of 60 are drawn.
    const later = await drive.fetch(`/api/files/${large}/restore`, { method: 'POST', key: user.key });
    expect([later.status, Number(later.headers.get('retry-after')) > 60]).toEqual([429, true]);
    const single = await tree.file('single');
    await tree.trash(single);
    expect(await tree.purge(single)).toMatchObject({ status: 204 });
    drive.clock.advance(60 * minuteMs);
    expect(await tree.restore(large)).toMatchObject({ status: 200 });
  });

  test('of another user is another', async () => {
    const [one = ''] = await start(6, 4);
    await tree.trash(one);
    await tree.restore(one);
    const other = treeApi(drive, await drive.createUser());
    const id = await other.folder('folder');
    await other.trash(id);
    expect(await other.restore(id)).toMatchObject({ status: 200 });
    // Items of another user cost nothing.
    expect(await other.restore(one)).toMatchObject({ status: 404 });
  });

  test('can be switched off', async () => {
    const [one = ''] = await start(0, 4);
    for (let count = 0; count < 3; count += 1) {
      await tree.trash(one);
      expect(await tree.restore(one)).toMatchObject({ status: 200 });
    }
  });
});

test('[P-502] copies of copies are refused when the budget is used up', async () => {
  drive = await startDrive({ settings: { ITEMS_PER_MINUTE: '50' } });
  const dav = davApi(drive, await drive.createUser());
  await dav.call('MKCOL', '/x');
  await dav.call('MKCOL', '/y');
  const copied: number[] = [];
  for (let count = 0; count < 9; count += 1)
    copied.push(
      count % 2 === 0
        ? await dav.transfer('COPY', '/x', `/y/c${count}`)
        : await dav.transfer('COPY', '/y', `/x/c${count}`),
    );
  // The requests copy 1, 2, 3, 5, 8 and 13 items; 21 are more than what is left, 13 once more are not.
  expect(copied).toEqual([201, 201, 201, 201, 201, 201, 429, 201, 429]);
});
