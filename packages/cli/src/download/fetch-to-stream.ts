import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { rangeHeaders, startOf } from '../../../sdk/src/resources/download-bytes.ts';
import { httpFetch } from '../connection/http-fetch.ts';
import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Pace } from '../shell/pace.ts';
import type { World } from '../shell/world.ts';
import type { Source } from './download-source.ts';

/** Number of retries after attempts without progress. */
const RETRIES = 5;
const RETRY_MS = 500;

export interface FetchToStreamOptions {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly pace: Pace | undefined;
  readonly sleep: World['sleep'];
}

/** Writes the bytes to a stream as they arrive. The SHA-256 can only be checked at the end: then it throws. */
export async function fetchToStream(
  source: Source,
  stream: Writable,
  { progress, signal, pace, sleep }: FetchToStreamOptions,
): Promise<{ size: number; sha256: string }> {
  const transfer = progress.start(source.name, source.size);
  const hash = createHash('sha256');
  let written = 0;
  let etag: string | undefined;
  for (let failures = 0; written < source.size;) {
    const before = written;
    let reason: unknown;
    try {
      const opened = await openAt(source, written, etag, signal);
      const { answer } = opened;
      let { position } = opened;
      if (written === 0) etag = answer.headers.get('etag') ?? undefined;
      for await (const chunk of answer.body ?? []) {
        await pace?.(chunk.byteLength, signal);
        const rest = chunk.subarray(Math.max(0, written - position));
        position += chunk.byteLength;
        if (rest.byteLength === 0) continue;
        hash.update(rest);
        written += rest.byteLength;
        transfer.moved(written);
        if (!stream.write(rest)) await once(stream, 'drain', { signal });
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CliError) throw error;
      reason = error;
    }
    failures = written > before ? 0 : failures + 1;
    if (failures > RETRIES) {
      const detail = reason === undefined ? 'the server sends no bytes' : (reason as Error).message;
      throw new CliError('temporary', `the connection was lost: ${detail}`, { cause: reason });
    }
    if (failures > 0) await sleep(RETRY_MS * failures, signal);
    signal.throwIfAborted();
  }
  transfer.done();
  const sha256 = hash.digest('hex');
  if (source.sha256 !== null && sha256 !== source.sha256) {
    throw new CliError('failed', `${source.argument} was corrupted in transit: do not use the output`);
  }
  return { size: written, sha256 };
}

/** Requests the bytes from a position on. Throws if the file is another one than that with the tag. */
async function openAt(
  source: Source,
  start: number,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<{ answer: Response; position: number }> {
  const answer = await httpFetch(await source.getUrl(), { headers: rangeHeaders(start, etag), signal });
  const isAnswered = answer.status === 200 || (answer.status === 206 && start > 0);
  const position = isAnswered ? startOf(answer, start, etag) : undefined;
  if (position !== undefined) return { answer, position };
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`the server answered ${answer.status}`);
  if (isAnswered || answer.status === 416) {
    throw new CliError('conflict', `${source.argument} was replaced meanwhile: do not use the output`, {
      hint: 'run the command again',
    });
  }
  throw new CliError(
    answer.status === 404 || answer.status === 410 ? 'not_found' : 'failed',
    `${source.argument}: the server answered ${answer.status}`,
  );
}
