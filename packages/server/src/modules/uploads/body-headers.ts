import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../platform/errors.ts';
import { findHeader } from '../../platform/http/index.ts';

/** The Content-Length, checked by Node's parser; undefined without one. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/** The bytes of a body that may be chunked: undefined if they are unknown, 0 without a body (RFC 9112, 6.3). */
export const bytesOfBody = (request: IncomingMessage): number | undefined =>
  request.headers['transfer-encoding'] === undefined ? (announcedBytes(request) ?? 0) : undefined;

/** The SHA-256 in a `Repr-Digest` (RFC 9530), as hex. Other algorithms are ignored. */
export function findReprDigest(request: IncomingMessage): string | undefined {
  const header = findHeader(request, 'repr-digest');
  for (const member of header?.split(',') ?? []) {
    const equals = member.indexOf('=');
    if (member.slice(0, Math.max(equals, 0)).trim().toLowerCase() !== 'sha-256') continue;
    const [, base64] = /^:([A-Za-z0-9+/]{43}=):$/.exec(member.slice(equals + 1).trim()) ?? [];
    if (base64 === undefined)
      throw new DomainError('bad_request', 'Repr-Digest must be sha-256=:<base64 of 32 bytes>:.');
    return Buffer.from(base64, 'base64').toString('hex');
  }
  return undefined;
}
