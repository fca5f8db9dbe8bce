import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Pace } from '../shell/pace.ts';
import type { Source } from './download-source.ts';

/** Number of retries after broken connections without progress in between. */
const RETRIES = 5;
const RETRY_MS = 500;

/** Writes the bytes to a stream as they arrive. The SHA-256 can only be checked at the end: then it throws. */
export async function fetchToStream(
  source: Source,
  stream: Writable,
  { progress, signal, pace }: { progress: Progress; signal: AbortSignal; pace: Pace | undefined },
): Promise<{ size: number; sha256: string }> {
  const transfer = progress.start(source.name, source.size);
  const hash = createHash('sha256');
  let written = 0;
  for (let failures = 0; written < source.size;) {
    const before = written;
    try {
      for await (const chunk of await openAt(source, written, signal)) {
        await pace?.(chunk.byteLength, signal);
        hash.update(chunk);
        written += chunk.byteLength;
        transfer.moved(written);
        if (!stream.write(chunk)) await once(stream, 'drain', { signal });
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CliError) throw error;
      failures = written > before ? 0 : failures + 1;
      if (failures > RETRIES)
        throw new CliError('temporary', `the connection was lost: ${(error as Error).message}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * failures));
    }
  }
  transfer.done();
  const sha256 = hash.digest('hex');
  if (source.sha256 !== null && sha256 !== source.sha256) {
    throw new CliError('failed', `${source.argument} was corrupted in transit: do not use the output`);
  }
  return { size: written, sha256 };
}

async function openAt(source: Source, start: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const headers: Record<string, string> = start === 0 ? {} : { range: `bytes=${start}-` };
  const answer = await fetch(await source.getUrl(), { headers, signal });
  if (answer.body !== null && answer.status === (start === 0 ? 200 : 206)) return answer.body;
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`the server answered ${answer.status}`);
  throw new CliError(
    answer.status === 404 || answer.status === 410 ? 'not_found' : 'failed',
    `${source.argument}: the server answered ${answer.status}`,
  );
}
