import { listSorts, type SharedListSort, type OnConflict } from '@drive/contract';
import fc from 'fast-check';

/**
 * A change of a tree. Items, places and uploads are numbers modulo the existing ones; one item and one place never
 * existed.
 */
export type Step =
  | { readonly do: 'folder'; readonly name: string; readonly place: number }
  | {
      readonly do: 'upload' | 'reserve';
      readonly name: string;
      readonly place: number;
      readonly bytes: number;
      readonly onConflict: OnConflict;
    }
  /** To the path of a place, and through folders of these names below it, which may be missing. */
  | {
      readonly do: 'put';
      readonly name: string;
      readonly place: number;
      readonly below: readonly string[];
      readonly bytes: number;
      readonly onConflict: OnConflict;
    }
  /** An alive file, counted round among those. */
  | { readonly do: 'replace'; readonly item: number; readonly bytes: number; readonly by: 'upload' | 'put' }
  /** A version of one of the files that have any, or of any item; counted round among those of the file. One more
   * is always a number that it never had. */
  | { readonly do: 'restoreVersion' | 'removeVersion'; readonly item: number; readonly version: number }
  | { readonly do: 'finish' | 'cancel'; readonly upload: number }
  | { readonly do: 'rename'; readonly item: number; readonly name: string }
  | { readonly do: 'move'; readonly item: number; readonly place: number }
  | { readonly do: 'moveAndRename'; readonly item: number; readonly place: number; readonly name: string }
  | { readonly do: 'moveMany'; readonly items: readonly number[]; readonly place: number }
  | { readonly do: 'trash' | 'restore' | 'purge'; readonly item: number }
  | { readonly do: 'trashMany' | 'restoreMany' | 'purgeMany'; readonly items: readonly number[] }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'empty' | 'drain' | 'restart' }
  | { readonly do: 'breakDisk'; readonly deletions: number }
  /** The process dies during it, after this many transactions and deleted blobs. */
  | { readonly do: 'die'; readonly in: Fatal; readonly item: number; readonly after: number };
export type Fatal = 'purge' | 'empty' | 'sweep' | 'drain';

/** A check after a step. */
export type Look =
  | {
      readonly at: 'folder';
      readonly place: number;
      readonly sort: SharedListSort;
      readonly page: number;
      readonly limit: number;
    }
  | { readonly at: 'search'; readonly q: string; readonly sort: SharedListSort }
  | { readonly at: 'item' | 'path' | 'by-path' | 'versions'; readonly item: number }
  | { readonly at: 'trash'; readonly includeFolders: boolean };

/** A small set of names, so that they collide; some differ only in case, some are numbered forms of others. */
const name = fc.constantFrom('a', 'A', 'a (1)', 'b', 'c.png', 'c (1).png', 'é');
const item = fc.nat({ max: 11 });
const place = fc.nat({ max: 7 });
const bytes = fc.integer({ min: 1, max: 9 });
/** Without those by downloads, which looking at a file changes. */
export const fixedSorts = listSorts.filter((each): each is SharedListSort => !each.endsWith('downloadCount'));
const sort = fc.constantFrom(...fixedSorts);
const onConflict = fc.constantFrom<OnConflict[]>('rename', 'rename', 'replace', 'replace', 'replace', 'fail');

const weighted = <S extends Step>(weight: number, arbitrary: fc.Arbitrary<S>) => ({ weight, arbitrary });
const doing = <const D extends Step['do']>(...ways: D[]) => fc.constantFrom(...ways);

const folder = weighted(4, fc.record({ do: doing('folder'), name, place }));
const upload = weighted(4, fc.record({ do: doing('upload'), name, place, bytes, onConflict }));
const below = fc.array(name, { maxLength: 2 });
const put = weighted(4, fc.record({ do: doing('put'), name, place, below, bytes, onConflict }));
const replace = weighted(
  8,
  fc.record({ do: doing('replace'), item, bytes, by: fc.constantFrom('upload' as const, 'put' as const) }),
);
const growing: fc.Arbitrary<Step> = fc.oneof(folder, upload, put, replace);
const changes = [
  folder,
  upload,
  put,
  replace,
  weighted(8, fc.record({ do: doing('restoreVersion', 'restoreVersion', 'removeVersion'), item, version: item })),
  weighted(2, fc.record({ do: doing('reserve'), name, place, bytes, onConflict })),
  weighted(3, fc.record({ do: doing('finish', 'finish', 'cancel'), upload: item })),
  weighted(3, fc.record({ do: doing('rename'), item, name })),
  weighted(4, fc.record({ do: doing('move'), item, place })),
  weighted(3, fc.record({ do: doing('moveAndRename'), item, place, name })),
  weighted(3, fc.record({ do: doing('moveMany'), items: fc.array(item, { minLength: 1, maxLength: 4 }), place })),
  weighted(8, fc.record({ do: doing('trash'), item })),
  weighted(7, fc.record({ do: doing('restore'), item })),
  weighted(4, fc.record({ do: doing('purge'), item })),
  weighted(
    6,
    fc.record({
      do: doing('trashMany', 'restoreMany', 'purgeMany'),
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
    }),
  ),
  weighted(2, fc.record({ do: doing('wait'), days: fc.constantFrom(1, 11, 31) })),
  weighted(4, fc.record({ do: doing('empty', 'drain', 'drain', 'restart') })),
];
/** Long lives: most of what can go wrong needs several steps. */
const size = 'max';
const troubles = [
  weighted(
    4,
    fc.record({
      do: doing('die'),
      in: fc.constantFrom<Fatal[]>('purge', 'empty', 'sweep', 'drain'),
      item,
      after: fc.nat({ max: 6 }),
    }),
  ),
  weighted(1, fc.record({ do: doing('breakDisk'), deletions: fc.integer({ min: 1, max: 3 }) })),
];

const look: fc.Arbitrary<Look> = fc.oneof(
  fc.record({
    at: fc.constant('folder' as const),
    place,
    sort,
    page: fc.integer({ min: 1, max: 2 }),
    limit: fc.constantFrom(50, 2, 1),
  }),
  fc.record({ at: fc.constant('search' as const), q: fc.constantFrom('a', 'C', '.', '1', 'É', 'x'), sort }),
  fc.record({ at: fc.constantFrom('item' as const, 'path' as const, 'by-path' as const, 'versions' as const), item }),
  fc.record({ at: fc.constant('trash' as const), includeFolders: fc.boolean() }),
);

export interface StepThenLook {
  readonly step: Step;
  readonly looks: readonly Look[];
}
const thenLook = (step: fc.Arbitrary<Step>): fc.Arbitrary<StepThenLook> =>
  fc.record({ step, looks: fc.array(look, { maxLength: 2 }) });

export interface Life {
  readonly steps: readonly StepThenLook[];
  /** Steps before the process dies while the rest is being purged. */
  readonly end: number;
}

/** A tree that first grows and then is changed in every way. */
export const lifeOf = ({ mayFail }: { readonly mayFail: boolean }): fc.Arbitrary<Life> =>
  fc
    .record({
      growth: fc.array(thenLook(growing), { maxLength: 8, size }),
      changes: fc.array(thenLook(fc.oneof(...changes, ...(mayFail ? troubles : []))), { maxLength: 14, size }),
      end: fc.nat({ max: 30 }),
    })
    .map(({ growth, changes: then, end }) => ({ steps: [...growth, ...then], end }));
