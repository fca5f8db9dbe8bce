import { createTestClock } from '@drive/base/test';
import { foldName } from '@drive/contract';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { listMatches } from '../../../../test/tree/name-reference.ts';
import { addUser, treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { Position } from '../items/item-orders.ts';
import { createNameSearch, type NameSearch } from './name-search.ts';
import type { OwnerQuery } from './search-store.ts';
import { findTrigrams, trigramSteps } from './trigram-search-store.ts';

const names = [
  'a.txt',
  'A.txt',
  'aa',
  'Ärger',
  'ärger.txt',
  'STRASSE',
  'straße',
  '東京 photo.JPG',
  '😀',
  'x_y%z',
  'b',
  'B',
  'photo_b.jpg',
  'b [1] photo*.txt',
  'x-photo (b_c)',
  'annual.b',
  `it's 'b\\c' & d:*`,
];
const texts = [
  'a',
  'ss',
  'är',
  't',
  '京',
  '😀',
  '%',
  '_',
  '.txt',
  'straße',
  'q',
  'aa',
  'b',
  'photo jpg',
  'a txt',
  'b_c',
  `'b\\c'`,
  `s 'b`,
  ':*',
  '東 jp',
];
const name = fc.constantFrom(...names);
const which = fc.nat({ max: 20 });
const tags = fc.subarray(['red', 'blue']);

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('upload' as const),
        name,
        which,
        bytes: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('folder' as const), name, which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), which, to: which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('moveFolder' as const), which, to: which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('tag' as const), which, tags }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('trash' as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('trashFolder' as const), which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('purge' as const), which, isFinished: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), which, text: fc.constantFrom(...texts) }) },
  ),
  { maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

interface World {
  readonly tree: Tree;
  readonly owner: number;
  /** items.id of every created item. */
  readonly all: string[];
  /** null: the root. */
  readonly folders: (string | null)[];
}

/** Only files have sizes and downloads. */
const looks = [
  [undefined, 'relevance'],
  ['folder', 'relevance'],
  ['file', 'name'],
  [undefined, 'name'],
  [undefined, 'createdAt'],
  ['file', 'size'],
  ['file', 'downloadCount'],
  [undefined, 'modifiedAt'],
] as const satisfies readonly (readonly [OwnerQuery['kind'], OwnerQuery['order']])[];

const filters: readonly OwnerQuery['filter'][] = [
  undefined,
  { minSize: 2 },
  { tag: ['red'] },
  { tag: ['red', 'blue'] },
];

const pick = <T>(list: readonly T[], which: number): T => list[which % list.length]!;

/** Four folders, two of them nested, with a file in each. */
async function grow({ tree, owner, all, folders }: World): Promise<void> {
  for (const [at, folder] of ['f0', 'f1', 'f2', 'f3'].entries()) {
    folders.push(await tree.makeFolder(owner, folder, at < 2 ? null : folders[at - 1]));
    all.push((await tree.upload(owner, 'a.txt', { folderId: folders.at(-1)! })).id);
  }
  all.push(...folders.filter((id) => id !== null));
}

/** A refused step (a taken name, a cycle, an item not in the trash) changes nothing and counts as a step. */
async function perform({ tree, owner, all, folders }: World, step: Exclude<Step, { kind: 'look' }>): Promise<void> {
  if (step.kind === 'upload') {
    const folderId = pick(folders, step.which);
    all.push((await tree.upload(owner, step.name, { folderId, sizeBytes: step.bytes })).id);
  } else if (step.kind === 'folder') {
    const id = await tree.makeFolder(owner, step.name, pick(folders, step.which));
    all.push(id);
    folders.push(id);
  } else if (all.length > 0) {
    const id = pick(all, step.which);
    if (step.kind === 'rename') await tree.update(owner, id, { name: step.name });
    if (step.kind === 'move') await tree.update(owner, id, { parentId: pick(folders, step.to) });
    if (step.kind === 'tag') await tree.update(owner, id, { tags: step.tags });
    if (step.kind === 'moveFolder') {
      const folder = pick(folders, step.which);
      if (folder !== null) await tree.update(owner, folder, { parentId: pick(folders, step.to) });
    }
    if (step.kind === 'trash') await tree.trash(owner, id);
    if (step.kind === 'trashFolder') await tree.trash(owner, pick(folders, step.which) ?? id);
    if (step.kind === 'restore') await tree.restore(owner, id);
    if (step.kind === 'purge') {
      await tree.files.purge.purgeItem(owner, id);
      if (step.isFinished) await tree.jobs.drain();
    }
  }
}

test('the index and a query on every row return the same results after any changes of the tree', async () => {
  const { database, close } = await createTestDatabase();
  const clock = createTestClock();
  const inThread = { database, maxItemsHere: -1, loadPatienceMs: 60_000, trigramSteps: undefined };
  // Every Postgres that tests start has the extensions.
  if (database.dialect === 'postgres') expect(await findTrigrams(database.reader)).toBeDefined();
  const everywhere = { maxItemsHere: 1e9, maxHiddenFoldersHere: 1e9 };
  const searches: readonly NameSearch[] = [
    createNameSearch({ database, ...everywhere, trigramSteps: undefined }),
    createNameSearch({ ...inThread, fewChanges: 3 }),
    createNameSearch({ ...inThread, maxBytes: 1 }),
    ...(database.dialect === 'sqlite'
      ? []
      : [
          createNameSearch({ ...inThread, maxBytes: 1, trigramSteps }),
          createNameSearch({ ...inThread, maxBytes: 1, trigramSteps: { sampled: 7, walked: 5 } }),
        ]),
  ];
  const search: NameSearch = {
    find: () => Promise.reject(new Error('not asked')),
    changed: (tx, ownerId, rowIds) => {
      for (const each of searches) each.changed(tx, ownerId, rowIds);
    },
    stop: async () => {
      for (const each of searches) await each.stop();
    },
  };
  const tree = treeOn({ database, clock, search });

  async function look(ownerId: number, text: string, withinRowId?: number): Promise<void> {
    const words = foldName(text).split(' ');
    for (const [at, [kind, order]] of looks.entries())
      for (const descending of order === 'relevance' ? [false] : [false, true])
        for (const filter of order === 'relevance' ? [undefined, filters[at + 1]] : [filters[at % filters.length]])
          await compareAll({ ownerId, words, kind, withinRowId, order, descending, filter });
  }

  async function compareAll(query: Omit<OwnerQuery, 'offset' | 'limit'>): Promise<void> {
    const matches = await listMatches(database, query);
    const total = matches.length;
    for (const limit of [3, 100]) {
      for (let offset = 0; offset <= total; offset += limit) {
        const after = offset === 0 ? undefined : await positionOf(matches[offset - 1]!);
        const rowIds = matches.slice(offset, offset + limit);
        for (const each of searches) {
          expect({ ...query, ...(await each.find({ ...query, offset, limit })) }).toEqual({ ...query, total, rowIds });
          const next = await each.find({ ...query, offset: 0, after, limit, isCounted: false });
          expect({ ...query, after, rowIds: next.rowIds }).toEqual({ ...query, after, rowIds });
        }
      }
    }
  }

  async function positionOf(rowId: number): Promise<Position> {
    const row = await database.reader
      .selectFrom('items')
      .select([
        'id',
        'name',
        'name_key as nameKey',
        'size',
        'created_at as createdAt',
        'download_count as downloadCount',
        'modified_at as modifiedAt',
        'row_id as rowId',
      ])
      .where('row_id', '=', rowId)
      .executeTakeFirstOrThrow();
    return { ...row, isFolder: false, modifiedAt: row.modifiedAt ?? row.createdAt };
  }

  try {
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        const owner = await addUser(database);
        const world: World = { tree, owner, all: [], folders: [null] };
        await grow(world);
        await look(owner, 'a');
        for (const step of todo) {
          clock.advance(step.kind === 'folder' ? 1 : 0);
          const folder = step.kind === 'look' ? pick(world.folders, step.which) : null;
          const top = folder === null ? undefined : await tree.files.findFolder(database.reader, owner, folder);
          if (step.kind === 'look') await look(owner, step.text, top?.rowId);
          else
            await perform(world, step).catch((error: unknown) => {
              if (!isDomainError(error) && !String(error).includes('no such folder')) throw error;
            });
        }
        for (const text of ['a', 'ss']) await look(owner, text);
      }),
      { numRuns: inject('databaseKind') === 'postgres' ? 15 : 60 },
    );
  } finally {
    await search.stop();
    await close();
  }
}, 120_000);
