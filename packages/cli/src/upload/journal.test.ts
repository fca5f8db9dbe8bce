import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTestDirectory } from '../../test/fake-world.ts';
import { ownMark } from '../shell/process-mark.ts';
import { entryForFolder, openJournal } from './journal.ts';
import type { LocalFile } from './scan-upload.ts';

let state: string;
beforeEach(() => {
  state = createTestDirectory();
});
const open = (...identity: string[]) => openJournal(state, identity, () => Date.now());
const stored = (): string[] => readdirSync(join(state, 'uploads')).toSorted();
const file: LocalFile = { path: '/l/a', shownAs: 'a', folder: '/', name: 'a', size: 3, modifiedAt: 1.5 };
const entry = { fileId: 'f1', sessionId: 's1', uploadUrl: 'http://u/1', shareToken: null, shortUrl: null };
const folderId = 'd1';

it('is read by the next run of the same command, with reserved and completed files', async () => {
  const first = await open('server', 'a');
  expect(first.isResuming).toBe(false);
  first.reserved([{ file, folderId, upload: entry }]);
  await first.close({ keep: true });
  const second = await open('server', 'a');
  expect([second.isResuming, second.find(file)]).toEqual([true, { ...entry, folderId, done: false }]);
  second.done(file, 'f1');
  await second.close({ keep: true });
  const third = await open('server', 'a');
  expect(third.find(file)).toEqual({ ...entry, folderId, done: true });
  await third.close({ keep: false });
  expect(stored()).toEqual([]);
});

it('ignores other commands, and files that have changed', async () => {
  const first = await open('server', 'a');
  first.reserved([{ file, folderId, upload: entry }]);
  const other = await open('server', 'b');
  expect(other.find(file)).toBeUndefined();
  await first.close({ keep: true });
  const again = await open('server', 'a');
  expect(again.find({ ...file, size: 4 })).toBeUndefined();
  expect(again.find({ ...file, modifiedAt: 2 })).toBeUndefined();
});

it('resumes an upload to the folder for which it was reserved only, and none of a version that did not note the folder', async () => {
  const first = await open('x');
  first.reserved([{ file, folderId: null, upload: entry }]);
  const old = { ...file, path: '/l/b' };
  const [name = ''] = stored().filter((path) => path.endsWith('.jsonl'));
  appendFileSync(join(state, 'uploads', name), `${JSON.stringify({ p: '/l/b', s: 3, m: 1.5, upload: entry })}\n`);
  await first.close({ keep: true });
  const next = await open('x');
  expect(entryForFolder(next.find(file), null)).toMatchObject(entry);
  expect([entryForFolder(next.find(file), 'd2'), entryForFolder(next.find(old), null)]).toEqual([undefined, undefined]);
  expect(next.find(old)).toMatchObject({ fileId: 'f1', done: false });
});

it('clears the completion of a file that is started again', async () => {
  const first = await open('x');
  first.done(file, 'f1');
  first.reserved([{ file, folderId, upload: { ...entry, fileId: 'f2' } }]);
  await first.close({ keep: true });
  expect((await open('x')).find(file)).toEqual({ ...entry, folderId, fileId: 'f2', done: false });
});

it('ignores a partial last line of a killed run', async () => {
  const first = await open('x');
  first.reserved([{ file, folderId, upload: entry }]);
  const [name = ''] = stored().filter((path) => path.endsWith('.jsonl'));
  appendFileSync(join(state, 'uploads', name), '{"p":"/l/b","s":');
  await first.close({ keep: true });
  expect((await open('x')).find(file)).toEqual({ ...entry, folderId, done: false });
});

it('is readable by the owner only, because its URLs accept bytes without a key', async () => {
  const journal = await open('x');
  journal.reserved([{ file, folderId, upload: entry }]);
  for (const name of stored()) expect(statSync(join(state, 'uploads', name)).mode & 0o777).toBe(0o600);
  expect(statSync(join(state, 'uploads')).mode & 0o777).toBe(0o700);
});

it('refuses to run twice at once, and ignores the lock of a dead process', async () => {
  const first = await open('x');
  const [lock = ''] = stored();
  writeFileSync(join(state, 'uploads', lock), '1');
  await expect(open('x')).rejects.toMatchObject({
    exitCode: 6,
    message: expect.stringContaining('process 1') as string,
  });
  writeFileSync(join(state, 'uploads', lock), '999999999');
  await expect(open('x')).resolves.toBeDefined();
  expect(readFileSync(join(state, 'uploads', lock), 'utf8')).toBe(ownMark());
  await first.close({ keep: false });
});

it('is deleted after a week, and the lock of a run that takes longer is not', async () => {
  const first = await open('old');
  first.reserved([{ file, folderId, upload: entry }]);
  await first.close({ keep: true });
  // The process with id 1 always exists.
  writeFileSync(join(state, 'uploads', 'running.lock'), '1');
  const eightDaysAgo = Date.now() / 1000 - 8 * 24 * 3600;
  for (const name of stored()) utimesSync(join(state, 'uploads', name), eightDaysAgo, eightDaysAgo);
  await (await open('new')).close({ keep: false });
  expect(stored()).toEqual(['running.lock']);
});
