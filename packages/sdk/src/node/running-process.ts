import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Names a process so that others can tell later whether it is still running. */
export interface ProcessName {
  readonly machine: string;
  /** Start of the machine and namespace of process ids, where known. */
  readonly boot?: string | undefined;
  readonly namespace?: string | undefined;
  readonly pid: number;
  /** Start of the process in ticks of the machine, where known: process ids are used again. */
  readonly startedAt?: string | undefined;
  /** Elsewhere, the start in epoch milliseconds by its own clock. */
  readonly startedAtMs?: number | undefined;
}

/** `unknown`: the process is one of another machine or container. */
export type ProcessState = 'running' | 'ended' | 'unknown';

/** How often a process renews a file that names it. */
const renewMs = 30_000;
/** A file that names a process of another machine or container counts as left behind after so long without renewal. */
const leftAfterMs = 120_000;

let self: ProcessName | undefined;

/** The name of this process. */
export const nameThisProcess = (): ProcessName => (self ??= nameSelf());

function nameSelf(): ProcessName {
  const { pid } = process;
  const startedAt = statOf(pid)?.startedAt;
  return {
    machine: `${hostname()} ${readLinux('/etc/machine-id') ?? ''}`.trim(),
    boot: readLinux('/proc/sys/kernel/random/boot_id'),
    namespace: readLinux('/proc/self/ns/pid', readlinkSync),
    pid,
    ...(startedAt === undefined ? { startedAtMs: Math.round(performance.timeOrigin) } : { startedAt }),
  };
}

/** Tells whether a process is running, as seen by the process `here`. */
export async function stateOf(name: ProcessName, here: ProcessName = nameThisProcess()): Promise<ProcessState> {
  const { machine, boot, namespace, pid } = name;
  if (boot !== here.boot)
    return machine === here.machine && boot !== undefined && here.boot !== undefined ? 'ended' : 'unknown';
  if (namespace !== here.namespace) return 'unknown';
  const isNamed = isListed(pid) ? await hasStart(name) : false;
  // macOS changes its host name with the network.
  if (boot === undefined && machine !== here.machine) return isNamed === true ? 'running' : 'unknown';
  return isNamed === false ? 'ended' : 'running';
}

/** Whether the process that a file names is running, as far as this can be known: one that nobody sees from here renews the file. */
export async function isHeldBy(name: ProcessName, path: string): Promise<boolean> {
  const state = await stateOf(name);
  return state === 'unknown' ? !(await isLeft(path)) : state === 'running';
}

export async function isLeft(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > leftAfterMs;
}

/** Renews a file for processes that cannot see this one, until the returned function is called. */
export function keepRenewing(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, renewMs);
  timer.unref();
  return () => clearInterval(timer);
}

function isListed(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Between the start of a process and the first look at the clock. */
const toleranceMs = 60_000;

/** Whether the process with the id is the named one; undefined if its start is not known. */
async function hasStart({ pid, startedAt, startedAtMs }: ProcessName): Promise<boolean | undefined> {
  const found = statOf(pid);
  if (found?.isZombie === true) return false;
  if (startedAt !== undefined) return found === undefined ? undefined : found.startedAt === startedAt;
  if (startedAtMs === undefined) return undefined;
  const startMs = pid === process.pid ? performance.timeOrigin : await askForStart(pid, process.platform);
  return startMs === undefined ? undefined : Math.abs(startMs - startedAtMs) < toleranceMs;
}

/** Start in ticks of the machine and state of a process, from `/proc`; undefined without them. */
function statOf(pid: number): { startedAt: string | undefined; isZombie: boolean } | undefined {
  const text = readLinux(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may contain anything. The start is the 22nd field, the 20th after it.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { startedAt: fields[19], isZombie: fields[0] === 'Z' };
}

/** Some systems show a process to its own user only. */
function readLinux(path: string, read: (path: string, encoding: 'utf8') => string = readFileSync): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return read(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** When a process started, in epoch milliseconds, by a program of the system; undefined if that fails. */
export function askForStart(pid: number, platform: NodeJS.Platform): Promise<number | undefined> {
  const [file, ...args] =
    platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`]
      : ['ps', '-o', 'lstart=', '-p', String(pid)];
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: 10_000, windowsHide: true }, (error, stdout) => {
      const text = stdout.trim();
      const time = Date.parse(platform === 'win32' ? text : `${text} UTC`);
      resolve(error !== null || Number.isNaN(time) ? undefined : time);
    });
  });
}
