/**
 * Conditional requests and ranges of RFC 9110, for every endpoint that reads or writes the content of a file. Pure: callers pass
 * what the resource has now, and act on the answer.
 */
import { secondMs } from '@drive/base';
import { parseHttpDate } from './http-date.ts';

/** What identifies the representation that a resource has now. */
export interface Validators {
  /** With its quotes, and with `W/` if it is weak. undefined: it has none, as a folder. */
  readonly etag?: string | undefined;
  /** Time of the header Last-Modified, epoch milliseconds. undefined: it has none, and conditions by date are ignored. */
  readonly lastModified?: number | undefined;
  /**
   * When this server stored the content, if a client chose `lastModified`. Such a date proves no content: an older file may replace
   * a newer one, and two contents may have one date.
   */
  readonly storedAt?: number | undefined;
}

/** Node's request is one. */
export interface ConditionalRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** First and last position, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type Verdict = 'proceed' | 'not-modified' | 'failed';

export type ContentPlan =
  | { readonly status: 206; readonly range: ByteRange }
  | { readonly status: 200 | 304 | 412 | 416; readonly range?: undefined };

/**
 * Evaluates the preconditions in the order of RFC 9110, 13.2.2: If-Match, else If-Unmodified-Since; then If-None-Match, else
 * If-Modified-Since. `current` is undefined if the resource does not exist.
 *
 * Call it only for a request that would succeed: "A server MUST ignore all received preconditions if its response to the same
 * request without those conditions, prior to processing the request content, would have been a status code other than a 2xx
 * (Successful) or 412 (Precondition Failed)" (13.2.1).
 */
export function evaluatePreconditions(
  request: ConditionalRequest,
  current: Validators | undefined,
  now: number,
): Verdict {
  const isRead = request.method === 'GET' || request.method === 'HEAD';

  const match = valueOf(request, 'if-match');
  if (match !== undefined) {
    // "An origin server MUST NOT perform the requested method if a received If-Match condition evaluates to false" (13.1.1).
    if (!isListed(match, current, isSameStrongly)) return 'failed';
  } else {
    // "A recipient MUST ignore If-Unmodified-Since if the request contains an If-Match header field" (13.1.4).
    const isUnchanged = isUnchangedSince(valueOf(request, 'if-unmodified-since'), current, now);
    // "An origin server that evaluates an If-Unmodified-Since condition MUST NOT perform the requested method if the condition
    // evaluates to false" (13.1.4).
    if (isUnchanged === false) return 'failed';
  }

  const noneMatch = valueOf(request, 'if-none-match');
  if (noneMatch !== undefined) {
    // "An origin server MUST NOT perform the requested method if the condition evaluates to false; instead, the origin server MUST
    // respond with either a) the 304 (Not Modified) status code if the request method is GET or HEAD or b) the 412 (Precondition
    // Failed) status code for all other request methods" (13.1.2).
    if (isListed(noneMatch, current, isSameWeakly)) return isRead ? 'not-modified' : 'failed';
  } else if (isRead) {
    // "A recipient MUST ignore If-Modified-Since if the request contains an If-None-Match header field", and "if the request method
    // is neither GET nor HEAD" (13.1.3).
    const isUnchanged = isUnchangedSince(valueOf(request, 'if-modified-since'), current, now);
    if (isUnchanged === true) return 'not-modified';
  }
  return 'proceed';
}

/**
 * Plans the answer to a GET or HEAD of a representation of `bytes` bytes: preconditions first, then Range and If-Range. `bytes` is
 * undefined for one without ranges.
 */
export function planContent(
  request: ConditionalRequest,
  current: Validators,
  bytes: number | undefined,
  now: number,
): ContentPlan {
  const verdict = evaluatePreconditions(request, current, now);
  if (verdict === 'failed') return { status: 412 };
  if (verdict === 'not-modified') return { status: 304 };
  const range = bytes === undefined ? undefined : selectRange(request, current, bytes, now);
  if (range === 'unsatisfiable') return { status: 416 };
  return range === undefined ? { status: 200 } : { status: 206, range };
}

