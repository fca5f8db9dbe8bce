import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, startCeph, type TestBucket } from '../../e2e/ceph.ts';
import { startDrive, type Drive, type Reservation } from '../contenders/drive-contender.ts';
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
import { tusPatchHeaders } from '../scenarios/bytes.ts';

export interface ObjectStorageOptions {
  readonly rounds: number;
  /** Size of one transfer. Ceph keeps all bytes in memory, about `mib` × (16 + 6 × rounds). */
  readonly mib: number;
}

const smallFiles = 300;
const smallBytes = 10_000;
const together = 8;
/** Idle time of a server before its memory is measured. */
const restMs = 3000;

type Figures = Map<string, number[]>;

/** Measures the processor time and the memory of the server per transfer, on a disk, on Ceph and on a storage that costs nothing in turns. Linux only. */
export async function measureObjectStorage(
  { rounds, mib }: ObjectStorageOptions,
  report: (line: string) => void,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-bench-s3-'));
  const ceph = await startCeph();
  const { child, storage } = await startZeroStorage();
  const drives: [name: string, drive: Drive, figures: Figures][] = [];
  try {
    const [source, zeros] = [join(directory, 'source'), join(directory, 'source-of-zeros')];
    const transferOf = (name: string): Transfer => ({
      source: name === 'zeros' ? zeros : source,
      mib,
      isDirect: name === 'direct',
    });
    await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);
    await execute('truncate', ['-s', `${mib}M`, zeros]);
    drives.push(['disk', await startDrive(join(directory, 'disk')), new Map()]);
    drives.push(['bucket', await startOnBucket(ceph.bucket, directory, 'bucket'), new Map()]);
    const direct = { DRIVE_DIRECT_UPLOADS: 'on', DRIVE_OFFLOAD: 'redirect' };
    drives.push(['zeros', await startOnBucket(storage, directory, 'zeros'), new Map()]);
    drives.push(['direct', await startOnBucket(ceph.bucket, directory, 'direct', direct), new Map()]);
    for (let round = 0; round < rounds; round += 1)
      for (const [name, drive, figures] of drives) {
        report(`round ${round + 1}, ${name}`);
        await measureRound(drive, figures, transferOf(name));
      }
    for (const [name, drive, figures] of drives) {
      report(`${together} uploads at once, ${name}`);
      await measureMemory(drive, figures, transferOf(name));
    }
  } finally {
    for (const [, drive] of drives) await drive.stop();
    await stopServer(child);
    await ceph.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  return tablesOf(
    { rounds, mib },
    drives.map(([, , figures]) => figures),
  );
}

/** A storage in another process that costs nothing, so that a transfer costs what the server and the sockets take. */
async function startZeroStorage(): Promise<{ readonly child: ChildProcess; readonly storage: TestBucket }> {
  const program = join(import.meta.dirname, 'zero-storage.ts');
  const { child, match } = await startServer(
    process.execPath,
    [program],
    { PATH: process.env.PATH },
    /^listening on (\S+)$/m,
  );
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return { child, storage: { endpoint: match[1] ?? '', bucket: 'drive', credentials } };
}

