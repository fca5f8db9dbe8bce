/**
 * Size, digests, type and times that a request declares for its bytes. Every endpoint that receives bytes reads it here, so that a header
 * means the same at all of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError } from '@drive/access';
import { secondMs } from '@drive/base';
import { ContentType } from '@drive/contract';
import { contentTypeOf as typeOfName } from '@drive/contract/content-types';
import { findHeader } from '@drive/http-api';
import { readDigests, type DeclaredDigest } from './body-digests.ts';

export interface DeclaredBody {
  /** undefined: a chunked body of unknown size. */
  readonly sizeBytes: number | undefined;
  readonly digests: readonly DeclaredDigest[];
  /** Whether the sums that clients of ownCloud compare are stored with the file. Default: no. */
  readonly keepsChecksums?: boolean;
  /** Of the page that sends it; undefined: a program does. */
  readonly origin?: string | undefined;
  readonly stream: Readable;
}

/** Throws `bad_request` for a part of a file or a malformed digest, `unsupported_media_type` for a coded body. */
export function readBody(request: IncomingMessage): DeclaredBody {
  requireWholeBytes(request);
  // Only clients of ownCloud send one.
  const keepsChecksums = request.headers['oc-checksum'] !== undefined;
  const { origin } = request.headers;
  return { sizeBytes: sizeOf(request), digests: readDigests(request), keepsChecksums, origin, stream: request };
}

/** Throws unless the body is a complete representation in no coding. */
export function requireWholeBytes({ headers }: IncomingMessage): void {
  // RFC 9110, 14.5: "An origin server SHOULD respond with a 400 (Bad Request) status code if it receives Content-Range on a PUT for
  // a target resource that does not support partial PUT requests." Ignoring it would store a part as the complete file.
  if (headers['content-range'] !== undefined)
    throw new DomainError(
      'bad_request',
      'A part of a file cannot be written. Send the complete file without Content-Range.',
    );
  // RFC 9110, 8.4: "An origin server MAY respond with a status code of 415 (Unsupported Media Type) if a representation in the request
  // message has a content coding that is not acceptable." The coding is not stored, so readers would get other bytes.
  const codings = headers['content-encoding']?.split(',').map((each) => each.trim().toLowerCase());
  const coding = codings?.find((each) => each !== '' && each !== 'identity');
  if (coding !== undefined)
    throw new DomainError(
      'unsupported_media_type',
      `The bytes are stored as they are sent, so Content-Encoding: ${coding} is not accepted. Send the file without it.`,
    );
}

/** The Content-Length, checked by Node's parser; undefined without one. */
export function contentLengthOf({ headers }: IncomingMessage): number | undefined {
  const header = headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/** A request with neither header has no body (RFC 9112, 6.3). The macOS Finder sends chunks and states their total in a header. */
function sizeOf(request: IncomingMessage): number | undefined {
  if (request.headers['transfer-encoding'] === undefined) return contentLengthOf(request) ?? 0;
  const expected = findHeader(request, 'x-expected-entity-length')?.trim() ?? '';
  return /^[1-9]\d{0,15}$/.test(expected) ? Number(expected) : undefined;
}

/** The type that curl sends with `--data-binary` does not describe the file. */
const isOfForm = /^application\/x-www-form-urlencoded *(;|$)/i;

/** The Content-Type, or else the type that the name suggests. */
export function contentTypeOf({ headers }: IncomingMessage, fileName: string): string {
  const header = ContentType.safeParse(headers['content-type']);
  return header.success && !isOfForm.test(header.data) ? header.data : typeOfName(fileName);
}

/** The years 1 to 9999, as in every time of the API. */
const times = { min: Date.parse('0001-01-01T00:00:00.000Z'), max: Date.parse('9999-12-31T23:59:59.999Z') };

/**
 * The time of `X-OC-Mtime`, epoch milliseconds: clients of ownCloud, and rclone as one of them, give seconds, also before 1970. null
 * without a time. The response confirms to the client that its time is stored.
 */
export function readModifiedAt(request: IncomingMessage, response: ServerResponse): number | null {
  const text = findHeader(request, 'x-oc-mtime')?.trim() ?? '';
  const time = /^-?\d{1,12}(\.\d{1,9})?$/.test(text) ? Math.round(Number(text) * secondMs) : Number.NaN;
  if (!(time >= times.min && time <= times.max)) return null;
  response.setHeader('x-oc-mtime', 'accepted');
  return time;
}
