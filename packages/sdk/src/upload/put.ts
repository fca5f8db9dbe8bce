import type { UploadReservation, UploadStatus } from '../api.gen.ts';
import { errorFromAnswer, errorFromThrown } from '../error-from.ts';
import { withRetries } from '../retry.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource, SendableBytes, SendOptions } from './byte-source.ts';
import { sendDirectly } from './direct.ts';
import { Stalled } from './stall.ts';
import { askOffset, sendByTus, type ByteTransport } from './tus.ts';

export interface PutOptions extends SendOptions {
  readonly maxRetries?: number | undefined;
  /** Lower-case hex. The server refuses other bytes. */
  readonly sha256?: string | undefined;
  /**
   * Called if an earlier attempt succeeded but its response was lost. Default: queries the status with the caller's
   * credential.
   */
  readonly getStatus?: () => Promise<UploadStatus>;
}

/**
 * Sends all bytes to the URL of a reserved upload: to its `directUrl` if it has one. The session stays open after a failed attempt, so it is repeated.
 */
export async function sendByPut(
  transport: Transport,
  source: ByteSource,
  session: Pick<UploadReservation, 'sessionId' | 'uploadUrl' | 'directUrl'>,
  options: PutOptions,
): Promise<UploadStatus> {
  const { sessionId } = session;
  // The storage does not compare the SHA-256.
  const sent =
    options.sha256 === undefined
      ? await sendDirectly(transport, source, session, { maxRetries: undefined, ...options })
      : undefined;
  if (sent !== undefined) return sent;
  const getStatus = (): Promise<UploadStatus> =>
    transport.call('getUploadStatus', { params: { sessionId } }, { signal: options.signal });
  return await putBytes(transport, source, session, { getStatus, ...options });
}

export async function putBytes(
  transport: ByteTransport,
  source: SendableBytes,
  session: Pick<UploadReservation, 'uploadUrl'>,
  {
    maxRetries = transport.settings.maxRetries,
    sha256,
    getStatus,
    ...sending
  }: PutOptions & Required<Pick<PutOptions, 'getStatus'>>,
): Promise<UploadStatus> {
  const { signal } = sending;
  const { network } = transport.settings;
  let hasStalled = false;
  const headers: Record<string, string> = sha256 === undefined ? {} : { 'repr-digest': reprDigest(sha256) };

  async function send(attempt: number): Promise<UploadStatus> {
    // A proxy that sends each upload to one server learns only by a short request that this server hangs.
    if (hasStalled)
      await askOffset(network, session.uploadUrl.replace('/files/uploads/', '/files/tus/'), sending).catch(() => {});
    const request = { method: 'PUT', url: session.uploadUrl, headers, start: 0, end: source.size } as const;
    const answer = await source.send(request, sending).catch((thrown: unknown) => {
      hasStalled = thrown instanceof Stalled;
      throw errorFromThrown(thrown, session.uploadUrl, signal);
    });
    if (answer.status === 200) {
      sending.onSent(source.size);
      return answer.body as UploadStatus;
    }
    const error = errorFromAnswer(answer, answer.body);
    if (error.code === 'upload_already_complete' && attempt > 1) return await getStatus();
    throw error;
  }

  return await withRetries(send, {
    maxRetries,
    signal,
    // The server may not have noticed yet that our earlier connection is gone, or one that was killed still holds its lease.
    isHeld: (error, attempt) => attempt > 1 && error.code === 'upload_in_progress',
    onRetry: network.retried('PUT', session.uploadUrl),
  });
}

/**
 * Sends a reserved upload of a visitor, who cannot query its status: with tus if `resumable`, or else with one PUT.
 */
export async function sendReserved(
  transport: ByteTransport,
  source: SendableBytes,
  session: Pick<UploadReservation, 'sessionId' | 'uploadUrl'>,
  { resumable, maxRetries, ...sending }: SendOptions & Pick<PutOptions, 'maxRetries'> & { readonly resumable: boolean },
): Promise<void> {
  const { sessionId } = session;
  const getStatus = async () => ({ sessionId, fileId: null, status: 'COMPLETE' as const, fileName: null });
  if (resumable)
    await sendByTus(transport, `${transport.settings.baseUrl}/files/tus/${sessionId}`, source, sending, maxRetries);
  else await putBytes(transport, source, session, { ...sending, maxRetries, getStatus });
}

/** RFC 9530. */
export function reprDigest(sha256: string): string {
  const bytes = (sha256.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha-256=:${btoa(String.fromCharCode(...bytes))}:`;
}

/** Timeout of a cancellation. Without it the server cancels the upload after a day. */
const cancelTimeoutMs = 3000;

/** Cancels a reservation. Ignores failures, because the caller throws the original error. */
export async function cancelUpload(
  { settings }: ByteTransport,
  { uploadUrl }: Pick<UploadReservation, 'uploadUrl'>,
): Promise<void> {
  await settings.network
    .fetch(uploadUrl, { method: 'DELETE', signal: AbortSignal.timeout(cancelTimeoutMs) })
    .catch(() => {});
}
