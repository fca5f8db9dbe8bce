import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, makePrivateDirectory, readJsonFile, writeJsonFile } from '../../config/json-file.ts';
import { splitDrive } from '../../remote/drive-path.ts';
import { findLockHolder, releaseLock, takeLock } from '../../shell/process-lock.ts';
import type { TwoWayStep } from '../run/report.ts';

/** Two folders that are kept equal. */
export interface Pair {
  readonly url: string;
  /** Absolute path on this computer. */
  readonly local: string;
  /** Path on the server, from the root; also that of a team drive, `Design:/Logos`, or of what somebody shares. */
  readonly remote: string;
}

/** Whether the folder on the server is in a team drive, or shared by somebody. */
export const isOfOthers = ({ remote }: Pick<Pair, 'remote'>): boolean => splitDrive(remote).drive !== undefined;

export interface PairStatus extends Pair {
  /** `stopped`: a run ended with an error, and the next one may need an answer. */
  readonly state: 'running' | 'equal' | 'incomplete' | 'offline' | 'stopped';
  /** When it came to be, ISO 8601. */
  readonly at: string;
  /** Items on both sides, after the last complete run. */
  readonly items: number;
  /** Why it is not `equal`. */
  readonly message: string | null;
}

/** A line of the log: a step of a run, or what failed. */
export type LogLine = { readonly at: string } & (TwoWayStep | { readonly path: string; readonly error: string });

/** A longer log is begun anew; the one before is kept. */
const MOST_LOG_BYTES = 4 * 1024 * 1024;

const pairsDirectory = (stateDirectory: string): string => join(stateDirectory, 'two-way');

/** The files in which this computer keeps what it knows about a pair. */
export class PairState {
  readonly directory: string;
  readonly pair: Pair;

  constructor(stateDirectory: string, pair: Pair) {
    const name = createHash('sha256')
      .update(JSON.stringify([pair.url, pair.local, pair.remote]))
      .digest('hex')
      .slice(0, 32);
    this.pair = pair;
    this.directory = join(pairsDirectory(stateDirectory), name);
  }

  get journalPath(): string {
    return join(this.directory, 'journal.jsonl');
  }

  /** Large uploads that can be resumed. */
  get uploadsPath(): string {
    return join(this.directory, 'uploads');
  }

  get pausePath(): string {
    return join(this.directory, 'paused');
  }

  /** Throws if another process than `from` synchronizes the pair. */
  async lock(from?: number): Promise<void> {
    await makePrivateDirectory(this.directory);
    await takeLock(this.lockPath, from);
  }

  /** Does nothing if another process has taken over. */
  unlock(): Promise<void> {
    return releaseLock(this.lockPath);
  }

  /** The process that synchronizes the pair. */
  findProcess(): Promise<number | undefined> {
    return findLockHolder(this.lockPath);
  }

  async isPaused(): Promise<boolean> {
    return (await stat(this.pausePath).catch(() => undefined)) !== undefined;
  }

  async pause(): Promise<void> {
    await writeFile(this.pausePath, '', { mode: 0o600 });
  }

  resume(): Promise<void> {
    return rm(this.pausePath, { force: true });
  }

  async setStatus(status: Omit<PairStatus, keyof Pair>): Promise<void> {
    await writeJsonFile(this.#statusPath, { ...this.pair, ...status });
  }

  /** undefined before the first run. */
  async findStatus(): Promise<PairStatus | undefined> {
    return statusOf(await readJsonFile(this.#statusPath).catch(() => undefined));
  }

  /** Appends to the log. */
  async log(lines: readonly LogLine[]): Promise<void> {
    if (lines.length === 0) return;
    const { size } = await stat(this.#logPath).catch(() => ({ size: 0 }));
    if (size > MOST_LOG_BYTES) await rename(this.#logPath, `${this.#logPath}.1`);
    await appendFile(this.#logPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  }

  /** The last lines of the log, in order. */
  async readLog(limit: number): Promise<LogLine[]> {
    const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
    const lines = `${await read(`${this.#logPath}.1`)}${await read(this.#logPath)}`
      .split('\n')
      .filter((line) => line !== '');
    return lines.slice(-limit).flatMap((line) => {
      try {
        return [JSON.parse(line) as LogLine];
      } catch {
        // A killed process has not completed it.
        return [];
      }
    });
  }

  get lockPath(): string {
    return join(this.directory, 'lock');
  }

  get #statusPath(): string {
    return join(this.directory, 'status.json');
  }

  get #logPath(): string {
    return join(this.directory, 'log.jsonl');
  }
}

/** All pairs that were ever synchronized on this computer by this user, by path. */
export async function listPairs(stateDirectory: string): Promise<{ state: PairState; status: PairStatus }[]> {
  const directory = pairsDirectory(stateDirectory);
  const found: { state: PairState; status: PairStatus }[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const status = statusOf(await readJsonFile(join(directory, name, 'status.json')).catch(() => undefined));
    if (status === undefined) continue;
    const { url, local, remote } = status;
    found.push({ state: new PairState(stateDirectory, { url, local, remote }), status });
  }
  return found.toSorted((one, other) => (one.status.local < other.status.local ? -1 : 1));
}

const statusOf = (value: unknown): PairStatus | undefined =>
  isRecord(value) &&
  typeof value['local'] === 'string' &&
  typeof value['url'] === 'string' &&
  typeof value['remote'] === 'string'
    ? (value as unknown as PairStatus)
    : undefined;
