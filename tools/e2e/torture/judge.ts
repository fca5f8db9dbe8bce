import type { TortureRequest } from './request.ts';
import type { Outcome, RawAnswer } from './torture-connection.ts';

/** Error codes of documented 5xx responses. */
const DOCUMENTED_5XX: Readonly<Record<number, string>> = { 502: 'storage_failure', 503: 'unavailable' };
/** Statuses of WebDAV: a Destination elsewhere, and no room. */
const DAV_5XX: ReadonlySet<number> = new Set([502, 507]);
const MOST_ERROR_BYTES = 16 * 1024;
const MOST_ISSUES = 20;
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** The violations of an outcome, in a few words each. */
export function judge(request: TortureRequest, { answer, timedOut }: Outcome): string[] {
  const { isComplete, isWellFormed } = request;
  if (answer === undefined) {
    if (timedOut && isComplete) return ['no answer in time'];
    return isWellFormed && isComplete ? ['connection ended without an answer'] : [];
  }
  const { status, headers, bodyBytes } = answer;
  const broken: string[] = [];
  if (status === 0) broken.push('an answer that is not HTTP/1.1');
  const isDav = request.path.startsWith('/dav');
  const isApi = /^\/api(\/|\?|$)/.test(request.path);
  const envelope = envelopeOf(answer);
  const isOfDav = isDav && (DAV_5XX.has(status) || isPage(answer));
  if (
    status >= 500 &&
    !isOfDav &&
    envelope?.code !== DOCUMENTED_5XX[status] &&
    !(isPage(answer) && status in DOCUMENTED_5XX)
  )
    broken.push(`status ${status}`);
  if (isApi) {
    const missing = RATE_HEADERS.filter((name) => !headers.has(name));
    if (missing.length > 0 && (isWellFormed || status === 431)) broken.push(`status ${status} without ${missing[0]}`);
  }
  if (status >= 400 && isApi && request.method !== 'HEAD' && isWellFormed && !isPage(answer)) {
    if (envelope === undefined) broken.push(`status ${status} without the error envelope`);
    else if (envelope.status !== status)
      broken.push(`the envelope says ${String(envelope.status)}, the answer ${status}`);
    else if (envelope.code === 'validation_failed' && (envelope.errors?.length ?? 0) === 0 && status !== 400)
      broken.push('validation_failed without 400');
  }
  if (status >= 400 && !isPage(answer) && bodyBytes > MOST_ERROR_BYTES)
    broken.push(`an error body of ${bodyBytes} bytes`);
  if (isDav && status === 207 && !isWholeXml(answer)) broken.push('a multi-status that is not complete');
  if ((envelope?.errors?.length ?? 0) > MOST_ISSUES) broken.push(`${envelope?.errors?.length} errors in one answer`);
  return broken;
}

interface Envelope {
  readonly status?: unknown;
  readonly code?: string;
  readonly errors?: readonly unknown[];
}

function envelopeOf({ status, headers, body }: RawAnswer): Envelope | undefined {
  if (status < 400 || headers.get('content-type') !== 'application/json') return undefined;
  try {
    const envelope = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const isWhole = ['timestamp', 'error', 'code', 'message'].every((name) => typeof envelope[name] === 'string');
    return isWhole ? envelope : undefined;
  } catch {
    return undefined;
  }
}

/** Only the first bytes of a long answer are kept, and a compressed one is not read. */
const isWholeXml = ({ headers, body, bodyBytes }: RawAnswer): boolean =>
  bodyBytes > body.length || headers.has('content-encoding') || body.toString('utf8').endsWith('</D:multistatus>');

/** Error pages are HTML, which may be longer than an envelope. */
const isPage = ({ headers }: RawAnswer): boolean => headers.get('content-type')?.startsWith('text/html') === true;
