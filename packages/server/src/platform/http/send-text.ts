import type { ServerResponse } from 'node:http';
import { countHeldBytes, sendPieces } from './send-pieces.ts';
import { turns } from './turns.ts';

/**
 * Sends text of any length and ends the response. The text is rendered as fast as the client reads it, in turns with
 * other answers, so pieces are small: a line, an element. `begin` writes the headers; it is called after the first
 * buffer is full, so that an earlier failure still gets an error response.
 *
 * True when the system has accepted the last byte; false if the client disconnected before.
 */
export async function sendText(
  response: ServerResponse,
  pieces: AsyncIterable<string>,
  begin: () => void,
): Promise<boolean> {
  const text = new Text(pieces);
  try {
    if (response.req.method !== 'HEAD')
      return await sendPieces(response, (buffer) => text.fill(buffer), begin, { isSmall: true });
    await text.read();
    begin();
    response.end();
    return true;
  } finally {
    await text.close();
  }
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

const encoder = new TextEncoder();
const nothing = Buffer.alloc(0);

/** Pieces of text as bytes. */
class Text {
  readonly #pieces: AsyncIterator<string>;
  /** The part of the last piece that did not fit, after the bytes of a character of which a part fitted. */
  #rest = '';
  #split = nothing;
  #isOver = false;

  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Returns less than the buffer only at the end. */
  async fill(buffer: Buffer): Promise<number> {
    let filled = 0;
    while (filled < buffer.length) {
      if (this.#split.length > 0) {
        const taken = this.#split.copy(buffer, filled);
        this.#split = this.#split.subarray(taken);
        filled += taken;
      } else if (this.#rest !== '') {
        const { read, written } = encoder.encodeInto(this.#rest, buffer.subarray(filled));
        filled += written;
        // Characters have up to four bytes.
        const next = read === 0 ? String.fromCodePoint(this.#rest.codePointAt(0) ?? 0) : '';
        this.#split = next === '' ? nothing : Buffer.from(next);
        this.#rest = this.#rest.slice(read + next.length);
      } else if (!(await this.read())) break;
    }
    return filled;
  }

  /** Reads the next piece. False at the end. */
  async read(): Promise<boolean> {
    if (this.#isOver) return false;
    const { done, value } = await this.#pieces.next();
    this.#isOver = done === true;
    if (done === true) return false;
    this.#rest = value;
    await turns.after(value.length);
    return true;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
