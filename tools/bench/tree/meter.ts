import type { TreeServer } from './tree-server.ts';

/** How long something took each time it was done, in milliseconds. */
export interface Sample {
  /** Measured by the client. */
  readonly totals: number[];
  /** Inside SQLite's statements, commits left out. */
  readonly database: number[];
}

export type Samples = Map<string, Sample>;

/** Measures consecutive requests and their cost in the database. No other client may use the server. */
export interface Meter {
  readonly samples: Samples;
  time(name: string, work: () => Promise<{ readonly totalMs: number }>): Promise<void>;
  /** Repeats as time allows, but a few times at least; the first ones are a warm-up and not counted. */
  repeat(name: string, work: (index: number) => Promise<{ readonly totalMs: number }>): Promise<void>;
}

const most = 200;
const fewest = 10;
const patienceMs = 4000;
const warmUps = 5;

export function createMeter(server: TreeServer, samples: Samples): Meter {
  const time: Meter['time'] = async (name, work) => {
    let sample = samples.get(name);
    if (sample === undefined) samples.set(name, (sample = { totals: [], database: [] }));
    const before = await server.statementTimes();
    const { totalMs } = await work();
    const after = await server.statementTimes();
    sample.totals.push(totalMs);
    sample.database.push(after.statementsMs - before.statementsMs);
  };
  return {
    samples,
    time,
    repeat: async (name, work) => {
      for (let index = 0; index < warmUps; index++) await work(index);
      const deadline = performance.now() + patienceMs;
      for (let index = 0; index < most && (index < fewest || performance.now() < deadline); index++)
        await time(name, () => work(warmUps + index));
    },
  };
}

export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
