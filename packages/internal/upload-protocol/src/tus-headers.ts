import type { IncomingMessage } from 'node:http';
import { DomainError } from '@drive/access';
import { Id, NewGrantedUpload, NewUpload } from '@drive/contract';
import { contentTypeOf } from '@drive/contract/content-types';
import { parseOrThrow } from '@drive/http-api';
import { DigestCheck, readDigests } from './body-digests.ts';

export const tusVersion = '1.0.0';
export const tusExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum'];
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;

const badHeader = (name: string, what: string): DomainError =>
  new DomainError('bad_request', `${name} must be ${what}.`);

/**
 * The pairs of `Upload-Metadata`, values decoded. Throws `bad_request` if the header is malformed: pairs are separated
 * by commas, each a unique, non-empty ASCII key and, after one space, an optional base64 value.
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

const booleans = new Map<string | undefined, boolean>([
  ['true', true],
  ['false', false],
]);

/** The session of a creation: a reserved one, or one to be reserved with it. */
export type Creation =
  | { readonly kind: 'reserved'; readonly sessionId: string; readonly tusMetadata: string }
  | { readonly kind: 'to reserve'; readonly upload: NewUpload; readonly tusMetadata: string }
  | {
      readonly kind: 'granted';
      readonly token: string;
      readonly upload: NewGrantedUpload;
      /** Without the token, which is a secret. */
      readonly tusMetadata: string;
    };

/**
 * Reads `Upload-Metadata` and `Upload-Length`. Without `sessionId` the metadata describe the upload: `filename`, and optionally
 * `filetype`, `parentFolderId`, `driveId`, `onConflict`, `modifiedAt`, `ifMatch`, `ifAbsent`, and `metadata` and `tags` (JSON); other keys are ignored, because clients send some of their own. Some
 * clients send `name` and `type` instead. With `grant`, the token of a grant, it decides on folder, policy and tags.
 */
export function readCreation(request: IncomingMessage): Creation {
  // A part of a concatenation would become a file of its own.
  if (request.headers['upload-concat'] !== undefined)
    throw new DomainError('bad_request', 'Upload-Concat is not supported. Send the file as one upload, in pieces.');
  const tusMetadata = String(request.headers['upload-metadata'] ?? '');
  const metadata = parseMetadata(tusMetadata);
  const sessionId = metadata.get('sessionId');
  if (sessionId !== undefined) {
    const id = Id.safeParse(sessionId.toString('utf8'));
    if (!id.success) throw badHeader('Upload-Metadata', 'with sessionId, the base64 of the id that was reserved');
    return { kind: 'reserved', sessionId: id.data, tusMetadata };
  }
  const textOf = (key: string): string | undefined => {
    const text = metadata.get(key)?.toString('utf8');
    return text === '' ? undefined : text;
  };
  const jsonOf = (key: string): unknown => {
    const text = textOf(key);
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      throw badHeader('Upload-Metadata', `with ${key}, the base64 of JSON`);
    }
  };
  const fileName = textOf('filename') ?? textOf('name');
  if (fileName === undefined)
    throw badHeader('Upload-Metadata', 'with filename, or with sessionId of a reserved upload');
  const length = String(request.headers['upload-length'] ?? '');
  if (!/^\d{1,15}$/.test(length)) throw badHeader('Upload-Length', 'the size of the file in bytes');
  const file = {
    fileName,
    contentType: textOf('filetype') ?? textOf('type') ?? contentTypeOf(fileName),
    modifiedAt: textOf('modifiedAt'),
    ifMatch: textOf('ifMatch'),
    ifAbsent: booleans.get(textOf('ifAbsent')) ?? textOf('ifAbsent'),
    metadata: jsonOf('metadata'),
  };
  const token = textOf('grant');
  if (token !== undefined) {
    const granted = parseOrThrow(NewGrantedUpload, { ...file, sizeBytes: Number(length) });
    return { kind: 'granted', token, upload: granted, tusMetadata: withoutGrant(tusMetadata) };
  }
  const upload = parseOrThrow(NewUpload, {
    ...file,
    fileSizeBytes: Number(length),
    parentFolderId: textOf('parentFolderId'),
    driveId: textOf('driveId'),
    onConflict: textOf('onConflict'),
    tags: jsonOf('tags'),
  });
  return { kind: 'to reserve', upload, tusMetadata };
}

const withoutGrant = (tusMetadata: string): string =>
  tusMetadata
    .split(',')
    .filter((pair) => !/^\s*grant\b/.test(pair))
    .join(',');

export const toSessionMetadata = (sessionId: string): string =>
  `sessionId ${Buffer.from(sessionId).toString('base64')}`;

/** Compares the bytes of one request with its `Upload-Checksum` and the digests that it declares besides. */
export function readChecksum(request: IncomingMessage): DigestCheck {
  const digests = [...readDigests(request)];
  const header = request.headers['upload-checksum'];
  if (header !== undefined) {
    const [name = '', value = '', ...rest] = String(header).trim().split(' ');
    const algorithm = checksumAlgorithms.find((each) => each === name.toLowerCase());
    const bytes = decodeBase64(value);
    if (algorithm === undefined || rest.length > 0 || value === '' || bytes === undefined)
      throw badHeader('Upload-Checksum', `one of ${checksumAlgorithms.join(', ')} and a base64 value`);
    digests.push({ algorithm, hex: bytes.toString('hex') });
  }
  return new DigestCheck(digests, { hashesSha256: true });
}

/** The method, or `X-HTTP-Method-Override` of a POST, for clients that have only GET and POST. */
export function methodOf(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override'];
  const method = request.method ?? 'GET';
  return method === 'POST' && typeof override === 'string' ? override.trim().toUpperCase() : method;
}
