/**
 * Fails single system calls of a server while it stores files, and checks that nothing acknowledged is lost, that nothing refused is
 * half there, and that the next request succeeds once the fault is lifted:
 *
 *     npm run disk-faults -- [--write]
 *
 * Prints one row for each call and fault; `--write` puts the table into docs/reliability.md. Needs Linux and a C compiler. Exits with 1
 * at the first violation.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compileDiskLog } from '../power-loss/disk-log.ts';
import {
  admin,
  createKey,
  freshMachine,
  liftedLimits,
  runServer,
  startServer,
  type RunningServer,
} from '../programs.ts';
import { faultCases, nameOf, type FaultCase, type Request } from './fault-cases.ts';

class Violation extends Error {
  override readonly name = 'Violation';
}

/** What one fault did. */
export interface FaultOutcome {
  readonly case: FaultCase;
  /** The request made the call. */
  readonly wasHit: boolean;
  /** Status and code of the answer. */
  readonly answer: string;
  readonly server: 'goes on' | 'ends' | 'does not start';
  /** Files on the disk afterwards that no acknowledged file needs. */
  readonly left: string;
  /** What the first repetition after the fault got. */
  readonly repetition: string;
}

const sizes: Readonly<Record<Request, number>> = {
  small: 10_000,
  large: 3_000_000,
  replacement: 10_000,
  tus: 2_000_000,
  removal: 10_000,
  start: 10_000,
};
const endsWithinMs = 12_000;
const slowForMs = 5000;
const tusHead = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** One server, whose disk fails on demand. */
class FaultyDisk {
  readonly #home: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #data: string;
  readonly #fault: string;
  /** Path and bytes of each file that was acknowledged. */
  readonly #acknowledged = new Map<string, Buffer>();
  #server: RunningServer | undefined;
  #key = '';

  constructor() {
    const { home, env, dataDirectory } = freshMachine();
    this.#home = home;
    this.#data = dataDirectory;
    this.#fault = join(home, 'fault');
    mkdirSync(dataDirectory);
    this.#env = {
      ...env,
      ...liftedLimits,
      DRIVE_MIN_FREE_BYTES: '0',
      LD_PRELOAD: compileDiskLog(home),
      DISK_LOG_DIRECTORY: dataDirectory,
      DISK_FAULT_FILE: this.#fault,
      UV_USE_IO_URING: '0',
    };
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#env);
    if (this.#key === '') this.#key = await createKey(this.#env, admin.email);
    await this.#store('base', randomBytes(100_000));
  }

