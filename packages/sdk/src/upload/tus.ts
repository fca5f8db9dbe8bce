import type { ErrorCode } from '../api.gen.ts';
import { apiError, detailsOf, errorFromAnswer, errorFromThrown, type AnswerHead } from '../error-from.ts';
import type { DriveError } from '../error.ts';
import type { Network } from '../network.ts';
import { defaultRetries, isTransient, withRetries } from '../retry.ts';
import { limitTime } from '../time-limit.ts';
import type { TransportSettings } from '../transport.ts';
import type { ByteAnswer, SendableBytes, SendOptions } from './byte-source.ts';
import { stallMs as defaultStallMs, Stalled, stalled } from './stall.ts';

/** The part of a transport that sends bytes to a URL. */
export interface ByteTransport {
  readonly settings: Pick<TransportSettings, 'baseUrl' | 'network' | 'maxRetries'>;
}

/** Errors while the server has not noticed that an earlier connection of ours is gone. */
const transientCodes: ReadonlySet<string> = new Set(['upload_in_progress', 'upload_offset_mismatch']);

/** First piece of a source without progress. Small, so that a slow connection does not count as stalled. */
const firstPieceBytes = 4 * 1024 * 1024;
const smallestPieceBytes = 256 * 1024;
/** Pieces that take less time are followed by larger ones. */
const briskMs = 1000;

const protocol = { 'tus-resumable': '1.0.0' };

/**
 * Sends the bytes of a reserved upload that the server does not have yet. Resolves with the ID of the file, `null` if the server does not
 * tell it.
 */
export async function sendByTus(
  transport: ByteTransport,
  url: string,
  source: SendableBytes,
  sending: SendOptions,
  maxRetries: number = defaultRetries.tusUploads,
): Promise<{ readonly fileId: string | null }> {
  const { signal } = sending;
  const { network } = transport.settings;
  let confirmed = 0;
  let fileId: string | null = null;
  let pieceBytes = source.tellsProgress ? source.pieceBytes : Math.min(firstPieceBytes, source.pieceBytes);

  async function sendPiece(start: number): Promise<number> {
    const end = Math.min(start + pieceBytes, source.size);
    const headers = { ...protocol, 'upload-offset': `${start}`, 'content-type': 'application/offset+octet-stream' };
    const beganAt = performance.now();
    const onSent = (bytes: number): void => sending.onSent(start + bytes);
    const answer = await source.send({ method: 'PATCH', url, headers, start, end }, { ...sending, onSent });
    const offset = readOffset(answer);
    if (offset <= start)
      throw apiError('unexpected_answer', 'The server accepted bytes but did not store them.', detailsOf(answer));
    if (!source.tellsProgress && performance.now() - beganAt < briskMs)
      pieceBytes = Math.min(pieceBytes * 2, source.pieceBytes);
    return offset;
  }

  function readOffset(answer: ByteAnswer): number {
    fileId = answer.header('x-file-id') ?? null;
    return offsetIn(answer);
  }

  /** Queries the offset and sends all pieces from there. */
  async function sendRest(): Promise<void> {
    try {
      signal?.throwIfAborted();
      let offset = readOffset(await askOffset(network, url, sending));
      for (;;) {
        confirmed = Math.max(confirmed, offset);
        sending.onSent(offset);
        if (offset >= source.size) return;
        offset = await sendPiece(offset);
      }
    } catch (thrown) {
      if (thrown instanceof Stalled) pieceBytes = Math.max(smallestPieceBytes, pieceBytes / 2);
      throw errorFromThrown(thrown, url, signal);
    }
  }

  await withRetries(sendRest, {
    maxRetries,
    signal,
    isTransient: (error) => isTransient(error) || transientCodes.has(error.code) || error.status === 423,
    isHeld: (error, attempt) => attempt > 1 && error.code === 'upload_in_progress',
    // Not the bytes sent, which may still be in a buffer on the way.
    progress: () => confirmed,
    onRetry: network.retried('PATCH', url),
  });
  return { fileId };
}

/** Asks how many bytes the server has. Resolves with any response. */
export async function askOffset(
  { fetch }: Network,
  url: string,
  { signal, stallMs = defaultStallMs }: SendOptions,
): Promise<ByteAnswer> {
  const limit = limitTime(stallMs, signal);
  try {
    const { status, headers } = await fetch(url, { method: 'HEAD', headers: protocol, signal: limit.signal });
    return { status, header: (name) => headers.get(name), body: undefined };
  } catch (thrown) {
    throw limit.isOver() ? stalled(stallMs) : thrown;
  } finally {
    limit.end();
  }
}

/** The offset in a response. */
function offsetIn(answer: ByteAnswer): number {
  const { status, body } = answer;
  if (status < 200 || status >= 300)
    throw (body === undefined ? errorFromHead(answer) : undefined) ?? errorFromAnswer(answer, body);
  const offset = Number(answer.header('upload-offset') ?? Number.NaN);
  if (Number.isSafeInteger(offset)) return offset;
  throw apiError(
    'unexpected_answer',
    'The response has no Upload-Offset. Does a proxy remove the header?',
    detailsOf(answer),
  );
}

/** Converts an error response to HEAD, which has no body. */
function errorFromHead(head: AnswerHead): DriveError | undefined {
  const known = headErrors[head.status];
  if (known === undefined) return undefined;
  return apiError(known.code, known.message, detailsOf(head));
}

const headErrors: Readonly<Record<number, { readonly code: ErrorCode; readonly message: string }>> = {
  404: { code: 'upload_session_not_found', message: 'The server does not know this upload. Start it again.' },
  409: { code: 'upload_in_progress', message: 'Another client is sending this upload at the moment.' },
  410: { code: 'upload_session_expired', message: 'This upload has expired or was cancelled. Start it again.' },
  503: { code: 'unavailable', message: 'The server is temporarily unavailable. Try again later.' },
};
