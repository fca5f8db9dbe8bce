import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { minuteMs, secondMs } from '@drive/base';
import { portsOf, readLinuxSendQueues, type SendQueues } from './transfer-watch.ts';

/** How often the send queues of the system are read while a response waits. */
const sampleMs = 0.5 * secondMs;
/** After this time a client whose system has all bytes, and that has not reset the connection, has read them. */
const settleMs = 2 * secondMs;
/** A client that takes less after the first minute, on average since its response was over here, has stopped reading. */
const leastBytesPerSecond = 1024;

/** How a client took a response of which the system had accepted every byte. */
export interface Acknowledgement {
  /** False if the client reset the connection, closed it with bytes still on their way, or stopped reading. */
  readonly isTaken: boolean;
  /** Bytes that the client's system had not acknowledged when they were last counted; 0 if they cannot be counted. */
  readonly queuedBytes: number;
}

/** Watches one response. */
export interface AcknowledgementWatch {
  /** Call once the system has accepted the last byte. Never rejects. */
  outcome(): Promise<Acknowledgement>;
  /** Ends the watch of a response whose outcome nobody asks for. */
  cancel(): void;
}

/**
 * Learns whether clients take the last bytes of responses. The system buffers some megabytes for each connection, so a
 * response of that size is over for this process while its client has hardly begun to read. The signs are: a reset, which
 * is what closing a connection with unread bytes sends; the next request of the connection; an orderly close; and, on
 * Linux, the send queue. Whether a client has read what its own system or a proxy has received is unknown.
 */
export class Acknowledgements {
  readonly #waiting = new Map<Socket, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #sampling: Promise<void> | undefined;
  readonly #readQueues: () => Promise<SendQueues | undefined>;

  constructor(readQueues: () => Promise<SendQueues | undefined>) {
    this.#readQueues = readQueues;
  }

  /** Call before the head of the response is written. */
  watch({ socket }: ServerResponse): AcknowledgementWatch {
    if (socket === null) return { outcome: async () => ({ isTaken: false, queuedBytes: 0 }), cancel: () => {} };
    const waiting = new Waiting(socket, {
      onClosing: () => void this.sample(),
      onOver: () => this.#forget(socket, waiting),
    });
    return {
      outcome: () => {
        const outcome = waiting.begin();
        if (waiting.isOver) return outcome;
        this.reused(socket);
        this.#waiting.set(socket, waiting);
        this.#timer ??= setInterval(() => void this.sample(), sampleMs).unref();
        void this.sample();
        return outcome;
      },
      cancel: () => waiting.cancel(),
    };
  }

  /** The connection sends another request: its client has read the response before. */
  reused(socket: Socket): void {
    this.#waiting.get(socket)?.end(true);
  }

  /** For tests: ends what waits for time alone to pass. */
  async settle(): Promise<void> {
    // What clients in this process have done to their connections arrives in the next turns.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    await this.sample();
    for (const waiting of this.#waiting.values()) waiting.settle();
  }

  /** Reads the queues once for all that wait; a call during a reading gets another one. */
  async sample(): Promise<void> {
    await this.#sampling;
    if (this.#waiting.size === 0) return;
    const askedAt = performance.now();
    this.#sampling ??= this.#readQueues().then((queues) => {
      this.#sampling = undefined;
      for (const waiting of this.#waiting.values()) waiting.observe(queues, askedAt);
    });
    await this.#sampling;
  }

  #forget(socket: Socket, waiting: Waiting): void {
    if (this.#waiting.get(socket) === waiting) this.#waiting.delete(socket);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

class Waiting {
  isOver = false;
  readonly #socket: Socket;
  readonly #ports: string;
  readonly #on: { readonly onClosing: () => void; readonly onOver: () => void };
  readonly #outcome = Promise.withResolvers<Acknowledgement>();
  #began: number | undefined;
  #idleMs: number | undefined;
  /** When the client closed its side. */
  #closingAt: number | undefined;
  #queuedBytes = 0;
  #firstQueued: number | undefined;

  constructor(socket: Socket, on: { readonly onClosing: () => void; readonly onOver: () => void }) {
    this.#socket = socket;
    this.#ports = portsOf(socket.localPort, socket.remotePort);
    this.#on = on;
    socket.on('error', this.#failed).on('end', this.#closing).on('close', this.#closed);
    // After the last response of a connection Node closes it, and then sees no reset any more.
    socket.destroySoon = () => void socket.end();
  }

  begin(): Promise<Acknowledgement> {
    this.#began = performance.now();
    return this.#outcome.promise;
  }

  /** `askedAt`: the queues are at least as new. */
  observe(queues: SendQueues | undefined, askedAt: number): void {
    const queued = queues?.get(this.#ports) ?? 0;
    this.#queuedBytes = queued;
    this.#firstQueued ??= queued;
    const elapsedMs = performance.now() - (this.#began ?? 0);
    if (this.#closingAt !== undefined) {
      // The end of our side counts as a byte.
      if (askedAt >= this.#closingAt) this.end(queued <= 1);
    } else if (queued === 0) {
      if (elapsedMs >= settleMs) this.end(true);
    } else if (elapsedMs <= minuteMs) this.#stayOpen();
    else if (this.#firstQueued - queued < (elapsedMs / secondMs) * leastBytesPerSecond) {
      // Otherwise the client could read the rest from the system's buffer whenever it likes.
      this.#socket.resetAndDestroy();
      this.end(false);
    }
  }

  /** An idle connection would be closed while its client still reads from the buffers of the system. */
  #stayOpen(): void {
    if (this.#idleMs !== undefined || this.#socket.destroyed) return;
    this.#idleMs = this.#socket.timeout ?? 0;
    this.#socket.setTimeout(0);
  }

  /** Without waiting for `settleMs`. */
  settle(): void {
    if (this.#queuedBytes === 0) this.end(true);
  }

  end(isTaken: boolean): void {
    if (this.isOver) return;
    this.#outcome.resolve({ isTaken, queuedBytes: this.#queuedBytes });
    this.cancel();
  }

  cancel(): void {
    if (this.isOver) return;
    this.isOver = true;
    const socket = this.#socket;
    socket.off('error', this.#failed).off('end', this.#closing).off('close', this.#closed);
    Reflect.deleteProperty(socket, 'destroySoon');
    this.#on.onOver();
    if (socket.destroyed) return;
    if (socket.writableEnded) socket.destroy();
    else if (this.#idleMs !== undefined && socket.timeout === 0) socket.setTimeout(this.#idleMs);
  }

  readonly #failed = (): void => this.end(false);

  readonly #closing = (): void => {
    this.#closingAt = performance.now();
    if (this.#began !== undefined) this.#on.onClosing();
  };

  readonly #closed = (): void => {
    // The reading that was started when the client closed its side decides.
    if (this.#closingAt === undefined) this.end(true);
  };
}

export const acknowledgements = new Acknowledgements(readLinuxSendQueues);
