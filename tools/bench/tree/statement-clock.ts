// Loaded into the server before it starts (node --import): measures the time inside SQLite's statements, and sends it
// to the parent process on request.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Since the process started. */
export interface StatementTimes {
  /** Everything but commits. */
  readonly statementsMs: number;
  /** Writing to the disk and waiting for it. */
  readonly commitsMs: number;
  /** The longest single statement since the last question. */
  readonly longestMs: number;
}

const server = createRequire(join(import.meta.dirname, '../../../packages/server/package.json'));
const Database = server('better-sqlite3') as new (file: string) => {
  prepare(source: string): Statement;
  close(): void;
};
interface Statement {
  readonly source: string;
}

const times = { statementsMs: 0, commitsMs: 0, longestMs: 0 };
const memory = new Database(':memory:');
const prototype = Object.getPrototypeOf(memory.prepare('select 1')) as Record<
  'run' | 'get' | 'all',
  (this: Statement, ...values: unknown[]) => unknown
>;
for (const name of ['run', 'get', 'all'] as const) {
  const original = prototype[name];
  prototype[name] = function clocked(...values) {
    const began = performance.now();
    try {
      return original.apply(this, values);
    } finally {
      const took = performance.now() - began;
      if (this.source === 'commit') times.commitsMs += took;
      else {
        times.statementsMs += took;
        times.longestMs = Math.max(times.longestMs, took);
      }
    }
  };
}
memory.close();

process.on('message', (question) => {
  if (question !== 'statement times') return;
  process.send?.({ ...times } satisfies StatementTimes);
  times.longestMs = 0;
});
process.channel?.unref();
