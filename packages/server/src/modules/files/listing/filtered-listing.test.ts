import type { ItemPage } from '@drive/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/api/uploads.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';
import { contentKindSql } from '../items/content-kind-store.ts';
import { contentKindOf } from '../items/content-kind.ts';

driveForAllTests();

let tree: Tree;
beforeEach(() => {
  tree = treeOn(drive);
});

const get = (query: string) => drive.fetch(`/api/files?${query}`, { key: user.key });
const list = async (query: string): Promise<ItemPage> => {
  const response = await get(query);
  expect(response.status).toBe(200);
  return (await response.json()) as ItemPage;
};
const names = async (query: string): Promise<string[]> => (await list(query)).files.map(({ name }) => name);
const upload = (name: string, options: Parameters<Tree['upload']>[2] = {}) => tree.upload(user.userId, name, options);

describe('the filters of a listing', () => {
  test('select the items of the folder that match all of them, in the order of the listing', async () => {
    const folderId = await tree.makeFolder(user.userId, 'Photos');
    await upload('a.png', { folderId, sizeBytes: 10, mimeType: 'image/png' });
    await upload('b.png', { folderId, sizeBytes: 20, mimeType: 'image/png' });
    await upload('c.txt', { folderId, sizeBytes: 30, mimeType: 'text/plain' });
    await tree.makeFolder(user.userId, 'd', folderId);
    await upload('outside.png', { mimeType: 'image/png' });
    const inFolder = (query: string) => names(`parentId=${folderId}&${query}`);
    expect(await inFolder('type=file')).toEqual(['a.png', 'b.png', 'c.txt']);
    expect(await inFolder('type=folder')).toEqual(['d']);
    expect(await inFolder('contentKind=image')).toEqual(['a.png', 'b.png']);
    expect(await inFolder('contentKind=image&sort=-name')).toEqual(['b.png', 'a.png']);
    expect(await inFolder('contentKind=folder')).toEqual(['d']);
    expect(await inFolder('minSize=20&sort=-size')).toEqual(['c.txt', 'b.png']);
    expect(await inFolder('minSize=10&maxSize=20')).toEqual(['a.png', 'b.png']);
    expect(await inFolder('maxSize=20&contentKind=text')).toEqual([]);
    expect(await names('type=file')).toEqual(['outside.png']);
    expect(await names('q=.png&minSize=20')).toEqual(['b.png']);
  });

  test('compare times inclusively', async () => {
    await upload('old');
    drive.clock.advance(1000);
    await upload('new');
    const time = encodeURIComponent(new Date(drive.clock.now()).toISOString());
    expect(await names(`uploadedAfter=${time}`)).toEqual(['new']);
    expect(await names(`uploadedBefore=${time}`)).toEqual(['new', 'old']);
    expect(await names(`modifiedBefore=${time}`)).toEqual([]);
  });

  test.each(['type,name', 'name', '-createdAt', '-size', 'size'])(
    'are paged by number and by cursor alike in the order %s',
    async (sort) => {
      for (let number = 0; number < 7; number += 1) {
        await upload(`${number % 2 === 0 ? 'B' : 'a'}${number}`, {
          sizeBytes: (number % 3) + 1,
          mimeType: 'text/plain',
        });
        await tree.makeFolder(user.userId, `f${number}`);
        await upload(`x${number}`, { mimeType: 'image/png', sizeBytes: 1 });
        drive.clock.advance(1);
      }
      const query = `maxSize=3&contentKind=text&sort=${sort}`;
      const all = await names(`${query}&limit=50`);
      expect(all).toHaveLength(7);
      const pages: string[] = [];
      for (const page of [1, 2, 3]) pages.push(...(await names(`${query}&limit=3&page=${page}`)));
      expect(pages).toEqual(all);
      const followed: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: ItemPage = await list(`${query}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        expect(page.pagination.totalItems).toBe(7);
        followed.push(...page.files.map(({ name }) => name));
        cursor = page.pagination.nextCursor;
      }
      expect(followed).toEqual(all);
    },
  );

  test('count items with one or several tags exactly, in every order and on every page', async () => {
    for (let number = 0; number < 6; number += 1) {
      const { id } = await upload(`a${number}`, { sizeBytes: number + 1 });
      const folder = await tree.makeFolder(user.userId, `f${number}`);
      await tree.update(user.userId, id, { tags: number % 2 === 0 ? ['all', 'even'] : ['all'] });
      await tree.update(user.userId, folder, { tags: ['all'] });
    }
    for (const [query, total] of [
      ['tag=all', 12],
      ['tag=all&tag=even', 3],
      ['tag=even&type=folder', 0],
      ['tag=none&tag=all', 0],
    ] as const)
      for (const sort of ['type,name', '-size', 'createdAt']) {
        const all = await names(`${query}&sort=${sort}&limit=50`);
        expect(all).toHaveLength(total);
        const pages: string[] = [];
        for (let page = 1; page <= Math.ceil(total / 2); page += 1) {
          const { files, pagination } = await list(`${query}&sort=${sort}&limit=2&page=${page}`);
          expect(pagination.totalItems).toBe(total);
          pages.push(...files.map(({ name }) => name));
        }
        expect(pages).toEqual(all);
      }
  });

  test('list folders before files by size', async () => {
    await upload('a', { sizeBytes: 2 });
    await upload('b', { sizeBytes: 1 });
    for (const name of ['y', 'z']) await tree.makeFolder(user.userId, name);
    const query = 'uploadedAfter=2020-01-01&sort=size';
    expect(await names(query)).toEqual(['y', 'z', 'b', 'a']);
    expect(await names(`${query}&limit=3&page=2`)).toEqual(['a']);
    const { pagination } = await list(`${query}&limit=1`);
    expect(await names(`${query}&limit=2&cursor=${pagination.nextCursor}`)).toEqual(['z', 'b']);
  });

  test.each([
    'type=both',
    'contentKind=cat',
    'minSize=-1',
    'maxSize=1e3',
    'uploadedAfter=yesterday',
    'starred=yes',
    'tag=',
    'meta.a%20b=1',
    'meta.a=1&meta.a=2',
    'type=file&type=file',
  ])('are refused if malformed: %s', async (query) => {
    expect(await refusalOf(await get(query))).toEqual([400, 'validation_failed']);
  });
});

test('the content kind in a query is the one that items answer', async () => {
  const types = [
    'image/png',
    'IMAGE/X; a=b',
    'application/pdf ',
    'application/json;x',
    'a/b+xml',
    'a/b+zip',
    'a/b',
    null,
  ];
  const endings = ['', '.JPG', '.tar.gz', '.mkv', '.Md', '.odt', '.7z', 'png', '.PNG.', '.m2ts'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types),
      fc.constantFrom('', 'x', 'ü', 'a b'),
      fc.constantFrom(...endings),
      async (mimeType, stem, ending) => {
        const name = `${stem}${ending}`;
        const { rows } = await sql<{ kind: string }>`
          select ${contentKindSql(drive.database.dialect)} as kind
          from (select 0 as is_folder, cast(${mimeType} as text) as mime_type, cast(${name.toLowerCase()} as text) as name_key) as i
        `.execute(drive.database.reader);
        expect(rows[0]?.kind).toBe(contentKindOf(mimeType, name));
      },
    ),
    { numRuns: 60 },
  );
});