  /** Runs one case. Rejects with a Violation. */
  async run(of: FaultCase): Promise<FaultOutcome> {
    if (of.request === 'start') return this.#runStart(of);
    if (of.isFirst === true) await this.#restart('SIGTERM', { isFirst: true });
    const path = `${of.request}-${randomUUID()}`;
    const before = randomBytes(sizes[of.request]);
    const after = of.request === 'tus' ? before : randomBytes(sizes[of.request]);
    const request = await this.#prepare(of.request, path, before, after);
    const files = this.#files();
    this.#arm(of);
    const answer = await request();
    await this.#requireBase(of);
    const wasHit = this.#lift();
    const server = (await this.#hasEnded(of)) ? 'ends' : 'goes on';
    const isAcknowledged = answer.startsWith('2');
    const left = this.#describeLeft(of.request, isAcknowledged, files);
    if (server === 'ends') await this.#restart();
    const repetition = isAcknowledged ? '' : await this.#repeat(of.request, path, after, request);
    if (of.request !== 'removal') this.#acknowledged.set(path, after);
    await this.#verify(`after ${of.what}, ${nameOf(of.fault)}`);
    return { case: of, wasHit, answer, server, left, repetition };
  }

  /** Files of 10 kB that clients store in a second while each fsync takes 100 ms. */
  async measureSlow(clients: number): Promise<number> {
    writeFileSync(this.#fault, 'sync SLOW 0 -1 /\n');
    const endsAt = performance.now() + slowForMs;
    const store = async (): Promise<number> => {
      let stored = 0;
      for (; performance.now() < endsAt; stored += 1) await this.#store(`slow-${randomUUID()}`, randomBytes(10_000));
      return stored;
    };
    const counts = await Promise.all(Array.from({ length: clients }, store));
    this.#lift();
    return counts.reduce((sum, count) => sum + count, 0) / (slowForMs / 1000);
  }

  /** Kills the server, and compares every acknowledged byte. Returns what the doctor found, which is no damage. */
  async end(): Promise<string[]> {
    await this.#restart();
    await this.#verify('in the end');
    await this.#server?.end('SIGTERM');
    const { stdout, stderr } = await runServer(this.#env, 'doctor', '--read-data');
    rmSync(this.#home, { recursive: true, force: true });
    const found = stdout.split('\n').filter((line) => line !== '');
    if (found.some((line) => !line.startsWith('orphan_blob: ')) || !stderr.includes('every byte was read'))
      throw new Violation(`the doctor found damage: ${stdout}${stderr}`);
    return found;
  }

  /** Ends the server, whatever it does. */
  async stop(): Promise<void> {
    await this.#server?.end('SIGKILL');
    rmSync(this.#home, { recursive: true, force: true });
  }

  async #runStart(of: FaultCase): Promise<FaultOutcome> {
    await this.#store(`start-${randomUUID()}`, randomBytes(sizes.start));
    await this.#server?.end('SIGKILL');
    this.#arm(of);
    const started = await startServer(this.#env).catch((error: unknown) => String(error));
    const wasHit = this.#lift();
    if (typeof started !== 'string') await started.end('SIGKILL');
    const lines = typeof started === 'string' ? started.match(/^drive-server: (?!WARNING).*$/gm) : [];
    const said = lines?.at(-1) ?? '';
    this.#server = await startServer(this.#env);
    await this.#verify(`after ${of.what}, ${nameOf(of.fault)}`);
    const server = typeof started === 'string' ? 'does not start' : 'goes on';
    return { case: of, wasHit, answer: said, server, left: 'every file', repetition: 'starts' };
  }

  async #prepare(kind: Request, path: string, before: Buffer, after: Buffer): Promise<() => Promise<string>> {
    if (kind === 'small' || kind === 'large') return () => this.#put(path, after);
    if (kind === 'tus') return this.#prepareTus(path, after);
    await this.#store(path, before);
    if (kind === 'replacement') return () => this.#put(`${path}?onConflict=replace`, after);
    this.#acknowledged.delete(path);
    const { id } = (await (await this.#fetch(`/api/files/by-path?path=/${path}`)).json()) as { id: string };
    return async () => {
      await this.#ask('DELETE', `/api/files/${id}`);
      const answer = await this.#ask('DELETE', `/api/files/${id}/permanent`);
      // The bytes are removed behind the answer.
      await sleep(500);
      return answer;
    };
  }

  /** An upload whose first half has arrived. */
  async #prepareTus(fileName: string, bytes: Buffer): Promise<() => Promise<string>> {
    const reserved = await this.#fetch('/api/uploads', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileName, contentType: 'text/plain', fileSizeBytes: bytes.length }),
    });
    const { sessionId } = (await reserved.json()) as { sessionId: string };
    const url = `/files/tus/${sessionId}`;
    const send = async (end: number): Promise<string> => {
      const head = await this.#fetch(url, { method: 'HEAD', headers: tusHead });
      const offset = Number(head.headers.get('upload-offset'));
      if (head.status !== 200 || (offset > 0 && offset < bytes.length / 2))
        throw new Violation(`HEAD of an upload answers ${head.status}, ${offset} bytes`);
      const headers = { ...tusHead, 'upload-offset': String(offset) };
      return this.#ask('PATCH', url, { headers, body: new Uint8Array(bytes.subarray(offset, end)) });
    };
    const first = await send(bytes.length / 2);
    if (first !== '204') throw new Violation(`the first half of an upload was answered with ${first}`);
    return () => send(bytes.length);
  }

  async #repeat(kind: Request, path: string, after: Buffer, request: () => Promise<string>): Promise<string> {
    await this.#requireOldOrNew(kind, path, after);
    const answer = await request();
    if (!answer.startsWith('2')) throw new Violation(`${kind} ${path} is refused after the fault: ${answer}`);
    return answer;
  }

  /** A refused file is there as before, as a whole, or not at all. */
  async #requireOldOrNew(kind: Request, path: string, after: Buffer): Promise<void> {
    const response = await this.#fetch(`/files/by-path/${path}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 404 && kind !== 'replacement') return;
    const known = this.#acknowledged.get(path);
    if (response.status !== 200 || !(bytes.equals(after) || known?.equals(bytes) === true))
      throw new Violation(`${path} has other bytes after a refused ${kind}: ${response.status}`);
  }

  #describeLeft(kind: Request, isAcknowledged: boolean, before: ReadonlySet<string>): string {
    const now = this.#files();
    // A removal is tried again with its job.
    if (kind === 'removal')
      return [...before].every((name) => now.has(name)) ? 'its bytes, until the next try' : 'nothing';
    return isAcknowledged ? 'the file' : describe(before, now);
  }

