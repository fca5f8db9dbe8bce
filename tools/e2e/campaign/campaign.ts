/**
 * The long run of everything that may fail, in parts: each adds to the sums in campaign.json and to the table in
 * docs/reliability.md.
 *
 *     npm run campaign                       the sums
 *     npm run campaign -- kills 200          a part of 200 kills
 *     npm run campaign -- load-hours 2 DIR   two hours of load on the data in DIR
 *
 * Stops at the first violation, which is counted, too. A part that something else ended, such as a missing program, counts nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOutages, type OutageReport } from '../cluster/cluster-outages.ts';
import { runClusterCrashLoop } from '../cluster/crash-cluster.ts';
import { startEngines, type Engines } from '../cluster/start-cluster.ts';
import { runCrashLoop } from '../crash-loop.ts';
import { Broken } from '../crash-uploads.ts';
import { runWebhookCrashLoop } from '../crash-webhooks.ts';
import { runPowerLoss } from '../power-loss/power-loss.ts';
import { runTorture } from '../torture/torture.ts';
import { WatchRun } from '../watching/watch-run.ts';
import { runSteadyLoad } from './steady-load.ts';

type Say = (line: string) => void;
type Sums = Record<string, number>;

interface Kind {
  readonly what: string;
  readonly goal: number;
  /** Returns what to add. Throws a Broken at a violation. */
  run(
    amount: number,
    part: { readonly directory: string; readonly sums: Readonly<Sums>; readonly say: Say },
  ): Promise<Sums>;
}

interface Progress {
  done: number;
  parts: number;
  violations: number;
  last: string;
  sums: Sums;
}

const root = join(import.meta.dirname, '../../..');
const sumsFile = join(import.meta.dirname, 'campaign.json');
const seed = 33;

const kinds: Readonly<Record<string, Kind>> = {
  kills: {
    what: 'kills of a server during uploads, replacements, changes of trees and moves to other owners',
    goal: 8000,
    run: async (kills, { say }) => numbersOf(await runCrashLoop(kills, say)),
  },
  'webhook-kills': {
    what: 'kills of a server during events and deliveries to webhooks',
    goal: 2000,
    run: async (kills, { say }) => numbersOf(await runWebhookCrashLoop(kills, { say })),
  },
  'power-losses': {
    what: 'power losses, by the states that a disk may have after one',
    goal: 1000,
    run: async (images, { say }) => numbersOf(await runPowerLoss(images, { say })),
  },
  'node-kills': {
    what: 'kills of one of three servers on Postgres and an object storage',
    goal: 1000,
    run: (kills, { say }) => onEngines(async (engines) => numbersOf(await runClusterCrashLoop(engines, kills, say))),
  },
  'postgres-outages': {
    what: 'crashes of Postgres below three servers',
    goal: 100,
    run: (outages, { say }) =>
      onEngines(async (engines) => outagesOf(await runOutages(engines, 'postgres', outages, say))),
  },
  'postgres-failovers': {
    what: 'crashes of Postgres whose synchronous standby takes over',
    goal: 100,
    run: (outages, { say }) =>
      onEngines(async (engines) => outagesOf(await runOutages(engines, 'postgres', outages, say)), {
        isRedundant: true,
      }),
  },
  'storage-outages': {
    what: 'crashes of the object storage below three servers',
    goal: 100,
    run: (outages, { say }) =>
      onEngines(async (engines) => outagesOf(await runOutages(engines, 'storage', outages, say))),
  },
  requests: {
    what: 'hostile requests, WebDAV and XML among them',
    goal: 1_000_000,
    run: async (count, { sums, say }) => {
      const from = sums['requests'] ?? 0;
      const middle = from + Math.ceil(count / 2);
      const parts = [
        [from, middle, 'off'],
        [middle, from + count, 'on'],
      ] as const;
      let findings = 0;
      for (const [first, until, featureLimits] of parts) {
        const options = { seed, from: first, until, forMs: Infinity, slowMs: 1000, featureLimits, connections: 8 };
        const summary = await runTorture(options, say);
        say(summary.table(`requests ${first} to ${until}, feature limits ${featureLimits}`));
        findings += summary.findings.length;
      }
      if (findings > 0) throw new Broken(`${findings} findings`);
      return { requests: count };
    },
  },
  'load-hours': {
    what: 'hours of reads and changes at a constant rate, summed over servers',
    goal: 24,
    run: async (hours, { directory, say }) => {
      const { requests, compared } = await runSteadyLoad(directory, hours, say);
      return { requests, compared };
    },
  },
  'watch-hours': {
    what: 'hours of two computers that watch a folder, summed over pairs',
    goal: 24,
    run: async (hours, { directory }) => {
      if (!(await new WatchRun(directory, 4).run(hours))) throw new Broken('something differed or was lost');
      return {};
    },
  },
  'sync-lives': {
    what: 'lives of two or three simulated computers with a two-way synchronization',
    goal: 5000,
    run: async (lives) => runTests('long', 'packages/cli/src/two-way/run/two-way.model.test.ts', { SYNC_LIVES: lives }),
  },
  'sync-kills': {
    what: 'kills of a two-way synchronization',
    goal: 500,
    run: async (kills) => runTests('e2e', 'tools/e2e/sync-kills.test.ts', { SYNC_KILLS: kills }),
  },
};