/** undefined: the complete representation. */
function selectRange(
  request: ConditionalRequest,
  current: Validators,
  bytes: number,
  now: number,
): ReturnType<typeof parseRange> {
  // "A server MUST ignore a Range header field received with a request method that is unrecognized or for which range handling is
  // not defined. For this specification, GET is the only method for which range handling is defined" (14.2).
  if (request.method !== 'GET') return undefined;
  const ifRange = valueOf(request, 'if-range');
  // "A recipient of an If-Range header field MUST ignore the Range header field if the If-Range condition evaluates to false" (13.1.5).
  return ifRange === undefined || isSameRepresentation(ifRange, current, now)
    ? parseRange(valueOf(request, 'range'), bytes)
    : undefined;
}

/**
 * Reads one byte range (RFC 9110, 14.1.2); numbers may have any length. undefined: all bytes, also for a header that is malformed
 * or names several ranges, which "a server MAY ignore" (14.2).
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, from, to = '', last] = match;
  if (last !== undefined) {
    const length = Math.min(Number(last), bytes);
    if (length > 0) return { start: bytes - length, end: bytes - 1 };
    // A suffix of an empty representation is satisfiable, but no Content-Range can describe it.
    return Number(last) > 0 ? undefined : 'unsatisfiable';
  }
  const start = Number(from);
  // "An int-range is invalid if the last-pos value is present and less than first-pos" (14.1.1); such a header is ignored.
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

function valueOf({ headers }: ConditionalRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whether `*` or a list of entity tags names the representation (13.1.1 and 13.1.2). */
function isListed(header: string, current: Validators | undefined, isSame: (a: string, b: string) => boolean): boolean {
  if (header.trim() === '*') return current !== undefined;
  const etag = current?.etag;
  return etag !== undefined && (header.match(entityTag) ?? []).some((each) => isSame(each, etag));
}

/** RFC 9110, 8.8.3. A tag may contain a comma. */
const entityTag = /(?:W\/)?"[!#-~\u0080-\u00ff]*"/g;

/** The strong tags of a list, without their quotes. */
export const strongTagsOf = (header: string): string[] =>
  (header.match(entityTag) ?? []).flatMap((tag) => (tag.startsWith('W/') ? [] : [tag.slice(1, -1)]));

/** "Two entity tags are equivalent if both are not weak and their opaque-tags match character-by-character" (8.8.3.2). */
const isSameStrongly = (a: string, b: string): boolean => a === b && !a.startsWith('W/');

/** "Two entity tags are equivalent if their opaque-tags match character-by-character, regardless of either or both being tagged as weak" (8.8.3.2). */
const isSameWeakly = (a: string, b: string): boolean => a.replace(/^W\//, '') === b.replace(/^W\//, '');

/**
 * Whether the content is the one that the resource had at the time of the header: the client names the very date of this content,
 * or a time at which this server had it already. undefined if the header is absent, is "not a valid HTTP-date", or "the
 * resource does not have a modification date available" (13.1.3 and 13.1.4): the condition MUST be ignored.
 */
function isUnchangedSince(
  header: string | undefined,
  current: Validators | undefined,
  now: number,
): boolean | undefined {
  const since = header === undefined ? undefined : parseHttpDate(header, now);
  const lastModified = current?.lastModified;
  if (since === undefined || lastModified === undefined) return undefined;
  const date = wholeSeconds(lastModified);
  return since === date || since >= Math.max(date, wholeSeconds(current?.storedAt ?? lastModified));
}

/** The condition If-Range (13.1.5), which needs a strong validator: it lets a client join bytes of two answers. */
function isSameRepresentation(header: string, { etag, lastModified, storedAt }: Validators, now: number): boolean {
  // "A valid entity-tag can be distinguished from a valid HTTP-date by examining the first three characters for a DQUOTE" (13.1.5).
  if (header.slice(0, 3).includes('"')) return etag !== undefined && isSameStrongly(header.trim(), etag);
  // "If the HTTP-date validator provided is not a strong validator in the sense defined by Section 8.8.2.2, the condition is false"
  // (13.1.5): the server does not reliably know that a date that a client chose belongs to one content only.
  if (lastModified === undefined || storedAt !== undefined) return false;
  // "If the HTTP-date validator provided exactly matches the Last-Modified field value …, the condition is true" (13.1.5).
  return parseHttpDate(header, now) === wholeSeconds(lastModified);
}

/** HTTP dates have no fractions. */
const wholeSeconds = (time: number): number => Math.floor(time / secondMs) * secondMs;
