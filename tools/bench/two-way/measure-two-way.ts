import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDrive } from '../contenders/drive-contender.ts';
import { endedProcessorSeconds, memoryMiB, processorSeconds } from '../processes.ts';

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

/** What it costs to keep many files equal, beside `drive-cli upload -r` of the same files, as a table. Linux only. */
export async function measureTwoWay(
  { files }: { readonly files: number },
  report: (line: string) => void,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-two-way-'));
  const drive = await startDrive(join(directory, 'data'));
  const env = { ...process.env, HOME: directory, DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: drive.key };
  try {
    const tree = join(directory, 'tree');
    fill(tree, files);
    const busy = (): number => endedProcessorSeconds() + processorSeconds(drive.pid);
    const measure = async (...argv: string[]): Promise<Cost> => {
      report(argv.join(' '));
      const began = performance.now();
      const busyBefore = busy();
      const child = spawn(process.execPath, [cli, ...argv, '--quiet'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
      return { seconds: (performance.now() - began) / 1000, busy: busy() - busyBefore };
    };
    const twoWay = ['sync', '--two-way', tree, 'drive:/TwoWay'];
    const upload = await measure('upload', '-r', tree, '--to', '/Upload');
    const first = await measure(...twoWay);
    const idle: Cost[] = [];
    for (let round = 0; round < 3; round++) idle.push(await measure(...twoWay));
    const second = await measure('sync', '--two-way', join(directory, 'second'), 'drive:/TwoWay');
    const { share, memory } = await watchIdle(tree, env);
    const row = (what: string, { seconds, busy: processor }: Cost): string =>
      `| ${what} | ${seconds.toFixed(1)} s | ${Math.round(files / seconds).toLocaleString('en-US')} | ${processor.toFixed(1)} s |`;
    const ratio = (of: (cost: Cost) => number): string => (of(upload) / of(first)).toFixed(2);
    return [
      `${files.toLocaleString('en-US')} files of 1,000 bytes, load average ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '|  | time | files/s | processors |',
      '| --- | ---: | ---: | ---: |',
      row('`drive-cli upload -r`', upload),
      row('first run of `sync --two-way`', first),
      `| the rate beside \`upload -r\` | **${ratio(({ seconds }) => seconds)}** |  | **${ratio(({ busy: processor }) => processor)}** |`,
      row('second run', idle[0]!),
      row('idle run, median of three', idle.toSorted((a, b) => a.seconds - b.seconds)[1]!),
      row('first run of a second computer', second),
      '',
      `\`--watch\` of these files, idle: ${(share * 100).toFixed(2)} % of a processor, ${memory.toFixed(0)} MiB.`,
    ].join('\n');
  } finally {
    await drive.stop();
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
