import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { liftedLimits, listening, serverMain } from '../contenders/drive-contender.ts';
import { forgetPeakMemory, memoryMiB, peakMemoryMiB, processorSeconds, startServer, stopServer } from '../processes.ts';
import type { LoadOrder, LoadReport } from '../tree/background-load.ts';
import { fillBacklog } from './backlog.ts';
import { sendBarely } from './bare-sender.ts';
import type { Count } from './bench-receiver.ts';
import { measurePublishing, type PublishCost } from './publish.ts';

export interface WebhooksOptions {
  readonly rounds: number;
  /** Deliveries of the long run, during which another user is measured. */
  readonly backlog: number;
}

export interface Sending {
  readonly drive: readonly number[];
  readonly bare: readonly number[];
  /** Microseconds of processor time for each delivery. */
  readonly driveCost: readonly number[];
  readonly bareCost: readonly number[];
}

/** One long backlog, and the measurements during it. */
export interface LongRun {
  readonly perSecond: number;
  readonly seconds: number;
  readonly requests: number;
  readonly deliveries: number;
  readonly connections: number;
  /** Resident, MiB. */
  readonly memoryBefore: number;
  readonly memoryPeak: number;
  /** Each second of the run. */
  readonly memory: readonly number[];
  /** Milliseconds, by phase and kind of request. */
  readonly latencies: LoadReport;
}

export interface WebhooksFigures {
  readonly sending: Sending;
  readonly longRun: LongRun;
  readonly publishing: readonly PublishCost[];
  readonly loads: readonly number[];
}

const roundDeliveries = 10_000;
const connections = 32;
const loadPerSecond = 50;
const quietMs = 10_000;

