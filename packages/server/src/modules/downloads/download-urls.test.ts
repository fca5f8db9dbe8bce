import { secondMs } from '@drive/base';
import { featureLimits, limits, type BatchFailure } from '@drive/contract';
import { expect, test } from 'vitest';
import { treeApi } from '../../../test/api/tree-api.ts';
import { driveForAllTests, drive, mine } from '../../../test/use-drive.ts';

driveForAllTests();

interface Answer {
  readonly status: number;
  readonly urls: readonly { readonly id: string; readonly downloadUrl: string; readonly expiresAt: string }[];
  readonly failed: readonly BatchFailure[];
}
const ask = async (ids: readonly string[], more: object = {}): Promise<Answer> => {
  const { status, body } = await mine.call('POST', '/api/files/download-urls', { ids, ...more });
  return { status, ...body };
};
const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';

test('one request returns a working URL of each file, in the order of the request', async () => {
  const ids = [await mine.file('b.txt', { bytes: 3 }), await mine.file('a.txt', { bytes: 5 })];
  const { status, urls, failed } = await ask([...ids, ids[0]!]);
  expect([status, failed]).toEqual([200, []]);
  expect(urls.map(({ id }) => id)).toEqual(ids);
  for (const [index, { downloadUrl }] of urls.entries()) {
    const response = await drive.fetch(downloadUrl);
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, [3, 5][index]]);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  }
  const [shown] = (await ask(ids, { inline: true })).urls;
  expect((await drive.fetch(shown!.downloadUrl)).headers.get('content-disposition')).toMatch(/^inline/);
});

test('a URL works until expiresAt and not after it', async () => {
  const [url] = (await ask([await mine.file('a.txt')])).urls;
  const left = Date.parse(url!.expiresAt) - drive.clock.now();
  expect(left).toBe(900 * secondMs);
  drive.clock.advance(left - 1);
  expect((await drive.fetch(url!.downloadUrl)).status).toBe(200);
  drive.clock.advance(1);
  expect((await drive.fetch(url!.downloadUrl)).status).toBe(403);
});

test('folders, unknown, foreign, trashed and purged files fail with their own status, and the others succeed', async () => {
  const file = await mine.file('a.txt');
  const folder = await mine.folder('folder');
  const foreign = await treeApi(drive, await drive.createUser()).file('theirs.txt');
  const trashed = await mine.file('trashed.txt');
  const purged = await mine.file('purged.txt');
  await mine.trash(trashed, purged);
  await mine.purge(purged);
  const { status, urls, failed } = await ask([folder, unknownId, foreign, trashed, purged, file]);
  expect([status, urls.map(({ id }) => id)]).toEqual([207, [file]]);
  expect(failed.map((each) => [each.id, each.status])).toEqual([
    [folder, 404],
    [unknownId, 404],
    [foreign, 404],
    [trashed, 404],
    [purged, 410],
  ]);
  // The error does not distinguish an unknown file from one of another user.
  expect(failed[1]!.message).toBe(failed[2]!.message);
});

test('the limit on refreshing URLs counts each file, alone or in batches', async () => {
  const [a, b] = [await mine.file('a.txt'), await mine.file('b.txt')];
  const { calls } = featureLimits.downloadUrl;
  for (let n = 0; n < calls - 1; n += 1) expect((await ask([a])).status).toBe(200);
  expect((await mine.call('GET', `/api/files/${a}/download-url`)).status).toBe(200);
  const { status, urls, failed } = await ask([a, b]);
  expect([status, urls.map(({ id }) => id)]).toEqual([207, [b]]);
  expect(failed).toMatchObject([{ id: a, status: 429 }]);
  drive.clock.advance(60 * secondMs);
  expect((await ask([a, b])).status).toBe(200);
});

test('a request accepts 1 to 200 well-formed IDs only', async () => {
  const id = await mine.file('a.txt');
  for (const body of [
    {},
    { ids: [] },
    { ids: id },
    { ids: [id, 'x'] },
    { ids: Array(limits.itemBatch + 1).fill(id) },
    { ids: [id], inline: 'true' },
    { ids: [id], disposition: 'inline' },
  ])
    expect(await mine.call('POST', '/api/files/download-urls', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  expect((await ask([id], { inline: null })).status).toBe(200);
});
