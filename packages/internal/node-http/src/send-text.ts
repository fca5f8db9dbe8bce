import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { acceptsGzip, addVary, encodeText, GzipPieces, minBytes } from './content-coding.ts';
import { countHeldBytes, sendPieces } from './send-pieces.ts';
import { turns } from './turns.ts';

/**
 * Sends text of any length and ends the response. The text is rendered as fast as the client reads it, in turns with
 * other answers, so pieces are small: a line, an element. `begin` writes the headers; it is called after the first
 * buffer is full, so that an earlier failure still gets an error response. Above a kilobyte the text is compressed for clients
 * that accept that.
 *
 * True when the system has accepted the last byte; false if the client disconnected before.
 */
export async function sendText(
  response: ServerResponse,
  pieces: AsyncIterable<string>,
  begin: () => void,
): Promise<boolean> {
  const text = new Rendered(pieces);
  let compressed: GzipPieces | undefined;
  try {
    const isLong = await text.isLongerThan(minBytes);
    const isGzip = isLong && acceptsGzip(response.req, 'data');
    const beginCoded = (): void => {
      if (isLong) addVary(response);
      if (isGzip) response.setHeader('content-encoding', 'gzip');
      begin();
    };
    if (response.req.method === 'HEAD') {
      beginCoded();
      response.end();
      return true;
    }
    compressed = isGzip ? new GzipPieces(text) : undefined;
    const fill = compressed === undefined ? fillWithText(text) : fillWithBytes(compressed);
    return await sendPieces(response, fill, beginCoded, { isSmall: true });
  } finally {
    compressed?.close();
    await text.return();
  }
}

/** Sends a short text and ends the response. Above a kilobyte it is compressed for clients that accept that. */
export async function sendShortText(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  text: string,
): Promise<void> {
  const body = Buffer.from(await encodeText(response.req, response, text));
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/**
 * Appends text to a response without an end, such as an event stream. Resolves when there is room for more; false if the
 * response has ended.
 */
export async function appendText(response: ServerResponse, text: string): Promise<boolean> {
  const isOpen = (): boolean => !response.destroyed && !response.writableEnded;
  if (!isOpen()) return false;
  const isFlushed = response.write(text);
  await turns.after(text.length);
  if (!isFlushed && response.writableNeedDrain && isOpen()) {
    countHeldBytes(text.length);
    await drained(response);
    countHeldBytes(-text.length);
  }
  return isOpen();
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

/** Pieces of text, rendered in turns with other answers. */
class Rendered implements AsyncIterator<string> {
  readonly #pieces: AsyncIterator<string>;
  /** The first pieces, which were read ahead. */
  #head = '';
  #isOver = false;

  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Reads ahead until the answer is known. */
  async isLongerThan(characters: number): Promise<boolean> {
    while (this.#head.length <= characters && !this.#isOver) this.#head += await this.#read();
    return this.#head.length > characters;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    if (this.#head !== '') {
      const value = this.#head;
      this.#head = '';
      return { done: false, value };
    }
    const value = await this.#read();
    return this.#isOver ? { done: true, value: undefined } : { done: false, value };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    await this.#pieces.return?.();
    return { done: true, value: undefined };
  }

  async #read(): Promise<string> {
    if (this.#isOver) return '';
    const { done, value } = await this.#pieces.next();
    this.#isOver = done === true;
    if (done === true) return '';
    await turns.after(value.length);
    return value;
  }
}

const encoder = new TextEncoder();
const nothing = Buffer.alloc(0);

/** Fills buffers with the text in UTF-8. */
function fillWithText(pieces: AsyncIterator<string>): (buffer: Buffer) => Promise<number> {
  /** The part of the last piece that did not fit, after the bytes of a character of which a part fitted. */
  let rest = '';
  let split = nothing;
  return async (buffer) => {
    let filled = 0;
    while (filled < buffer.length) {
      if (split.length > 0) {
        const taken = split.copy(buffer, filled);
        split = split.subarray(taken);
        filled += taken;
      } else if (rest !== '') {
        const { read, written } = encoder.encodeInto(rest, buffer.subarray(filled));
        filled += written;
        // Characters have up to four bytes.
        const next = read === 0 ? String.fromCodePoint(rest.codePointAt(0) ?? 0) : '';
        split = next === '' ? nothing : Buffer.from(next);
        rest = rest.slice(read + next.length);
      } else {
        const { done, value } = await pieces.next();
        if (done === true) break;
        rest = value;
      }
    }
    return filled;
  };
}

function fillWithBytes(pieces: GzipPieces): (buffer: Buffer) => Promise<number> {
  let rest = nothing;
  return async (buffer) => {
    let filled = 0;
    while (filled < buffer.length) {
      if (rest.length === 0) {
        const next = await pieces.next();
        if (next === undefined) break;
        rest = next as typeof nothing;
      }
      const taken = rest.copy(buffer, filled);
      rest = rest.subarray(taken);
      filled += taken;
    }
    return filled;
  };
}
