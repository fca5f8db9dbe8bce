import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Log, minuteMs, secondMs } from '@drive/base';

/** Time between two samples. */
export const sampleMs = 10 * secondMs;
const samplesPerMinute = minuteMs / sampleMs;

/** Ends transfers of slow clients, for every endpoint. */
export interface TransferWatch {
  /** Watches the exchange until its response closes. */
  add(request: IncomingMessage, response: ServerResponse): void;
  /** Whether bytes of an answer wait for the client to take them. */
  isTaking(socket: Socket): boolean;
  /** Checks every transfer once and cuts those that were below the rate for a minute. Call it every `sampleMs`. */
  readonly sample: () => Promise<void>;
}

interface Transfer {
  readonly socket: Socket;
  readonly request: IncomingMessage;
  /** State of the last sample. */
  wasWaiting: boolean;
  written: number;
  read: number;
  acknowledged: number | undefined;
  /** Bytes that moved in each of the last samples during which the server waited for the client. */
  readonly moved: number[];
}

/**
 * Only time that the server waits for the client counts, so a transfer that waits for the disk, or an idle event
 * stream, is never too slow.
 */
export function createTransferWatch({
  log,
  minBytesPerSecond,
  readSendQueues = readLinuxSendQueues,
}: {
  readonly log: Log;
  readonly minBytesPerSecond: number;
  /** For tests. */
  readonly readSendQueues?: () => Promise<SendQueues | undefined>;
}): TransferWatch {
  const transfers = new Map<Socket, Transfer>();
  const minPerSample = minBytesPerSecond * (sampleMs / secondMs);

  /** Whether the server waits for the client. */
  const isWaiting = ({ socket, request }: Transfer): boolean => socket.writableLength > 0 || waitsForBody(request);

  return {
    add: (request, response) => {
      const { socket } = request;
      const transfer: Transfer = {
        socket,
        request,
        wasWaiting: false,
        written: 0,
        read: 0,
        acknowledged: undefined,
        moved: [],
      };
      transfers.set(socket, transfer);
      response.once('close', () => {
        if (transfers.get(socket) === transfer) transfers.delete(socket);
      });
    },

    isTaking: (socket) => transfers.has(socket) && socket.writableLength > 0,

    sample: async () => {
      const waiting = [...transfers.values()].filter((transfer) => {
        const isNow = isWaiting(transfer);
        if (!isNow) transfer.wasWaiting = false;
        return isNow;
      });
      const isSlow = ({ socket, wasWaiting, written }: Transfer): boolean =>
        wasWaiting && socket.writableLength > 0 && bytesTaken(socket) - written < minPerSample;
      const queues = waiting.some(isSlow) ? await readSendQueues() : undefined;

      for (const transfer of waiting) {
        const { socket, moved } = transfer;
        const written = bytesTaken(socket);
        const queued = queues?.get(portsOf(socket.localPort, socket.remotePort));
        const acknowledged = queued === undefined ? undefined : written - queued;
        // Large send buffers hide a slow but steady client: they accept nothing for minutes, then a lot at once.
        const drained = (acknowledged ?? 0) - (transfer.acknowledged ?? 0);
        const isComparable = acknowledged === undefined || transfer.acknowledged !== undefined;
        if (transfer.wasWaiting && isComparable) {
          moved.push(Math.max(written - transfer.written, drained) + socket.bytesRead - transfer.read);
          if (moved.length > samplesPerMinute) moved.shift();
        }
        Object.assign(transfer, { wasWaiting: true, written, read: socket.bytesRead, acknowledged });
        if (moved.length < samplesPerMinute) continue;
        const bytes = moved.reduce((sum, each) => sum + each, 0);
        if (bytes >= minPerSample * samplesPerMinute) continue;
        log.info('transfer too slow', { bytes, durationMs: minuteMs });
        // Otherwise the system would go on sending what it has accepted, megabytes that such a client reads for minutes.
        socket.resetAndDestroy();
      }
    },
  };
}

/** The client has not sent a part of the body that the server is reading. */
const waitsForBody = (request: IncomingMessage): boolean =>
  !request.complete && request.readableFlowing !== null && request.readableLength === 0;

/** Bytes that the system has accepted, in complete chunks. */
const bytesTaken = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/** Bytes that wait in the system for the client's acknowledgement, by `portsOf` the connection. */
export type SendQueues = ReadonlyMap<string, number>;

export const portsOf = (local: number | undefined, remote: number | undefined): string => `${local} ${remote}`;

/** undefined on systems other than Linux. */
export async function readLinuxSendQueues(): Promise<SendQueues | undefined> {
  const queues = new Map<string, number>();
  const ambiguous = new Set<string>();
  try {
    for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
      for (const [ports, bytes] of parseSendQueues(await readFile(file, 'latin1'))) {
        if (queues.has(ports)) ambiguous.add(ports);
        queues.set(ports, bytes);
      }
  } catch {
    return undefined;
  }
  // Two clients with the same port: neither is identified.
  for (const ports of ambiguous) queues.delete(ports);
  return queues;
}

/**
 * Local and remote address, state, send queue and receive queue, all hexadecimal; of connections that are open or, on either
 * side, closing.
 */
const connectionLine = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) (?:01|04|08|09|0B) ([\dA-F]{8}):/;

function* parseSendQueues(table: string): Generator<readonly [string, number]> {
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', queued] = connectionLine.exec(line) ?? [];
    if (queued !== undefined)
      yield [portsOf(Number.parseInt(local, 16), Number.parseInt(remote, 16)), Number.parseInt(queued, 16)];
  }
}
