import { createHash, randomBytes, randomInt } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient, isDriveError, type Item, type TreeItem } from '@drive/sdk';
import { Broken } from '../crash-uploads.ts';
import { startKeptServer, type KeptServer } from '../kept-server.ts';
import { ProcessUse } from '../watching/process-use.ts';
import { KnownFiles, type FileState } from './known-files.ts';

export interface SteadyReport {
  readonly hours: number;
  readonly requests: number;
  /** Answers 5xx, and requests without an answer. */
  readonly failed: number;
  /** Files of former parts and of this one that were read, and compared. */
  readonly compared: number;
  /** What the last third of the part took, by what the first third took. */
  readonly growth: Readonly<Record<'memory' | 'handles' | 'log' | 'latency', number>>;
}

interface Sample {
  readonly memory: number;
  readonly handles: number;
  readonly log: number;
  readonly latency: number;
  readonly slowest: number;
}

interface KnownFile extends FileState {
  /** A request about it is under way. */
  isBusy: boolean;
}

const requestsPerSecond = 20;
const sampleMs = 60_000;
const warmUpMs = 5 * 60_000;
const mostFiles = 3000;
/** More of memory, handles, log or time for a request in the last third than in the first is growth. */
const mostGrowth = 1.5;

/**
 * Reads, lists, searches, writes, replaces, moves, trashes, restores and deletes at a constant rate, whatever the answers take.
 * Every file that is read must have the bytes that were acknowledged last. A later run with the same directory goes on with the
 * same data, after it has compared them with what former parts were acknowledged.
 */
export async function runSteadyLoad(
  directory: string,
  hours: number,
  say: (line: string) => void = () => undefined,
): Promise<SteadyReport> {
  const kept = await startKeptServer(directory);
  try {
    return await new SteadyLoad(directory, kept, say).run(hours * 3_600_000);
  } finally {
    await kept.server.end('SIGTERM');
  }
}

class SteadyLoad {
  readonly #directory: string;
  readonly #kept: KeptServer;
  readonly #say: (line: string) => void;
  readonly #client: DriveClient;
  readonly #known: KnownFiles;
  readonly #files: KnownFile[] = [];
  readonly #samples: Sample[] = [];
  #folders: string[] = [];
  #latencies: number[] = [];
  #requests = 0;
  #failed = 0;
  #compared = 0;
  #violation: unknown;

  constructor(directory: string, kept: KeptServer, say: (line: string) => void) {
    this.#directory = directory;
    this.#kept = kept;
    this.#say = say;
    this.#known = new KnownFiles(join(directory, 'known-files.jsonl'));
    this.#client = new DriveClient({ baseUrl: kept.url, apiKey: kept.key, maxRetries: 0 });
  }

  async run(ms: number): Promise<SteadyReport> {
    await this.#learn();
    const began = performance.now();
    const underWay = new Set<Promise<void>>();
    const use = new ProcessUse(this.#kept.server.child.pid ?? 0);
    let sampleAt = warmUpMs;
    for (let index = 0; performance.now() - began < ms && this.#violation === undefined; index++) {
      const dueAt = began + (index * 1000) / requestsPerSecond;
      const early = dueAt - performance.now();
      if (early > 0) await sleep(early);
      const request = this.#request(dueAt).finally(() => underWay.delete(request));
      underWay.add(request);
      if (performance.now() - began > sampleAt) {
        this.#sample(use);
        sampleAt += sampleMs;
      }
    }
    await Promise.all(underWay);
    if (this.#violation !== undefined) throw this.#violation;
    await this.#compareAll();
    const growth = {
      memory: this.#growthOf('memory'),
      handles: this.#growthOf('handles'),
      log: this.#growthOf('log'),
      latency: this.#growthOf('latency'),
    };
    const grown = Object.entries(growth).filter(([, factor]) => factor > mostGrowth);
    if (grown.length > 0) throw new Broken(`it grows: ${JSON.stringify(Object.fromEntries(grown))}`);
    if (this.#failed > 0) throw new Broken(`${this.#failed} of ${this.#requests} requests failed`);
    const hours = Number((ms / 3_600_000).toFixed(2));
    return { hours, requests: this.#requests, failed: this.#failed, compared: this.#compared, growth };
  }

  /** What former parts left, which must be what they were acknowledged. */
  async #learn(): Promise<void> {
    for (let index = 0; index < 10; index++)
      this.#folders.push((await this.#client.files.ensureFolder(`/folder ${index}`)).id);
    const add = (item: Item | TreeItem, isTrashed: boolean): void => {
      if (item.type !== 'file') return;
      const { id, name, parentId, sha256 } = item;
      this.#files.push({ id, name, parentId, sha256: sha256 ?? '', isBusy: false, isTrashed });
    };
    for await (const item of this.#client.files.tree()) add(item, false);
    for (const item of await this.#client.trash.list()) add(item, true);
    this.#known.compare(this.#files);
    this.#known.restart(this.#files);
  }

  async #request(dueAt: number): Promise<void> {
    this.#requests += 1;
    try {
      await this.#choose();
    } catch (error) {
      if (error instanceof Broken) this.#violation ??= error;
      else if (!isDriveError(error) || (error.status ?? 500) >= 500) {
        this.#failed += 1;
        this.#say(`failed: ${String(error)}`);
      } else this.#violation ??= new Broken(`a request was refused: ${String(error)}`, { cause: error });
    } finally {
      this.#latencies.push(performance.now() - dueAt);
    }
  }

  #choose(): Promise<unknown> {
    const chance = randomInt(100);
    const { files } = this.#client;
    if (chance < 20) return files.list({ parentId: this.#anyFolder(), limit: 50 });
    if (chance < 25) return this.#client.search({ q: String(randomInt(100)) });
    if (chance < 40 || this.#files.length < 50) return this.#files.length < mostFiles ? this.#write() : this.#purge();
    if (chance < 45) return this.#change(false, (file) => this.#replace(file));
    if (chance < 50) return this.#change(false, (file) => this.#move(file));
    if (chance < 57) return this.#change(false, (file) => this.#trash(file));
    if (chance < 60) return this.#change(true, (file) => this.#restore(file));
    if (chance < 64) return this.#purge();
    return this.#with(false, (file) => this.#read(file));
  }

  async #with(isTrashed: boolean, use: (file: KnownFile) => Promise<unknown>): Promise<void> {
    const idle = this.#files.filter((file) => !file.isBusy && file.isTrashed === isTrashed);
    const file = idle[randomInt(Math.max(1, idle.length))];
    if (file === undefined) return;
    file.isBusy = true;
    await use(file);
    // A file whose request failed stays busy, and is left alone: without an answer, nobody knows whether it was changed.
    file.isBusy = false;
  }

  /** Changes a file, and notes what was acknowledged. */
  #change(isTrashed: boolean, change: (file: KnownFile) => Promise<void>): Promise<void> {
    return this.#with(isTrashed, async (file) => {
      this.#known.ask(file.id);
      await change(file);
      this.#known.acknowledge(file);
    });
  }

  async #write(): Promise<void> {
    const { bytes, sha256 } = randomContent();
    const name = `${randomInt(100)}-${randomBytes(6).toString('hex')}.bin`;
    const { id, parentId } = await this.#client.files.put(`/folder ${randomInt(10)}/${name}`, bytes);
    const file = { id, name, parentId, sha256, isBusy: false, isTrashed: false };
    this.#files.push(file);
    this.#known.acknowledge(file);
  }

  async #move(file: KnownFile): Promise<void> {
    const parentId = this.#anyFolder();
    await this.#client.files.update(file.id, { parentId });
    file.parentId = parentId;
  }

