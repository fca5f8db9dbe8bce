import type { IncomingMessage, ServerResponse } from 'node:http';
import { openFileBlob, openVerifiedBlob, requireFileBlob, type BlobReader, type BlobStore } from '@drive/blobs';
import { attachmentHeaders, BlobBody, type Content, inlineHeaders, mustRevalidate, sendContent } from '@drive/http-api';
import type { ByteRange, Validators } from '@drive/node-http';
import type { Pictures } from '@drive/thumbnails';
import { contentDates, contentTagOf, type FileRow, type SignedUrl } from '../files/index.ts';
import { requirePerson } from '../links/index.ts';
import type { OpenShare } from '../shares/index.ts';
import type { DownloadCounting } from './download-counting.ts';
import { requireTarget, type Target, type TargetDeps } from './download-target.ts';
import { readTransform } from './image-transform.ts';
import { handOverOf, type Offload } from './offload.ts';
import { transformedContent } from './transformed-content.ts';

export interface ServeDeps extends TargetDeps {
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
  readonly counting: DownloadCounting;
  /** Origin of the pages, if that of displayed files differs (DRIVE_CONTENT_URL). */
  readonly pageOrigin: string | undefined;
  /** undefined: this process sends every byte. */
  readonly offload: Offload | undefined;
}

/** Answers GET and HEAD of a signed URL. */
export function serveDownload(
  deps: ServeDeps,
  signed: SignedUrl | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { counting } = deps;
  return sendContent(deps.clock, request, response, async () => {
    const target = await requireTarget(deps, signed, ['attachment', 'inline'], (url) => counting.mayRetry(url));
    const { url, share, file } = target;
    const transform = readTransform(url.transform);
    // A picture is no download of the file, as a thumbnail is none.
    if (transform !== undefined)
      return transformedContent(deps, file, request, {
        transform,
        disposition: url.kind === 'inline' ? 'inline' : 'attachment',
        cacheControl: mustRevalidate,
      });
    const counts = isDownload(url, share);
    if (counts && share !== undefined) requirePerson(request);
    return {
      ...fileContent(deps.blobs, file),
      validators: validatorsOf(deps, target),
      headers: headersOf(deps, target),
      admit: counts ? (range) => counting.begin(target, range, response) : undefined,
      handOver: handOverOf(deps, target, request),
    };
  });
}

/** The bytes of a file. */
export const fileContent = (blobs: BlobStore, file: FileRow): Pick<Content, 'key' | 'bytes' | 'check' | 'open'> => ({
  key: file.blobKey,
  bytes: file.sizeBytes,
  check: async () => {
    await requireFileBlob(blobs, file);
    return file.sizeBytes;
  },
  open: async (range) => new BlobBody(await openBytes(blobs, file, range), range),
});

/** Another machine may send other bytes than it got, so that a complete answer is compared with the SHA-256. */
function openBytes(blobs: BlobStore, file: FileRow, range: ByteRange | undefined): Promise<BlobReader> {
  // Players and download managers ask for all bytes as a range.
  const isComplete = range === undefined || range.end - range.start + 1 === file.sizeBytes;
  if (isComplete && blobs.isRemote && file.sha256 !== null) return openVerifiedBlob(blobs, file, file.sha256);
  return openFileBlob(blobs, file, range ?? { start: 0, end: file.sizeBytes - 1 });
}

/** The SHA-256 of a file, as its ETag. */
export const etagOf = ({ sha256, blobKey }: FileRow): string => `"${sha256 ?? contentTagOf(blobKey)}"`;

function validatorsOf({ clock }: TargetDeps, { url, file }: Target): Validators {
  const { lastModified, storedAt } = contentDates(file, clock.now());
  // The URL names one content, so that its date belongs to no other, whoever chose it.
  return { etag: etagOf(file), lastModified, storedAt: url.content === '' ? storedAt : undefined };
}

const headersOf = ({ files, pageOrigin }: ServeDeps, { url, file }: Target): ReturnType<typeof attachmentHeaders> =>
  url.kind === 'inline' ? inlineHeaders(file, files.toItem(file).contentKind, pageOrigin) : attachmentHeaders(file);

/** Displaying a file in a page is a download only if the share limits downloads. */
const isDownload = ({ kind }: SignedUrl, share: OpenShare | undefined): boolean =>
  kind === 'attachment' || (share !== undefined && share.maxDownloads !== null);
