import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liftedLimits, listening, serverMain, startDrive, type Drive } from '../contenders/drive-contender.ts';
import {
  curlFetch,
  curlSend,
  execute,
  forgetPeakMemory,
  memoryMiB,
  peakMemoryMiB,
  processorSeconds,
  startServer,
  stopServer,
} from '../processes.ts';
import { createRequests } from '../tree/requests.ts';
import { untilNamesAreRead } from '../tree/names-read.ts';
import { seedTree } from '../tree/seed-tree.ts';

export interface SizingOptions {
  /** Size of one transfer. */
  readonly mib: number;
  /** Numbers of concurrent transfers. */
  readonly transfers: readonly number[];
  readonly items: number;
}

/** Idle time of a server before its memory is measured. */
const restMs = 3000;
const smallFiles = 1000;
const smallBytes = 10_000;

/** Measures the resources that a drive needs, as a table for docs/operating.md. Linux only. */
export async function measureSizing(options: SizingOptions, tell: (line: string) => void): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-sizing-'));
  try {
    const rows: Row[] = [];
    for (const part of [transferRows, itemRows]) {
      const measured = await part(directory, options, tell);
      // Each part takes minutes, so figures are printed early.
      for (const [what, figure] of measured) tell(`  ${what}: ${figure}`);
      rows.push(...measured);
    }
    return ['| | |', '|---|---:|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

type Row = readonly [what: string, figure: string];

async function transferRows(
  directory: string,
  { mib, transfers }: SizingOptions,
  tell: (line: string) => void,
): Promise<Row[]> {
  const source = join(directory, 'source');
  await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);
  const small = join(directory, 'small');
  await execute('dd', ['if=/dev/urandom', `of=${small}`, `bs=${smallBytes}`, 'count=1']);
  const drive = await startDrive(join(directory, 'transfers'));
  await sleep(restMs);
  const rows: Row[] = [['memory at rest', `${memoryMiB(drive.pid).toFixed(0)} MiB`]];
  try {
    for (const count of transfers) {
      tell(`${count} transfers`);
      const reserved = await Promise.all(
        Array.from({ length: count }, (_, index) => drive.reserve(`${count} ${index}`, mib * 1024 * 1024)),
      );
      const up = await watch(drive, () =>
        Promise.all(reserved.map(({ uploadUrl }) => curlSend('PUT', uploadUrl, source))),
      );
      const addresses = await Promise.all(reserved.map(({ fileId }) => drive.downloadUrl(fileId)));
      const down = await watch(drive, () => Promise.all(addresses.map((address) => curlFetch(address))));
      const gib = (count * mib) / 1024;
      rows.push([`peak memory, ${count} uploads of ${mib} MiB at once`, `${up.peakMiB.toFixed(0)} MiB`]);
      rows.push([`peak memory, ${count} downloads at once`, `${down.peakMiB.toFixed(0)} MiB`]);
      if (count === transfers.at(-1)) {
        rows.push(['processor time for a GiB up', `${(up.processorSeconds / gib).toFixed(2)} s`]);
        rows.push(['processor time for a GiB down', `${(down.processorSeconds / gib).toFixed(2)} s`]);
      }
    }
    tell('small files');
    const names = Array.from({ length: smallFiles }, (_, index) => `small ${index}`);
    const reserved: { uploadUrl: string }[] = [];
    const { processorSeconds: seconds } = await watch(drive, async () => {
      for (let from = 0; from < names.length; from += 100)
        reserved.push(...(await drive.reserveMany(names.slice(from, from + 100), smallBytes)));
      const bytes = Buffer.alloc(smallBytes);
      for (const { uploadUrl } of reserved)
        await (await fetch(uploadUrl, { method: 'PUT', body: bytes })).arrayBuffer();
    });
    rows.push([`processor time for ${smallFiles.toLocaleString('en')} files of 10 kB up`, `${seconds.toFixed(1)} s`]);
  } finally {
    await drive.stop();
  }
  return rows;
}

async function itemRows(directory: string, { items }: SizingOptions, tell: (line: string) => void): Promise<Row[]> {
  tell(`${items} items`);
  const dataDirectory = join(directory, 'items');
  const tree = await seedTree({ dataDirectory, shape: 'bushy', items, seed: 1, withBytes: false });
  const databaseBytes = readdirSync(dataDirectory)
    .filter((name) => name.startsWith('drive.db'))
    .reduce((sum, name) => sum + statSync(join(dataDirectory, name)).size, 0);
  const began = performance.now();
  const { child, match } = await startServer(
    process.execPath,
    [serverMain, 'serve'],
    liftedLimits(dataDirectory),
    listening,
  );
  const readyMs = performance.now() - began;
  const pid = child.pid ?? 0;
  try {
    await sleep(restMs);
    const atRest = memoryMiB(pid);
    await untilNamesAreRead(createRequests(match[1] ?? '', tree.owner.key));
    await sleep(restMs);
    const many = items.toLocaleString('en');
    return [
      [`database, ${many} items`, `${(databaseBytes / 2 ** 20).toFixed(0)} MiB`],
      [`from the start to ready, ${many} items`, `${(readyMs / 1000).toFixed(2)} s`],
      [`memory at rest, ${many} items`, `${atRest.toFixed(0)} MiB`],
      [`the same after a search in the names of all of them`, `${memoryMiB(pid).toFixed(0)} MiB`],
    ];
  } finally {
    await stopServer(child);
  }
}

async function watch(drive: Drive, work: () => Promise<unknown>) {
  forgetPeakMemory(drive.pid);
  const began = processorSeconds(drive.pid);
  await work();
  return { peakMiB: peakMemoryMiB(drive.pid), processorSeconds: processorSeconds(drive.pid) - began };
}