  #arm({ call, place, fault: { error, count } }: FaultCase): void {
    const [bucket = ''] = readdirSync(join(this.#data, 'blobs')).toSorted().slice(-1);
    rmSync(`${this.#fault}.hit`, { force: true });
    // The space keeps one line from being taken for the one before.
    const line = `${call} ${error} 0 ${count} ${place.replace('BUCKET', bucket)} ${randomUUID()}\n`;
    writeFileSync(`${this.#fault}.new`, line);
    writeFileSync(this.#fault, line);
  }

  #lift(): boolean {
    rmSync(this.#fault, { force: true });
    return readdirSync(this.#home).includes('fault.hit');
  }

  async #hasEnded({ call, place }: FaultCase): Promise<boolean> {
    const child = this.#server?.child;
    if (child === undefined || child.exitCode !== null) return true;
    if (!(call === 'sync' && place.includes('wal'))) return false;
    await Promise.race([once(child, 'exit'), sleep(endsWithinMs)]);
    return child.exitCode !== null;
  }

  /** `isFirst`: nothing is stored before the next request. */
  async #restart(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL', { isFirst = false } = {}): Promise<void> {
    await this.#server?.end(signal);
    this.#server = await startServer(this.#env);
    if (!isFirst) await this.#store(`restart-${randomUUID()}`, randomBytes(1000));
  }

  async #verify(when: string): Promise<void> {
    for (const [path, bytes] of this.#acknowledged) {
      const response = await this.#fetch(`/files/by-path/${path}`);
      if (response.status !== 200 || !Buffer.from(await response.arrayBuffer()).equals(bytes))
        throw new Violation(`${path} is not what was acknowledged ${when}: ${response.status}`);
    }
  }

  /** Files of the past can be read while the disk fails. */
  async #requireBase(of: FaultCase): Promise<void> {
    if (this.#server?.child.exitCode !== null) return;
    const response = await this.#fetch('/files/by-path/base').catch(() => undefined);
    if (response === undefined) return;
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200 || this.#acknowledged.get('base')?.equals(bytes) !== true)
      throw new Violation(`reads fail during ${of.what}, ${nameOf(of.fault)}: ${response.status}`);
  }

  async #store(path: string, bytes: Buffer): Promise<void> {
    const answer = await this.#put(path, bytes);
    if (!answer.startsWith('2')) throw new Violation(`a PUT without a fault was answered with ${answer}`);
    this.#acknowledged.set(path, bytes);
  }

  #put(path: string, bytes: Buffer): Promise<string> {
    return this.#ask('PUT', `/files/by-path/${path}`, { body: new Uint8Array(bytes) });
  }

  async #ask(method: string, path: string, init: RequestInit = {}): Promise<string> {
    try {
      const response = await this.#fetch(path, { method, ...init });
      const code = /"code":"(\w+)"/.exec(await response.text())?.[1];
      return code === undefined ? String(response.status) : `${response.status} \`${code}\``;
    } catch {
      return 'no answer';
    }
  }

  #fetch(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const authorization = `Bearer ${this.#key}`;
    return fetch(`${this.#server?.url}${path}`, { headers: { authorization, ...headers }, ...init });
  }

  #files(): Set<string> {
    return new Set(
      ['blobs', 'staging'].flatMap((name) =>
        readdirSync(join(this.#data, name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => `${name}/${entry.name}`),
      ),
    );
  }
}

function describe(before: ReadonlySet<string>, after: ReadonlySet<string>): string {
  const added = [...after].filter((name) => !before.has(name));
  const parts = [
    added.some((name) => name.startsWith('blobs/')) ? 'a blob without a row' : '',
    added.some((name) => name.startsWith('staging/')) ? 'staged bytes' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'as before' : parts.join(', ');
}

/** Runs the cases one after the other on one server. */
export async function runFaults(
  cases: readonly FaultCase[],
  say: (line: string) => void = () => undefined,
  { isSlow = false } = {},
): Promise<{ readonly outcomes: readonly FaultOutcome[]; readonly orphans: number }> {
  const disk = new FaultyDisk();
  const outcomes: FaultOutcome[] = [];
  try {
    await disk.start();
    for (const each of cases) {
      const outcome = await disk.run(each);
      outcomes.push(outcome);
      say(rowOf(outcome));
    }
    if (isSlow)
      for (const clients of [1, 32])
        say(
          `each fsync takes 100 ms: ${clients} clients store ${(await disk.measureSlow(clients)).toFixed(1)} files a second`,
        );
    return { outcomes, orphans: (await disk.end()).length };
  } finally {
    await disk.stop();
  }
}

function rowOf({ case: { what, fault }, wasHit, answer, server, left, repetition }: FaultOutcome): string {
  const cells = [what, nameOf(fault), wasHit ? answer : `${answer} (the call was not made)`, server, left, repetition];
  return `| ${cells.join(' | ')} |`;
}

const tableHead = [
  '| call that fails | fault | the client gets | the server | on the disk then | the same request again |',
  '| --- | --- | --- | --- | --- | --- |',
];

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const { outcomes, orphans } = await runFaults(faultCases, (line) => console.log(line), { isSlow: true });
  console.log(`${outcomes.length} faults, ${orphans} blobs without a row for the sweep, nothing lost`);
  if (values.write) {
    const page = join(import.meta.dirname, '../../../docs/reliability.md');
    const [begin, end] = ['<!-- disk faults -->', '<!-- disk faults end -->'];
    const text = readFileSync(page, 'utf8');
    const table = [...tableHead, ...outcomes.map(rowOf)].join('\n');
    const from = text.indexOf(begin) + begin.length;
    writeFileSync(page, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
  }
}
