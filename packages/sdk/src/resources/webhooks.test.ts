import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver, toReceivers } from '../../../server/test/network/receivers.ts';
import { startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import type { DriveEvent } from '../index.ts';
import { unwrap, WebhookError } from '../webhooks/index.ts';

const startDrive = () =>
  startScene({ outbound: toReceivers, featureBudgets: { webhook: { calls: 1000, seconds: 60 } } });

async function receive() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A real event: a visitor sends a file to a file request. */
async function collectFile({ client, drive }: Scene): Promise<void> {
  const { url } = await client.collections.create({ name: 'Größe' });
  const request = await client.public.openCollection(url);
  await request.upload(new Blob(['hello']), { name: 'hello.txt', uploaderName: 'Ada' });
  await drive.drain();
}

describe('client.webhooks', () => {
  it('creates, lists, changes, rotates and deletes', async () => {
    const { client } = await startDrive();
    const receiver = await receive();
    const { signingSecret, ...webhook } = await client.webhooks.create({ url: receiver.url });
    expect(signingSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(await client.webhooks.list()).toEqual([webhook]);
    expect(await client.webhooks.update(webhook.id, { enabled: false })).toEqual({ ...webhook, enabled: false });
    const rotated = await client.webhooks.rotateSecret(webhook.id);
    expect(rotated.signingSecret).not.toBe(signingSecret);
    await client.webhooks.delete(webhook.id);
    expect(await client.webhooks.list()).toEqual([]);
    expect(await failure(client.webhooks.test(webhook.id))).toMatchObject({ code: 'webhook_not_found', status: 404 });
  });

  it('reports why a URL is refused, and creates no second webhook if a response is lost', async () => {
    const { client, proxy } = await startDrive();
    const refused = await failure(client.webhooks.create({ url: 'https://169.254.169.254/' }));
    expect(refused).toMatchObject({ code: 'webhook_url_blocked', status: 400 });
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'POST' ? lost() : undefined);
    const receiver = await receive();
    expect(await failure(client.webhooks.create({ url: receiver.url }))).toMatchObject({ code: 'network_error' });
    expect(await client.webhooks.list()).toHaveLength(1);
  });

  it('returns the response to a test event', async () => {
    const { client } = await startDrive();
    const receiver = await receive();
    const { id } = await client.webhooks.create({ url: receiver.url });
    expect(await client.webhooks.test(id)).toEqual({ delivered: true, error: null, statusCode: 200 });
    receiver.answer = 500;
    expect(await client.webhooks.test(id)).toEqual({ delivered: false, error: 'answered 500', statusCode: 500 });
  });

  it('lists, shows and resends deliveries', async () => {
    const scene = await startDrive();
    const { client, drive } = scene;
    const receiver = await receive();
    const { id } = await client.webhooks.create({ url: receiver.url });
    for (let count = 0; count < 3; count += 1) await client.webhooks.test(id);
    const page = await client.webhooks.listDeliveries(id, { limit: 2 });
    expect(page.pagination).toEqual({
      currentPage: 1,
      totalItems: 3,
      totalPages: 2,
      nextCursor: expect.any(String) as string,
    });
    const ids: string[] = [];
    for await (const delivery of client.webhooks.listDeliveries(id, { limit: 2 })) ids.push(delivery.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    const [first = ''] = ids;
    const detail = await client.webhooks.getDelivery(id, first);
    expect(detail).toMatchObject({ id: first, responseBody: 'thanks', status: 'delivered' });
    expect(receiver.received.map(({ body }) => body)).toContain(detail.requestBody);
    const again = await client.webhooks.redeliver(id, first);
    expect(again).toMatchObject({ eventId: detail.eventId, status: 'pending' });
    await drive.drain();
    expect(receiver.received.at(-1)).toMatchObject({
      body: detail.requestBody,
      headers: { 'x-service-delivery': again.id },
    });
    expect(await failure(client.webhooks.getDelivery(id, crypto.randomUUID()))).toMatchObject({
      code: 'delivery_not_found',
    });
  });
});

describe('a receiver with unwrap', () => {
  it('accepts deliveries, typed, until the secret is rotated', async () => {
    const scene = await startDrive();
    const receiver = await receive();
    const now = () => new Date(scene.drive.clock.now());
    const { id, signingSecret } = await scene.client.webhooks.create({ url: receiver.url });
    await collectFile(scene);
    const [got] = receiver.received;
    if (got === undefined) throw new Error('nothing came');
    const event = await unwrap(got.body, got.headers, signingSecret, { now: now() });
    if (event.type !== 'collect.uploaded') throw new Error(`what came is ${event.type}`);
    expect(event.data).toMatchObject({
      collection_name: 'Größe',
      file_name: 'hello.txt',
      file_size: 5,
      uploader_name: 'Ada',
    });
    expect(event.data.file_id).toBe((await scene.client.files.getByPath('/Größe/hello.txt')).id);

    const rotated = await scene.client.webhooks.rotateSecret(id);
    await collectFile(scene);
    const after = receiver.received.at(-1);
    if (after === undefined) throw new Error('nothing came');
    const stale = unwrap(after.body, after.headers, signingSecret, { now: now() });
    await expect(stale).rejects.toMatchObject({ code: 'signature_mismatch' });
    const both = [signingSecret, rotated.signingSecret];
    await expect(unwrap(after.body, after.headers, both, { now: now() })).resolves.toMatchObject({ type: event.type });
    const later = new Date(scene.drive.clock.now() + 301_000);
    await expect(unwrap(after.body, after.headers, both, { now: later })).rejects.toMatchObject({
      code: 'timestamp_too_old',
    });
  });

  it('responds correctly in Node, also to requests that are not deliveries', async () => {
    const scene = await startDrive();
    const taken: DriveEvent[] = [];
    let secret = '';
    const server = createServer((request, response) => {
      void buffer(request)
        .then((body) => unwrap(body, request, secret, { now: new Date(scene.drive.clock.now()) }))
        .then((event) => {
          taken.push(event);
          response.writeHead(204).end();
        })
        .catch((error: unknown) => response.writeHead(400).end(error instanceof WebhookError ? error.code : 'broken'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    // The server may send by http only to addresses that its operator has allowed.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id, signingSecret } = await scene.client.webhooks.create({ url });
    secret = signingSecret;
    expect(await scene.client.webhooks.test(id)).toMatchObject({ delivered: true, statusCode: 204 });
    expect(taken).toMatchObject([{ type: 'webhook.test' }]);
    secret = 'another';
    expect(await scene.client.webhooks.test(id)).toMatchObject({ delivered: false, statusCode: 400 });
    const [last] = (await scene.client.webhooks.listDeliveries(id, { limit: 1 })).items;
    expect((await scene.client.webhooks.getDelivery(id, last?.id ?? '')).responseBody).toBe('signature_mismatch');
    expect(await (await fetch(url, { method: 'POST', body: 'hello' })).text()).toBe('header_missing');
    expect(await (await fetch(url, { method: 'POST' })).text()).toBe('body_missing');
  });

  it('accepts the same events from a stream and a delivery', async () => {
    const scene = await startDrive();
    const receiver = await receive();
    const { signingSecret } = await scene.client.webhooks.create({ url: receiver.url });
    await collectFile(scene);
    const [got] = receiver.received;
    if (got === undefined) throw new Error('nothing came');
    const now = new Date(scene.drive.clock.now());
    const delivered = await unwrap(got.body, got.headers, signingSecret, { now });
    for await (const streamed of scene.client.events.stream({
      lastEventId: 'evt_before_all',
      types: ['collect.uploaded'],
    })) {
      expect(streamed).toEqual(delivered);
      break;
    }
  });
});
