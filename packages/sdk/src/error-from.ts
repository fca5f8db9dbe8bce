import type { ErrorCode, ErrorEnvelope } from './api.gen.ts';
import {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  CursorExpiredError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from './error-classes.ts';
import { DriveError, isDriveError, type DriveErrorCode, type DriveErrorDetails } from './error.ts';
import { pageOrigin } from './platform.ts';
import { retryAfterOf } from './retry-after.ts';

export interface AnswerHead {
  readonly status: number;
  header(name: string): string | null | undefined;
}

/** Converts an error response. `body` is parsed JSON, and may be something else if a proxy responded. */
export function errorFromAnswer(head: AnswerHead, body: unknown, more: Advice = {}): DriveError {
  const known = detailsOf(head);
  if (!isEnvelope(body)) return new ApiError('unexpected_answer', describeStrangeAnswer(head), known);
  const {
    timestamp: _time,
    status: _status,
    error: _phrase,
    code,
    message: serverMessage,
    errors: issues = [],
    ...details
  } = body;
  const further = more[code] ?? advice[code];
  // The server's message is about headers, which callers of the SDK do not set.
  const message =
    code === 'authentication_required' && further ? further : [serverMessage, further].filter(Boolean).join(' ');
  // The server's message already contains the first issue.
  const others = issues.map(({ field, message }) => `${field} ${message}`);
  const left = others.filter((other) => !message.includes(other));
  const rest = left.length - mostFields;
  const fields = [...left.slice(0, mostFields), ...(rest > 0 ? [`and ${rest} more in issues`] : [])].join('; ');
  // A newer server may send a code that this version does not know.
  return apiError(code as DriveErrorCode, fields === '' ? message : `${message} (${fields})`, {
    ...known,
    issues,
    details,
  });
}

const mostFields = 5;

type Refusal = new (code: DriveErrorCode, message: string, details: DriveErrorDetails & { status: number }) => ApiError;

const classes: Readonly<Record<number, Refusal | undefined>> = {
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

/** A class of its own within those of its status. */
const byCode: Partial<Record<DriveErrorCode, Refusal>> = { cursor_expired: CursorExpiredError };

/** Creates an error of the class for its status. */
export function apiError(
  code: DriveErrorCode,
  message: string,
  details: DriveErrorDetails & { status: number },
): ApiError {
  const { status } = details;
  const Refusal =
    byCode[code] ?? classes[status] ?? (status >= 500 ? ServerError : status >= 400 ? BadRequestError : ApiError);
  return new Refusal(code, message, details);
}

/** The next step for the user, added to messages that only state the problem. */
export type Advice = Readonly<Record<string, string | undefined>>;

const advice: Advice = {
  share_locked: 'Unlock it with its password.',
  share_password_incorrect:
    'Ask the sender of the link for it. After too many attempts the link is locked for a while.',
  share_not_found: 'It may have been revoked.',
  share_expired: 'Ask whoever sent it for a new one.',
  share_limit_reached: 'Ask its owner to raise the limit.',
  no_active_share: 'Share it first.',
} satisfies Partial<Record<ErrorCode, string>>;

export function detailsOf(head: AnswerHead): {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
} {
  return {
    status: head.status,
    requestId: head.header('x-request-id') ?? undefined,
    retryAfter: retryAfterOf({ get: (name) => head.header(name) ?? null }),
  };
}

/** Redirects are not followed: they would turn a POST into a GET and send the key to another server. */
function describeStrangeAnswer(head: AnswerHead): string {
  const moved = head.status === 0 || (head.status >= 300 && head.status < 400);
  const to = head.header('location');
  if (moved) return `The server redirects${to ? ` to ${to}` : ''}. Set baseUrl to its actual URL.`;
  return `The server responded with ${head.status} without a reason. Is this the URL of a Drive server?`;
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'message' in body &&
    typeof body.code === 'string' &&
    typeof body.message === 'string'
  );
}

/** Converts an error thrown by a network call. */
export function errorFromThrown(thrown: unknown, url: string, signal: AbortSignal | undefined): DriveError {
  if (isDriveError(thrown)) return thrown;
  if (signal?.aborted === true) return new AbortError('aborted', 'Aborted by the caller.', { cause: thrown });
  if (thrown instanceof Error && thrown.name === 'TimeoutError') {
    return new ConnectionTimeoutError(
      'timeout',
      `${originOf(url)} took too long to respond. Try again, or increase the timeout.`,
      {
        cause: thrown,
      },
    );
  }
  const reason = reasonOf(thrown);
  // Thrown when reading a File or a file-backed Blob that has changed.
  const name = nameOf(innermost(thrown));
  if (name === 'NotReadableError' || name === 'NotFoundError')
    return new DriveError('source_changed', `The source of the upload changed or was removed: ${reason}`, {
      cause: thrown,
    });
  const isMixedUp =
    /wrong version number|packet length too long|record layer/i.test(reason) && url.startsWith('https:');
  if (isMixedUp) {
    const { host } = new URL(url);
    return new ConnectionError('network_error', `${host} does not speak https. Is it http://${host}?`, {
      cause: thrown,
    });
  }
  const message = brokenOff.test(`${codeOf(thrown)} ${reason}`)
    ? `The connection to ${originOf(url)} broke off: ${reason}. Try again.`
    : `${originOf(url)} could not be reached: ${reason}. Is the URL correct, and is the server running?${corsHint(url)}`;
  return new ConnectionError('network_error', message, { cause: thrown });
}

/** Browsers do not report to pages whether a server is down or refuses the page. */
function corsHint(url: string): string {
  const page = pageOrigin();
  if (page === undefined || page === originOf(url) || isOpenToPages.test(url)) return '';
  return ` Does its setting DRIVE_CORS_ORIGINS contain ${page}, the origin of this page?`;
}

/** Pages of every origin may send bytes to the URL of an upload, and reserve one with a grant. */
const isOpenToPages = /\/files\/(?:uploads|tus)\/[^/]+$|\/api\/public\/grants\/uploads$/;

/** Whether the connection was established and then lost. */
const brokenOff =
  /ECONNRESET|EPIPE|UND_ERR_SOCKET|socket hang up|terminated|aborted|broke|nothing has moved|other side/;

/** Without path and query, because those of a signed URL are secret. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** The innermost cause, which fetch wraps as "fetch failed". */
function innermost(thrown: unknown): unknown {
  let reason = thrown;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  return reason;
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : '');

const codeOf = (thrown: unknown): string => {
  const reason = innermost(thrown);
  return reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : '';
};

export function reasonOf(thrown: unknown): string {
  const reason = innermost(thrown);
  if (!(reason instanceof Error)) return String(reason);
  return reason.message === '' ? codeOf(reason) : reason.message;
}

/** Parses JSON; `undefined` if the text is something else, such as a proxy's page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
