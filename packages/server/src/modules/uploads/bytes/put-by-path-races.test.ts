import { afterEach, assert, expect, test, vi } from 'vitest';
import { callByPath, putByPath, type ByPathAnswer } from '../../../../test/api/by-path-requests.ts';
import { sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { readBlobKeys, readTallies } from '../../../../test/tree/tree-tallies.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 8;
const quotaBytes = 4_000_000;
driveForAllTests(() => startDrive({ settings: { FREE_QUOTA_BYTES: String(quotaBytes) } }));
afterEach(async () => {
  await drive.drain();
  const tallies = await readTallies(drive.database, user.userId);
  assert.deepEqual(tallies.kept, tallies.counted);
  assert.deepEqual(await readBlobKeys(drive.database, drive.blobs), { stray: [], missing: [] });
});

const put = (rawPath: string, body: Buffer | string = 'x', headers: Record<string, string> = {}) =>
  putByPath(drive, user, rawPath, body, headers);
const atOnce = (count: number, call: (index: number) => Promise<ByPathAnswer>): Promise<ByPathAnswer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const statuses = (answers: readonly ByPathAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const count = async (path: string): Promise<{ folders: number; files: number }> => {
  const item = await drive.fetch(`/api/files/by-path?path=${path}`, { key: user.key });
  const { id } = (await item.json()) as { id: string };
  const page = await drive.fetch(`/api/files?parentId=${id}&limit=200`, { key: user.key });
  const { files } = (await page.json()) as { files: { type: string }[] };
  const folders = files.filter(({ type }) => type === 'folder').length;
  return { folders, files: files.length - folders };
};

test('eight concurrent files into the same new folders create each folder once', async () => {
  for (let round = 0; round < rounds; round++) {
    const answers = await atOnce(8, (index) => put(`r${round}/a/b/${index}.txt`));
    expect(statuses(answers)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(await count(`/r${round}`)).toEqual({ folders: 1, files: 0 });
    expect(await count(`/r${round}/a`)).toEqual({ folders: 1, files: 0 });
    expect(await count(`/r${round}/a/b`)).toEqual({ folders: 0, files: 8 });
  }
});

test('eight concurrent files at one path store one if it must be new, and otherwise all under different names', async () => {
  for (let round = 0; round < rounds; round++) {
    const folder = `r${round}`;
    expect(statuses(await atOnce(8, () => put(`${folder}/a.txt`, 'x', { 'if-none-match': '*' })))).toEqual([
      201, 412, 412, 412, 412, 412, 412, 412,
    ]);
    expect(statuses(await atOnce(8, () => put(`${folder}/b.txt?onConflict=fail`)))).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
    const renamed = await atOnce(8, () => put(`${folder}/c.txt`));
    expect(new Set(renamed.map(({ json }) => json['name'])).size).toBe(8);
  }
});

test('a file and a folder of the same name at once leave one of them', async () => {
  for (let round = 0; round < rounds; round++) {
    const paths = [`r${round}/x`, `r${round}/x/y`];
    const answers = await atOnce(2, (index) => put(paths[(index + round) % 2]!));
    expect(statuses(answers)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.json['code']).toBe('name_conflict');
  }
});

test('each file for a folder that is being trashed is in the folder or in a new one of its name', async () => {
  for (let round = 0; round < rounds; round++) {
    const { json } = await put(`r${round}/old.txt`);
    const trash = drive.fetch(`/api/files/${String(json['parentId'])}`, { method: 'DELETE', key: user.key });
    const [answers, trashed] = await Promise.all([atOnce(4, (index) => put(`r${round}/${index}.txt`)), trash]);
    expect(trashed.status).toBe(204);
    expect(statuses(answers)).toEqual([201, 201, 201, 201]);
  }
});

test.each([200_000, 1_500_000])('the quota is never exceeded by files of %i bytes', async (size) => {
  const answers = await atOnce(8, (index) => put(`a/${index}.bin`, someBytes(size)));
  const more = await atOnce(8, (index) => put(`b/${index}.bin`, someBytes(size)));
  const third = await atOnce(8, (index) => put(`c/${index}.bin`, someBytes(size)));
  const all = [...answers, ...more, ...third];
  const stored = all.filter(({ status }) => status === 201).length;
  for (const { status, json } of all) if (status !== 201) expect(json['code']).toBe('storage_quota_exceeded');
  expect(stored).toBe(Math.floor(quotaBytes / size));
  const me = await drive.fetch('/api/me', { key: user.key });
  expect(await me.json()).toMatchObject({ usedBytes: stored * size });
});

test('eight concurrent replacements all succeed, and store one version if their content is equal', async () => {
  for (let round = 0; round < rounds; round++) {
    const path = `r${round}/a.txt`;
    const { headers } = await put(path, 'first');
    const replaced = await atOnce(8, (index) => put(path, `${index}`, { 'if-match': String(headers['etag']) }));
    expect(statuses(replaced)).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    const all = await atOnce(8, (index) => put(`${path}?onConflict=replace`, `content ${index}`));
    expect(statuses(all)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(all.map(({ json }) => json['id'])).size).toBe(1);
    const { body, headers: now } = await callByPath(drive, user, path);
    expect(now['etag']).toBe(`"${sha256(body)}"`);
  }
});

test('a file is read completely during concurrent writes to its folder', async () => {
  const bytes = someBytes(500_000);
  await put('a/b.bin', bytes);
  const answers = await atOnce(8, (index) =>
    index % 2 === 0 ? put('a/b.bin', 'y') : callByPath(drive, user, 'a/b.bin'),
  );
  const read = answers.filter((_, index) => index % 2 === 1);
  expect(read.map(({ body }) => body.equals(bytes))).toEqual([true, true, true, true]);
});
