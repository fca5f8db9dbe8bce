import type { UploadReservation, UploadStatus } from '../api.gen.ts';
import { errorFromAnswer, errorFromThrown } from '../error-from.ts';
import { DriveError, isDriveError } from '../error.ts';
import { pause, withRetries } from '../retry.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource, SendOptions } from './byte-source.ts';

/** When clients whose network did not lead to the storage try again. Their uploads until then go to the server. */
const unreachableUntil = new WeakMap<object, number>();
const unreachableMs = 300_000;

/** A retry that fails costs as much as an upload through the server. */
const maxDirectRetries = 1;
/** Delays between queries while another request makes the bytes a file. The storage copies them, which may take long. */
const statusDelaysMs = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];
/** The source is at fault, not the storage. */
const sourceErrors: ReadonlySet<string> = new Set(['source_changed', 'local_file_error', 'aborted']);

/**
 * Sends all bytes to the object storage itself, and has the server make them a file. Resolves with `undefined`, so that the
 * caller sends them to the server, if the reservation has no `directUrl`, or the storage refuses or cannot be reached.
 */
export async function sendDirectly(
  transport: Transport,
  source: ByteSource,
  { sessionId, directUrl }: Pick<UploadReservation, 'sessionId' | 'directUrl'>,
  sending: SendOptions & { readonly maxRetries: number | undefined },
): Promise<UploadStatus | undefined> {
  const { settings } = transport;
  if (typeof directUrl !== 'string' || (unreachableUntil.get(settings.network) ?? 0) > Date.now()) return undefined;
  const { signal, maxRetries = settings.maxRetries } = sending;

  async function send(): Promise<void> {
    const request = { method: 'PUT', url: String(directUrl), headers: {}, start: 0, end: source.size } as const;
    const answer = await source.send(request, sending).catch((thrown: unknown) => {
      throw errorFromThrown(thrown, request.url, signal);
    });
    if (answer.status >= 300) throw errorFromAnswer(answer, answer.body);
    sending.onSent(source.size);
  }

  try {
    await withRetries(send, {
      maxRetries: Math.min(maxRetries, maxDirectRetries),
      signal,
      onRetry: settings.network.retried('PUT', directUrl),
    });
  } catch (error) {
    if (!isDriveError(error) || sourceErrors.has(error.code)) throw error;
    if (error.status === undefined) unreachableUntil.set(settings.network, Date.now() + unreachableMs);
    return undefined;
  }

  const getStatus = (): Promise<UploadStatus> =>
    transport.call('getUploadStatus', { params: { sessionId } }, { signal, maxRetries });
  let status = await getStatus();
  for (const delayMs of statusDelaysMs) {
    if (status.status === 'COMPLETE' || status.status === 'FAILED') break;
    await pause(delayMs, signal);
    status = await getStatus();
  }
  if (status.status === 'FAILED')
    throw new DriveError('upload_session_expired', 'This upload was cancelled or has expired. Reserve it again.', {
      status: 410,
    });
  return status.status === 'COMPLETE' ? status : undefined;
}