  async #replace(file: KnownFile): Promise<void> {
    const { bytes, sha256 } = randomContent();
    const { name, parentId } = file;
    await this.#client.uploads.upload(new Blob([bytes]), { name, parentId, onConflict: 'replace' });
    file.sha256 = sha256;
  }

  async #trash(file: KnownFile): Promise<void> {
    await this.#client.files.trash(file.id);
    file.isTrashed = true;
  }

  async #restore(file: KnownFile): Promise<void> {
    await this.#client.trash.restore(file.id);
    file.isTrashed = false;
  }

  #purge(): Promise<void> {
    return this.#with(true, async (file) => {
      this.#known.ask(file.id);
      await this.#client.trash.purge(file.id);
      this.#known.acknowledgeDeletion(file.id);
      this.#files.splice(this.#files.indexOf(file), 1);
    });
  }

  async #read({ id, sha256 }: KnownFile): Promise<void> {
    const { downloadUrl } = await this.#client.files.downloadUrl(id);
    const response = await fetch(downloadUrl);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status >= 500) throw new Error(`GET answered ${response.status}`);
    if (digestOf(bytes) !== sha256) throw new Broken(`${id} has other bytes (${response.status}, ${bytes.length})`);
    this.#compared += 1;
  }

  async #compareAll(): Promise<void> {
    for (const file of this.#files) if (!file.isTrashed && !file.isBusy) await this.#read(file);
  }

  #sample(use: ProcessUse): void {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    this.#latencies = [];
    const log = join(this.#directory, 'data/drive.db-wal');
    const sample: Sample = {
      memory: use.take().residentMiB,
      handles: readdirSync(`/proc/${this.#kept.server.child.pid}/fd`).length,
      log: existsSync(log) ? statSync(log).size / 2 ** 20 : 0,
      latency: Math.round(sorted[sorted.length >> 1] ?? 0),
      slowest: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    };
    this.#samples.push(sample);
    const line = { at: new Date().toISOString(), files: this.#files.length, failed: this.#failed, ...sample };
    appendFileSync(join(this.#directory, 'results.jsonl'), `${JSON.stringify(line)}\n`);
    if (this.#samples.length % 10 === 0) this.#say(JSON.stringify(line));
  }

  /** 1 with too few samples. Small figures vary, so a little is added to both. */
  #growthOf(name: 'memory' | 'handles' | 'log' | 'latency'): number {
    const third = Math.floor(this.#samples.length / 3);
    if (third < 5) return 1;
    const values = this.#samples.map((sample) => sample[name]);
    return Number(((median(values.slice(-third)) + 10) / (median(values.slice(0, third)) + 10)).toFixed(2));
  }

  #anyFolder(): string {
    return this.#folders[randomInt(this.#folders.length)] ?? '';
  }
}

/** Mostly small; one in fifty is sent in several parts. */
function randomContent(): { readonly bytes: Buffer<ArrayBuffer>; readonly sha256: string } {
  const bytes = randomBytes(randomInt(50) === 0 ? 1 + randomInt(8_000_000) : 1 + randomInt(100_000));
  return { bytes, sha256: digestOf(bytes) };
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
