/**
 * Lets two computers watch a folder with `drive-cli sync --two-way --watch`, on a real server, while somebody works in both: edits, moves
 * and deletions, restarts and kills of the server, and computers that sleep. After each period, all three must have the same
 * files, and no content may be lost. What is measured is appended to results.jsonl in the state directory.
 *
 *     npm run watch-run -- STATE_DIRECTORY [HOURS] [EDITS_PER_MINUTE]
 *
 * A later run with the same directory goes on with the same data. Ctrl-C ends the run after a last comparison. Exits with 1 if
 * something differed or was lost. Linux only.
 */
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { startKeptServer, type KeptServer } from '../kept-server.ts';
import { ContentsLog } from './contents-log.ts';
import { ProcessUse } from './process-use.ts';
import { WatchedComputer } from './watched-computer.ts';
import { digestOf } from './working-folder.ts';

const periodMs = 10 * 60_000;
const sampleMs = 60_000;
const longestSettleMs = 5 * 60_000;
const mostFiles = 800;
const asleepMs = 45_000;
const serverAwayMs = 20_000;

export class WatchRun {
  readonly #directory: string;
  readonly #editsPerMinute: number;
  readonly #contents: ContentsLog;
  readonly #stop = new AbortController();
  #kept!: KeptServer;
  #serverUse!: ProcessUse;
  #computers: WatchedComputer[] = [];
  #edits = 0;
  #events: string[] = [];
  #isGood = true;

  constructor(directory: string, editsPerMinute: number) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#editsPerMinute = editsPerMinute;
    this.#contents = new ContentsLog(join(directory, 'contents.log'));
  }

  /** Returns whether all was well. */
  async run(hours: number): Promise<boolean> {
    await this.#startServer();
    this.#computers = [0, 1].map(
      (index) => new WatchedComputer(join(this.#directory, `computer-${index}`), this.#kept, this.#contents),
    );
    const began = Date.now();
    try {
      for (const computer of this.#computers) computer.start();
      this.#record({ event: 'part began', hours, editsPerMinute: this.#editsPerMinute });
      await this.#compare(0);
      for (let period = 0; Date.now() - began < hours * 3_600_000 && !this.#stop.signal.aborted; period++) {
        await this.#work(period);
        await this.#compare((Date.now() - began) / 3_600_000);
      }
      return this.#isGood;
    } finally {
      for (const computer of this.#computers) await computer.stop();
      await this.#kept.server.end('SIGTERM');
      this.#record({ event: 'part ended', hours: Number(((Date.now() - began) / 3_600_000).toFixed(2)) });
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Keeps its port, which is a part of what a pair of folders is known by. */
  async #startServer(): Promise<void> {
    this.#kept = await startKeptServer(this.#directory);
    this.#serverUse = new ProcessUse(this.#kept.server.child.pid ?? 0);
  }

  /** Edits at random times, samples, and in the middle something that goes wrong. */
  async #work(period: number): Promise<void> {
    const end = Date.now() + periodMs;
    const incidentAt = Date.now() + randomInt(periodMs / 4, periodMs / 2);
    let nextSample = Date.now() + sampleMs;
    let incident: Promise<void> | undefined;
    while (Date.now() < end && !this.#stop.signal.aborted) {
      await sleep(randomInt(2 * (60_000 / this.#editsPerMinute)), undefined, { signal: this.#stop.signal }).catch(
        () => undefined,
      );
      this.#edit();
      if (Date.now() > nextSample) {
        this.#sample();
        nextSample += sampleMs;
      }
      if (Date.now() > incidentAt) incident ??= this.#incident(period);
    }
    await incident;
  }

  #edit(): void {
    const { folder } = this.#computers[randomInt(this.#computers.length)]!;
    try {
      folder.edit(mostFiles);
      this.#edits++;
    } catch (error) {
      if (!isMeanwhile(error)) throw error;
    }
  }

  #sample(): void {
    for (const computer of this.#computers) computer.sample();
    this.#serverUse.sample();
  }

  async #incident(period: number): Promise<void> {
    switch (period % 3) {
      case 0: {
        const index = randomInt(this.#computers.length);
        this.#events.push(`computer ${index} slept`);
        this.#computers[index]?.fallAsleep();
        await sleep(asleepMs);
        this.#computers[index]?.wakeUp();
        break;
      }
      case 1: {
        const signal = period % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
        this.#events.push(`server away after ${signal}`);
        await this.#kept.server.end(signal);
        await sleep(serverAwayMs);
        await this.#startServer();
        break;
      }
      default:
        // A quiet period.
        break;
    }
  }

  /** Waits until all three are equal, and records what was found. */
  async #compare(hours: number): Promise<void> {
    const began = Date.now();
    let found = await this.#look();
    while (!found.areEqual && Date.now() - began < longestSettleMs) {
      await sleep(2000);
      found = await this.#look();
    }
    const { trees, digests, areEqual } = found;
    const kept = new Set(Object.values(trees[0] ?? {}));
    const lost = this.#contents.kept().filter((digest) => !kept.has(digest));
    const exits = this.#computers.flatMap(({ exit }) => (exit === undefined ? [] : [exit]));
    const isGood = areEqual && lost.length === 0 && exits.length === 0;
    this.#isGood &&= isGood;
    this.#record({
      hours: Number(hours.toFixed(2)),
      isGood,
      digests,
      items: kept.size,
      conflicts: Object.keys(trees[0] ?? {}).filter((name) => name.includes('(conflict, ')).length,
      lost,
      exits,
      edits: this.#edits,
      contents: this.#contents.count,
      settledSeconds: (Date.now() - began) / 1000,
      incidents: this.#events,
      computers: this.#computers.map((computer) => computer.takeUse()),
      server: this.#serverUse.take(),
    });
    this.#edits = 0;
    this.#events = [];
  }

  async #look(): Promise<{ trees: Record<string, string>[]; digests: string[]; areEqual: boolean }> {
    const trees: Record<string, string>[] = [];
    try {
      for (const { folder } of this.#computers) trees.push(folder.tree());
      trees.push(await this.#serverTree());
    } catch (error) {
      if (!isMeanwhile(error)) throw error;
      return { trees, digests: [], areEqual: false };
    }
    const digests = trees.map((tree) => digestOf(JSON.stringify(tree)).slice(0, 16));
    return { trees, digests, areEqual: new Set(digests).size === 1 };
  }

  async #serverTree(): Promise<Record<string, string>> {
    const client = new DriveClient({ baseUrl: this.#kept.url, apiKey: this.#kept.key });
    const found: [string, string][] = [];
    for await (const { path, sha256 } of client.files.tree()) found.push([path, sha256 ?? '']);
    return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  #record(line: Record<string, unknown>): void {
    const text = JSON.stringify({ at: new Date().toISOString(), ...line });
    appendFileSync(join(this.#directory, 'results.jsonl'), `${text}\n`);
    console.log(text);
  }
}

/** The synchronization was first. */
const isMeanwhile = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EINVAL', 'ENOTEMPTY'].includes(String(error.code));

if (import.meta.main) {
  const [directory, hours = '2', editsPerMinute = '4'] = process.argv.slice(2);
  if (directory === undefined)
    throw new Error('usage: npm run watch-run -- STATE_DIRECTORY [HOURS] [EDITS_PER_MINUTE]');
  const run = new WatchRun(directory, Number(editsPerMinute));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => run.stop());
  process.exitCode = (await run.run(Number(hours))) ? 0 : 1;
}