async function startOnBucket(
  { bucket, endpoint, credentials }: TestBucket,
  directory: string,
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Drive> {
  const port = await findFreePort();
  return startDrive(join(directory, name), {
    DRIVE_PORT: String(port),
    DRIVE_BASE_URL: `http://127.0.0.1:${port}`,
    DRIVE_SMTP_URL: 'smtp://127.0.0.1:9',
    DRIVE_MAIL_FROM: 'drive@example.com',
    DRIVE_STORAGE_URL: `s3://${bucket}/${name}`,
    DRIVE_S3_ENDPOINT: endpoint,
    DRIVE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    DRIVE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...settings,
  });
}

interface Transfer {
  readonly source: string;
  readonly mib: number;
  readonly isDirect: boolean;
}

let count = 0;
const nextName = (): string => `bench-${count++}`;

/** Sends the source, to the storage itself if the server wants that, and returns the id of the file. */
async function upload(drive: Drive, { source, mib, isDirect }: Transfer): Promise<string> {
  const reserved = await drive.reserve(nextName(), mib * 1024 * 1024);
  await curlSend('PUT', isDirect ? String(reserved.directUrl) : reserved.uploadUrl, source);
  if (!isDirect) return reserved.fileId;
  await drive.call('GET', `/api/uploads/${reserved.sessionId}/status`);
  const hasSums = async (): Promise<boolean> =>
    (await drive.call<{ sha256: string | null }>('GET', `/api/files/${reserved.fileId}`)).sha256 !== null;
  while (!(await hasSums())) await sleep(100);
  return reserved.fileId;
}

async function measureRound(drive: Drive, figures: Figures, transfer: Transfer): Promise<void> {
  const note = (what: string, figure: number): void => {
    figures.set(what, [...(figures.get(what) ?? []), figure]);
  };
  const cost = async (work: () => Promise<unknown>): Promise<number> => {
    const began = processorSeconds(drive.pid);
    await work();
    return processorSeconds(drive.pid) - began;
  };
  const { source, mib } = transfer;
  const perGiB = 1024 / mib;
  let fileId = '';
  note('PUT', (await cost(async () => (fileId = await upload(drive, transfer)))) * perGiB);
  const { sessionId } = await drive.reserve(nextName(), mib * 1024 * 1024);
  const tusUrl = `${drive.url}/files/tus/${sessionId}`;
  note('tus', (await cost(() => curlSend('PATCH', tusUrl, source, tusPatchHeaders))) * perGiB);
  const url = await drive.downloadUrl(fileId);
  note('GET', (await cost(() => curlFetch(url))) * perGiB);

  const bytes = Buffer.alloc(smallBytes, 'x');
  const reserved: Reservation[] = [];
  for (let from = 0; from < smallFiles; from += 100)
    reserved.push(
      ...(await drive.reserveMany(
        Array.from({ length: 100 }, () => nextName()),
        smallBytes,
      )),
    );
  const perFileMs = 1000 / smallFiles;
  const smallPuts = async (): Promise<void> => {
    for (const each of reserved) await (await fetch(each.uploadUrl, { method: 'PUT', body: bytes })).arrayBuffer();
  };
  note('PUT 10 kB', (await cost(smallPuts)) * perFileMs);
  const urls: string[] = [];
  for (const each of reserved) urls.push(await drive.downloadUrl(each.fileId));
  const smallGets = async (): Promise<void> => {
    for (const each of urls) await (await fetch(each)).arrayBuffer();
  };
  note('GET 10 kB', (await cost(smallGets)) * perFileMs);
}

async function measureMemory(drive: Drive, figures: Figures, transfer: Transfer): Promise<void> {
  await sleep(restMs);
  const atRest = memoryMiB(drive.pid);
  forgetPeakMemory(drive.pid);
  await Promise.all(Array.from({ length: together }, () => upload(drive, transfer)));
  figures.set('memory', [(peakMemoryMiB(drive.pid) - atRest) / together]);
}

const rows: readonly (readonly [key: string, what: string, unit: string, digits: number])[] = [
  ['PUT', 'PUT of a large file, processor time per GiB', 's', 2],
  ['tus', 'the same by tus', 's', 2],
  ['GET', 'GET of it', 's', 2],
  ['PUT 10 kB', 'PUT of 10 kB, reserved before', 'ms', 2],
  ['GET 10 kB', 'GET of 10 kB', 'ms', 2],
  ['memory', `memory added per upload, ${together} at once`, 'MiB', 1],
];

function tablesOf({ rounds, mib }: ObjectStorageOptions, all: readonly Figures[]): string {
  const cell = (figures: Figures, key: string, unit: string, digits: number): string => {
    const sorted = (figures.get(key) ?? []).toSorted((a, b) => a - b);
    const [low = Number.NaN, high = Number.NaN] = [sorted[0], sorted.at(-1)];
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    const spread = sorted.length < 2 ? '' : ` (${low.toFixed(digits)}–${high.toFixed(digits)})`;
    return `${median.toFixed(digits)} ${unit}${spread}`;
  };
  const [load = 0] = loadavg();
  return [
    `${cpus().length} shared processors, load average ${load.toFixed(1)}. Transfers of ${mib} MiB; medians of ${rounds} rounds (lowest to highest).`,
    '',
    '| of the server | disk | bucket | storage that costs nothing | direct |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows.map(
      ([key, what, unit, digits]) =>
        `| ${what} | ${all.map((figures) => cell(figures, key, unit, digits)).join(' | ')} |`,
    ),
  ].join('\n');
}
