import type { SearchPage, SearchResult } from '@drive/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startDrive } from '../../../../test/drive.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { drive, driveForAllTests, mine, user } from '../../../../test/use-drive.ts';

let tree: Tree;

driveForAllTests(() => startDrive({ settings: { LIST_MAX: '50' } }));
beforeAll(() => {
  tree = treeOn(drive);
});

const upload = (name: string, folderId: string | null = null) => tree.upload(user.userId, name, { folderId });
const makeFolder = (name: string, parentId: string | null = null) => tree.makeFolder(user.userId, name, parentId);
const get = (query: Record<string, string>, key = user.key) =>
  drive.fetch(`/api/search?${new URLSearchParams(query).toString()}`, { key });

async function page(query: Record<string, string>, key?: string): Promise<SearchPage> {
  const response = await get(query, key);
  expect(response.status).toBe(200);
  return (await response.json()) as SearchPage;
}
const search = async (query: Record<string, string>, key?: string): Promise<readonly SearchResult[]> =>
  (await page(query, key)).results;
const paths = async (q: string, more: Record<string, string> = {}, key?: string): Promise<string[]> =>
  (await search({ q, ...more }, key)).map(({ path }) => path);
const folderKey = async (folderId: string): Promise<string> => {
  const { body } = await mine.call('POST', '/api/me/api-keys', { folderId });
  return (body as { readonly rawKey: string }).rawKey;
};

