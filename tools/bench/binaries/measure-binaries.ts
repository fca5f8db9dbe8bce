import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listening, serverMain } from '../contenders/drive-contender.ts';
import { memoryMiB, startServer, stopServer } from '../processes.ts';

const root = join(import.meta.dirname, '../../..');
const target = `${process.platform}-${process.arch}`;
const binary = (name: string): string => join(root, 'dist', `${name}-${target}`);
const node = process.execPath;

/** Idle time of a server before its memory is measured. */
const restMs = 3000;
const mebibyte = 1024 * 1024;

interface Start {
  readonly readyMs: number;
  readonly restingMiB: number;
}

/** Starts a server once on an existing data directory. */
async function startOnce(file: string, args: readonly string[], directory: string): Promise<Start> {
  const env = { DRIVE_DATA_DIR: directory, DRIVE_PORT: '0' };
  const began = performance.now();
  const { child } = await startServer(file, [...args, 'serve'], env, listening);
  const readyMs = performance.now() - began;
  await sleep(restMs);
  const restingMiB = memoryMiB(child.pid ?? 0);
  await stopServer(child);
  return { readyMs, restingMiB };
}

function runOnce(file: string, args: readonly string[]): number {
  const began = performance.now();
  execFileSync(file, args, { env: {}, stdio: 'ignore' });
  return performance.now() - began;
}

const sizes = (file: string): string =>
  `${(statSync(file).size / mebibyte).toFixed(1)} MiB | ${(gzipSync(readFileSync(file)).length / mebibyte).toFixed(1)} MiB`;

/** Formats a range: other programs use the machine, too. */
function range(values: readonly number[], unit: string, digits: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): string => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(digits) ?? '';
  return `${at(0)}–${at(0.5)} ${unit}`;
}

/** Compares the single binaries with the built programs, in interleaved rounds. */
export async function measureBinaries(rounds: number): Promise<string> {
  const server = binary('drive-server');
  const cli = binary('drive-cli');
  const cliMain = join(root, 'packages/cli/dist/main.mjs');
  const directory = mkdtempSync(join(tmpdir(), 'drive-binaries-'));
  const starts: { readonly single: Start[]; readonly built: Start[] } = { single: [], built: [] };
  const runs: { readonly single: number[]; readonly built: number[] } = { single: [], built: [] };
  try {
    await startOnce(server, [], directory);
    for (let round = 0; round < rounds; round += 1) {
      starts.single.push(await startOnce(server, [], directory));
      starts.built.push(await startOnce(node, [serverMain], directory));
      runs.single.push(runOnce(cli, ['--help']));
      runs.built.push(runOnce(node, [cliMain, '--help']));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const ready = (of: readonly Start[]): string =>
    range(
      of.map(({ readyMs }) => readyMs),
      'ms',
      0,
    );
  const resting = (of: readonly Start[]): string =>
    range(
      of.map(({ restingMiB }) => restingMiB),
      'MiB',
      0,
    );
  return [
    `Least and median of ${rounds} interleaved rounds, ${target}, Node ${process.version}.`,
    '',
    '| | single binary | built program on Node |',
    '| --- | ---: | ---: |',
    `| drive-server, from the start of the process to "listening" | ${ready(starts.single)} | ${ready(starts.built)} |`,
    `| drive-server, memory at rest | ${resting(starts.single)} | ${resting(starts.built)} |`,
    `| drive-cli --help | ${range(runs.single, 'ms', 0)} | ${range(runs.built, 'ms', 0)} |`,
    '',
    '| | size | gzip |',
    '| --- | ---: | ---: |',
    `| drive-server | ${sizes(server)} |`,
    `| drive-cli | ${sizes(cli)} |`,
  ].join('\n');
}
