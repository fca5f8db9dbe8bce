import type { IncomingMessage, ServerResponse } from 'node:http';
import { DamagedBlobError, openFileBlob, type BlobReader, type BlobStore, type FileBlob } from '@drive/blobs';
import { BlobBody, contentDisposition, sandbox, sendContent } from '@drive/http-api';
import { DomainError } from '../../platform/errors.ts';
import { isCopiedByThumbnail, type SignedUrl } from '../files/index.ts';
import { requireTarget, type TargetDeps } from './download-target.ts';

export interface ThumbnailDeps extends TargetDeps {
  readonly blobs: BlobStore;
}

/** A thumbnail stays visible this long after its share was revoked. */
const maxAgeSeconds = 300;
const etagCharacters = 16;

/** Answers GET and HEAD of a thumbnail's URL. Never counted as a download. */
export function serveThumbnail(
  deps: ThumbnailDeps,
  signed: SignedUrl | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return sendContent(deps.clock, request, response, async () => {
    const { file, share } = await requireTarget(deps, signed, ['thumbnail']);
    const isHidden = share !== undefined && share.maxDownloads !== null && isCopiedByThumbnail(file.sizeBytes);
    if (file.thumbnailKey === null || isHidden) throw new DomainError('file_not_found', 'This file has no preview.');
    const thumbnail = { id: file.id, blobKey: file.thumbnailKey };
    const open = async (): Promise<BlobBody> => new BlobBody(await openThumbnail(deps.blobs, thumbnail), undefined);
    return {
      key: file.thumbnailKey,
      validators: { etag: `"${file.thumbnailKey.slice(-etagCharacters)}"` },
      headers: {
        'content-type': 'image/webp',
        'content-disposition': contentDisposition('inline', `${file.name}.webp`),
        'content-security-policy': sandbox,
        'cache-control': `private, max-age=${maxAgeSeconds}`,
      },
      bytes: undefined,
      check: async () => {
        const body = await open();
        await body.close();
        return body.bytes;
      },
      open,
    };
  });
}

/** No row holds a thumbnail's size; a WebP file states the bytes that follow its first 8. */
async function openThumbnail(blobs: BlobStore, thumbnail: FileBlob): Promise<BlobReader> {
  const blob = await openFileBlob(blobs, thumbnail, { start: 0 });
  try {
    const head = Buffer.alloc(8);
    const got = await blob.read(head, 0);
    if (got < head.length || blob.bytes < head.length + head.readUInt32LE(4))
      throw new DamagedBlobError(`a thumbnail ends after ${blob.bytes} bytes`, thumbnail);
    return blob;
  } catch (error) {
    await blob.close();
    throw error;
  }
}
