// Checks the example: the receiver accepts signed events once, and refuses everything else; also with a real server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DriveClient } from '@drive/sdk';
import { sign } from '@drive/sdk/webhooks';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
probe.close();
const url = `http://127.0.0.1:${port}/hooks/drive`;

// The server has to be allowed to reach this machine: DRIVE_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8.
const client = DRIVE_URL === undefined ? undefined : new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
const webhook = await client?.webhooks.create({ url });
const secret = webhook?.signingSecret ?? 'a secret of this check';

const receiver = spawn(process.execPath, [join(import.meta.dirname, 'receiver.ts')], {
  env: { PATH, PORT: String(port), DRIVE_WEBHOOK_SECRET: `an-old-one,${secret}` },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
const nextLine = async () => (await lines.next()).value;

/** Status and text of the answer. */
async function send(body, headers) {
  const answer = await fetch(url, { method: 'POST', body, headers });
  return [answer.status, await answer.text()];
}
const eventOf = (id) =>
  JSON.stringify({
    id,
    type: 'reproofing.submitted',
    created: 1_760_000_000,
    data: { proofing_token: 't', proofing_name: 'Album', file_ids: ['a', 'b'], client_name: 'Ada', comment: null },
  });

try {
  assert.match(await nextLine(), /^listening on /);

  const body = eventOf('evt_1');
  assert.deepEqual(await send(body, await sign(body, secret)), [204, '']);
  assert.equal(await nextLine(), 'Ada chose 2 files');
  // The same event in another delivery, and a later event: only the latter is processed.
  assert.deepEqual(await send(body, await sign(body, secret)), [204, '']);
  const next = eventOf('evt_2').replace('Ada', 'Grace');
  assert.deepEqual(await send(next, await sign(next, 'an-old-one')), [204, '']);
  assert.equal(await nextLine(), 'Grace chose 2 files');

  assert.deepEqual(await send(body, await sign(body, 'another')), [400, 'signature_mismatch']);
  assert.deepEqual(await send(`${body} `, await sign(body, secret)), [400, 'body_changed']);
  const early = { now: new Date(Date.now() - 301_000) };
  assert.deepEqual(await send(body, await sign(body, secret, early)), [400, 'timestamp_too_old']);
  assert.deepEqual(await send(body, { 'content-type': 'application/json' }), [400, 'header_missing']);

  if (client !== undefined && webhook !== undefined) {
    assert.deepEqual(await client.webhooks.test(webhook.id), { delivered: true, error: null, statusCode: 204 });
    assert.equal(await nextLine(), 'webhook.test, which nothing is done about');
    const collection = await client.collections.create({ name: 'Check of webhook-hono' });
    const request = await client.public.openCollection(collection.url);
    await request.upload(new Blob(['hello']), { name: 'hello.txt', uploaderName: 'Ada' });
    assert.equal(await nextLine(), 'Ada sent hello.txt');
    await client.collections.delete(collection.id);
  }
} finally {
  receiver.kill();
  if (webhook !== undefined) await client?.webhooks.delete(webhook.id);
}
