import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** Without a trailing slash. */
  readonly url: string;
  /** `GET /api/files`, without the query, in order of arrival. */
  readonly calls: string[];
  readonly requests: IncomingMessage[];
}

export interface ProxyHooks {
  /** Answers the request itself if it returns true. */
  readonly answer?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Cuts the connection after so many bytes of this answer. */
  readonly cutAfter?: (incoming: IncomingMessage, answer: IncomingMessage) => number | undefined;
}

/**
 * A proxy before a server until the end of the test, which records requests and injects faults. URLs in JSON responses
 * are rewritten to lead through it.
 */
export async function startProxy(target: () => string, hooks: ProxyHooks = {}): Promise<Proxy> {
  const calls: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    calls.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    requests.push(incoming);
    if (hooks.answer?.(incoming, outgoing)) return;
    const { host: _host, ...headers } = incoming.headers;
    let isAnswered = false;
    const upstream = request(target() + incoming.url, { method: incoming.method, headers }, (answer) => {
      isAnswered = true;
      // Closing while the client still sends would break its connection before it has read the answer.
      delete answer.headers.connection;
      incoming.unpipe(upstream).resume();
      answer.on('error', () => outgoing.destroy());
      const json = answer.headers['content-type']?.includes('json') === true;
      if (json || answer.headers.location !== undefined) return void rewrite(answer, outgoing, target(), url);
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      const cutAfter = hooks.cutAfter?.(incoming, answer);
      let passed = 0;
      answer.on('data', (chunk: Buffer) => {
        passed += chunk.length;
        outgoing.write(chunk, () => {
          if (cutAfter !== undefined && passed >= cutAfter) outgoing.destroy();
        });
      });
      answer.on('end', () => outgoing.end());
    });
    upstream.on('error', () => isAnswered || outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls, requests };
}

async function rewrite(answer: IncomingMessage, outgoing: ServerResponse, from: string, to: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.from(Buffer.concat(chunks).toString('utf8').replaceAll(from, to));
  const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
  if (headers.location !== undefined) headers.location = headers.location.replace(from, to);
  outgoing.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': body.length });
  outgoing.end(body);
}
