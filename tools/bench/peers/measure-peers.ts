import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../measure.ts';
import {
  curlFetch,
  curlSend,
  execute,
  load,
  peakMemoryMiB,
  processorSeconds,
  startServer,
  stopServer,
} from '../processes.ts';
import { perSecond, send } from '../small-requests.ts';
import { installPeers, processTree, startPeers, type PeerServer } from './peer-servers.ts';

export interface PeersOptions {
  readonly rounds: number;
  /** No round that is counted begins after so long, except for the first. */
  readonly withinMs: number;
  readonly mib: number;
  /** Files of 10 kB in a round. */
  readonly files: number;
  /** Directory of the data; a tmpfs, so that no disk interferes. Needs room for 8 files of `mib` a round, and 5 more. */
  readonly directory: string | undefined;
  /** Whether to fail if one is missing that Debian has. */
  readonly needsAll: boolean;
}

const smallBytes = 10_000;
const loadSeconds = 2;
const secondsAGiB = (what: string, mib: number): string => `processor time of a ${what}, s per GiB of ${mib} MiB`;

/** Measures Drive beside other file servers. Returns Markdown. */
export async function measurePeers(options: PeersOptions, report: (line: string) => void): Promise<string> {
  const { rounds, withinMs, mib, files, needsAll } = options;
  const began = performance.now();
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), 'drive-peers-'));
  chmodSync(directory, 0o755);
  const packages = join(tmpdir(), 'drive-bench-peers');
  const missing = await installPeers(packages, needsAll);
  const source = join(directory, 'source');
  await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);
  const small = Buffer.alloc(smallBytes, 'a small file ');
  const propfind = join(directory, 'propfind.lua');
  writeFileSync(propfind, 'wrk.method = "PROPFIND"\nwrk.headers["Depth"] = "1"\n');
  const servers = await startPeers(directory, packages);
  // The first round of bytes is not counted.
  let isWarm = true;
  const figures = new Map<string, Map<string, number[]>>();
  const note = (measure: string, server: string, figure: number): void => {
    if (!isWarm) return;
    const row = figures.get(measure) ?? new Map<string, number[]>();
    figures.set(measure, row.set(server, [...(row.get(server) ?? []), figure]));
    report(`  ${server}: ${measure} ${figure.toPrecision(3)}`);
  };

  const measureBytes = async (server: PeerServer, round: number): Promise<void> => {
    const { name, headers } = server;
    if (server.putUrl !== undefined) {
      touchMemory(directory, source);
      const before = usedSeconds(server);
      const seconds = await curlSend('PUT', server.putUrl(`large-${round}`), source, headers);
      note('PUT, MiB/s', name, mib / seconds);
      note(secondsAGiB('PUT', mib), name, ((usedSeconds(server) - before) * 1024) / mib);
    }
    if (server.createTus !== undefined) {
      const patch = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'];
      const url = await server.createTus(mib * 1024 * 1024);
      touchMemory(directory, source);
      const before = usedSeconds(server);
      note('tus, one PATCH, MiB/s', name, mib / (await curlSend('PATCH', url, source, patch)));
      note(secondsAGiB('tus PATCH', mib), name, ((usedSeconds(server) - before) * 1024) / mib);
    }
    const url = await server.downloadUrl?.(`large-${round}`);
    if (url !== undefined) note('GET, MiB/s', name, mib / (await curlFetch(url)));
  };

  const measureSmall = async (server: PeerServer, round: number): Promise<void> => {
    const { name, putUrl } = server;
    if (putUrl === undefined) return;
    const headers = Object.fromEntries(server.headers.map((line) => line.split(': ', 2)));
    const rate = await perSecond(
      files,
      async (index) => void (await send('PUT', putUrl(`small-${round}-${index}`), headers, small)),
    );
    note('10 kB up, 8 connections, files/s', name, rate);
    const url = await server.downloadUrl?.(`small-${round}-0`);
    if (url !== undefined)
      note('10 kB down, 16 connections, requests/s', name, (await load(url, loadSeconds)).requestsPerSecond);
  };

  const measureList = async ({ name, list, headers }: PeerServer): Promise<void> => {
    if (list === undefined) return;
    const script = list.method === 'PROPFIND' ? propfind : undefined;
    note(
      'listing of 100 files, 16 connections, requests/s',
      name,
      (await load(list.url, loadSeconds, headers, script)).requestsPerSecond,
    );
  };

  const zip = await startZippers(directory, source);
  try {
    const listed = servers.filter(({ list }) => list !== undefined);
    for (const { putUrl, headers } of listed)
      await perSecond(100, async (index) => {
        const fields = Object.fromEntries(headers.map((line) => line.split(': ', 2)));
        if (putUrl !== undefined) await send('PUT', putUrl(`listed-${index}`), fields, small);
      });
    // While the top folders have no other files.
    for (let round = 0; round < rounds; round += 1) for (const server of listed) await measureList(server);
    for (let round = 0; round <= rounds; round += 1) {
      const passed = performance.now() - began;
      if (round > 1 && passed + passed / round > withinMs) break;
      isWarm = round > 0;
      for (const server of servers) await measureBytes(server, round);
      for (const server of servers) await measureSmall(server, round);
      note('ZIP, MiB/s', 'Drive', mib / (await zip.drive(servers[0])));
      note('ZIP, MiB/s', 'yazl', mib / (await zip.yazl()));
    }
    for (const server of servers)
      note(
        'peak memory, MiB',
        server.name,
        processTree(server.pid).reduce((sum, pid) => sum + peakMemoryMiB(pid), 0),
      );
  } finally {
    await Promise.all([zip.stop(), ...servers.map((server) => server.stop())]);
    rmSync(directory, { recursive: true, force: true });
  }
  return reportPeers(servers, figures, missing);
}

