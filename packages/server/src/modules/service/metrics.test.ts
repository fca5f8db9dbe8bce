import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { treeApi } from '../../../test/api/tree-api.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { startReceiver, toReceivers } from '../../../test/network/receivers.ts';
import { insertDeliveries } from '../webhooks/delivery-store.ts';

const token = 'a-token-for-the-metrics-of-tests';

describe('the metrics', () => {
  let drive: Drive;
  beforeAll(async () => {
    drive = await startDrive({
      settings: { METRICS_TOKEN: token, RATE_API: '5', RATE_AUTH: '10', TRUSTED_PROXIES: '127.0.0.1/32' },
      outbound: toReceivers,
      backups: { program: { list: async () => [], run: async () => undefined }, everyHours: 24, keep: 7 },
    });
  });
  afterAll(() => drive.close());

  const read = async (): Promise<string> => {
    const response = await drive.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain');
    return response.text();
  };
  const valueOf = (text: string, sample: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
    if (line === undefined) throw new Error(`there is no ${sample}`);
    return Number(line.slice(sample.length));
  };

  it('require the token, and answer 404 if none is set', async () => {
    for (const authorization of [undefined, 'Bearer wrong', token])
      expect(
        (await drive.fetch('/metrics', { headers: authorization === undefined ? {} : { authorization } })).status,
      ).toBe(401);
    const other = await startDrive();
    expect((await other.fetch('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
    await other.close();
  });

  it('[P-481] refuse even the right token to a network that tried ten wrong ones in a minute, and still let it sign in', async () => {
    const ask = (bearer: string, ip: string): Promise<Response> =>
      drive.fetch('/metrics', { headers: { authorization: `Bearer ${bearer}`, 'x-forwarded-for': ip } });
    const outcomes: number[] = [];
    for (let count = 0; count < 12; count += 1) outcomes.push((await ask(`wrong-${count}`, '192.0.2.7')).status);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const refused = await ask(token, '192.0.2.7');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask(token, '192.0.2.8')).status).toBe(200);
    const json = { email: 'nobody@example.com', password: 'wrong' };
    const signIn = { method: 'POST', json, headers: { 'x-forwarded-for': '192.0.2.7' } };
    expect((await drive.fetch('/api/auth/login', signIn)).status).toBe(401);
    drive.clock.advance(60_000);
    for (let count = 0; count < 20; count += 1) expect((await ask(token, '192.0.2.7')).status).toBe(200);
  });

  it('[P-517] count requests by route pattern, and contain no name, token or id', async () => {
    const user = await drive.createUser();
    const tree = treeApi(drive, user);
    const id = await tree.file('a secret name.txt', { bytes: 1234 });
    await tree.get(id);
    for (let count = 0; count < 6; count += 1) await drive.fetch('/api/public/config');
    await drive.drain();
    const text = await read();
    expect(valueOf(text, 'drive_http_requests_total{method="GET",route="/api/files/{id}",status="200"}')).toBe(1);
    expect(valueOf(text, 'drive_http_request_duration_seconds_count{method="GET",route="/api/files/{id}"}')).toBe(1);
    expect(valueOf(text, 'drive_rate_limited_total{route="/api/public/config"}')).toBe(1);
    expect(valueOf(text, 'drive_storage_bytes{kind="stored"}')).toBe(1234);
    expect(valueOf(text, 'drive_disk_free_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'drive_objects{kind="users"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'drive_nodes')).toBe(1);
    expect(text).toMatch(/^drive_build_info\{version="\d+\.\d+\.\d+[^"]*",node="node-0"\} 1$/m);
    expect(valueOf(text, 'drive_webhook_deliveries_pending')).toBe(0);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    for (const secret of ['secret name', id, user.key, user.email, token]) expect(text).not.toContain(secret);
  });

  it('count every pending delivery, however many there are', async () => {
    const user = await drive.createUser();
    const body = JSON.stringify({ url: 'https://receiver.example/', events: ['share.download'] });
    const headers = { 'content-type': 'application/json' };
    await drive.fetch('/api/users/me/webhooks', { method: 'POST', key: user.key, headers, body });
    const { row_id: webhookRowId } = await drive.database.reader
      .selectFrom('webhooks')
      .select('row_id')
      .executeTakeFirstOrThrow();
    const createdAt = drive.clock.now();
    const deliveries = Array.from({ length: 10_001 }, (_, index) => {
      const id = String(index);
      return { id, webhookRowId, eventId: id, type: 'share.download', ownBody: '{}', createdAt };
    });
    await drive.database.write((tx) => insertDeliveries(tx, drive.database.dialect, deliveries));
    drive.clock.advance(5000);
    const text = await read();
    expect(valueOf(text, 'drive_webhook_deliveries_pending')).toBe(10_001);
    expect(valueOf(text, 'drive_webhook_oldest_due_seconds')).toBe(5);
    await drive.database.write((tx) => tx.deleteFrom('webhooks').execute());
  });

  it('count bytes in both directions by route, also for several requests on one connection', async () => {
    const user = await drive.createUser();
    const before = await read();
    const route = 'method="PUT",route="/files/uploads/{sessionId}"';
    const received = (text: string): number => valueOf(text, `drive_http_received_bytes_total{${route}}`);
    await treeApi(drive, user).file('large.bin', { bytes: 500_000 });
    const { downloadUrl } = (await (
      await drive.fetch(`/api/files/${await treeApi(drive, user).file('b', { bytes: 300_000 })}/download-url`, {
        key: user.key,
      })
    ).json()) as { downloadUrl: string };
    await (await drive.fetch(downloadUrl)).arrayBuffer();
    const after = await read();
    const grown = received(after) - received(before);
    expect(grown).toBeGreaterThan(800_000);
    expect(grown).toBeLessThan(810_000);
    const sent = valueOf(after, 'drive_http_sent_bytes_total{method="GET",route="/files/d/{token}/{name}"}');
    expect(sent).toBeGreaterThan(300_000);
    expect(sent).toBeLessThan(302_000);
  });

  it('count delivery attempts by outcome', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { key } = await drive.createUser();
    const call = async (path: string, json?: object): Promise<{ id: string }> => {
      const response = await drive.fetch(path, { method: 'POST', key, ...(json && { json }) });
      expect(response.ok).toBe(true);
      return (await response.json()) as { id: string };
    };
    const { id } = await call('/api/users/me/webhooks', { url: receiver.url });
    for (const answer of [200, 503]) {
      receiver.answer = answer;
      await call(`/api/users/me/webhooks/${id}/test`);
      await drive.drain();
    }
    await receiver.close();
    await call(`/api/users/me/webhooks/${id}/test`);
    await drive.drain();
    const text = await read();
    const ended = ['delivered', 'refused', 'unreachable'].map((outcome) =>
      valueOf(text, `drive_webhook_attempts_total{outcome="${outcome}"}`),
    );
    expect(ended).toEqual([1, 1, 1]);
  });

  it('count jobs by state, and job runs by outcome', async () => {
    await drive.jobs.runNow(drive.jobs.listPeriodic()[0] ?? '');
    const text = await read();
    expect(text).toMatch(/drive_jobs\{type="[\w.-]+",state="waiting"\} \d+/);
    expect(text).toMatch(/drive_job_runs_total\{type="[\w.-]+",outcome="done"\} \d+/);
    expect(valueOf(text, 'drive_jobs_oldest_due_seconds')).toBe(0);
    const type = drive.jobs.listPeriodic()[0] ?? '';
    expect(valueOf(text, `drive_job_last_done_timestamp_seconds{type="${type}"}`)).toBe(drive.clock.now() / 1000);
  });

  it('include everything that the dashboard and the alerts query', async () => {
    const text = await read();
    const asked = ['grafana-dashboard.json', 'alerts.yml'].flatMap((name) =>
      readFileSync(new URL(`../../../../../docs/monitoring/${name}`, import.meta.url), 'utf8').match(
        /\b(drive|nodejs|process)_[a-z0-9_]+/g,
      ),
    );
    const told = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
    for (const name of asked.filter((each) => each !== null)) expect(told).toContain(name.replace(/_bucket$/, ''));
    expect(asked.length).toBeGreaterThan(15);
  });
});