describe('a search', () => {
  test('finds files and folders by words in any order, each with its path', async () => {
    const contracts = await makeFolder('Contracts');
    const older = await makeFolder('Annual', contracts);
    await upload('Report 2026 (final).pdf', older);
    await upload('report of the year.txt');
    await upload('annual_report.pdf', contracts);
    expect(await paths('annual')).toEqual(['/Contracts/Annual', '/Contracts/annual_report.pdf']);
    expect(await paths('pdf report')).toEqual([
      '/Contracts/annual_report.pdf',
      '/Contracts/Annual/Report 2026 (final).pdf',
    ]);
    expect(await paths('"report 2026"')).toEqual(['/Contracts/Annual/Report 2026 (final).pdf']);
    expect(await paths('"2026 report"')).toEqual([]);
    expect(await paths('"report of')).toEqual(['/report of the year.txt']);
    const [found] = await search({ q: 'contracts' });
    expect(found).toMatchObject({ path: '/Contracts', item: { id: contracts, type: 'folder', parentId: null } });
  });

  test('returns whole names first, then starts of names, of words, and all others, the newest first', async () => {
    for (const name of ['x-note', 'denote', 'notes', 'Note', 'my note.txt', 'note.txt', 'keynote']) {
      await upload(name);
      drive.clock.advance(1000);
    }
    expect(await paths('note')).toEqual([
      '/Note',
      '/note.txt',
      '/notes',
      '/my note.txt',
      '/x-note',
      '/keynote',
      '/denote',
    ]);
    expect(await paths('note', { sort: 'name' })).toEqual([
      '/denote',
      '/keynote',
      '/my note.txt',
      '/Note',
      '/note.txt',
      '/notes',
      '/x-note',
    ]);
    expect((await paths('note', { sort: '-createdAt' }))[0]).toBe('/keynote');
  });

  test('folds letters: ß as ss, the Turkish dotted and dotless i as i, accents in any form', async () => {
    for (const name of ['Straße.txt', 'İstanbul ISPARTA.png', 'ışık.txt', 'Café Menü.pdf', 'ΟΔΥΣΣΕΥΣ'])
      await upload(name);
    expect(await paths('STRASSE')).toEqual(['/Straße.txt']);
    expect(await paths('istanbul ısparta')).toEqual(['/İstanbul ISPARTA.png']);
    expect(await paths('IŞIK')).toEqual(['/ışık.txt']);
    expect(await paths('cafe\u0301 MENÜ')).toEqual(['/Café Menü.pdf']);
    expect(await paths('οδυσσευς')).toEqual(['/ΟΔΥΣΣΕΥΣ']);
  });

  test('takes each character literally', async () => {
    for (const name of ['100%_sure.txt', 'a*b?[c].txt', 'plain.txt', 'back-slash (1).txt']) await upload(name);
    expect(await paths('%')).toEqual(['/100%_sure.txt']);
    expect(await paths('_')).toEqual(['/100%_sure.txt']);
    expect(await paths('*b?[c]')).toEqual(['/a*b?[c].txt']);
    expect(await paths('(1).')).toEqual(['/back-slash (1).txt']);
    expect(await paths('.*')).toEqual([]);
  });

  test('with `in` finds what is below that folder only, however deep', async () => {
    const top = await makeFolder('top');
    const deep = await makeFolder('deep', await makeFolder('middle', top));
    await upload('same.txt');
    await upload('same.txt', deep);
    expect(await paths('same', { in: top })).toEqual(['/top/middle/deep/same.txt']);
    expect(await paths('top', { in: top })).toEqual([]);
    await mine.trash(top);
    expect((await get({ q: 'same', in: top })).status).toBe(404);
    expect(await paths('same')).toEqual(['/same.txt']);
    const stranger = await drive.createUser();
    expect((await get({ q: 'same', in: deep }, stranger.key)).status).toBe(404);
    expect(await paths('same', {}, stranger.key)).toEqual([]);
  });

  test('[P-805] by a key for one folder sees that folder, with paths from there', async () => {
    const top = await makeFolder('mine');
    const inner = await makeFolder('inner', top);
    await upload('doc.txt', inner);
    await upload('doc.txt');
    const key = await folderKey(top);
    expect(await paths('doc', {}, key)).toEqual(['/inner/doc.txt']);
    expect(await paths('inner', {}, key)).toEqual(['/inner']);
    expect(await paths('mine', {}, key)).toEqual([]);
    expect(await paths('doc', { in: inner }, key)).toEqual(['/inner/doc.txt']);
    expect((await get({ q: 'doc', in: await makeFolder('other') }, key)).status).toBe(404);
  });

  test('continues after its cursor, which takes no other words, without repeating or skipping', async () => {
    const names = Array.from({ length: 23 }, (_, at) => `${at % 3 === 0 ? 'page' : 'a page'} ${at}`);
    for (const name of names) await upload(name);
    const all = await paths('page', { limit: '50' });
    expect(all).toHaveLength(23);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const found: SearchPage = await page({ q: 'page', limit: '5', ...(cursor === '' ? {} : { cursor }) });
      seen.push(...found.results.map(({ path }) => path));
      cursor = found.pagination.nextCursor;
    }
    expect(seen).toEqual(all);
    const { pagination } = await page({ q: 'page', limit: '5' });
    for (const q of ['pages', 'page a'])
      expect((await get({ q, limit: '5', cursor: pagination.nextCursor! })).status).toBe(400);
  });

  test('without a word is refused, and with more words than allowed', async () => {
    for (const query of [{}, { q: '' }, { q: ' " ' }, { q: '""' }]) {
      const response = await get(query);
      expect({ ...query, status: response.status, body: await response.json() }).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
    const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
    expect((await get({ q: words(20) })).status).toBe(200);
    expect((await get({ q: words(21) })).status).toBe(400);
    expect((await get({ q: 'same '.repeat(100) })).status).toBe(200);
  });

  test('with filters finds only what meets all of them, and without words all that does, the newest first', async () => {
    const folder = await makeFolder('album');
    for (const name of ['a song.mp3', 'a film.mp4', 'b song.mp3']) {
      await upload(name, folder);
      drive.clock.advance(1000);
    }
    await upload('a song.txt');
    const all = async (query: Record<string, string>) => (await search(query)).map(({ path }) => path);
    expect(await all({ q: 'song', uploadedAfter: new Date(drive.clock.now()).toISOString() })).toEqual(['/a song.txt']);
    expect(await all({ q: 'a', type: 'folder' })).toEqual(['/album']);
    const songs = ['/album/b song.mp3', '/album/a film.mp4', '/album/a song.mp3'];
    expect(await all({ type: 'file', in: folder })).toEqual(songs);
    expect(await all({ type: 'file', in: folder, sort: 'createdAt' })).toEqual(songs.toReversed());
    await mine.patch((await upload('b song.txt')).id, { tags: ['Red'], metadata: { order: '42' } });
    expect(await all({ q: 'song', tag: 'red' })).toEqual(['/b song.txt']);
    expect(await all({ q: 'b', tag: 'red', 'meta.order': '42' })).toEqual(['/b song.txt']);
    expect(await all({ q: 'a', 'meta.order': '42' })).toEqual([]);
    expect(await all({ tag: 'red', in: folder })).toEqual([]);
    const first = await page({ type: 'file', in: folder, limit: '2' });
    const next = await page({ type: 'file', in: folder, limit: '2', cursor: first.pagination.nextCursor! });
    expect(next.results.map(({ path }) => path)).toEqual(songs.slice(2));
  });
});
