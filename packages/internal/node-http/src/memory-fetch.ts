import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A larger answer fails, so that no request fills the memory: a file may be read that was small a moment ago. */
const mostBytes = 16 * 1024 * 1024;

/** Statuses whose responses have no body. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * Returns a `fetch` whose requests reach the listener without a network, as if they came from this IP address: the same
 * parser, listener and answers as for clients. Any host is this server, so that URLs that it issued can be read. Holds
 * bodies of up to 16 MiB in memory, and follows no redirect.
 */
export function createMemoryFetch(listener: Listener): (remoteAddress: string) => typeof globalThis.fetch {
  // It never listens: connections are given to it.
  const server = createServer(listener);
  return (remoteAddress) => async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const { signal } = request;
    signal.throwIfAborted();
    const [near, far] = duplexPair();
    // Not counted as traffic.
    server.emit('connection', Object.assign(far, { remoteAddress, bytesRead: 0, bytesWritten: 0 }));
    return await exchange(near, request, body);
  };
}

function exchange(near: Duplex, { url, method, headers, signal }: Request, body: Buffer): Promise<Response> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = send({
      createConnection: () => near,
      method,
      path: pathname + search,
      headers: { ...Object.fromEntries(headers), host, connection: 'close' },
      signal,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > mostBytes) incoming.destroy(new Error(`an answer of over ${mostBytes} bytes`));
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status = 500, headersDistinct } = incoming;
        const given = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        near.destroy();
        resolve(new Response(bodiless.has(status) ? null : Buffer.concat(chunks), { status, headers: given }));
      });
    });
    outgoing.end(body);
  });
}
