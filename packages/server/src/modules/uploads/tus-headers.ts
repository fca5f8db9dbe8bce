import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Id } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';

export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,expiration,termination,checksum';
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;

const badHeader = (name: string, what: string): DomainError =>
  new DomainError('bad_request', `${name} must be ${what}.`);

/** A count of bytes; undefined where the header is missing. */
export function findByteCount(request: IncomingMessage, name: 'upload-length' | 'upload-offset'): number | undefined {
  const header = request.headers[name];
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(count)) throw badHeader(name, 'a whole number of bytes');
  return count;
}

/** The session's id from `Upload-Metadata`: key and base64 value, pairs apart by commas. */
export function requireSessionId(request: IncomingMessage): string {
  const what = 'with sessionId, the base64 of the id that was reserved';
  const header = request.headers['upload-metadata'];
  for (const pair of String(header ?? '').split(',')) {
    const [key, value = ''] = pair.trim().split(' ');
    if (key !== 'sessionId') continue;
    const id = Id.safeParse(Buffer.from(value, 'base64').toString('utf8'));
    if (id.success) return id.data;
  }
  throw badHeader('Upload-Metadata', what);
}

export const metadataOf = (sessionId: string): string => `sessionId ${Buffer.from(sessionId).toString('base64')}`;

/** What a PATCH says its bytes come to. */
export interface Checksum {
  update(chunk: Buffer): void;
  matches(): boolean;
}

export function findChecksum(request: IncomingMessage): Checksum | undefined {
  const header = request.headers['upload-checksum'];
  if (header === undefined) return undefined;
  const [algorithm = '', value = ''] = String(header).trim().split(/\s+/);
  const known = checksumAlgorithms.find((each) => each === algorithm.toLowerCase());
  if (known === undefined)
    throw badHeader('Upload-Checksum', `one of ${checksumAlgorithms.join(', ')} and a base64 value`);
  const hash: Hash = createHash(known);
  return { update: (chunk) => void hash.update(chunk), matches: () => hash.digest('base64') === value };
}

/** What `X-HTTP-Method-Override` makes of the method, for clients that have only GET and POST. */
export function methodOf(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override'];
  const method = request.method ?? 'GET';
  return method === 'POST' && typeof override === 'string' ? override.trim().toUpperCase() : method;
}
