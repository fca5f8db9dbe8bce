import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTransferWatch, portsOf, type SendQueues } from './transfer-watch.ts';

const rate = 4096;
const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

/** A transfer for the watch, whose bytes the test moves. */
class TestTransfer {
  readonly socket = {
    bytesWritten: 0,
    bytesRead: 0,
    writableLength: 0,
    localPort: 8080,
    remotePort: 50_000,
    isCut: false,
    resetAndDestroy: () => (this.socket.isCut = true),
  };
  readonly request = { socket: this.socket, complete: true, readableFlowing: true, readableLength: 0 };
  readonly response = new EventEmitter();

  /** Bytes that wait for the system. */
  offer(bytes: number): void {
    this.socket.bytesWritten += bytes;
    this.socket.writableLength += bytes;
  }
}

function start(queues?: () => SendQueues) {
  const watch = createTransferWatch({ log, minBytesPerSecond: rate, readSendQueues: async () => queues?.() });
  const transfer = new TestTransfer();
  watch.add(transfer.request as unknown as IncomingMessage, transfer.response as unknown as ServerResponse);
  /** Lets several periods of ten seconds pass; `move` changes the bytes of each. */
  const pass = async (times: number, move: () => void = silent): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      move();
      await watch.sample();
    }
  };
  return { ...transfer, transfer, watch, pass };
}

describe('a download', () => {
  it('[P-490] whose client reads nothing is cut after a minute, not before', async () => {
    const { socket, transfer, pass } = start();
    transfer.offer(16_384);
    await pass(6);
    expect(socket.isCut).toBe(false);
    await pass(1);
    expect(socket.isCut).toBe(true);
  });

  it.each([
    [rate - 1, true],
    [rate, false],
  ])('of %d bytes a second: cut is %s', async (bytesPerSecond, isCut) => {
    const { socket, transfer, pass } = start();
    transfer.offer(16_384);
    await pass(30, () => (socket.bytesWritten += 10 * bytesPerSecond));
    expect(socket.isCut).toBe(isCut);
  });

  it('that pauses for half a minute continues', async () => {
    const { socket, transfer, pass } = start();
    transfer.offer(16_384);
    for (let turn = 0; turn < 5; turn += 1) {
      await pass(3);
      await pass(3, () => (socket.bytesWritten += 30 * rate));
    }
    expect(socket.isCut).toBe(false);
  });

  it('that waits for the server does not count as slow', async () => {
    const { socket, pass } = start();
    await pass(30);
    expect(socket.isCut).toBe(false);
  });

  it('counts from the beginning of each request of a connection', async () => {
    const { socket, transfer, watch, pass } = start();
    transfer.offer(16_384);
    await pass(6);
    transfer.response.emit('close');
    await pass(6);
    watch.add(transfer.request as unknown as IncomingMessage, transfer.response as unknown as ServerResponse);
    await pass(6);
    expect(socket.isCut).toBe(false);
  });

  it('whose large send buffer drains continues, and is cut when that stops', async () => {
    let queued = 2_000_000;
    const { socket, transfer, pass } = start(() => new Map([[portsOf(8080, 50_000), queued]]));
    transfer.offer(16_384);
    await pass(40, () => (queued -= 10 * rate));
    expect(socket.isCut).toBe(false);
    await pass(6);
    expect(socket.isCut).toBe(true);
  });
});

describe('an upload', () => {
  it('whose client sends too little is cut', async () => {
    const { socket, request, pass } = start();
    request.complete = false;
    await pass(7, () => (socket.bytesRead += 512));
    expect(socket.isCut).toBe(true);
  });

  it('that the server does not read, or reads slowly, continues', async () => {
    const { socket, request, pass } = start();
    request.complete = false;
    request.readableLength = 65_536;
    await pass(30);
    expect(socket.isCut).toBe(false);
  });
});
