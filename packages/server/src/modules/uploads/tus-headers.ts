import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Id } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';

export const tusVersion = '1.0.0';
export const tusExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum'];
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;

const badHeader = (name: string, what: string): DomainError =>
  new DomainError('bad_request', `${name} must be ${what}.`);

/**
 * The pairs of `Upload-Metadata`, values decoded. Throws `bad_request` if the header is not what tus defines: pairs
 * separated by commas, each a unique, non-empty ASCII key and, after one space, an optional base64 value.
 */
function parseMetadata(header: string): ReadonlyMap<string, Buffer> {
  const metadata = new Map<string, Buffer>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    const bytes = decodeBase64(value);
    if (!/^[!-~]+$/.test(key) || rest.length > 0 || bytes === undefined)
      throw badHeader('Upload-Metadata', 'pairs of a key and a base64 value, separated by commas');
    if (metadata.has(key)) throw badHeader('Upload-Metadata', 'pairs with different keys');
    metadata.set(key, bytes);
  }
  return metadata;
}

/** undefined if the text is not base64 exactly as an encoder writes it, with its padding. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** The session's id from `Upload-Metadata`. */
export function requireSessionId(request: IncomingMessage): string {
  const metadata = parseMetadata(String(request.headers['upload-metadata'] ?? ''));
  const id = Id.safeParse(metadata.get('sessionId')?.toString('utf8'));
  if (!id.success) throw badHeader('Upload-Metadata', 'with sessionId, the base64 of the id that was reserved');
  return id.data;
}

export const toSessionMetadata = (sessionId: string): string =>
  `sessionId ${Buffer.from(sessionId).toString('base64')}`;

/** Checksum of the bytes of a request. */
export interface Checksum {
  update(chunk: Buffer): void;
  matches(): boolean;
}

export function findChecksum(request: IncomingMessage): Checksum | undefined {
  const header = request.headers['upload-checksum'];
  if (header === undefined) return undefined;
  const [algorithm = '', value = '', ...rest] = String(header).trim().split(' ');
  const known = checksumAlgorithms.find((each) => each === algorithm.toLowerCase());
  if (known === undefined || rest.length > 0 || value === '' || decodeBase64(value) === undefined)
    throw badHeader('Upload-Checksum', `one of ${checksumAlgorithms.join(', ')} and a base64 value`);
  const hash: Hash = createHash(known);
  return { update: (chunk) => void hash.update(chunk), matches: () => hash.digest('base64') === value };
}

/** The method, or `X-HTTP-Method-Override` of a POST, for clients that have only GET and POST. */
export function methodOf(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override'];
  const method = request.method ?? 'GET';
  return method === 'POST' && typeof override === 'string' ? override.trim().toUpperCase() : method;
}
