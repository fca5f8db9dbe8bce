import type { Client, Dispatcher } from 'undici';
import { textOf } from './body-text.ts';
import { createConnector, type Connector, type ConnectorOptions } from './connector.ts';
import { toOutboundError } from './failure.ts';
import { OutboundError, type OutboundRequest, type OutboundResponse } from './outbound-fetch.ts';

export interface ConnectionOptions extends ConnectorOptions {
  readonly answerTimeoutMs: number;
  /** Idle timeout; undefined: the connection is used for one request. */
  readonly idleMs: number | undefined;
}

export interface Exchange extends Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'signal'> {
  /** Including the query. */
  readonly path: string;
}

/** A reused connection ended before a response began: the receiver may have closed it when the request was sent. */
export class StaleConnectionError extends OutboundError {
  override readonly name = 'StaleConnectionError';
}

const MAX_BODY_BYTES = 64 * 1024;
/** A receiver that closed an idle connection is noticed within a round trip. After this time it has got the request. */
const STALE_MS = 1000;

/** A connection to one target that carries one request at a time. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #connector: Connector;
  readonly #client: Client;
  readonly #isSecure: boolean;
  #current: Running | undefined;
  #isClosed = false;
  #isReusable = false;
  #answered = 0;
  #openedAt = performance.now();

  constructor(undici: typeof import('undici'), options: ConnectionOptions) {
    const { target, timeoutMs, answerTimeoutMs, idleMs } = options;
    this.#options = options;
    this.#isSecure = target.protocol === 'https:';
    this.#connector = createConnector(undici, options, {
      onConnecting: () => this.#current?.allow(timeoutMs, 'connection'),
      onConnected: () => {
        this.#openedAt = performance.now();
        this.#current?.connected(this.#isSecure);
        this.#current?.allow(answerTimeoutMs, 'answer');
      },
    });
    this.#client = new undici.Client(target.origin, {
      connect: this.#connector.connect,
      // 0 closes the connection after the response.
      pipelining: idleMs === undefined ? 0 : 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(idleMs === undefined ? {} : { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
    });
  }

  /** Whether another request may follow: the last response was a success and read completely. */
  get isReusable(): boolean {
    return this.#isReusable && !this.#isClosed;
  }

  /** Time since it was opened, and thus since its host name was resolved. */
  get ageMs(): number {
    return performance.now() - this.#openedAt;
  }

  async exchange(exchange: Exchange): Promise<OutboundResponse> {
    const { signal } = exchange;
    this.#isReusable = false;
    const running = this.#begin();
    const stop = (): void => running.fail(new OutboundError('aborted'));
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await this.#send(running, exchange);
    } finally {
      signal?.removeEventListener('abort', stop);
      running.end();
      this.#current = undefined;
      if (!this.#isReusable) this.close();
    }
  }

  /** `listener` is called when either side has closed the connection. */
  onClosed(listener: () => void): void {
    this.#client.on('disconnect', listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connector.abandon();
    void this.#client.destroy().catch(() => undefined);
  }

  #begin(): Running {
    const { timeoutMs, answerTimeoutMs } = this.#options;
    const isOpen = this.#answered > 0;
    const running = new Running(isOpen);
    this.#current = running;
    if (isOpen) running.connected(this.#isSecure);
    running.allow(isOpen ? answerTimeoutMs : timeoutMs, isOpen ? 'answer' : 'connection');
    return running;
  }

  async #send(running: Running, { path, method, headers, body }: Exchange): Promise<OutboundResponse> {
    this.#client.dispatch(
      {
        path,
        method,
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        ...(body === undefined ? {} : { body }),
      },
      running,
    );
    const { status, contentType, body: bytes, coding } = await running.answer;
    const response = { status, contentType, body: await textOf(bytes, coding, MAX_BODY_BYTES) };
    this.#answered += 1;
    // After a failure, the next request resolves the host name again.
    this.#isReusable =
      this.#options.idleMs !== undefined && running.isComplete && response.status >= 200 && response.status < 300;
    return response;
  }
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** At most the first 64 KiB, as sent. */
  readonly body: Buffer;
  /** Value of Content-Encoding. */
  readonly coding: string;
}

/** A request in progress. Once the status has arrived the response counts; a later interruption only shortens the body. */
class Running implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  /** The response was read completely. */
  isComplete = false;
  readonly #wasUsedBefore: boolean;
  readonly #startedAt = performance.now();
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status: number | undefined;
  #coding = '';
  #contentType = '';
  #isProven = false;
  #timeout: NodeJS.Timeout | undefined;
  #isOver = false;
  #resolve!: (answer: Answer) => void;
  #reject!: (error: OutboundError) => void;

  constructor(wasUsedBefore: boolean) {
    this.#wasUsedBefore = wasUsedBefore;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Restarts the time limit. */
  allow(ms: number, what: 'connection' | 'answer'): void {
    clearTimeout(this.#timeout);
    // A handshake may end after the request was given up.
    if (this.#isOver) return;
    const stage = this.#isProven ? 'answer' : 'connection';
    this.#timeout = setTimeout(() => this.fail(new OutboundError(`no ${what} in time`, { stage })), ms);
  }

  /** `isProven`: by a valid certificate. */
  connected(isProven: boolean): void {
    this.#isProven = isProven;
  }

  fail(error: OutboundError): void {
    if (this.#status === undefined) this.#settle(() => this.#reject(error));
    else this.#finish();
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timeout);
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#coding = String(headers['content-encoding'] ?? '');
    this.#contentType = String(headers['content-type'] ?? '');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#chunks.push(chunk.subarray(0, MAX_BODY_BYTES - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes >= MAX_BODY_BYTES) this.#finish();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.isComplete = true;
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { code } = error as { code?: unknown };
    const isBroken = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
    const isStale = this.#wasUsedBefore && isBroken && performance.now() - this.#startedAt < STALE_MS;
    const failure = toOutboundError(error, { isProven: this.#isProven });
    this.fail(isStale ? new StaleConnectionError(failure.message, { stage: failure.stage, cause: error }) : failure);
  }

  #finish(): void {
    const status = this.#status ?? 0;
    this.#settle(() =>
      this.#resolve({
        status,
        contentType: this.#contentType,
        body: Buffer.concat(this.#chunks),
        coding: this.#coding,
      }),
    );
  }

  #settle(settle: () => void): void {
    if (this.#isOver) return;
    this.end();
    settle();
  }
}