/** The longest return is no sum. */
function outagesOf(report: OutageReport): Sums {
  const { longestReturnMs: _, ...sums } = report;
  return numbersOf(sums);
}

const numbersOf = (report: object): Sums =>
  Object.fromEntries(Object.entries(report).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));

async function onEngines(
  use: (engines: Engines) => Promise<Sums>,
  options: Parameters<typeof startEngines>[0] = {},
): Promise<Sums> {
  const engines = await startEngines(options);
  try {
    return await use(engines);
  } finally {
    await engines.stop();
  }
}

function runTests(project: string, file: string, variables: Readonly<Record<string, number>>): Sums {
  const vitest = join(root, 'node_modules/.bin/vitest');
  const env = { ...process.env, ...Object.fromEntries(Object.entries(variables).map(([key, n]) => [key, String(n)])) };
  const { status } = spawnSync(vitest, ['run', '--project', project, file], { cwd: root, env, stdio: 'inherit' });
  if (status === null) throw new Error(`${file} was ended`);
  if (status !== 0) throw new Broken(`${file} failed`);
  return {};
}

function readSums(): Record<string, Progress> {
  return JSON.parse(readFileSync(sumsFile, 'utf8')) as Record<string, Progress>;
}

/** Adds a part, also beside other parts that ran meanwhile. */
function add(name: string, change: (progress: Progress) => void): void {
  const all = readSums();
  const progress = (all[name] ??= { done: 0, parts: 0, violations: 0, last: '', sums: {} });
  change(progress);
  progress.last = new Date().toISOString().slice(0, 10);
  writeFileSync(sumsFile, `${JSON.stringify(all, null, 2)}\n`);
  const page = join(root, 'docs/reliability.md');
  const [begin, end] = ['<!-- campaign -->', '<!-- campaign end -->'];
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin) + begin.length;
  writeFileSync(page, `${text.slice(0, from)}\n\n${tableOf(all)}\n\n${text.slice(text.indexOf(end))}`);
  spawnSync(join(root, 'node_modules/.bin/oxfmt'), [page], { cwd: root });
}

function tableOf(all: Readonly<Record<string, Progress>>): string {
  const rows = Object.entries(kinds).map(([name, { what, goal }]) => {
    const { done = 0, parts = 0, violations = 0, last = '' } = all[name] ?? {};
    return `| ${what} | ${number(done)} | ${number(goal)} | ${parts} | ${violations} | ${last} | \`${name}\` |`;
  });
  return [
    '| what | done | goal | parts | violations | last | name |',
    '| --- | ---: | ---: | ---: | ---: | --- | --- |',
    ...rows,
  ].join('\n');
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

if (import.meta.main) {
  const say: Say = (line) => void process.stdout.write(`${line}\n`);
  const [name, amount, directory = ''] = process.argv.slice(2);
  const kind = kinds[name ?? ''];
  if (name === undefined) say(tableOf(readSums()));
  else if (kind === undefined || !(Number(amount) > 0) || (name.endsWith('-hours') && directory === '')) {
    say(`usage: npm run campaign -- ${Object.keys(kinds).join('|')} AMOUNT [DIRECTORY of an -hours run]`);
    process.exitCode = 2;
  } else {
    try {
      const found = await kind.run(Number(amount), { directory, sums: readSums()[name]?.sums ?? {}, say });
      add(name, (progress) => {
        progress.done = Number((progress.done + Number(amount)).toFixed(2));
        progress.parts += 1;
        for (const [key, value] of Object.entries(found)) progress.sums[key] = (progress.sums[key] ?? 0) + value;
      });
      say(`nothing acknowledged was lost: ${JSON.stringify(found)}`);
    } catch (error) {
      if (error instanceof Broken) add(name, (progress) => void (progress.violations += 1));
      throw error;
    }
  }
}
