import type { Readable } from 'node:stream';
import type { StagedWriter } from '@drive/blobs';
import { bodyBroken } from '@drive/node-http';

/**
 * Bytes that all bodies together take in a turn of the event loop; each takes one piece of up to 64 KiB in any case. Without this
 * limit, each upload takes up to a MiB in a turn, and with eight of them other requests wait twice as long.
 */
const turnBytes = 512 * 1024;
/** Number of bodies that are being received. */
let receiving = 0;

/** Result of a body. `cut off`: the client disconnected; `preempted`: another request takes over the session. */
export type Ending = 'complete' | 'cut off' | 'preempted' | 'too long';

export interface Received {
  readonly ending: Ending;
  readonly bytes: number;
}

export interface ReceiveOptions {
  /** More bytes end the body as `too long`. */
  readonly maxBytes: number;
  /** Undefined: nothing preempts the body. */
  readonly signal: AbortSignal | undefined;
  /** Called with every chunk before it is written. */
  readonly onChunk: (chunk: Buffer) => void;
}

/**
 * Writes a body to staging until it ends, and resolves with how it ended. Rejects with an error of the writer. The bytes
 * received are written in any case. The caller closes the writer.
 */
export function receive(
  body: Readable,
  writer: Pick<StagedWriter, 'write'>,
  { maxBytes, signal, onChunk }: ReceiveOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let bytesAtPause = 0;
    let isOver = false;
    receiving += 1;

    const stop = (): boolean => {
      if (isOver) return false;
      isOver = true;
      receiving -= 1;
      body.off('data', take);
      body.off('end', complete);
      body.off('close', cutOff);
      body.off(bodyBroken, cutOff);
      signal?.removeEventListener('abort', preempted);
      body.pause();
      return true;
    };
    const end = (ending: Ending): void => {
      if (stop()) resolve({ ending, bytes });
    };
    const fail = (error: unknown): void => {
      if (stop()) reject(error);
    };
    const complete = (): void => end('complete');
    const cutOff = (): void => end('cut off');
    const preempted = (): void => end('preempted');
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) return end('too long');
      onChunk(chunk);
      const busy = writer.write(chunk);
      if (busy === undefined && bytes - bytesAtPause < turnBytes / receiving) return undefined;
      bytesAtPause = bytes;
      body.pause();
      if (busy === undefined) setImmediate(resume);
      else busy.then(resume, fail);
    };
    const resume = (): void => {
      if (!isOver) body.resume();
    };

    // Never removed: an error event without a listener would end the process.
    body.on('error', cutOff);
    if (signal?.aborted === true) return preempted();
    if (body.destroyed && !body.readableEnded) return cutOff();
    signal?.addEventListener('abort', preempted);
    body.on('end', complete);
    body.on('close', cutOff);
    body.on(bodyBroken, cutOff);
    body.on('data', take);
    body.resume();
  });
}

/** Bodies up to this size are held in memory until they are complete: as much as a connection's buffers hold anyway … */
export const heldBytes = 64 * 1024;
/** … and in at most so many pieces, because a piece of one byte, as a slow sender's may be, takes 300 bytes of memory. */
const heldPieces = 256;

/** Like `receive`, with the bytes received, which the caller stores. */
export async function hold(
  body: Readable,
  options: ReceiveOptions,
): Promise<Received & { readonly pieces: readonly Buffer[] }> {
  const pieces: Buffer[] = [];
  const write = (chunk: Buffer): void => {
    pieces.push(chunk);
    if (pieces.length === heldPieces) pieces.splice(0, heldPieces, Buffer.concat(pieces));
  };
  return { ...(await receive(body, { write }, options)), pieces };
}
