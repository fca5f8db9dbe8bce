import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDrive, type Drive } from '../contenders/drive-contender.ts';
import { memoryMiB } from '../processes.ts';
import { perSecond } from '../small-requests.ts';
import { startProbe } from './health-probe.ts';

export interface BesideOptions {
  /** Duration of each row. */
  readonly seconds: number;
}

const locks = 100;
const files = 300;
const listedFiles = 5_000;
const clients = 4;
const slowClients = 60;
const depth1 = { depth: '1' };
const lockdiscovery = '<D:propfind xmlns:D="DAV:"><D:prop><D:lockdiscovery/></D:prop></D:propfind>';
const lockinfo = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>${'o'.repeat(1_000)}</D:owner></D:lockinfo>`;
const largeProperties = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${[0, 1, 2, 3].map((n) => `<p${n} xmlns="urn:x">${'v'.repeat(16_000)}</p${n}>`).join('')}</D:prop></D:set></D:propertyupdate>`;

interface Load {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `GET /healthz` beside the most expensive answers of WebDAV, as a table. Linux only. */
export async function measureBeside({ seconds }: BesideOptions, report: (line: string) => void): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-beside-'));
  const drive = await startDrive(join(directory, 'data'));
  try {
    report('filling');
    await fill(drive);
    const loads: readonly Load[] = [
      { name: `${locks} locks of 1 kB on ${files} files`, path: '/locked', body: lockdiscovery },
      { name: `64 kB of properties of ${files} files each`, path: '/props', body: '' },
      { name: `all properties of ${listedFiles} files`, path: '/many', body: '' },
      {
        name: `all properties of ${listedFiles} files, gzip`,
        path: '/many',
        body: '',
        headers: { 'accept-encoding': 'gzip' },
      },
    ];
    const rows = [await row(drive, 'nothing', seconds, () => undefined)];
    for (const load of loads) {
      report(load.name);
      rows.push(await row(drive, `${clients} × ${load.name}`, seconds, (isOver) => readFast(drive, load, isOver)));
    }
    report('slow clients');
    const before = memoryMiB(drive.pid);
    const sockets: Socket[] = [];
    rows.push(
      await row(drive, `${slowClients} slow × 64 kB of properties of ${files} files each`, seconds, async () => {
        for (let count = 0; count < slowClients; count += 1) sockets.push(readSlowly(drive, '/props'));
      }),
    );
    const held = (memoryMiB(drive.pid) - before) / slowClients;
    for (const socket of sockets) socket.destroy();
    return [
      `${seconds} s each, ${clients} clients that read as fast as they can; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      `${slowClients} clients that read nothing take ${(held * 1024).toFixed(0)} KiB each of the server's memory.`,
      '',
      '| ms of `GET /healthz` beside PROPFIND of | p50 | p99 | highest | answers | MB each |',
      '|---|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    await drive.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Answers {
  count: number;
  bytes: number;
}

async function row(
  drive: Drive,
  name: string,
  seconds: number,
  load: (isOver: () => boolean) => Promise<Answers | void> | undefined,
): Promise<string> {
  const end = performance.now() + seconds * 1_000;
  const probe = startProbe(`${drive.url}/healthz`);
  const running = load(() => performance.now() >= end);
  await sleep(seconds * 1_000);
  const times = (await probe.stop()).toSorted((a, b) => a - b);
  const answers = (await running) ?? { count: 0, bytes: 0 };
  const at = (part: number): string => (times[Math.ceil(part * times.length) - 1] ?? Number.NaN).toFixed(1);
  const size = answers.count === 0 ? '' : (answers.bytes / answers.count / 1e6).toFixed(2);
  return `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${answers.count === 0 ? '' : answers.count} | ${size} |`;
}

async function readFast(drive: Drive, { path, body, headers = {} }: Load, isOver: () => boolean): Promise<Answers> {
  const answers: Answers = { count: 0, bytes: 0 };
  const read = async (): Promise<void> => {
    while (!isOver()) {
      const bytes = await dav(drive, 'PROPFIND', path, { ...depth1, ...headers }, body);
      answers.bytes += bytes;
      answers.count += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, read));
  return answers;
}

function readSlowly({ url, key }: Drive, path: string): Socket {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `PROPFIND /dav${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nDepth: 1\r\nContent-Length: 0\r\n\r\n`,
  );
  socket.once('readable', () => socket.read(1));
  return socket;
}

async function fill(drive: Drive): Promise<void> {
  for (const folder of ['/locked', '/props', '/many']) await dav(drive, 'MKCOL', folder, {}, '');
  const put = (path: string): Promise<number> => dav(drive, 'PUT', path, {}, 'x');
  await perSecond(files, async (index) => void (await put(`/locked/${index}`)));
  await perSecond(files, async (index) => {
    await put(`/props/${index}`);
    await dav(drive, 'PROPPATCH', `/props/${index}`, {}, largeProperties);
  });
  await perSecond(listedFiles, async (index) => void (await put(`/many/file-${index}.txt`)));
  for (let index = 0; index < locks; index += 1) await dav(drive, 'LOCK', '/', {}, lockinfo);
}

const agent = new Agent({ keepAlive: true });

/** Bytes of the answer. Throws unless it succeeds. */
function dav(
  { url, key }: Drive,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = { authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(body), ...headers };
    const outgoing = request(`${url}/dav${path}`, { method, agent, headers: sent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('error', reject);
      response.once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(bytes);
        else reject(new Error(`${method} ${path}: ${response.statusCode}`));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
