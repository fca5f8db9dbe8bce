import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { secondMs } from '@drive/base';

const KiB = 1024;
/** Buffer size of every transfer, and so the memory of a slow client. */
const smallBytes = 16 * KiB;
/** Buffer size for sending at full speed. */
const largeBytes = 256 * KiB;
/** A client that takes `largeBytes` in less gets large pieces, for which a byte costs less work. */
const fastMs = 0.25 * secondMs;
/** A client that has taken so much does read: it is more than the system buffers for a connection. */
const provenBytes = 8 * KiB * KiB;
/** How many large buffers all transfers together hold at most, and those of clients that have not proven to read. */
const maxLarge = 256;
const maxLargeUnproven = 16;
/** Number of free buffers of a size to cache for later transfers. */
const maxSpare = 64;
/** A client that takes everything at once, and bytes that are in memory, would otherwise never let others in. */
const turnMs = 4;

let largeHeld = 0;
let smallHeld = 0;
let otherBytesHeld = 0;
const spareLarge: Buffer[] = [];
const spareSmall: Buffer[] = [];

/** Bytes of all transfer buffers at present. */
export const bytesHeldByTransfers = (): number => largeHeld * largeBytes + smallHeld * smallBytes + otherBytesHeld;

/** Counts bytes that answers hold beside these buffers; negative when they are released. */
export const countHeldBytes = (bytes: number): void => void (otherBytesHeld += bytes);

export type Fill = (buffer: Buffer) => Promise<number>;

/**
 * Sends the bytes that `fill` puts into its buffers, and ends the response. `fill` returns the number of bytes, less
 * than the buffer only at the end. `begin` writes the headers; it is called after the first bytes are read, so that
 * unreadable or refused bytes still get an error response.
 *
 * True when the system has accepted the last byte; false if the client disconnected before. Rejects with the errors of
 * `fill` and `begin`. A transfer has two large buffers while its client is fast and enough are free, otherwise one
 * small buffer, as always with `isSmall`: for answers that are slower to make than to send.
 */
export async function sendPieces(
  response: ServerResponse,
  fill: Fill,
  begin: () => void | Promise<void>,
  { isSmall = false }: { readonly isSmall?: boolean } = {},
): Promise<boolean> {
  const transfer = new Transfer(response, fill, begin);
  while (!transfer.isOver) {
    const limit = transfer.sent < provenBytes ? maxLargeUnproven : maxLarge;
    const mayBeLarge = !isSmall && transfer.isFast && largeHeld + 2 <= limit;
    await (mayBeLarge ? transfer.sendLarge() : transfer.sendSmall());
  }
  return transfer.isComplete;
}

/** Ends the response with these bytes. True when the last byte was handed to the system. */
export const sendWhole = (response: ServerResponse, bytes: Buffer): Promise<boolean> =>
  new Promise((resolve) => handOver(response, (done) => endWith(response, bytes, done), resolve));

class Transfer {
  sent = 0;
  isFast = true;
  /** The last byte was sent, or the client has disconnected. */
  isOver = false;
  isComplete = false;
  readonly #response: ServerResponse;
  readonly #fill: Fill;
  readonly #begin: () => void | Promise<void>;
  #hasBegun = false;
  #turnBeganAt = performance.now();

  constructor(response: ServerResponse, fill: Fill, begin: () => void | Promise<void>) {
    this.#response = response;
    this.#fill = fill;
    this.#begin = begin;
  }

  /** Fills one buffer while the other is on its way, as long as the client is fast. */
  async sendLarge(): Promise<void> {
    largeHeld += 2;
    const buffers = [0, 1].map(() => spareLarge.pop() ?? Buffer.allocUnsafeSlow(largeBytes));
    let onItsWay: Promise<void> = Promise.resolve();
    try {
      for (let turn = 0; this.isFast && !this.isOver; turn += 1) {
        const buffer = buffers[turn % 2]!;
        const bytes = await this.#fill(buffer);
        if (!this.#hasBegun) await this.#start();
        await onItsWay;
        if (!this.isOver) onItsWay = this.#timed(() => this.#hand(buffer, bytes));
        await this.#letOthersIn();
      }
    } finally {
      await onItsWay;
      largeHeld -= 2;
      // A write that was in progress when the client disconnected still uses its buffer.
      if (!this.isOver || this.isComplete) keep(spareLarge, buffers);
    }
  }

  /** Sends as much as one large buffer holds, in small pieces one after the other. */
  async sendSmall(): Promise<void> {
    smallHeld += 1;
    const buffer = spareSmall.pop() ?? Buffer.allocUnsafeSlow(smallBytes);
    try {
      await this.#timed(async () => {
        for (let left = largeBytes; left > 0 && !this.isOver; left -= smallBytes) {
          const bytes = await this.#fill(buffer);
          if (!this.#hasBegun) await this.#start();
          await this.#hand(buffer, bytes);
          await this.#letOthersIn();
        }
      });
    } finally {
      smallHeld -= 1;
      if (!this.isOver || this.isComplete) keep(spareSmall, [buffer]);
    }
  }

  async #start(): Promise<void> {
    await this.#begin();
    this.#hasBegun = true;
  }

  /** Resolves when the bytes are handed over, or never will be. Fewer than fit are the last. */
  #hand(buffer: Buffer, bytes: number): Promise<void> {
    const isLast = bytes < buffer.length;
    return new Promise((resolve) => {
      const settle = (isTaken: boolean): void => {
        this.sent += bytes;
        this.isOver = isLast || !isTaken;
        this.isComplete = isLast && isTaken;
        resolve();
      };
      if (isLast) handOver(this.#response, (done) => endWith(this.#response, buffer.subarray(0, bytes), done), settle);
      else handOver(this.#response, (done) => this.#response.write(buffer, done), settle);
    });
  }

  async #letOthersIn(): Promise<void> {
    if (performance.now() - this.#turnBeganAt < turnMs) return;
    await setImmediate();
    this.#turnBeganAt = performance.now();
  }

  async #timed(send: () => Promise<void>): Promise<void> {
    const began = performance.now();
    await send();
    this.isFast = performance.now() - began < fastMs;
  }
}

function keep(spare: Buffer[], buffers: readonly Buffer[]): void {
  if (spare.length + buffers.length <= maxSpare) spare.push(...buffers);
}

type Done = (error?: Error | null) => void;

const endWith = (response: ServerResponse, bytes: Buffer, done: Done): ServerResponse =>
  bytes.length === 0 ? response.end(done) : response.end(bytes, () => done());

/** Calls `settle` with true when the system has accepted the bytes, with false when the client has disconnected. */
function handOver(response: ServerResponse, send: (done: Done) => void, settle: (isTaken: boolean) => void): void {
  if (response.destroyed) {
    settle(false);
    return;
  }
  const gone = (): void => settle(false);
  response.once('close', gone);
  send((error) => {
    response.off('close', gone);
    settle(error === undefined || error === null);
  });
}
