import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { OpenShare, Shares } from '../shares/index.ts';
import { readAddress, type Address } from './address.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition, inlineType, matchesEtag, sandbox } from './response-headers.ts';
import { sendBlob } from './send-blob.ts';

export interface ServeDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly files: Files;
  readonly shares: Shares;
  readonly count: (address: Address, file: FileRow, share: OpenShare | undefined) => Promise<void>;
}

/** Answers GET and HEAD on a signed address. */
export async function serveDownload(
  deps: ServeDeps,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { address, file, share } = await requireTarget(deps, token);
  const etag = `"${file.sha256 ?? ''}"`;
  setHeaders(deps.files, response, address, file, etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const range = rangeOf(request, etag, file.sizeBytes);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${file.sizeBytes}`);
    throw new DomainError(
      'range_not_satisfiable',
      `The file has ${file.sizeBytes} bytes; there are none where the request asks.`,
    );
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  const head = {
    'content-length': end - start + 1,
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${file.sizeBytes}` }),
  };
  const status = range === undefined ? 200 : 206;
  if (request.method === 'HEAD') {
    response.writeHead(status, head).end();
    return;
  }
  const blob = file.blobKey === null ? undefined : await deps.blobs.open(file.blobKey);
  if (blob === undefined) throw new DomainError('storage_failure', 'The bytes of this file cannot be read now.');
  let complete: boolean;
  try {
    complete = await sendBlob(response, blob, { start, end }, () => response.writeHead(status, head));
  } finally {
    await blob.close();
  }
  // What is looked at in a page is no download; of one that came in pieces the last one counts.
  if (complete && end === file.sizeBytes - 1 && !address.inline) await deps.count(address, file, share);
}

interface Target {
  readonly address: Address;
  readonly file: FileRow;
  readonly share: OpenShare | undefined;
}

/** The rows decide, not the address alone: trash, purge and revocation end it at once. */
async function requireTarget({ database, clock, secrets, files, shares }: ServeDeps, token: string): Promise<Target> {
  const address = readAddress(secrets, token);
  if (address === undefined)
    throw new DomainError('access_denied', 'This address was not made by this server, or has been changed.');
  if (address.expiresAt <= clock.now())
    throw new DomainError('access_denied', 'This address has run out. Ask for a new one where it came from.');
  if (address.shareRowId === null) {
    const file = await files.findFile(database.reader, address.fileId);
    requireBytes(file);
    return { address, file, share: undefined };
  }
  const share = await shares.findOpenShare(database.reader, { rowId: address.shareRowId });
  const file = share && (await shares.findSharedFile(database.reader, share, address.fileId));
  if (share === undefined || file === undefined)
    throw new DomainError('access_denied', 'The link that this address came from is no longer open.');
  return { address, file, share };
}

/** `file_purged` or `file_not_found` where there is nothing to send. */
export function requireBytes(file: FileRow | undefined): asserts file is FileRow {
  if (file?.state === 'purged' || file?.state === 'purging')
    throw new DomainError('file_purged', 'This file was deleted for good.');
  if (file === undefined || file.state !== 'alive' || file.isFolder)
    throw new DomainError('file_not_found', 'There is no such file.');
}

function setHeaders(files: Files, response: ServerResponse, address: Address, file: FileRow, etag: string): void {
  const mimeType = file.mimeType ?? 'application/octet-stream';
  response.setHeader('content-type', address.inline ? inlineType(mimeType, files.toItem(file).contentKind) : mimeType);
  response.setHeader('content-disposition', contentDisposition(address.inline ? 'inline' : 'attachment', file.name));
  response.setHeader('content-security-policy', sandbox);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', etag);
  response.setHeader('last-modified', new Date(file.createdAt).toUTCString());
  // Kept by the one who fetched it, and asked about again, so that a revoked address is one at once.
  response.setHeader('cache-control', 'private, no-cache');
}

function rangeOf(request: IncomingMessage, etag: string, bytes: number): ReturnType<typeof parseRange> {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  return parseRange(request.headers.range, bytes);
}
