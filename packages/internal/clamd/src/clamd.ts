import { once } from 'node:events';
import { Socket } from 'node:net';

export type Verdict =
  | { readonly result: 'clean' }
  /** `virus`: name of the signature, printable and at most 200 characters. */
  | { readonly result: 'infected'; readonly virus: string }
  /** The bytes exceed clamd's `StreamMaxLength` or, if its `AlertExceedsMax` reports that, another limit of a scan. */
  | { readonly result: 'too_large' };

/** clamd answered with an error or with something else than an answer, was silent, or closed the connection early. */
export class ClamdError extends Error {
  override readonly name: string = 'ClamdError';
}

/** No connection came about, so the bytes have nothing to do with it. */
export class ClamdUnreachableError extends ClamdError {
  override readonly name = 'ClamdUnreachableError';
}

export interface ClamdOptions {
  readonly address: ClamdAddress;
  /** Default 5 s. */
  readonly connectMs?: number;
  /**
   * How long clamd may neither take a chunk nor answer. Default 5 minutes, more than its own `MaxScanTime` of 2 minutes
   * by default.
   */
  readonly silentMs?: number;
}

export interface Clamd {
  /**
   * Sends the bytes over a connection of their own; no more than a chunk waits in memory. Rejects with a `ClamdError`,
   * with the error of `chunks`, or with the reason of `signal`.
   */
  scan(chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Verdict>;
  /** Resolves when clamd answers. Rejects with a `ClamdError`. */
  ping(): Promise<void>;
}

const answerMaxBytes = 4096;
const virusMaxCharacters = 200;

/** A client of clamd(8), the daemon of ClamAV. */
export function createClamd({ address, connectMs = 5000, silentMs = 300_000 }: ClamdOptions): Clamd {
  return {
    scan: async (chunks, signal) => {
      const exchange = await connect(address, connectMs, signal);
      try {
        exchange.socket.setTimeout(silentMs);
        return verdictOf(await exchange.send(stream(chunks)));
      } finally {
        exchange.close();
      }
    },
    ping: async () => {
      const exchange = await connect(address, connectMs);
      try {
        exchange.socket.setTimeout(connectMs);
        const answer = await exchange.send(command('PING'));
        if (answer !== 'PONG') throw unexpected(answer);
      } finally {
        exchange.close();
      }
    },
  };
}

// A command that begins with z ends with a zero byte, and so does its answer (clamd(8), COMMANDS).
async function* command(name: string): AsyncGenerator<readonly Uint8Array[]> {
  yield [Buffer.from(`z${name}\0`)];
}

/** INSTREAM: "The format of the chunk is: '<length><data>'"; a chunk of length zero ends the stream. */
async function* stream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  yield* command('INSTREAM');
  for await (const chunk of chunks) if (chunk.length > 0) yield [lengthOf(chunk.length), chunk];
  yield [lengthOf(0)];
}

/** "a 4 byte unsigned integer in network byte order" */
function lengthOf(bytes: number): Buffer {
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(bytes);
  return length;
}

interface Exchange {
  readonly socket: Socket;
  /** Resolves to the answer, which may come before everything is sent. */
  send(pieces: AsyncIterable<readonly Uint8Array[]>): Promise<string>;
  close(): void;
}

async function connect(address: ClamdAddress, connectMs: number, signal?: AbortSignal): Promise<Exchange> {
  signal?.throwIfAborted();
  const socket = new ReadingSocket();
  socket.setTimeout(connectMs);
  const abort = (): void => void socket.destroy(signal?.reason as Error);
  signal?.addEventListener('abort', abort);
  const late = (): void => void socket.destroy(new Error(`no connection within ${connectMs} ms`));
  socket.once('timeout', late);
  try {
    socket.connect(address);
    await once(socket, 'connect');
  } catch (error) {
    signal?.removeEventListener('abort', abort);
    socket.destroy();
    signal?.throwIfAborted();
    throw new ClamdUnreachableError(`clamd cannot be reached: ${messageOf(error)}`, { cause: error });
  }
  socket.off('timeout', late);
  socket.on('timeout', () => void socket.destroy(new Error('clamd was silent for too long')));
  const answer = readAnswer(socket);
  // The rejection is taken up in `send`, perhaps after the source of the bytes has failed.
  answer.catch(() => undefined);
  return {
    socket,
    send: async (pieces) => {
      let isAnswered = false;
      const end = answer.finally(() => (isAnswered = true));
      end.catch(() => undefined);
      try {
        for await (const piece of pieces) {
          if (isAnswered) break;
          socket.cork();
          const [hasRoom] = piece.map((part) => socket.write(part)).slice(-1);
          socket.uncork();
          // After an answer, clamd takes no more bytes.
          if (hasRoom === false) await Promise.race([drained(socket), end]);
        }
        return await end;
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
    close: () => {
      signal?.removeEventListener('abort', abort);
      socket.destroy();
    },
  };
}

/**
 * A socket that goes on reading after a failed write. clamd answers that a stream is too long and closes the connection
 * while bytes are on their way to it; an ordinary socket then fails to write, and drops the answer that has arrived.
 */
class ReadingSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: () => void): void {
    super._write(chunk, encoding, () => done());
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: () => void): void {
    super._writev?.(chunks, () => done());
  }
}

/** Also resolves when the socket closes; the answer then contains the error. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const fail = (message: string, cause?: unknown): void => reject(new ClamdError(message, { cause }));
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      answer += String(text);
      const end = answer.indexOf('\0');
      if (end !== -1) resolve(answer.slice(0, end));
      else if (answer.length > answerMaxBytes) fail(`clamd's answer is longer than ${answerMaxBytes} bytes`);
    });
    socket.on('error', (error) => fail(`the connection to clamd failed: ${messageOf(error)}`, error));
    socket.on('close', () => fail('clamd closed the connection without an answer'));
  });
}

function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { result: 'clean' };
  if (answer === 'INSTREAM size limit exceeded. ERROR') return { result: 'too_large' };
  const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (virus === undefined) throw unexpected(answer);
  if (virus.startsWith('Heuristics.Limits.Exceeded')) return { result: 'too_large' };
  return { result: 'infected', virus: printable(virus).slice(0, virusMaxCharacters) };
}

const unexpected = (answer: string): ClamdError =>
  new ClamdError(`clamd answered "${printable(answer).slice(0, 200)}"`);

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** `host:port`, `[::1]:3310`, `/path/of/a/socket` or `unix:/path`; undefined for any other text. */
export function parseClamdAddress(text: string): ClamdAddress | undefined {
  const path = text.startsWith('unix:') ? text.slice('unix:'.length) : text;
  if (path.startsWith('/')) return /[\0\r\n]/.test(path) || path.length > 100 ? undefined : { path };
  const [, ipv6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}
