import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { countWaiting, verifyDeliveries } from '../crash-deliveries.ts';
import { Callers } from '../crash-events.ts';
import { verifyFiles } from '../crash-verify.ts';
import { freshMachine, runServer } from '../programs.ts';
import { createWebhook, startReceiver } from '../webhook-receivers.ts';
import { runClusterCrashLoop, startUploads } from './crash-cluster.ts';
import { clientOf, describeCluster } from './describe-cluster.ts';
import { beginUploads, expectReadsInTime, readUntil } from './hung-server.ts';
import { fillNode, relayNode, skewNode, stopNode } from './node-actions.ts';
import { startClusterHaproxy, storageSettings } from './start-cluster.ts';

const authority = join(freshMachine().home, 'authority.pem');
writeFileSync(authority, testCertificate.cert);
const settings = {
  NODE_EXTRA_CA_CERTS: authority,
  DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  DRIVE_WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
};
const events = 1000;

describeCluster('of which one fails, or what they stand on', settings, (test) => {
  it('deliver every event of a thousand, with one log row per attempt, though one is killed', async () => {
    const { url, key, nodes } = test.cluster;
    const receiver = await startReceiver(testCertificate, () => ({ status: 200, afterMs: 0 }));
    const callers = await Callers.prepare(url, key);
    const webhook = { receiver, ...(await createWebhook(url, key, `https://127.0.0.1:${receiver.port}/hook`)) };
    const submitUntil = (count: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 8 }, async (_, client) => {
          const node = nodes[client % 2]!;
          while (callers.acknowledged.size < count) await callers.submit(node.url, randomUUID());
        }),
      );
    await submitUntil(events / 2);
    await nodes[2].end('SIGKILL');
    await submitUntil(events);
    await expect.poll(() => countWaiting(url, key, [webhook]), { timeout: 120_000, interval: 1000 }).toBe(0);
    const happened = await callers.listHappened(url);
    expect(happened.size).toBe(callers.acknowledged.size);
    const { attempts } = await verifyDeliveries(url, key, [webhook], happened);
    expect(attempts).toBeGreaterThanOrEqual(events);
    await receiver.close();
    await nodes[2].start();
  });

  it('stream an event of another server, and continue the stream on a third', async () => {
    const { nodes, key } = test.cluster;
    const [b, c] = [clientOf(nodes[1], key), clientOf(nodes[2], key)];
    const callers = await Callers.prepare(nodes[0].url, key);
    const stop = new AbortController();
    const stream = b.events.stream({ signal: stop.signal, types: ['reproofing.submitted'] })[Symbol.asyncIterator]();
    const first = stream.next();
    await sleep(500);
    await callers.submit(nodes[0].url, randomUUID());
    const event = (await first).value!;
    stop.abort();
    const marks = [randomUUID(), randomUUID()];
    for (const mark of marks) await callers.submit(nodes[0].url, mark);
    const again = c.events.stream({ lastEventId: event.id, types: ['reproofing.submitted'] })[Symbol.asyncIterator]();
    const found = [(await again.next()).value!.data.comment, (await again.next()).value!.data.comment];
    await again.return?.();
    expect(found).toEqual(marks);
  });

  it('answer 503 while Postgres is away, and 502 while the storage is, and lose nothing and nobody', async () => {
    const { url, client, nodes, key } = test.cluster;
    const pids = nodes.map((node) => node.server().child.pid);
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    const headers = { authorization: `Bearer ${key}` };
    const load = startUploads(url, key);
    onTestFinished(load.cancel);
    const untilMoreAreSent = (): Promise<void> => {
      const sent = load.uploads.length;
      return expect.poll(() => load.uploads.length).toBeGreaterThan(sent + 10);
    };

    await untilMoreAreSent();
    await test.engines.postgres.kill();
    for (const node of nodes) {
      const answer = await fetch(`${node.url}/api/me`, { headers });
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await test.engines.postgres.restart();
    await expect.poll(async () => (await fetch(`${url}/api/me`, { headers })).status).toBe(200);

    await untilMoreAreSent();
    await test.engines.ceph.killGateway();
    for (const node of nodes) expect((await fetch(downloadUrl.replace(url, node.url))).status).toBe(502);
    await test.engines.ceph.startGateway();
    await expect.poll(async () => (await fetch(downloadUrl)).status).toBe(200);
    for (const node of nodes) expect(await (await fetch(downloadUrl.replace(url, node.url))).text()).toBe('hello');

    await untilMoreAreSent();
    await load.end();
    expect(load.countInterrupted()).toBeGreaterThan(0);
    await verifyFiles(url, key, load.uploads);
    expect(nodes.map((node) => [node.server().child.pid, node.server().child.exitCode])).toEqual(
      pids.map((pid) => [pid, null]),
    );
  });

  it('[P-1414] answer 99 of 100 reads within 3 s while one hangs, and then while one is cut off from Postgres, behind nginx and HAProxy', async () => {
    const { url, client, nodes, key } = test.cluster;
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'read.txt' });
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    const haproxy = await startClusterHaproxy(test.cluster);
    onTestFinished(haproxy.stop);
    const proxies = [url, haproxy.url];
    const readAll = (least: number, isOver = () => true) =>
      Promise.all(
        proxies.map((proxy) =>
          readUntil([`${proxy}/api/files?limit=5`, downloadUrl.replace(url, proxy)], { key, least, isOver }),
        ),
      );

    const resume = await Promise.all(proxies.map((proxy) => beginUploads(test.cluster, proxy)));
    const hung = stopNode(nodes[1]);
    onTestFinished(() => hung.recover());
    let isResumed = false;
    const [reads, names] = await Promise.all([
      readAll(600, () => isResumed),
      Promise.all(resume.map((send) => send())).finally(() => (isResumed = true)),
    ]);
    for (const each of reads) expectReadsInTime(each);
    await hung.recover();
    const stored = await client.files.list({ limit: 200 });
    expect(stored.items.map((item) => item.name)).toEqual(expect.arrayContaining(names.flat()));

    const { relay, recover } = await relayNode(nodes[2]);
    onTestFinished(recover);
    const probe = async (path: string): Promise<number> => {
      const signal = AbortSignal.timeout(1000);
      return fetch(nodes[2].url + path, { headers: { authorization: `Bearer ${key}` }, signal }).then(
        (response) => response.status,
        () => 0,
      );
    };
    await expect.poll(() => probe('/api/me'), { timeout: 20_000 }).toBe(200);
    relay.freeze();
    let refuses = false;
    const reading = readAll(600, () => refuses);
    await expect
      .poll(() => probe('/api/me'), { timeout: 60_000, interval: 500 })
      .toBe(503)
      .finally(() => (refuses = true));
    expect(await probe('/healthz')).toBe(200);
    for (const each of [...(await reading), ...(await readAll(300))]) expectReadsInTime(each);
    relay.thaw();
    await expect.poll(() => probe('/api/me'), { timeout: 60_000, interval: 500 }).toBe(200);
  });

  it('[P-1749] go on with the clocks of two an hour wrong, and with the disk of one full', async (context) => {
    const { url, key, nodes } = test.cluster;
    const afflicted = [
      await skewNode(nodes[0], 3_600_000),
      await skewNode(nodes[1], -3_600_000),
      await fillNode(nodes[2]),
    ].filter((node) => node !== undefined);
    onTestFinished(async () => void (await Promise.all(afflicted.map((node) => node.recover()))));
    if (afflicted.length < nodes.length) {
      process.stderr.write('SKIPPED: wrong clocks and a full disk, for want of faketime or the right to mount\n');
      context.skip();
    }
    const load = startUploads(url, key);
    onTestFinished(load.cancel);
    await expect.poll(() => load.uploads.length).toBeGreaterThan(20);
    await load.end();
    await verifyFiles(url, key, load.uploads);
    for (const node of nodes) expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  });

  it('refuse a fourth with another secret, another bucket or a directory, in one sentence', async () => {
    const { env } = test.cluster;
    const { DRIVE_STORAGE_URL: _, ...onDisk } = env;
    const fourth = { DRIVE_PORT: '0', DRIVE_DATA_DIR: freshMachine().dataDirectory };
    for (const [changed, said] of [
      [{ ...env, DRIVE_SECRET: 'a'.repeat(43) }, 'another master secret'],
      [{ ...env, ...storageSettings(test.engines.ceph.bucket, 'elsewhere') }, 'is not the storage of this database'],
      [onDisk, 'storage'],
    ] as const) {
      const { code, stderr } = await runServer({ ...changed, ...fourth }, 'serve');
      const lines = stderr.split('\n').filter((line) => /^drive-server: (?!WARNING)/.test(line));
      expect([code === 0, lines]).toEqual([false, [expect.stringContaining(said)]]);
    }
  });

  it('lose nothing acknowledged while one after another is killed eight times', async () => {
    const report = await runClusterCrashLoop(test.engines, 8);
    expect(report.uploads).toBeGreaterThan(0);
    expect(report.followed).toBeGreaterThan(0);
    expect(report.interrupted).toBeGreaterThan(0);
  });
});
