import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Clock, type Log, type Random, secondMs } from '@drive/base';
import { acknowledgements } from './acknowledgements.ts';
import { maxHeadBytesOf, overflowFaultOf, type HeadFault, type HeadLimits } from './head-fault.ts';
import { createTransferWatch, sampleMs, type TransferWatch } from './transfer-watch.ts';

export interface ServerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly headLimits: HeadLimits;
  /** The JSON body of the answer to a request that Node cannot parse. `now`: epoch milliseconds. */
  readonly renderBroken: (fault: HeadFault, now: number) => string;
  /** No byte for so long, either way: the connection is cut. Default 60 s. */
  readonly idleMs?: number;
  /** Time from the connection's first byte to the end of the headers. Default 15 s. */
  readonly headersMs?: number;
  /** Time that an idle connection stays open. Default 75 s, longer than proxies reuse one. */
  readonly keepAliveMs?: number;
  /**
   * Bytes per second, averaged over a minute in which the server waits for the client. A slower transfer is cut.
   * Default 0: no limit.
   */
  readonly minTransferRate?: number;
  /** Receives the function that samples transfers; for tests. Default: it is called every ten seconds. */
  readonly onSampling?: (sample: () => Promise<void>) => void;
  /** Time that a client may continue to send a refused body. Default 5 s. */
  readonly lingerMs?: number;
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || (request.headers['content-length'] ?? '0') !== '0';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
/** Resolves to headers for the answer to a request that could not be parsed. `request`: if its headers could. */
type CountBroken = (socket: Socket, request: IncomingMessage | undefined) => Promise<Readonly<Record<string, string>>>;

/** Answers requests by one listener, and ends connections whose clients are too slow. */
export class HttpServer {
  readonly #options: ServerOptions;
  readonly #lingerMs: number;
  readonly #server: Server;
  readonly #watch: TransferWatch | undefined;
  readonly #sampling: NodeJS.Timeout | undefined;
  readonly #inFlight = new Set<ServerResponse>();
  /** Requests that arrived before `serve`. */
  readonly #early: [IncomingMessage, ServerResponse][] = [];
  #listener: Listener | undefined;
  #countBroken: CountBroken | undefined;
  #isDraining = false;

  constructor(options: ServerOptions) {
    const { log, minTransferRate = 0, onSampling, lingerMs = 5 * secondMs } = options;
    this.#options = options;
    this.#lingerMs = lingerMs;
    if (minTransferRate > 0) {
      const watch = createTransferWatch({ log, minBytesPerSecond: minTransferRate });
      this.#watch = watch;
      if (onSampling === undefined) this.#sampling = setInterval(() => void watch.sample(), sampleMs).unref();
      else onSampling(watch.sample);
    }
    this.#server = this.#createServer(options);
  }

