// Compares ways to make small SQLite transactions durable:
// `node --conditions=@drive/source packages/internal/group-commit/bench/commits.ts [directory]`.
import { fdatasync, openSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { GroupCommit } from '../src/index.ts';

const seconds = 2;
const rounds = 5;
const writers = [1, 8, 64];
const datasync = promisify(fdatasync);

type Write = (work: () => void) => Promise<void>;

interface OpenedFile {
  readonly database: DatabaseSync;
  readonly wal: number;
}

/** Each returns `write`, which resolves when the effect of `work` is durable. */
const ways: Record<string, { readonly synchronous: 'normal' | 'full'; create(file: OpenedFile): Write }> = {
  'a commit each': {
    synchronous: 'full',
    create:
      ({ database }) =>
      async (work) => {
        database.exec('begin immediate');
        work();
        database.exec('commit');
      },
  },
  'a commit each, synced beside': {
    synchronous: 'normal',
    create: ({ database, wal }) => {
      let last = Promise.resolve();
      return async (work) => {
        last = last.then(async () => {
          database.exec('begin immediate');
          work();
          database.exec('commit');
          await datasync(wal);
        });
        await last;
      };
    },
  },
  'one commit a turn': {
    synchronous: 'full',
    create: ({ database }) => {
      let queue: { readonly work: () => void; readonly resolve: () => void }[] = [];
      const commitAll = (): void => {
        const batch = queue;
        queue = [];
        database.exec('begin immediate');
        for (const { work } of batch) {
          database.exec('savepoint work');
          work();
          database.exec('release work');
        }
        database.exec('commit');
        for (const { resolve } of batch) resolve();
      };
      return (work) =>
        new Promise((resolve) => {
          if (queue.push({ work, resolve }) === 1) setImmediate(commitAll);
        });
    },
  },
  'group commit': {
    synchronous: 'normal',
    create: ({ database, wal }) => {
      const group = new GroupCommit(
        {
          begin: async () => database.exec('begin immediate'),
          savepoint: () => database.exec('savepoint work'),
          release: () => database.exec('release work'),
          rollbackToSavepoint: () => database.exec('rollback to work'),
          commit: () => database.exec('commit'),
          sync: () => datasync(wal),
          rollback: () => database.exec('rollback'),
          isInTransaction: () => database.isTransaction,
        },
        { onLost: () => undefined },
      );
      return (work) => group.add(async () => work());
    },
  },
};

async function measure(name: string, count: number): Promise<{ readonly perSecond: number; readonly pauseMs: number }> {
  const directory = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'commits-'));
  const file = join(directory, 'bench.db');
  const way = ways[name]!;
  const database = new DatabaseSync(file);
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${way.synchronous}`);
    database.exec('create table rows (id integer primary key, text text)');
    const insert = database.prepare('insert into rows (text) values (?)');
    const write = way.create({ database, wal: openSync(`${file}-wal`, 'r+') });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    let done = 0;
    const until = performance.now() + seconds * 1000;
    delay.enable();
    await Promise.all(
      Array.from({ length: count }, async () => {
        while (performance.now() < until) {
          await write(() => void insert.run('x'.repeat(200)));
          done += 1;
          // A caller continues through the event loop, like a request.
          await new Promise((resolve) => setImmediate(resolve));
        }
      }),
    );
    delay.disable();
    return { perSecond: done / seconds, pauseMs: delay.percentile(99) / 1e6 };
  } finally {
    database.close();
    rmSync(directory, { recursive: true });
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

console.log(
  'transactions per second, and the 99th percentile of the event loop’s delay; medians of interleaved rounds',
);
for (const count of writers) {
  const results = new Map<string, { perSecond: number; pauseMs: number }[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(ways)) results.set(name, [...(results.get(name) ?? []), await measure(name, count)]);
  for (const [name, rows] of results)
    console.log(
      `${String(count).padStart(3)} writers  ${name.padEnd(30)}`,
      `${Math.round(median(rows.map((row) => row.perSecond)))}/s`.padStart(9),
      `${median(rows.map((row) => row.pauseMs)).toFixed(1)} ms`.padStart(9),
    );
}
