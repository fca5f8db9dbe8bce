import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `slow down`: 503 without passing the request on. `cut`: after its first bytes. `lost answer`: carried out, but not answered. */
export type Fault = 'slow down' | 'cut' | 'lost answer' | 'cut answer';

export interface FaultyProxy {
  readonly url: string;
  /** Asked for every request. */
  fault: (request: IncomingMessage) => Fault | undefined;
  /** Method and path of each request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Passes HTTP requests on to the target with the Host that the client sent, and fails as a bad network or service does. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const fault = proxy.fault(incoming);
    if (fault === 'slow down') {
      incoming.resume();
      outgoing.writeHead(503).end('<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>');
      return;
    }
    if (fault === 'cut') {
      incoming.once('data', () => incoming.socket.destroy());
      return;
    }
    const { method, url, headers } = incoming;
    const upstream = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (fault === 'lost answer') {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault === 'cut answer')
        answer.once('data', (first: Buffer) => outgoing.write(first, () => incoming.socket.destroy()));
      else answer.pipe(outgoing);
    });
    upstream.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
