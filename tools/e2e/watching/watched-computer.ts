import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { cliCommand } from '../programs.ts';
import { ProcessUse, type Use } from './process-use.ts';
import { WorkingFolder, type Contents } from './working-folder.ts';

/** A computer whose folder `drive-cli sync --two-way --watch` keeps equal with a server. */
export class WatchedComputer {
  readonly folder: WorkingFolder;
  readonly #home: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #use: ProcessUse | undefined;

  constructor(home: string, server: { readonly url: string; readonly key: string }, contents: Contents) {
    mkdirSync(home, { recursive: true });
    this.#home = home;
    this.#env = { PATH: process.env['PATH'], HOME: home, DRIVE_BASE_URL: server.url, DRIVE_API_KEY: server.key };
    this.folder = new WorkingFolder(join(home, 'Drive'), {
      removedPath: join(home, 'removed'),
      contents,
      largeBytes: 300_000,
    });
  }

  /** Its output is appended to a log beside the folder. */
  start(): void {
    const [file = '', ...args] = cliCommand;
    const log = openSync(join(this.#home, 'watch.log'), 'a');
    const argv = ['sync', '--two-way', '--watch', this.folder.path, 'drive:/'];
    this.#child = spawn(file, [...args, ...argv], { env: this.#env, stdio: ['ignore', log, log], detached: true });
    this.#use = new ProcessUse(this.#child.pid ?? 0);
  }

  /** undefined while it runs. */
  get exit(): string | undefined {
    const { exitCode, signalCode } = this.#child ?? {};
    return exitCode === null && signalCode === null ? undefined : `${exitCode ?? signalCode}`;
  }

  fallAsleep(): void {
    this.#signalAll('SIGSTOP');
  }

  wakeUp(): void {
    this.#signalAll('SIGCONT');
  }

  sample(): void {
    this.#use?.sample();
  }

  /** Since the last call. */
  takeUse(): Use | undefined {
    return this.#use?.take();
  }

  /** It has processes of its own, in the group that it was started with. */
  #signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#child?.pid !== undefined && this.exit === undefined) process.kill(-this.#child.pid, signal);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.exit !== undefined) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  }
}
