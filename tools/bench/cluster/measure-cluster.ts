// One, two and three servers on one Postgres and one Ceph behind nginx: the processor time of a request.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { startCluster, startEngines, type Cluster } from '../../e2e/cluster/start-cluster.ts';
import { startDrive, type Drive } from '../contenders/drive-contender.ts';
import { median } from '../measure.ts';
import { processorSeconds } from '../processes.ts';
import { body, bytes, connections, perSecond, send } from '../small-requests.ts';
import { startReceiver, type Receiver } from '../webhooks/measure-webhooks.ts';
import { operations, type Operation } from './operations.ts';

/** Figures of one operation; times are milliseconds of processor time, of all servers together and of Postgres. */
export interface Cost {
  readonly perSecond: number;
  readonly serversMs: number;
  readonly postgresMs: number;
}

export interface ClusterFigures {
  /** By number of servers; 0 is one server with SQLite and a disk, without nginx. */
  readonly costs: ReadonlyMap<number, Readonly<Record<Operation, Cost>>>;
  readonly loads: readonly number[];
}

interface Subject {
  readonly url: string;
  readonly key: string;
  serversSeconds(): number;
  postgresSeconds(): number;
}

export async function measureCluster(
  { requests, rounds }: { readonly requests: number; readonly rounds: number },
  say: (line: string) => void,
): Promise<ClusterFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-bench-cluster-'));
  const ca = join(directory, 'ca.pem');
  writeFileSync(ca, testCertificate.cert);
  const settings = { DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: ca, DRIVE_LOG_LEVEL: 'warn' };
  const loads = [loadavg()[0] ?? Number.NaN];
  const receiver = await startReceiver();
  const engines = await startEngines();
  const figures = new Map<number, Record<Operation, Cost[]>>();
  const run = async (servers: number, subject: Subject): Promise<void> => {
    // Code that has run little is slow, and three servers have run less each.
    if (servers === 0 || servers === 3) await measureAll(subject, receiver, requests * (servers === 0 ? 1 : 2));
    const costs = figures.get(servers) ?? (Object.fromEntries(operations.map((name) => [name, []])) as never);
    figures.set(servers, costs);
    for (const [name, cost] of await measureAll(subject, receiver, requests)) {
      costs[name].push(cost);
      say(
        `${servers === 0 ? 'SQLite' : `${servers} servers`}, ${name}: ${cost.perSecond.toFixed(0)}/s, ` +
          `${cost.serversMs.toFixed(2)} ms on servers, ${cost.postgresMs.toFixed(2)} ms on Postgres`,
      );
    }
  };
  let cluster: Cluster | undefined;
  let drive: Drive | undefined;
  try {
    drive = await startDrive(join(directory, 'sqlite'), settings);
    cluster = await startCluster(engines, settings);
    const postgresSeconds = await readerOf(engines.postgres.url);
    for (let round = 0; round < rounds; round++) {
      const { url, key, pid } = drive;
      await run(0, { url, key, serversSeconds: () => processorSeconds(pid), postgresSeconds: () => 0 });
      const { nodes } = cluster;
      for (let servers = nodes.length; servers > 0; servers--) {
        const running = nodes.slice(0, servers);
        await run(servers, {
          url: cluster.url,
          key: cluster.key,
          serversSeconds: () => running.reduce((sum, node) => sum + processorSeconds(node.server().child.pid ?? 0), 0),
          postgresSeconds,
        });
        if (servers > 1) await nodes[servers - 1]?.end('SIGTERM');
      }
      if (round + 1 < rounds) for (const node of nodes.slice(1)) await node.start();
    }
    loads.push(loadavg()[0] ?? Number.NaN);
  } finally {
    await cluster?.stop();
    await drive?.stop();
    await engines.stop();
    receiver.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const costs = new Map(
    [...figures].map(([servers, byOperation]) => [
      servers,
      Object.fromEntries(operations.map((name) => [name, middle(byOperation[name])])) as Record<Operation, Cost>,
    ]),
  );
  return { costs, loads };
}

const middle = (costs: readonly Cost[]): Cost => ({
  perSecond: median(costs.map((cost) => cost.perSecond)),
  serversMs: median(costs.map((cost) => cost.serversMs)),
  postgresMs: median(costs.map((cost) => cost.postgresMs)),
});

