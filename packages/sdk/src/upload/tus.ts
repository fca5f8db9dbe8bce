import type { DetailedError } from 'tus-js-client';
import type { ErrorCode } from '../api.gen.ts';
import { apiError, detailsOf, errorFromAnswer, errorFromThrown, type AnswerHead } from '../error-from.ts';
import type { DriveError } from '../error.ts';
import { isPassing, persist } from '../retry.ts';
import type { ByteSource, Piece, SendOptions } from './byte-source.ts';
import { parseJson } from './parse-json.ts';
import { stallMs as defaultStallMs, stalled, watchForStall } from './stall.ts';

/** Without a byte gained in between: about a minute, in which a server can start again. */
const defaultMaxRetries = 8;

/** Another connection of ours that the server doesn't know to be dead, or that brought more than we heard of. */
const passingCodes: ReadonlySet<string> = new Set(['upload_in_progress', 'upload_offset_mismatch']);

/**
 * Sends what the server does not have yet. The session was reserved before, so there is only its own address and never an
 * endpoint to create at: given one, tus-js-client would start a second upload whenever a look at the first one fails.
 */
export async function sendByTus(
  url: string,
  source: ByteSource,
  sending: SendOptions,
  maxRetries = defaultMaxRetries,
): Promise<void> {
  let confirmed = 0;
  const onConfirmed = (offset: number): void => void (confirmed = offset);
  await persist(() => sendOnce(url, source, sending, onConfirmed), {
    maxRetries,
    signal: sending.signal,
    isPassing: (error) => isPassing(error) || passingCodes.has(error.code) || error.status === 423,
    // Not what was sent: that may have got no further than a buffer on the way.
    progress: () => confirmed,
  });
}

/**
 * One look at how far the server is, and all pieces from there. tus-js-client's own retries are off: a connection that
 * is silent it waits for for ever, and a Retry-After it doesn't hear.
 */
async function sendOnce(
  url: string,
  source: ByteSource,
  { onSent, signal, stallMs = defaultStallMs }: SendOptions,
  onConfirmed: (offset: number) => void,
): Promise<void> {
  // Loaded when it is needed: most uploads are small.
  const { Upload } = await import('tus-js-client');
  await new Promise<void>((resolve, reject) => {
    let isOver = false;
    let piece: Piece | undefined;
    const end = (act: () => void): void => {
      if (isOver) return;
      isOver = true;
      watch.end();
      signal?.removeEventListener('abort', stop);
      piece?.close();
      act();
    };
    const fail = (error: unknown): void => {
      void upload.abort();
      end(() => reject(errorFromThrown(error, url, signal)));
    };
    const stop = (): void => fail(undefined);
    const watch = watchForStall(stallMs, () => fail(stalled(stallMs)));
    const upload = new Upload(new Blob(), {
      uploadUrl: url,
      uploadSize: source.size,
      chunkSize: source.pieceBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: async () => '',
      fileReader: {
        openFile: async () => ({
          size: source.size,
          slice: async (start: number, end_: number) => {
            piece?.close();
            const until = Math.min(end_, source.size);
            piece = await source.piece(start, until, fail);
            if (isOver) piece.close();
            // tus-js-client believes that there is nothing in what has no size.
            if (!('size' in piece.body)) Object.defineProperty(piece.body, 'size', { value: until - start });
            return { value: piece.body, done: until >= source.size };
          },
          close: () => {},
        }),
      },
      // A stop before the first request would otherwise be forgotten.
      onBeforeRequest: () => {
        if (isOver) throw new Error('stopped');
        watch.kick();
      },
      onAfterResponse: (_request, response) => {
        watch.kick();
        const offset = response.getHeader('Upload-Offset');
        if (offset !== undefined && offset !== null) onConfirmed(Number(offset));
      },
      onProgress: (sent) => {
        if (isOver) return;
        watch.kick();
        onSent(sent);
      },
      onSuccess: () => end(resolve),
      onError: (error) => end(() => reject(fromTus(error, url, signal))),
    });
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop);
    upload.start();
  });
}

function fromTus(error: Error | DetailedError, url: string, signal: AbortSignal | undefined): DriveError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (response !== null && status !== 0) {
    const head = { status, header: (name: string) => response.getHeader(name) };
    const body = parseJson(response.getBody());
    return (body === undefined ? errorFromHead(head) : undefined) ?? errorFromAnswer(head, body);
  }
  const cause: unknown = 'causingError' in error ? error.causingError : undefined;
  return errorFromThrown(cause instanceof Error ? cause : new Error('the connection broke'), url, signal);
}

/** An answer to HEAD has no body that could say why. */
function errorFromHead(head: AnswerHead): DriveError | undefined {
  const known = headErrors[head.status];
  if (known === undefined) return undefined;
  return apiError(known.code, known.message, detailsOf(head));
}

const headErrors: Readonly<Record<number, { readonly code: ErrorCode; readonly message: string }>> = {
  404: { code: 'upload_session_not_found', message: 'The server does not know this upload. Begin it again.' },
  409: { code: 'upload_in_progress', message: 'Somebody else is sending this upload at the moment.' },
  410: { code: 'upload_session_expired', message: 'This upload has run out or was cancelled. Begin it again.' },
  503: { code: 'unavailable', message: 'The server is in trouble at the moment. Try again later.' },
};
