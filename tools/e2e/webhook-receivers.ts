import { createHmac } from 'node:crypto';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request at a receiver, and its response: a status, or none. */
export interface Reception {
  readonly deliveryId: string;
  readonly signature: string;
  readonly body: string;
  /** The host name in the request. */
  readonly host: string;
  /** Address of the sender. */
  readonly from: string;
  /** By this machine’s clock, epoch milliseconds. */
  readonly at: number;
  answered: number | 'nothing';
}

export interface WebhookReceiver {
  readonly port: number;
  readonly receptions: Reception[];
  readonly connections: () => number;
  close(): Promise<void>;
}

/** The response to the nth request of a delivery, and its delay. */
export type Manner = (count: number) => {
  readonly status: number | 'nothing';
  readonly afterMs: number;
  readonly location?: string;
};

/** A receiver over https that records all requests. */
export async function startReceiver(
  certificate: Pick<ServerOptions, 'cert' | 'key'>,
  manner: Manner,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<WebhookReceiver> {
  const receptions: Reception[] = [];
  const counts = new Map<string, number>();
  let connections = 0;
  const server: Server = createServer(certificate, (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    // The server may die during a request, too, and may have given up before it is answered.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('end', () => {
      const deliveryId = String(request.headers['x-service-delivery']);
      const count = counts.get(deliveryId) ?? 0;
      counts.set(deliveryId, count + 1);
      const { status, afterMs, location } = manner(count);
      const reception: Reception = {
        deliveryId,
        signature: String(request.headers['x-service-signature']),
        body,
        host: request.headers.host ?? '',
        from: request.socket.remoteAddress ?? '',
        at: Date.now(),
        answered: 'nothing',
      };
      receptions.push(reception);
      setTimeout(() => {
        if (response.destroyed) return;
        reception.answered = status;
        if (status === 'nothing') response.destroy();
        else response.writeHead(status, location === undefined ? {} : { location }).end('thanks');
      }, afterMs).unref();
    });
  });
  server.on('connection', () => (connections += 1));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    receptions,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The time of a valid signature, in seconds; undefined if it is wrong. Follows the API document. */
export function signedAt(
  { signature, body }: Pick<Reception, 'signature' | 'body'>,
  secret: string,
): number | undefined {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') ? Number(t) : undefined;
}

/** Creates a webhook; its secret is shown once. */
export async function createWebhook(
  server: string,
  key: string,
  url: string,
): Promise<{ readonly id: string; readonly signingSecret: string }> {
  const response = await fetch(`${server}/api/users/me/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (response.status !== 201) throw new Error(`a webhook answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string; signingSecret: string };
}