/** A virtual machine fetches memory that nobody used lately from its host, which takes longer than an upload. */
const touchMemory = (directory: string, source: string): void => {
  const copies = [1, 2, 3, 4].map((number) => join(directory, `copy-${number}`));
  for (const copy of copies) copyFileSync(source, copy);
  for (const copy of copies) rmSync(copy);
};

const usedSeconds = ({ pid }: PeerServer): number =>
  processTree(pid).reduce((sum, each) => sum + processorSeconds(each), 0);

async function startZippers(directory: string, source: string) {
  const files = join(directory, 'zipped');
  mkdirSync(files);
  linkSync(source, join(files, 'source'));
  const { child, match } = await startServer(
    process.execPath,
    [join(import.meta.dirname, 'yazl.ts'), files],
    process.env,
    /^listening on (\S+)$/m,
  );
  return {
    yazl: () => curlFetch(match[1] ?? ''),
    drive: async (server: PeerServer | undefined) => curlFetch((await server?.archiveUrl?.('large-0')) ?? ''),
    stop: () => stopServer(child),
  };
}

/** One table with the medians of all, and one with the ratios of Drive to each of the others. */
function reportPeers(
  servers: readonly PeerServer[],
  figures: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
  missing: readonly string[],
): string {
  const names = [...servers.map(({ name }) => name), 'yazl'];
  const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const medians = [...figures].map(([measure, byServer]) => ({
    measure,
    cells: names.map((name) => (byServer.has(name) ? median(byServer.get(name) ?? []) : undefined)),
  }));
  return [
    `Load average of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}.`,
    '',
    row('', ...names),
    row('---', ...names.map(() => '---:')),
    row('durable when acknowledged', ...servers.map(({ durable }) => durable), 'no'),
    row('hashed', ...servers.map(({ hashed }) => hashed), 'CRC-32'),
    ...medians.map(({ measure, cells }) =>
      row(measure, ...cells.map((cell) => (cell === undefined ? '' : figure(cell)))),
    ),
    '',
    row('Drive, against another server', 'ratio'),
    row('---', '---:'),
    ...medians.flatMap(({ measure, cells: [drive, ...others] }) =>
      others.flatMap((other, index) =>
        drive === undefined || other === undefined
          ? []
          : [row(`${names[index + 1]}: ${measure}`, `**${(drive / other).toFixed(2)}**`)],
      ),
    ),
    '',
    `Not measured: ${missing.join(', ')}.`,
  ].join('\n');
}

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
