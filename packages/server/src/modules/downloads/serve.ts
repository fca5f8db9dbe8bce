import type { IncomingMessage, ServerResponse } from 'node:http';
import { openFileBlob, requireFileBlob, type BlobReader, type BlobStore } from '../../platform/blobs/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { SignedUrl, FileRow, Files } from '../files/index.ts';
import type { DownloadSlot, OpenShare } from '../shares/index.ts';
import { parseRange } from './byte-range.ts';
import { offloadHeader, type Offload } from './offload.ts';
import type { Counting } from './count.ts';
import { attachmentType, contentDisposition, inlineType, matchesEtag, sandbox, sandboxOf } from './response-headers.ts';
import { sendBlob } from './send-blob.ts';
import { requireTarget, type TargetDeps } from './target.ts';

export interface ServeDeps extends TargetDeps {
  readonly blobs: BlobStore;
  readonly counting: Counting;
  /** undefined: every byte goes through this process. */
  readonly offload: Offload | undefined;
}

/** Answers GET and HEAD on a signed address. */
export async function serveDownload(
  deps: ServeDeps,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { counting } = deps;
  // The other pieces of a download whose last byte is out already.
  const continues = async (address: SignedUrl): Promise<boolean> =>
    request.headers.range !== undefined && counting.isCounted(address);
  const { address, file, share } = await requireTarget(deps, token, ['attachment', 'inline'], continues);
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
    await requireFileBlob(deps.blobs, file);
    response.writeHead(status, head).end();
    return;
  }
  const { offload } = deps;
  if (offload !== undefined && file.blobKey !== null && mayBeOffloaded(address, share, file)) {
    await requireFileBlob(deps.blobs, file);
    await counting.count({ address, file, share, isLastByte: end === file.sizeBytes - 1 });
    response.setHeader(...offloadHeader(offload, file.blobKey));
    response.writeHead(200, { 'content-length': 0 }).end();
    return;
  }
  const blob = await openFileBlob(deps.blobs, file).catch(async (error: unknown) => {
    // A purge may have removed the blob since the row was read: that is refused, and no damage.
    await requireTarget(deps, token, [address.kind], continues);
    throw error;
  });
  const counts = isDownload(address, share);
  let slot: DownloadSlot | undefined;
  const metered = new MeteredBlob(blob);
  try {
    if (share !== undefined && counts)
      slot = await deps.shares.visits.beginDownload(share, {
        key: address.nonce,
        bytes: end - start + 1,
        totalBytes: file.sizeBytes,
        expiresAt: address.expiresAt,
      });
    const isComplete = await sendBlob(response, metered, { start, end }, () => response.writeHead(status, head));
    if (isComplete && counts)
      await counting.count({ address, file, share, slot, isLastByte: end === file.sizeBytes - 1 });
  } finally {
    await slot?.release(response.headersSent ? metered.readBytes : 0);
    await blob.close();
  }
}

/** Counts the bytes read for a response: a client that disconnects has received at most these. */
class MeteredBlob implements BlobReader {
  readonly #blob: BlobReader;
  readBytes = 0;

  constructor(blob: BlobReader) {
    this.#blob = blob;
  }

  get bytes(): number {
    return this.#blob.bytes;
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    const bytes = await this.#blob.read(into, position);
    this.readBytes += bytes;
    return bytes;
  }

  close(): Promise<void> {
    return this.#blob.close();
  }
}

/**
 * Not what is shown in a browser, whose sandbox the proxy would take off; not where each download is one of a few, because
 * nobody tells whether its last byte went out; and not what is sent faster than it is handed over.
 */
const mayBeOffloaded = ({ kind }: SignedUrl, share: OpenShare | undefined, { sizeBytes }: FileRow): boolean =>
  kind === 'attachment' && (share === undefined || share.maxDownloads === null) && sizeBytes > handedOverBytes;

const handedOverBytes = 256 * 1024;

/** What is looked at in a page is no download, but where the share counts them: there the whole file is handed out either way. */
const isDownload = ({ kind }: SignedUrl, share: OpenShare | undefined): boolean =>
  kind === 'attachment' || (share !== undefined && share.maxDownloads !== null);

function setHeaders(files: Files, response: ServerResponse, address: SignedUrl, file: FileRow, etag: string): void {
  const mimeType = file.mimeType ?? 'application/octet-stream';
  const isInline = address.kind === 'inline';
  const type = isInline ? inlineType(mimeType, files.toItem(file).contentKind) : attachmentType(mimeType);
  response.setHeader('content-type', type);
  response.setHeader('content-disposition', contentDisposition(isInline ? 'inline' : 'attachment', file.name));
  response.setHeader('content-security-policy', isInline ? sandboxOf(type) : sandbox);
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
