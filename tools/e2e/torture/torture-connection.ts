import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Response to the bytes of one request. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** The first bytes of it. */
  readonly body: Buffer;
  readonly bodyBytes: number;
}

export interface Outcome {
  /** undefined: the connection ended, or no response arrived in time. */
  readonly answer: RawAnswer | undefined;
  readonly timedOut: boolean;
  readonly ms: number;
}

export interface SendOptions {
  readonly method: string;
  readonly timeoutMs: number;
}

const KEPT_BYTES = 64 * 1024;

/**
 * One connection to the server, written as bytes, so that a request can be anything. It is reused while both sides
 * understand each other, and opened again otherwise.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  /** Whether the current socket has received a response: a server may close an idle one. */
  #isReused = false;

  constructor(port: number) {
    this.#port = port;
  }

  async send(bytes: readonly Buffer[], options: SendOptions): Promise<Outcome> {
    const outcome = await this.#exchange(bytes, options);
    if (outcome.answer !== undefined || outcome.timedOut || !this.#isReused) return outcome;
    this.#isReused = false;
    return this.#exchange(bytes, options);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #exchange(bytes: readonly Buffer[], { method, timeoutMs }: SendOptions): Promise<Outcome> {
    const wasOpen = this.#socket !== undefined && !this.#socket.destroyed;
    if (!wasOpen) {
      this.#socket = connect(this.#port, '127.0.0.1').setNoDelay(true);
      // The following close event is handled.
      this.#socket.on('error', () => {});
      this.#isReused = false;
    }
    const socket = this.#socket!;
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const parser = new AnswerParser(method);
      const finish = (timedOut: boolean, mayGoOn: boolean): void => {
        clearTimeout(timer);
        socket.off('data', take).off('close', closed);
        if (!mayGoOn || socket.writableLength > 0) socket.destroy();
        if (parser.answer !== undefined) this.#isReused = mayGoOn;
        resolve({ answer: parser.answer, timedOut, ms: performance.now() - startedAt });
      };
      const take = (chunk: Buffer): void => {
        parser.push(chunk);
        if (parser.isDone) finish(false, parser.mayGoOn);
      };
      const closed = (): void => {
        parser.end();
        finish(false, false);
      };
      const timer = setTimeout(() => finish(true, false), timeoutMs);
      socket.on('data', take).once('close', closed);
      socket.cork();
      for (const piece of bytes) socket.write(piece);
      socket.uncork();
    });
  }
}

/** Parses one HTTP/1.1 response. */
class AnswerParser {
  answer: RawAnswer | undefined;
  isDone = false;
  mayGoOn = false;
  readonly #method: string;
  #buffer: Buffer = Buffer.alloc(0);
  #head: { status: number; headers: Map<string, string> } | undefined;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #bodyBytes = 0;
  /** Remaining bytes: of the body, or of the current chunk with its end. undefined: until the connection ends. */
  #left: number | undefined;
  #isChunked = false;

  constructor(method: string) {
    this.#method = method;
  }

  push(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    while (!this.isDone && this.#step());
  }

  end(): void {
    if (this.#head !== undefined && !this.isDone) this.#finish(false);
  }

  #step(): boolean {
    if (this.#head === undefined) return this.#readHead();
    if (this.#isChunked) return this.#readChunk();
    const taken = this.#take(this.#left ?? this.#buffer.length);
    this.#keep(taken);
    if (this.#left === undefined) return false;
    this.#left -= taken.length;
    if (this.#left > 0) return false;
    this.#finish(true);
    return true;
  }

  #readHead(): boolean {
    const end = this.#buffer.indexOf('\r\n\r\n');
    if (end === -1) return false;
    const [first = '', ...lines] = this.#buffer.toString('latin1', 0, end).split('\r\n');
    this.#buffer = this.#buffer.subarray(end + 4);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
    if (status >= 100 && status < 200) return true;
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    this.#head = { status, headers };
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    const hasNone = this.#method === 'HEAD' || status === 204 || status === 304 || status === 0;
    if (isStream || hasNone) this.#finish(!isStream && status !== 0);
    else if (headers.get('transfer-encoding') === 'chunked') this.#isChunked = true;
    else if (headers.has('content-length')) this.#left = Number(headers.get('content-length'));
    if (this.#left === 0) this.#finish(true);
    return true;
  }

  #readChunk(): boolean {
    if (this.#left === undefined) {
      const end = this.#buffer.indexOf('\r\n');
      if (end === -1) return false;
      const size = Number.parseInt(this.#buffer.toString('latin1', 0, end), 16);
      this.#buffer = this.#buffer.subarray(end + 2);
      this.#left = size + 2;
      if (size === 0) this.#finish(true);
      return true;
    }
    const taken = this.#take(this.#left);
    this.#left -= taken.length;
    this.#keep(taken.subarray(0, Math.max(0, taken.length - Math.max(0, 2 - this.#left))));
    if (this.#left > 0) return false;
    this.#left = undefined;
    return true;
  }

  #take(most: number): Buffer {
    const taken = this.#buffer.subarray(0, most);
    this.#buffer = this.#buffer.subarray(taken.length);
    return taken;
  }

  #keep(bytes: Buffer): void {
    this.#bodyBytes += bytes.length;
    if (this.#keptBytes >= KEPT_BYTES) return;
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
  }

  #finish(isComplete: boolean): void {
    const { status, headers } = this.#head!;
    this.answer = { status, headers, body: Buffer.concat(this.#kept), bodyBytes: this.#bodyBytes };
    this.isDone = true;
    this.mayGoOn = isComplete && headers.get('connection')?.toLowerCase() !== 'close';
  }
}
