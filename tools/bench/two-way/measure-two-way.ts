import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Drive, startDrive } from '../contenders/drive-contender.ts';
import { memoryMiB, processorSeconds } from '../processes.ts';

const cli = join(import.meta.dirname, '../../../packages/cli/dist/main.mjs');
const filesPerFolder = 100;
const idleSeconds = 60;
/** A process that did runs ends after a minute without changes. */
const quietSeconds = 90;

/** Seconds that a command took, and seconds of processor time that it and the server took. */
interface Cost {
  readonly seconds: number;
  readonly busy: number;
}

/** A computer with a server of its own. */
class Computer {
  readonly #drive: Drive;
  readonly #report: (line: string) => void;
  readonly env: NodeJS.ProcessEnv;

  private constructor(home: string, drive: Drive, report: (line: string) => void) {
    this.#drive = drive;
    this.#report = report;
    this.env = { ...process.env, HOME: home, DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: drive.key };
  }

  static async start(home: string, report: (line: string) => void): Promise<Computer> {
    return new Computer(home, await startDrive(join(home, 'data')), report);
  }

  async measure(...argv: readonly string[]): Promise<Cost> {
    this.#report(argv.join(' '));
    const began = performance.now();
    const busyBefore = processorSeconds(this.#drive.pid);
    const child = spawn(process.execPath, [cli, ...argv, '--quiet'], {
      env: this.env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // An ended process has none any more.
    let own = 0;
    const timer = setInterval(() => (own = busyOf(child.pid ?? 0) ?? own), 50);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearInterval(timer);
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
    return {
      seconds: (performance.now() - began) / 1000,
      busy: own + processorSeconds(this.#drive.pid) - busyBefore,
    };
  }

  stop(): Promise<void> {
    return this.#drive.stop();
  }
}

function busyOf(pid: number): number | undefined {
  try {
    return processorSeconds(pid);
  } catch {
    return undefined;
  }
}

/**
 * Measures two-way runs of many files beside `drive-cli upload -r` of the same files to another server at the same time, as a table.
 * Linux only.
 */
export async function measureTwoWay(
  { files }: { readonly files: number },
  report: (line: string) => void,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-two-way-'));
  const computers: Computer[] = [];
  try {
    for (const name of ['one', 'other']) computers.push(await Computer.start(join(directory, name), report));
    const [one, other] = computers as [Computer, Computer];
    const tree = join(directory, 'tree');
    fill(tree, files);
    const twoWay = ['sync', '--two-way', tree, 'drive:/TwoWay'];
    const [first, upload] = await Promise.all([
      one.measure(...twoWay),
      other.measure('upload', '-r', tree, '--to', '/Upload'),
    ]);
    const idle: Cost[] = [];
    for (let round = 0; round < 3; round++) idle.push(await one.measure(...twoWay));
    const second = await one.measure('sync', '--two-way', join(directory, 'second'), 'drive:/TwoWay');
    const { share, memory } = await watchIdle(tree, one.env);
    const row = (what: string, { seconds, busy: processor }: Cost): string =>
      `| ${what} | ${seconds.toFixed(1)} s | ${Math.round(files / seconds).toLocaleString('en-US')} | ${processor.toFixed(1)} s |`;
    const ratio = (of: (cost: Cost) => number): string => (of(upload) / of(first)).toFixed(2);
    return [
      `${files.toLocaleString('en-US')} files of 1,000 bytes, load average ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '|  | time | files/s | processors |',
      '| --- | ---: | ---: | ---: |',
      row('`drive-cli upload -r` at the same time', upload),
      row('first run of `sync --two-way`', first),
      `| the rate beside \`upload -r\` | **${ratio(({ seconds }) => seconds)}** |  | **${ratio(({ busy: processor }) => processor)}** |`,
      row('second run', idle[0]!),
      row('idle run, median of three', idle.toSorted((a, b) => a.seconds - b.seconds)[1]!),
      row('first run of a second computer', second),
      '',
      `\`--watch\` of these files, idle: ${(share * 100).toFixed(2)} % of a processor, ${memory.toFixed(0)} MiB.`,
    ].join('\n');
  } finally {
    for (const computer of computers) await computer.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function fill(tree: string, files: number): void {
  const lastYear = new Date(Date.now() - 365 * 24 * 3600 * 1000);
  for (let file = 0; file < files; file++) {
    const folder = join(tree, String(Math.floor(file / filesPerFolder)));
    if (file % filesPerFolder === 0) mkdirSync(folder, { recursive: true });
    const path = join(folder, `${file}.txt`);
    writeFileSync(path, String(file).padEnd(1000));
    utimesSync(path, lastYear, lastYear);
  }
}

/** Share of a processor, and resident MiB, of the process that is left when there is nothing to do. */
async function watchIdle(tree: string, env: NodeJS.ProcessEnv): Promise<{ share: number; memory: number }> {
  const argv = ['sync', '--two-way', '--watch', tree, 'drive:/TwoWay'];
  const child = spawn(process.execPath, [cli, ...argv], { env, stdio: 'ignore' });
  await sleep(quietSeconds * 1000);
  const before = processorSeconds(child.pid ?? 0);
  await sleep(idleSeconds * 1000);
  const share = (processorSeconds(child.pid ?? 0) - before) / idleSeconds;
  const memory = memoryMiB(child.pid ?? 0);
  child.kill('SIGINT');
  await once(child, 'exit');
  return { share, memory };
}
