import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSqlite } from '@drive/database';
import { queryPostgres, startPostgres } from '@drive/database/test';
import { liftedLimits, serverMain, startServerOf } from '../contenders/drive-contender.ts';
import { execute, stopServer } from '../processes.ts';
import { quantile } from './meter.ts';
import { createRequests } from './requests.ts';
import { listingQueries, searchQueries, terms, type SearchQuery } from './search-queries.ts';
import type { SeededTree } from './seed-tree.ts';
import { keepTrees, type Trees } from './trees.ts';

interface Figures {
  readonly firstMs: number;
  readonly medianMs: number;
}
type Measured = ReadonlyMap<string, Figures>;

interface Column {
  readonly head: string;
  readonly figures: Measured;
}

export interface SearchOptions {
  readonly sizes: readonly number[];
  /** Directory in which trees are kept for the next run; undefined: they are deleted. */
  readonly directory: string | undefined;
}

const repeats = 5;
/** Listings of a folder with more are not measured: a copy of it takes longer than all searches. */
const mostInAFolder = 1_000_000;

/** Searches, filters and short words by size, on SQLite and on Postgres. Markdown. */
export async function measureSearch({ sizes, directory }: SearchOptions, say: (line: string) => void): Promise<string> {
  const place = directory ?? mkdtempSync(join(tmpdir(), 'drive-trees-'));
  const load = (loadavg()[0] ?? Number.NaN).toFixed(1);
  try {
    const trees = keepTrees(place);
    const columns: Column[] = [];
    for (const items of sizes) columns.push(...(await measureSize(trees, items, say)));
    return report(columns, load);
  } finally {
    if (directory === undefined) rmSync(place, { recursive: true, force: true });
  }
}

async function measureSize(trees: Trees, items: number, say: (line: string) => void): Promise<Column[]> {
  const onSqlite = new Map<string, Figures>();
  const onPostgres = new Map<string, Figures>();
  for (const shape of items <= mostInAFolder ? (['bushy', 'wide'] as const) : (['bushy'] as const)) {
    say(`${items.toLocaleString('en')} items, ${shape}`);
    const { dataDirectory, tree, remove } = await trees.copy({ shape, items });
    const queries = shape === 'bushy' ? searchQueries(tree.archive.id) : listingQueries(tree.largest.id);
    // No second process writes to the data of the first, and none to a Postgres that was a test's.
    const postgres = await startPostgres({ settings: { shared_buffers: '1GB', maintenance_work_mem: '256MB' } });
    try {
      addTerms(join(dataDirectory, 'drive.db'));
      await measureQueries(dataDirectory, {}, { tree, queries, figures: onSqlite });
      say('… on Postgres');
      const url = await postgres.createDatabase('bench');
      const settings = { DRIVE_DATABASE_URL: url };
      const env = { ...liftedLimits(dataDirectory), ...settings };
      await execute(process.execPath, [serverMain, 'move-database', 'postgres'], { env });
      await queryPostgres(url, 'vacuum analyze');
      await measureQueries(dataDirectory, settings, { tree, queries, figures: onPostgres });
    } finally {
      await postgres.stop();
      remove();
    }
  }
  const size = `${items / 1_000_000} million`;
  return [
    { head: `SQLite, ${size}`, figures: onSqlite },
    { head: `Postgres, ${size}`, figures: onPostgres },
  ];
}

function addTerms(file: string): void {
  const { raw } = connectSqlite(file, { readonly: false, cacheBytes: 2 ** 28 });
  const condition = 'is_folder = 0 and row_id % ? = 0';
  for (const { term, annotations, every } of terms) {
    raw.prepare(`update items set annotations = ? where ${condition}`).run(annotations, every);
    raw
      .prepare(
        `insert into item_terms (item_id, term, owner_id, folder_id, bytes)
        select row_id, ?, owner_id, parent_id, 0 from items where ${condition}`,
      )
      .run(term, every);
  }
  raw.close();
}

async function measureQueries(
  dataDirectory: string,
  settings: Readonly<Record<string, string>>,
  {
    tree,
    queries,
    figures,
  }: { readonly tree: SeededTree; readonly queries: readonly SearchQuery[]; readonly figures: Map<string, Figures> },
): Promise<void> {
  const { child, match } = await startServerOf(dataDirectory, settings);
  const requests = createRequests(match[1] ?? '', tree.owner.key);
  try {
    for (const { name, path } of queries) {
      const { totalMs: firstMs } = await requests.send(path);
      const next: number[] = [];
      for (let turn = 0; turn < repeats; turn += 1) next.push((await requests.send(path)).totalMs);
      figures.set(name, { firstMs, medianMs: quantile(next, 0.5) });
    }
  } finally {
    requests.close();
    await stopServer(child);
  }
}

function report(columns: readonly Column[], load: string): string {
  const names = [...new Set(columns.flatMap(({ figures }) => [...figures.keys()]))];
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cell = (found: Figures | undefined): string =>
    found === undefined ? '–' : `${shown(found.firstMs)} / ${shown(found.medianMs)}`;
  return [
    `Load average of the machine at the start: ${load}. Milliseconds over HTTP, a page of the default size: the first request of its kind / the`,
    `median of the next ${repeats}. The first row has the first search after the start of the server.`,
    '',
    row(['', ...columns.map(({ head }) => head)]),
    row(['---', ...columns.map(() => '---:')]),
    ...names.map((name) => row([name, ...columns.map(({ figures }) => cell(figures.get(name)))])),
  ].join('\n');
}

const shown = (ms: number): string => (ms >= 10 ? Math.round(ms).toLocaleString('en') : ms.toPrecision(2));