async function measureAll(
  subject: Subject,
  receiver: Receiver,
  requests: number,
): Promise<readonly (readonly [Operation, Cost])[]> {
  const { url, key } = subject;
  const client = new DriveClient({ baseUrl: url, apiKey: key });
  const call = async <Answer>(method: string, path: string, content?: unknown): Promise<Answer> => {
    const sent = content === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(content));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return JSON.parse((await send(method, `${url}${path}`, headers, sent)).toString()) as Answer;
  };
  const folder = await client.files.createFolder({ name: `bench ${Date.now()}` });
  const files: string[] = [];
  for (let index = 0; index < 20; index++)
    files.push((await client.uploads.upload(new Blob([body]), { name: `${index}.bin`, parentId: folder.id })).fileId);
  const fileId = files[0] ?? '';
  const { shareToken } = await client.shares.create(fileId);
  const { downloadUrl } = await call<{ downloadUrl: string }>('GET', `/api/files/${fileId}/download-url`);

  const download = async (): Promise<void> => {
    const found = await call<{ downloadUrl: string }>('GET', `/api/public/share/${shareToken}/download-url`);
    await send('GET', found.downloadUrl, {}, Buffer.alloc(0));
  };
  const work: Record<Exclude<Operation, 'withWebhook'>, (index: number) => Promise<unknown>> = {
    list: () => call('GET', `/api/files?parentId=${folder.id}&limit=20`),
    reserveAndPut: async (index) => {
      const upload = { fileName: `put ${index}`, contentType: 'application/octet-stream', fileSizeBytes: bytes };
      const { uploadUrl } = await call<{ uploadUrl: string }>('POST', '/api/uploads', {
        ...upload,
        parentFolderId: folder.id,
      });
      await send('PUT', uploadUrl, { 'content-type': 'application/octet-stream' }, body);
    },
    signedGet: () => send('GET', downloadUrl, {}, Buffer.alloc(0)),
    viralDownload: download,
  };
  const results: (readonly [Operation, Cost])[] = [];
  const measureOne = async (
    name: Operation,
    each: (index: number) => Promise<unknown>,
    end?: () => Promise<unknown>,
  ) => {
    await perSecond(connections * 4, async (index) => void (await each(-1 - index)));
    await end?.();
    const before = [subject.serversSeconds(), subject.postgresSeconds()] as const;
    const began = performance.now();
    await perSecond(requests, async (index) => void (await each(index)));
    await end?.();
    const seconds = (performance.now() - began) / 1000;
    // A process's times are counted in hundredths of a second, and by Postgres a moment later.
    await sleep(100);
    const perRequest = (after: number, earlier: number): number => ((after - earlier) / requests) * 1000;
    results.push([
      name,
      {
        perSecond: requests / seconds,
        serversMs: perRequest(subject.serversSeconds(), before[0]),
        postgresMs: perRequest(subject.postgresSeconds(), before[1]),
      },
    ]);
  };
  for (const [name, each] of Object.entries(work)) await measureOne(name as Operation, each);
  const { items: shares } = await client.shares.list();
  const counted = shares.find((one) => one.shareToken === shareToken)?.downloadCount;
  if (counted !== requests + connections * 4) throw new Error(`${counted} downloads were counted`);

  const webhook = await call<{ id: string }>('POST', '/api/users/me/webhooks', {
    url: receiver.url,
    events: ['share.download.anonymous'],
  });
  await receiver.take();
  let expected = connections * 4;
  await measureOne('withWebhook', download, async () => {
    await receiver.until(expected);
    expected = requests;
  });
  await send(
    'DELETE',
    `${url}/api/users/me/webhooks/${webhook.id}`,
    { authorization: `Bearer ${key}` },
    Buffer.alloc(0),
  );
  return results;
}

/** Processor time of a Postgres server: of its first process, and of all that it started, also those that have ended. */
async function readerOf(url: string): Promise<() => number> {
  const port = Number(new URL(url).port);
  const postmaster = listProcesses().find(({ pid }) => isPostmaster(pid) && portOf(pid) === port);
  if (postmaster === undefined) throw new Error('the Postgres server was not found');
  return () =>
    listProcesses()
      .filter(({ pid, parent }) => pid === postmaster.pid || parent === postmaster.pid)
      .reduce((sum, { pid, own, ended }) => sum + own + (pid === postmaster.pid ? ended : 0), 0);
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Seconds of itself and of children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = textOf(`/proc/${name}/stat`)
        .replace(/^.*\) /, '')
        .split(' ');
      if (stat.length < 15) return [];
      const seconds = (first: number): number => (Number(stat[first]) + Number(stat[first + 1])) / 100;
      return [{ pid: Number(name), parent: Number(stat[1]), own: seconds(11), ended: seconds(13) }];
    });
}

const isPostmaster = (pid: number): boolean => /^[^\0]*\/postgres\0-D/.test(textOf(`/proc/${pid}/cmdline`));

const portOf = (pid: number): number => Number(/port=(\d+)/.exec(textOf(`/proc/${pid}/cmdline`))?.[1]);

/** Empty for a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
