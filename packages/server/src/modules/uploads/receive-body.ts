import type { Readable } from 'node:stream';
import type { StagedWriter } from '../../platform/blobs/index.ts';
import { bodyBroken } from '../../platform/http/index.ts';

/** Result of a body. `cut off`: the client disconnected; `preempted`: another request takes over the session. */
export type Ending = 'complete' | 'cut off' | 'preempted' | 'too long';

export interface ReceiveOptions {
  /** More bytes end the body as `too long`. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
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
): Promise<{ readonly ending: Ending; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let isOver = false;

    const stop = (): boolean => {
      if (isOver) return false;
      isOver = true;
      body.off('data', take);
      body.off('end', complete);
      body.off('close', cutOff);
      body.off(bodyBroken, cutOff);
      signal.removeEventListener('abort', preempted);
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
      if (busy === undefined) return undefined;
      body.pause();
      busy.then(() => {
        if (!isOver) body.resume();
      }, fail);
    };

    // Never removed: an error event without a listener would end the process.
    body.on('error', cutOff);
    if (signal.aborted) return preempted();
    if (body.destroyed && !body.readableEnded) return cutOff();
    signal.addEventListener('abort', preempted);
    body.on('end', complete);
    body.on('close', cutOff);
    body.on(bodyBroken, cutOff);
    body.on('data', take);
    body.resume();
  });
}
