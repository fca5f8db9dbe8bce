import type { IncomingMessage, ServerResponse } from 'node:http';
import { DamagedBlobError, openFileBlob, type BlobReader, type BlobStore } from '../../platform/blobs/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { isCopiedByThumbnail, type SignedUrl } from '../files/index.ts';
import { contentDisposition, matchesEtag, sandbox } from './content-headers.ts';
import { sendBlob } from './send-blob.ts';
import { requireTarget, type TargetDeps } from './download-target.ts';

export interface ThumbnailDeps extends TargetDeps {
  readonly blobs: BlobStore;
}

/** A thumbnail stays visible this long after its share was revoked. */
const maxAgeSeconds = 300;

/** Answers GET and HEAD of a thumbnail's URL. Never counted as a download. */
export async function serveThumbnail(
  deps: ThumbnailDeps,
  signed: SignedUrl | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { file, share } = await requireTarget(deps, signed, ['thumbnail']);
  const isHidden = share !== undefined && share.maxDownloads !== null && isCopiedByThumbnail(file.sizeBytes);
  if (file.thumbnailKey === null || isHidden) throw new DomainError('file_not_found', 'This file has no preview.');
  const etag = `"${file.thumbnailKey.slice(-etagCharacters)}"`;
  // Written with the status, so that no error is cached like an image.
  const headers = {
    'content-type': 'image/webp',
    'content-disposition': contentDisposition('inline', `${file.name}.webp`),
    'content-security-policy': sandbox,
    etag,
    'cache-control': `private, max-age=${maxAgeSeconds}`,
  };
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const thumbnail = { id: file.id, blobKey: file.thumbnailKey };
  const blob = await openFileBlob(deps.blobs, thumbnail, { start: 0 });
  try {
    if (await isCut(blob)) throw new DamagedBlobError(`a thumbnail ends after ${blob.bytes} bytes`, thumbnail);
    const head = { ...headers, 'content-length': blob.bytes };
    if (request.method === 'HEAD') response.writeHead(200, head).end();
    else await sendBlob(response, blob, { start: 0, end: blob.bytes - 1 }, () => response.writeHead(200, head));
  } finally {
    await blob.close();
  }
}

const etagCharacters = 16;

/** No row holds a thumbnail's size; a WebP file states the bytes that follow its first 8. */
async function isCut(blob: BlobReader): Promise<boolean> {
  const head = Buffer.alloc(8);
  const got = await blob.read(head, 0);
  return got < head.length || blob.bytes < head.length + head.readUInt32LE(4);
}
