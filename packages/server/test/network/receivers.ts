import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from '@drive/guarded-fetch/test';
import type { GuardedFetchOptions } from '../../src/platform/outbound/index.ts';

/** A request received by a webhook's receiver. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
  /** Number of the receiver's connection. */
  readonly connection: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Status of the next responses, or a function that responds, or leaves the request open. */
  answer: number | ((response: ServerResponse, received: Received) => void);
  connections: number;
  close(): Promise<void>;
}

/** Starts a webhook's receiver on this machine, over https. */
export async function startReceiver(answer: Receiver['answer'] = 200): Promise<Receiver> {
  const connections = new WeakMap<object, number>();
  let secured = 0;
  const server: Server = createServer(testCertificate, (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      const connection = connections.get(request.socket) ?? 0;
      const received = { headers: request.headers, path: request.url ?? '', body, connection };
      receiver.received.push(received);
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('thanks');
      else receiver.answer(response, received);
    });
  });
  server.on('connection', () => (receiver.connections += 1));
  server.on('secureConnection', (socket) => connections.set(socket, (secured += 1)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `https://127.0.0.1:${port}/hook`,
    received: [],
    answer,
    connections: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Allows webhooks to reach these receivers. */
export const toReceivers: GuardedFetchOptions = {
  allowCidrs: ['127.0.0.0/8'],
  ca: testCertificate.cert,
  answerTimeoutMs: 2000,
};

/** Verifies both signatures by the API documentation and the standard, independently of the server's code. */
export function signatureOf(
  secret: string,
  { headers, body }: Received,
): { readonly t: number; readonly isRight: boolean } {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${t}.${body}`).digest('hex');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': standard } = headers;
  const key = Buffer.from(secret, 'base64');
  const expectedStandard = createHmac('sha256', key)
    .update(`${String(id)}.${t}.${body}`)
    .digest('base64');
  const isStandardRight = timestamp === t && standard === `v1,${expectedStandard}`;
  if (isStandardRight !== (v1 === expected)) throw new Error('only one of the two signatures is right');
  return { t: Number(t), isRight: isStandardRight };
}

/** Waits for an effect on a socket, which the test's clock does not control. */
export async function eventually(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isSo(); turn += 1) await sleep(10);
  if (!isSo()) throw new Error('it has not happened');
}
