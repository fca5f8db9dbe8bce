// Receives a delivery of the server and has it verified by the libraries of Stripe and of Standard Webhooks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { DriveClient } from '@drive/sdk';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';

const client = new DriveClient();
const receiver = createServer().listen(0, '127.0.0.1');
await once(receiver, 'listening');
try {
  const webhook = await client.webhooks.create({ url: `http://127.0.0.1:${receiver.address().port}/hook` });
  const [received, { delivered }] = await Promise.all([receive(), client.webhooks.test(webhook.id)]);
  const { body, headers } = received;
  const { signingSecret: secret } = webhook;
  assert.equal(delivered, true);

  const signature = headers['x-service-signature'];
  assert.equal(Stripe.webhooks.constructEvent(body, signature, secret).type, 'webhook.test');
  assert.throws(() => Stripe.webhooks.constructEvent(`${body} `, signature, secret), /signature/i);

  assert.equal(new Webhook(secret).verify(body, headers).type, 'webhook.test');
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers), /signature/i);
} finally {
  receiver.close();
}

async function receive() {
  const [request, response] = await once(receiver, 'request');
  const body = await text(request);
  response.writeHead(204).end();
  return { body, headers: request.headers };
}