export async function measureWebhooks(
  { rounds, backlog }: WebhooksOptions,
  say: (line: string) => void,
): Promise<WebhooksFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-webhooks-'));
  const receiver = await startReceiver();
  const loads = [loadavg()[0] ?? Number.NaN];
  try {
    const start = (dataDirectory: string): StartedServer => startSender(directory, dataDirectory);
    const drive: number[] = [];
    const bare: number[] = [];
    const driveCost: number[] = [];
    const bareCost: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const bareBefore = processorSeconds(process.pid);
      const barely = await sendBarely(receiver.url, roundDeliveries, connections);
      const bareSeconds = processorSeconds(process.pid) - bareBefore;
      await receiver.take();
      const sent = await sendBacklog({ receiver, directory, name: `round-${round}`, deliveries: roundDeliveries });
      const costs = [sent.cost, (bareSeconds / roundDeliveries) * 1e6] as const;
      say(
        `round ${round}: Drive ${sent.perSecond.toFixed(0)}/s, ${costs[0].toFixed(0)} µs each, over ${sent.connections} connections; bare ${barely.toFixed(0)}/s, ${costs[1].toFixed(0)} µs`,
      );
      if (round === 0 && rounds > 0) continue;
      drive.push(sent.perSecond);
      bare.push(barely);
      driveCost.push(costs[0]);
      bareCost.push(costs[1]);
    }
    loads.push(loadavg()[0] ?? Number.NaN);
    const publishing = await measurePublishing(join(directory, 'publishing'));
    const longRun = await runLong({ directory, backlog, receiver, start, say });
    loads.push(loadavg()[0] ?? Number.NaN);
    return { sending: { drive, bare, driveCost, bareCost }, longRun, publishing, loads };
  } finally {
    receiver.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

type StartedServer = ReturnType<typeof startServer>;

/** The built server, which sends to receivers on this machine. */
function startSender(directory: string, dataDirectory: string, databaseUrl?: string): StartedServer {
  const ca = join(directory, 'ca.pem');
  writeFileSync(ca, testCertificate.cert);
  const settings = {
    ...liftedLimits(dataDirectory),
    DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: ca,
    ...(databaseUrl === undefined ? {} : { DRIVE_DATABASE_URL: databaseUrl }),
  };
  return startServer(process.execPath, [serverMain, 'serve'], settings, listening);
}

export interface SentBacklog {
  readonly perSecond: number;
  readonly connections: number;
  /** Microseconds of processor time for each delivery: of the server, and of what `sample` reads. */
  readonly cost: number;
  readonly sampledCost: number;
}

/** Fills a new drive with deliveries that are due a moment after its start, and waits until all have arrived. */
async function sendBacklog(options: {
  readonly receiver: Receiver;
  readonly directory: string;
  /** Name of the data directory. */
  readonly name: string;
  readonly deliveries: number;
  readonly databaseUrl?: string;
  /** Starts to count the processor time of other processes; returns a function that gives their nanoseconds. */
  readonly sample?: () => Promise<() => number>;
}): Promise<SentBacklog> {
  const { receiver, directory, name, deliveries, databaseUrl, sample } = options;
  const dataDirectory = join(directory, name);
  await fillBacklog({ dataDirectory, url: receiver.url, users: 4, deliveries, dueInMs: 4000, databaseUrl });
  const { child } = await startSender(directory, dataDirectory, databaseUrl);
  await sleep(1000);
  const sampled = await sample?.();
  const before = processorSeconds(child.pid ?? 0);
  const count = await receiver.until(deliveries);
  const seconds = processorSeconds(child.pid ?? 0) - before;
  const sampledCost = (sampled?.() ?? 0) / 1000 / deliveries;
  await stopServer(child);
  rmSync(dataDirectory, { recursive: true });
  return { perSecond: rateOf(count), connections: count.connections, cost: (seconds / deliveries) * 1e6, sampledCost };
}

async function runLong(parts: {
  readonly directory: string;
  readonly backlog: number;
  readonly receiver: Receiver;
  readonly start: (dataDirectory: string) => StartedServer;
  readonly say: (line: string) => void;
}): Promise<LongRun> {
  const { directory, backlog, receiver, start, say } = parts;
  const dataDirectory = join(directory, 'long');
  const { account, dueAt } = await fillBacklog({
    dataDirectory,
    url: receiver.url,
    users: 20,
    deliveries: backlog,
    dueInMs: quietMs + 8000,
  });
  await sleep(Math.max(dueAt - quietMs - 5000 - Date.now(), 0));
  const { child, match } = await start(dataDirectory);
  const pid = child.pid ?? 0;
  const backgroundLoad = fork(join(import.meta.dirname, '../tree/background-load.ts'), { execArgv: process.execArgv });
  const sendOrder = (order: LoadOrder): void => void backgroundLoad.send(order);
  try {
    sendOrder({ url: match[1] ?? '', key: account.key, perSecond: loadPerSecond });
    await sleep(Math.max(dueAt - quietMs - Date.now(), 0));
    sendOrder({ phase: 'nothing is sent' });
    await sleep(quietMs - 500);
    sendOrder({ phase: '' });
    await sleep(Math.max(dueAt - Date.now(), 0));
    const memoryBefore = memoryMiB(pid);
    forgetPeakMemory(pid);
    sendOrder({ phase: 'the backlog is sent' });
    const memory: number[] = [];
    const sampler = setInterval(() => memory.push(memoryMiB(pid)), 1000);
    const count = await receiver.until(backlog);
    clearInterval(sampler);
    sendOrder({ phase: 'nothing is sent any more' });
    const memoryPeak = peakMemoryMiB(pid);
    say(`${backlog} deliveries: ${rateOf(count).toFixed(0)}/s`);
    await sleep(quietMs);
    const answer = once(backgroundLoad, 'message');
    sendOrder('stop');
    const [latencies] = (await answer) as [LoadReport];
    return {
      perSecond: rateOf(count),
      seconds: count.ms / 1000,
      requests: count.requests,
      deliveries: count.deliveries,
      connections: count.connections,
      memoryBefore,
      memoryPeak,
      memory,
      latencies,
    };
  } finally {
    backgroundLoad.kill();
    await stopServer(child);
  }
}

const rateOf = ({ deliveries, ms }: Count): number => (deliveries / ms) * 1000;

/** A process that takes deliveries by HTTPS, with the certificate of the tests. */
export interface Receiver {
  readonly url: string;
  /** Counts since the last call. */
  take(): Promise<Count>;
  /** Resolves after this many deliveries. */
  until(deliveries: number): Promise<Count>;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const { child, match } = await startServer(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, 'bench-receiver.ts')],
    process.env,
    /^listening on (\S+)$/m,
    ['ignore', 'pipe', 'inherit', 'ipc'],
  );
  const ask = async (order: 'look' | 'take'): Promise<Count> => {
    const answer = once(child, 'message');
    child.send(order);
    const [count] = (await answer) as [Count];
    return count;
  };
  return {
    url: match[1] ?? '',
    take: () => ask('take'),
    until: async (deliveries) => {
      const patience = performance.now() + 600_000;
      while ((await ask('look')).deliveries < deliveries) {
        if (performance.now() > patience) throw new Error('the deliveries did not come');
        await sleep(100);
      }
      return ask('take');
    },
    stop: () => (child satisfies ChildProcess).kill(),
  };
}
