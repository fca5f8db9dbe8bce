import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** The fault of one request. */
export interface Fault {
  /** The connection breaks when so many bytes of the request's body have gone on to the server. */
  readonly cutSendingAfter?: number;
  /**
   * The connection breaks after this many bytes of the response; 0: the server has done the work, but the response is
   * lost.
   */
  readonly cutAnswerAfter?: number;
  /** Bytes of the request's body after this many are lost silently. */
  readonly stallSendingAfter?: number;
  /** The equivalent for the body of the answer. */
  readonly stallAnswerAfter?: number;
  /** The bytes before that are on their way. */
  readonly onStall?: () => void;
  /** In place of the server. */
  readonly answer?: (response: ServerResponse) => void;
}

export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface FlakyProxy {
  readonly url: string;
  /** Address of the server behind it. */
  target: string;
  /** Every request so far. */
  readonly seen: PassedRequest[];
  /** Chooses the faults; without it there are none. */
  fault: (request: PassedRequest) => Fault | undefined;
  count(method: string, path: RegExp): number;
}

/** A proxy before a server until the end of the test, with the faults of a bad network. */
export async function startFlakyProxy(): Promise<FlakyProxy> {
  const server = createServer((incoming, outgoing) => {
    const passed = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers };
    proxy.seen.push(passed);
    const fault = proxy.fault(passed) ?? {};
    if (fault.answer !== undefined) return fault.answer(outgoing);
    const upstream = requestHttp(
      proxy.target + passed.path,
      { method: passed.method, headers: incoming.headers },
      (answer) => passAnswer(answer, outgoing, fault),
    );
    upstream.on('error', () => outgoing.destroy());
    incoming.on('error', () => upstream.destroy());
    outgoing.on('close', () => upstream.destroy());
    passBody(incoming, upstream, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const proxy: FlakyProxy = {
    url: `http://127.0.0.1:${address.port}`,
    target: '',
    seen: [],
    fault: () => undefined,
    count: (method, path) =>
      proxy.seen.filter((request) => request.method === method && path.test(request.path)).length,
  };
  return proxy;
}

function passBody(
  incoming: IncomingMessage,
  upstream: ReturnType<typeof requestHttp>,
  { cutSendingAfter, stallSendingAfter, onStall }: Fault,
): void {
  const limit = cutSendingAfter ?? stallSendingAfter ?? Number.POSITIVE_INFINITY;
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, limit - bytes);
    if (part.length === 0) return;
    bytes += part.length;
    if (!upstream.write(part)) {
      incoming.pause();
      upstream.once('drain', () => incoming.resume());
    }
    // The forwarded bytes must arrive first.
    if (bytes >= limit) upstream.write('', () => (cutSendingAfter === undefined ? onStall?.() : incoming.destroy()));
  });
  incoming.on('end', () => bytes < limit && upstream.end());
}

function passAnswer(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { cutAnswerAfter, stallAnswerAfter, onStall }: Fault,
): void {
  if (cutAnswerAfter === 0) return void outgoing.destroy();
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  const limit = cutAnswerAfter ?? stallAnswerAfter ?? Number.POSITIVE_INFINITY;
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, limit - bytes);
    if (part.length === 0) return;
    bytes += part.length;
    if (!outgoing.write(part)) {
      answer.pause();
      outgoing.once('drain', () => answer.resume());
    }
    if (bytes >= limit) outgoing.write('', () => (cutAnswerAfter === undefined ? onStall?.() : outgoing.destroy()));
  });
  answer.on('end', () => bytes < limit && outgoing.end());
}
