import { describeCode, type OutboundError } from '@drive/guarded-fetch';

/** Begins the error of a failure that might reveal whether a port is open. */
const unconnected = 'could not connect';
/** The beginning over plain http, where no receiver proves that it is one. */
const unanswered = 'no answer';

/** The text by which the failure of an attempt is stored. */
export const attemptError = ({ stage, message }: OutboundError, url: string): string =>
  stage === 'connection' ? `${url.startsWith('http:') ? unanswered : unconnected}: ${message}` : message;

interface Attempt {
  readonly error: string | null;
  readonly durationMs: number;
}

const untrusted = /^the receiver's certificate is not trusted/;
const authorityAdvice = 'to trust its authority, name a file with its certificate in NODE_EXTRA_CA_CERTS';

/**
 * An attempt as its webhook's owner sees it. Only administrators learn why no connection came about, and after what time,
 * because others could use the server to look for open ports.
 */
export function shownAttempt({ error, durationMs }: Attempt, { isAdmin }: { readonly isAdmin: boolean }): Attempt {
  const text = error === null ? null : inWords(error);
  if (text === null) return { error, durationMs };
  if (isAdmin) return { error: untrusted.test(text) ? `${text}: ${authorityAdvice}` : text, durationMs };
  if (text.startsWith(`${unconnected}: `)) return { error: unconnected, durationMs: 0 };
  if (text.startsWith(`${unanswered}: `))
    return { error: `${unconnected}, or no valid answer came in time`, durationMs: 0 };
  return { error: text, durationMs };
}

/** Earlier versions stored the code of a library. */
function inWords(error: string): string {
  if (!/^[A-Z][A-Z\d_]+$/.test(error)) return error;
  const [stage, message] = describeCode(error);
  return stage === 'connection' ? `${unconnected}: ${message}` : message;
}
