import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, createKey, freePort, freshMachine, startServer, type RunningServer } from './programs.ts';

const isHere = ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0);
if (!isHere) console.warn('No alert and no panel was tried: there is no prometheus. Install the package prometheus.');

const monitoring = join(import.meta.dirname, '../../docs/monitoring');
const alertsFile = join(monitoring, 'alerts.yml');
const alerts = [...readFileSync(alertsFile, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const panels = [
  ...readFileSync(join(monitoring, 'grafana-dashboard.json'), 'utf8').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g),
];
const asked = new Set(panels.map(([, text = '""']) => JSON.parse(text) as string));

const directory = mkdtempSync(join(tmpdir(), 'drive-prometheus-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** An hour of samples, one per minute, in which the alert must fire. */
const troubles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DriveDown: { 'up{job="drive"}': '0x60' },
  DriveServerMissing: {
    'up{job="drive",instance="a"}': '1x60',
    'up{job="drive",instance="b"}': '1x60',
    drive_nodes: '1x60',
  },
  DriveServerSilent: { drive_node_silent_seconds: '16x60' },
  DriveVersionsDiffer: {
    'drive_build_info{version="1.0.0",node="a"}': '1x60',
    'drive_build_info{version="1.1.0",node="b"}': '1x60',
  },
  DriveDiskNearlyFull: { drive_disk_free_bytes: '4000000000x60' },
  DriveErrors: {
    'drive_http_requests_total{status="200"}': '0+80x60',
    'drive_http_requests_total{status="500"}': '0+1x60',
  },
  DriveSlow: {
    'drive_http_request_duration_seconds_bucket{route="/api/me",le="1"}': '0+97x60',
    'drive_http_request_duration_seconds_bucket{route="/api/me",le="2.5"}': '0+100x60',
    'drive_http_request_duration_seconds_bucket{route="/api/me",le="+Inf"}': '0+100x60',
  },
  DriveEventLoopLate: { nodejs_eventloop_lag_p99_seconds: '0.6x60' },
  DriveStorageUnusable: { drive_storage_usable: '0x60' },
  DriveStorageDamaged: { drive_storage_damage_total: '0+1x60' },
  DriveJobsBehind: { drive_jobs_oldest_due_seconds: '601x60' },
  DriveJobsGivenUp: { 'drive_jobs{type="mail",state="failed"}': '1x60' },
  DriveSweepsFail: { 'drive_job_runs_total{type="mail",outcome="failed"}': '0+1x60' },
  DriveSweepsStandStill: { 'drive_job_last_done_timestamp_seconds{type="files.trash"}': '-9000x60' },
  DriveBackupOverdue: {
    drive_backup_last_timestamp_seconds: '-9000x60',
    drive_backup_interval_seconds: '3600x60',
  },
  DriveBackupFailed: { drive_backup_failed_timestamp_seconds: '60x60' },
  DriveWebhooksBehind: { drive_webhook_oldest_due_seconds: '601x60' },
  DriveWebhooksFail: {
    'drive_webhook_attempts_total{outcome="delivered"}': '0+4x60',
    'drive_webhook_attempts_total{outcome="unreachable"}': '0+5x60',
  },
  DriveManyRefused: { 'drive_rate_limited_total{route="/api/auth/login"}': '0+360x60' },
};
/** An hour in which no alert may fire. */
const quiet: Readonly<Record<string, string>> = {
  'up{job="drive"}': '1x60',
  drive_nodes: '1x60',
  'drive_build_info{version="1.0.0",node="single"}': '1x60',
  drive_disk_free_bytes: '6000000000x60',
  'drive_http_requests_total{status="200"}': '0+1000x60',
  'drive_http_requests_total{status="500"}': '0+1x60',
  'drive_http_request_duration_seconds_bucket{route="/api/me",le="1"}': '0+1000x60',
  'drive_http_request_duration_seconds_bucket{route="/api/me",le="+Inf"}': '0+1001x60',
  // Complete files are slow.
  'drive_http_request_duration_seconds_bucket{route="/files/d/{token}",le="+Inf"}': '0+1000x60',
  nodejs_eventloop_lag_p99_seconds: '0.1x60',
  drive_storage_usable: '1x60',
  drive_storage_damage_total: '0x60',
  drive_jobs_oldest_due_seconds: '20x60',
  'drive_jobs{type="mail",state="waiting"}': '5x60',
  'drive_job_runs_total{type="mail",outcome="done"}': '0+100x60',
  drive_node_silent_seconds: '4x60',
  'drive_job_last_done_timestamp_seconds{type="files.trash",instance="a"}': '0x60',
  // Each run of a sweep is done by one of several servers.
  'drive_job_last_done_timestamp_seconds{type="files.trash",instance="b"}': '-90000x60',
  drive_backup_last_timestamp_seconds: '-3600x60',
  drive_backup_interval_seconds: '3600x60',
  drive_backup_failed_timestamp_seconds: '0x60',
  drive_webhook_oldest_due_seconds: '20x60',
  'drive_webhook_attempts_total{outcome="delivered"}': '0+9x60',
  'drive_webhook_attempts_total{outcome="refused"}': '0+1x60',
  'drive_rate_limited_total{route="/api/auth/login"}': '0+60x60',
};

describe.skipIf(!isHere)('the alert rules', () => {
  it('are valid for Prometheus', () => {
    expect(execFileSync('promtool', ['check', 'rules', alertsFile], { encoding: 'utf8' })).toContain(
      `SUCCESS: ${alerts.length} rules found`,
    );
    expect(alerts.toSorted()).toEqual(Object.keys(troubles).toSorted());
  });

  it('fire for their own faults only', () => {
    const firing = (name: string): string => `count(ALERTS{alertname="${name}",alertstate="firing"})`;
    const cases = [
      ...Object.entries(troubles).map(([name, series]) => ({
        series,
        queries: [{ expr: firing(name), samples: [{ labels: '{}', value: 1 }] }],
      })),
      { series: quiet, queries: [{ expr: 'ALERTS', samples: [] }] },
    ];
    // JSON is YAML.
    const file = join(directory, 'alerts-test.yml');
    const tests = cases.map(({ series, queries }) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: queries.map(({ expr, samples }) => ({ expr, eval_time: '45m', exp_samples: samples })),
    }));
    writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

describe.skipIf(!isHere)('a Prometheus that scrapes a server', () => {
  let server: RunningServer;
  let prometheus: ChildProcess;
  let prometheusUrl: string;

  beforeAll(async () => {
    const { env } = freshMachine();
    const token = 'the token of the metrics in the tests';
    server = await startServer({ ...env, DRIVE_METRICS_TOKEN: token, DRIVE_RATE_AUTH: '2' });
    await useAll(server, await createKey(env, admin.email));

    writeFileSync(join(directory, 'token'), token);
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [alertsFile],
      scrape_configs: [
        {
          job_name: 'drive',
          authorization: { credentials_file: join(directory, 'token') },
          static_configs: [{ targets: [new URL(server.url).host] }],
        },
      ],
    };
    writeFileSync(join(directory, 'prometheus.yml'), JSON.stringify(config));
    const port = await freePort();
    prometheusUrl = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(directory, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(directory, 'series')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
  });
  afterAll(async () => {
    if (!isHere) return;
    prometheus.kill('SIGKILL');
    await once(prometheus, 'exit');
    await server.end('SIGTERM');
  });

  const ask = async (path: string, query = ''): Promise<any> => {
    const response = await fetch(`${prometheusUrl}/api/v1/${path}${query}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  const find = async (expr: string): Promise<number[]> => {
    // Requests between any two scrapes, so that rates have values.
    await fetch(`${server.url}/api/public/config`);
    const { result } = await ask('query', `?${new URLSearchParams({ query: expr }).toString()}`);
    return result.map(({ value: [, value] }: { value: [number, string] }) => Number(value));
  };

  it.each([...asked])('answers the query of a dashboard panel: %s', async (expr) => {
    await expect
      .poll(() => find(expr), { interval: 500 })
      .toSatisfy((values: number[]) => values.some(Number.isFinite));
  });

  it('can evaluate every alert', async () => {
    const rules = async (): Promise<{ name: string; health: string; lastError?: string }[]> => {
      const { groups } = await ask('rules');
      return groups.flatMap((group: { rules: unknown[] }) => group.rules);
    };
    await expect
      .poll(async () => (await rules()).map(({ name, health, lastError }) => ({ name, health, lastError })), {
        interval: 500,
      })
      .toEqual(alerts.map((name) => ({ name, health: 'ok', lastError: undefined })));
  });
});

/** Causes every counted event once. */
async function useAll(server: RunningServer, apiKey: string): Promise<void> {
  const client = new DriveClient({ baseUrl: server.url, apiKey });
  const { fileId } = await client.uploads.upload(new Blob([new Uint8Array(30_000_000)]), { name: 'large.bin' });
  await client.shares.create(fileId, {});
  const { id } = await client.webhooks.create({ url: 'https://receiver.example/hook' });
  await client.webhooks.test(id);
  const gone = await client.uploads.upload(new Blob(['x']), { name: 'gone.txt' });
  await client.files.trash(gone.fileId);
  // A job deletes it.
  await client.trash.purge(gone.fileId);
  const { downloadUrl } = await client.files.downloadUrl(fileId);
  await cutOff(new URL(downloadUrl));
  const wrong = { email: admin.email, password: 'not this one' };
  for (let count = 0; count < 3; count += 1)
    await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wrong),
    });
}

/** Reads the first bytes of a response and disconnects. */
async function cutOff({ hostname, port, host, pathname, search }: URL): Promise<void> {
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
}
