import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { png } from '@drive/thumbnails/test';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { startDrive, type Drive } from '../contenders/drive-contender.ts';
import { curlFetch, curlSend, execute } from '../processes.ts';
import { seed } from '../scenarios/small-files.ts';
import { send } from '../small-requests.ts';
import { fillBacklog } from '../webhooks/backlog.ts';
import { startReceiver } from '../webhooks/measure-webhooks.ts';

export interface LatencyOptions {
  /** Size of a large file. */
  readonly mib: number;
  /** Duration of each phase. */
  readonly seconds: number;
}

/** Time to start the server and to upload what is downloaded under load. */
const preparingSeconds = 20;
const metricsToken = 'the-metrics-of-the-latencies';
const transfers = 8;
const deliveriesPerSecond = 3500;
const unlocks = 20;
const nothing = Buffer.alloc(0);

/** Latencies of small requests while one process does everything at once, as a table. Linux only. */
export async function measureLatency(
  { mib, seconds }: LatencyOptions,
  report: (line: string) => void,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-latency-'));
  const source = join(directory, 'source');
  const data = join(directory, 'data');
  const certificate = join(directory, 'ca.pem');
  writeFileSync(certificate, testCertificate.cert);
  const receiver = await startReceiver();
  const { dueAt } = await fillBacklog({
    dataDirectory: data,
    url: receiver.url,
    users: 20,
    deliveries: deliveriesPerSecond * seconds,
    dueInMs: (seconds + preparingSeconds) * 1000,
  });
  const drive = await startDrive(data, {
    DRIVE_METRICS_TOKEN: metricsToken,
    DRIVE_TRUSTED_PROXIES: '127.0.0.1/32',
    DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate,
  });
  try {
    await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);
    await seed(drive, join(directory, 'seed'), 100);
    const background = await backgroundLoad(drive, source, mib);
    const rows: string[] = [];
    for (const isBusy of [false, true]) {
      if (isBusy) await sleep(Math.max(dueAt - Date.now(), 0));
      report(isBusy ? 'under load' : 'idle');
      const end = performance.now() + seconds * 1000;
      const isOver = (): boolean => performance.now() >= end;
      const load = isBusy ? Promise.all(background.map((work) => repeat(isOver, work))) : undefined;
      const requests = Object.entries(smallRequests(drive)).map(async ([name, request]) => {
        const times: number[] = [];
        await repeat(isOver, async () => {
          const began = performance.now();
          await request();
          times.push(performance.now() - began);
          await sleep(5);
        });
        return `| ${name}${isBusy ? ', under load' : ''} | ${percentiles(times)} |`;
      });
      const delays = watchLoop(drive, isOver);
      rows.push(
        ...(await Promise.all(requests)),
        `| delay of the event loop${isBusy ? ', under load' : ''} | ${await delays} |`,
      );
      await load;
    }
    const sent = (await receiver.take()).deliveries / seconds;
    return [
      `${transfers} uploads and ${transfers} downloads of ${mib} MiB, a ZIP, thumbnails and ${unlocks} password checks at once, over and over for`,
      `${seconds} s, while ${deliveriesPerSecond * seconds} deliveries to webhooks are due, of which ${sent.toFixed(0)} a second were sent; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      '',
      '| ms | p50 | p99 | p99.9 | highest |',
      '|---|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    await drive.stop();
    receiver.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function repeat(isOver: () => boolean, work: () => Promise<unknown>): Promise<void> {
  while (!isOver()) await work();
}

const cells = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(' | ');

function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return cells([0.5, 0.99, 0.999, 1].map((part) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN));
}

function smallRequests({ url, key }: Drive): Readonly<Record<string, () => Promise<unknown>>> {
  const authorization = `Bearer ${key}`;
  const reservation = Buffer.from(
    JSON.stringify({ fileName: 'small', contentType: 'text/plain', fileSizeBytes: 1000 }),
  );
  const json = { authorization, 'content-type': 'application/json' };
  const content = Buffer.alloc(1000, 'x');
  let stored = 0;
  return {
    'GET /api/files': () => send('GET', `${url}/api/files?limit=20`, { authorization }, nothing),
    'POST /api/uploads': () => send('POST', `${url}/api/uploads`, json, reservation),
    'PUT of 1 kB': () => send('PUT', `${url}/files/by-path/small/${stored++}`, { authorization }, content),
  };
}

/** Work that runs again and again as load. */
async function backgroundLoad(drive: Drive, source: string, mib: number): Promise<(() => Promise<unknown>)[]> {
  const { url, key } = drive;
  const authorization = `Bearer ${key}`;
  let made = 0;
  const upload = async (): Promise<string> => {
    const { uploadUrl, fileId } = await drive.reserve(`large-${made++}`, mib * 1024 * 1024);
    await curlSend('PUT', uploadUrl, source);
    return fileId;
  };
  const large = await upload();
  const { shareToken } = await drive.call<{ shareToken: string }>('POST', '/api/files/share-multi', {
    fileIds: [large, await upload()],
    password: 'of the share',
  });
  const guess = Buffer.from('{"password":"another"}');
  const image = png({ width: 3000, height: 2000 });
  return [
    ...Array.from({ length: transfers }, () => async () => {
      const file = `${url}/api/files/${await upload()}`;
      // The trash would fill the disk within minutes.
      for (const path of [file, `${file}/permanent`]) await send('DELETE', path, { authorization }, nothing);
    }),
    ...Array.from({ length: transfers }, () => async () => curlFetch(await drive.downloadUrl(large))),
    async () => curlFetch(await drive.archiveUrl([large])),
    () =>
      send('PUT', `${url}/files/by-path/image-${made++}.png`, { authorization, 'content-type': 'image/png' }, image),
    ...Array.from({ length: unlocks }, () => async () => {
      // From a network of its own: the sixth guess from one is refused without a check.
      const network = [made >> 16, made >> 8, made++].map((part) => part & 255).join('.');
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${network}` };
      await fetch(`${url}/api/public/share/${shareToken}/unlock`, { method: 'POST', headers, body: guess });
    }),
  ];
}

/** Percentiles of the loop's delay by the server's metrics, whose values are those since the last request for them. */
async function watchLoop({ url }: Drive, isOver: () => boolean): Promise<string> {
  const read = async (): Promise<(name: string) => number> => {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    const text = await response.text();
    return (name) =>
      1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  };
  await read();
  let [p50, p99, highest] = [0, 0, 0];
  await repeat(isOver, async () => {
    await sleep(1000);
    const value = await read();
    [p50, p99, highest] = [Math.max(p50, value('p50')), Math.max(p99, value('p99')), Math.max(highest, value('max'))];
  });
  return `${cells([p50, p99])} | | ${highest.toFixed(1)}`;
}