  /** Rejects with Node's error if it cannot listen. Resolves with its address. */
  listen(host: string, port: number): Promise<AddressInfo> {
    const server = this.#server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        server.on('error', (error) => this.#options.log.error('the listening socket failed', { error }));
        resolve(server.address() as AddressInfo);
      });
    });
  }

  /** Earlier requests wait for the listener. */
  serve(listener: Listener, countBroken?: CountBroken): void {
    this.#listener = listener;
    this.#countBroken = countBroken;
    for (const [request, response] of this.#early.splice(0)) if (!response.closed) listener(request, response);
  }

  /** Every response from now on closes its connection, so that a load balancer opens the next one elsewhere. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
  }

  /** Drains, accepts no more connections, lets requests in progress finish within the time, then cuts the rest. */
  async stop(graceMs: number): Promise<void> {
    this.drain();
    const closed = closeServer(this.#server);
    this.#server.closeIdleConnections();
    const cut = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cut);
    clearInterval(this.#sampling);
  }

  #createServer({ headLimits, idleMs, headersMs = 15 * secondMs, keepAliveMs }: ServerOptions): Server {
    const server = createServer({
      // A slow upload is allowed while bytes arrive: the idle timeout checks that.
      requestTimeout: 0,
      headersTimeout: headersMs,
      keepAliveTimeout: keepAliveMs ?? 75 * secondMs,
      connectionsCheckingInterval: Math.min(headersMs, 5 * secondMs),
      // The listener refuses heads with our envelope, Node with an empty body.
      requireHostHeader: false,
      maxHeaderSize: maxHeadBytesOf(headLimits),
      noDelay: true,
    });
    server.timeout = idleMs ?? 60 * secondMs;
    server.on('timeout', (socket: Socket) => {
      // A slow client with a large send buffer shows no progress for minutes, which the watch takes into account.
      if (this.#watch === undefined || !this.#watch.isTaking(socket)) onIdle(socket);
    });
    server.on('clientError', (error, socket) => {
      const count = (request: IncomingMessage | undefined) => this.#countBroken?.(socket as Socket, request);
      void answerBroken(error, socket as Socket, this.#options, count);
    });
    const receive: Listener = (request, response) => this.#receive(request, response);
    server.on('request', receive);
    server.on('checkExpectation', receive);
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      continueWhenRead(request, response);
      this.#receive(request, response);
    });
    return server;
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    this.#track(request, response);
    if (this.#listener === undefined) this.#early.push([request, response]);
    else this.#listener(request, response);
  }

  #track(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    acknowledgements.reused(socket);
    this.#watch?.add(request, response);
    this.#inFlight.add(response);
    if (this.#isDraining) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.#inFlight.delete(response);
      if (this.#isDraining) socket.end();
    });
    settleRefusedBody(request, response, this.#lingerMs);
  }
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

/** The current request of a connection, and its response, which Node does not expose. */
function underWay(socket: Socket): { request: IncomingMessage | undefined; response: ServerResponse | undefined } {
  const { parser, _httpMessage: response } = socket as Socket & {
    parser?: { incoming?: IncomingMessage | null } | null;
    _httpMessage?: ServerResponse | null;
  };
  // null between two requests of a connection.
  return { request: parser?.incoming ?? undefined, response: response ?? undefined };
}

/**
 * Called when nothing has moved for a while. Closes connections that wait for the client; not those that wait for the
 * server.
 */
function onIdle(socket: Socket): void {
  const { request, response } = underWay(socket);
  const waitsForUs = response !== undefined && request?.complete !== false && response.writableLength === 0;
  if (!waitsForUs) socket.destroy();
}

/**
 * A client that sends `Expect: 100-continue` waits until its body is requested, which happens when a handler begins to
 * read it, so a refusal costs no upload.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    read(size);
  };
}

/** What is wrong with a request that Node could not parse. */
function faultOf(error: Error, code: string, limits: HeadLimits): HeadFault {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: 'The request was sent too slowly.' };
  if (code !== 'HPE_HEADER_OVERFLOW') return { status: 400, message: 'The request is not HTTP.' };
  const { rawPacket } = error as { readonly rawPacket?: unknown };
  return overflowFaultOf(Buffer.isBuffer(rawPacket) ? rawPacket : undefined, limits);
}

/**
 * Emitted by a request whose body ends too early or is malformed while the connection is still open for the response. A
 * listener answers the request; without one the response is `bad_request`.
 */
export const bodyBroken = Symbol('body broken');

/** Unparsable requests get the envelope as well, written by hand because there is no response object. */
async function answerBroken(
  error: Error,
  socket: Socket,
  { clock, random, log, headLimits, renderBroken }: ServerOptions,
  count: (request: IncomingMessage | undefined) => ReturnType<CountBroken> | undefined,
): Promise<void> {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { request, response } = underWay(socket);
  if (request?.complete === false && response?.headersSent === false && request.listenerCount(bodyBroken) > 0) {
    response.shouldKeepAlive = false;
    request.emit(bodyBroken);
    return;
  }
  const fault = faultOf(error, code, headLimits);
  const { status } = fault;
  const requestId = random.uuid();
  const body = renderBroken(fault, clock.now());
  log.info('request was not understood', { requestId, status, code });
  const headers = await Promise.resolve(count(request)).catch(() => undefined);
  if (!socket.writable) return;
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
}

/** Up to this size the rest of a body is discarded, so that the connection can be reused. */
const DRAIN_BYTES = 1024 * 1024;
/** Bytes that a client may send before it notices its response. */
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Makes sure that a client whose body is not read to its end gets the response and not a network error. Closing a
 * socket with unread bytes makes the system send a reset, which can overtake the response; so a short rest is drained,
 * and otherwise the response says `Connection: close`, only the server's side is closed, and incoming bytes are read
 * for a moment.
 */
function settleRefusedBody(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const before = socket.bytesRead;
  const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const isLong = (): boolean => !request.complete && announced - (socket.bytesRead - before) > DRAIN_BYTES;

  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    if (isLong()) {
      response.shouldKeepAlive = false;
      socket.destroySoon = () => linger(socket, lingerMs);
    }
    return writeHead(...values);
  };
  response.once('finish', () => {
    if (request.complete || !response.shouldKeepAlive) return;
    // Short according to its length: a client that does not send even that is not awaited.
    const timer = setTimeout(() => linger(socket, lingerMs), lingerMs);
    request.once('close', () => clearTimeout(timer));
    request.resume();
  });
}

/** Ends our side once everything is written, and reads on until the other side ends, too. */
function linger(socket: Socket, lingerMs: number): void {
  const limit = socket.bytesRead + LINGER_BYTES;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  const watch = setInterval(() => socket.bytesRead > limit && socket.destroy(), 50);
  socket.once('close', () => {
    clearTimeout(timer);
    clearInterval(watch);
  });
  socket.resume();
}
