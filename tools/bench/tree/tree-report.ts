import { listSorts } from '../../../packages/contract/src/sorts.ts';
import type { CurvePoint } from './curves.ts';
import { quantile } from './meter.ts';
import { operations } from './operations.ts';
import type { Phase } from './waits.ts';

const figure = (value: number): string =>
  Number.isNaN(value) ? '–' : value >= 10 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(head),
  row(head.map((_, index) => (index === 0 ? '---' : '---:'))),
  ...rows.map(row),
];
const medianOf = (point: CurvePoint | undefined, name: string): number =>
  quantile(point?.samples.get(name)?.totals ?? [], 0.5);
const databaseOf = (point: CurvePoint | undefined, name: string): number =>
  quantile(point?.samples.get(name)?.database ?? [], 0.5);

/** Small figures swing by themselves: so much more is none. */
const noiseMs = 0.5;
const steady = 1.5;

/** Each operation by the size of the drive, with its expected and measured growth. Markdown. */
export function reportCurves(points: readonly CurvePoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  const rows = operations.map(({ name, growsWith }) => {
    const figures = points.map((point) => {
      const totals = point.samples.get(name)?.totals ?? [];
      return totals.length === 0 ? '–' : `${figure(quantile(totals, 0.5))} / ${figure(quantile(totals, 0.99))}`;
    });
    const ratio = medianOf(last, name) / medianOf(first, name);
    const grew = growsWith === 'nothing' && ratio > steady && medianOf(last, name) - medianOf(first, name) > noiseMs;
    return [
      name,
      ...figures,
      figure(Math.min(...(last?.samples.get(name)?.totals ?? [Number.NaN]))),
      figure(databaseOf(last, name)),
      Number.isNaN(ratio) ? '–' : ratio.toFixed(1),
      grew ? '**nothing, but did**' : growsWith,
    ];
  });
  const sizes = points.map(({ items }) => items.toLocaleString('en'));
  return [
    'Milliseconds over HTTP, median / slowest 1 %; then, at the largest size, the least (what it takes where nobody else is at the',
    'processor), the time inside SQLite’s statements on the main thread (median, without commits), and how much larger the median',
    'is there than at the smallest.',
    '',
    ...table(['', ...sizes, 'least', 'SQLite', 'ratio', 'grows with'], rows),
    '',
    ...reportSorts(last),
    '',
    ...reportTrashListings(points),
    '',
    ...reportGoals(first, last),
  ].join('\n');
}

function reportSorts(point: CurvePoint | undefined): string[] {
  if (point === undefined) return [];
  const figures = (name: string): string => {
    const totals = point.sorts.get(name)?.totals ?? [];
    return [0, 0.5, 0.99].map((share) => figure(quantile(totals, share))).join(' / ');
  };
  return [
    `One folder of ${point.items.toLocaleString('en')} in every order, pages of 20, least / median / slowest 1 %:`,
    '',
    ...table(
      ['sort', 'first page', 'middle page', 'last page'],
      listSorts.map((sort) => [
        `\`${sort}\``,
        ...['first', 'middle', 'last'].map((page) => figures(`${sort} ${page}`)),
      ]),
    ),
  ];
}

function reportTrashListings(points: readonly CurvePoint[]): string[] {
  return [
    'The trash listing of a folder of N/10:',
    '',
    ...table(
      ['', ...points.map(({ items }) => items.toLocaleString('en'))],
      [
        ['MiB of JSON', ...points.map(({ trashListing }) => trashListing.MiB.toFixed(1))],
        ['MiB of memory above rest, peak', ...points.map(({ trashListing }) => trashListing.peakMiB.toFixed(0))],
      ],
    ),
  ];
}

function reportGoals(first: CurvePoint | undefined, last: CurvePoint | undefined): string[] {
  if (first === undefined || last === undefined) return [];
  const firstPage = medianOf(last, 'listing, first page');
  const sortMedians = [...last.sorts.values()].map(({ totals }) => quantile(totals, 0.5));
  const searches = operations.map(({ name }) => name).filter((name) => /^search, \d/.test(name));
  const slowest = (names: readonly string[], of: (point: CurvePoint, name: string) => number): number =>
    Math.max(...names.map((name) => of(last, name)).filter((value) => !Number.isNaN(value)));
  const quick = operations.map(({ name }) => name).filter((name) => /^(move a|trash a|restore a|path)/.test(name));
  const goals: (readonly [string, number, number])[] = [
    ['first page, against the smallest size', firstPage / medianOf(first, 'listing, first page'), 1.5],
    ['last page, against the first', medianOf(last, 'listing, last page') / firstPage, 1.5],
    ['any page in any order, ms', Math.max(...sortMedians), 20],
    ['first page of any search, ms', slowest(searches, medianOf), 25],
    ...quick.map((name) => [`${name}, ms of SQLite`, databaseOf(last, name), 1] as const),
  ];
  return [
    `Goals, at ${last.items.toLocaleString('en')} items, medians:`,
    '',
    ...table(
      ['', 'figure', 'goal', ''],
      goals.map(([name, reached, goal]) => [
        name,
        figure(reached),
        String(goal),
        reached <= goal ? 'reached' : '**not reached**',
      ]),
    ),
  ];
}

/** The latency of another user in each phase. Markdown. */
export function reportWaits(phases: readonly Phase[]): string {
  const longest = 50;
  const kinds = [...(phases[0]?.latencies.keys() ?? [])].toSorted();
  return [
    'Another user sends 50 requests a second from a process of its own, whatever comes back; each counts from when it was due.',
    'Milliseconds, median / slowest 1 % / slowest of all.',
    '',
    ...table(
      ['while', ...kinds, 'all', 'longest statement', `≤ ${longest} ms at p99`],
      phases.map(({ name, latencies, note, longestStatementMs }) => {
        const all = [...latencies.values()].flat();
        return [
          note === '' ? name : `${name} (${note})`,
          ...[...kinds.map((kind) => latencies.get(kind) ?? []), all].map((values) =>
            [0.5, 0.99, 1].map((share) => figure(quantile(values, share))).join(' / '),
          ),
          figure(longestStatementMs),
          quantile(all, 0.99) <= longest ? 'reached' : '**not reached**',
        ];
      }),
    ),
  ].join('\n');
}
