import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openFileBlob, requireFileBlob, type BlobReader, type BlobStore } from '../../platform/blobs/index.ts';
import { minuteMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { parseRange, type ByteRange } from '../../platform/http/index.ts';
import { contentTagOf, type SignedUrl, type FileRow } from '../files/index.ts';
import type { DownloadSlot, OpenShare } from '../shares/index.ts';
import type { Counting } from './download-counting.ts';
import { attachmentType, contentDisposition, inlineType, matchesEtag, sandbox, sandboxOf } from './content-headers.ts';
import { sendBlob } from './send-blob.ts';
import { requireTarget, type TargetDeps } from './download-target.ts';

/** The program that sends large downloads instead of this process. */
export type Offload =
  /** The object storage, to which a redirect leads. */
  { readonly kind: 'redirect' } | ProxyOffload;

/** Header that makes a reverse proxy send a blob itself, from a shared disk. */
type ProxyOffload =
  /** nginx: below its internal location `/drive-blobs/`. */
  | { readonly kind: 'x-accel' }
  /** Apache (mod_xsendfile) and lighttpd: by its path. */
  | { readonly kind: 'x-sendfile'; readonly blobDirectory: string };

function offloadHeader(offload: ProxyOffload, blobKey: string): readonly [name: string, value: string] {
  return offload.kind === 'x-accel'
    ? ['x-accel-redirect', `/drive-blobs/${blobKey}`]
    : ['x-sendfile', join(offload.blobDirectory, blobKey)];
}

export interface ServeDeps extends TargetDeps {
  readonly blobs: BlobStore;
  readonly counting: Counting;
  /** Origin of the pages, if that of displayed files differs (DRIVE_CONTENT_URL). */
  readonly pageOrigin: string | undefined;
  /** undefined: this process sends every byte. */
  readonly offload: Offload | undefined;
}

/** Answers GET and HEAD of a signed URL. */
export async function serveDownload(
  deps: ServeDeps,
  signed: SignedUrl | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { counting } = deps;
  // Another range of a download whose last byte was sent already.
  const continues = async (url: SignedUrl): Promise<boolean> =>
    request.headers.range !== undefined && counting.isCounted(url);
  const { url, file, share } = await requireTarget(deps, signed, ['attachment', 'inline'], continues);
  const etag = setContentHeaders(deps, response, file, url.kind === 'inline' ? 'inline' : 'attachment');
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const { status, head, start, end } = planResponse(request, response, file.sizeBytes, etag);
  if (request.method === 'HEAD') {
    await requireFileBlob(deps.blobs, file);
    response.writeHead(status, head).end();
    return;
  }
  const { offload } = deps;
  if (
    offload !== undefined &&
    file.blobKey !== null &&
    mayBeOffloaded(url, share, file) &&
    (offload.kind !== 'redirect' || mayBeRedirected(request))
  ) {
    await requireFileBlob(deps.blobs, file);
    await counting.count({ url, file, share, isLastByte: end === file.sizeBytes - 1 });
    handOver(deps, offload, { ...file, blobKey: file.blobKey }, response);
    return;
  }
  const blob = await openFileBlob(deps.blobs, file, { start, end }).catch(async (error: unknown) => {
    // A blob that a purge removed since the row was read is not damaged.
    await requireTarget(deps, url, [url.kind], continues);
    throw error;
  });
  const counts = isDownload(url, share);
  let slot: DownloadSlot | undefined;
  const metered = new MeteredBlob(blob);
  try {
    if (share !== undefined && counts)
      slot = await deps.shares.visits.beginDownload(share, {
        key: url.nonce,
        bytes: end - start + 1,
        totalBytes: file.sizeBytes,
        expiresAt: url.expiresAt,
      });
    const isComplete = await sendBlob(response, metered, { start, end }, () => response.writeHead(status, head));
    if (isComplete && counts) await counting.count({ url, file, share, slot, isLastByte: end === file.sizeBytes - 1 });
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

/** Not what browsers display (the proxy removes the sandbox), limited downloads (it reports no end), and small files. */
const mayBeOffloaded = ({ kind }: SignedUrl, share: OpenShare | undefined, { sizeBytes }: FileRow): boolean =>
  kind === 'attachment' && (share === undefined || share.maxDownloads === null) && sizeBytes > handedOverBytes;

const handedOverBytes = 256 * 1024;

/**
 * Not requests of a page's scripts: its policy forbids other origins, and the bucket need not allow the page. Browsers alone
 * name the site of a request; Node's fetch has the mode `cors`, too.
 */
const mayBeRedirected = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === undefined || headers['sec-fetch-mode'] === 'navigate';

/** Clocks of the server and the storage may differ by some minutes. */
const redirectLifeMs = 10 * minuteMs;

function handOver(
  { blobs }: ServeDeps,
  offload: Offload,
  { name, mimeType, blobKey }: FileRow & { readonly blobKey: string },
  response: ServerResponse,
): void {
  if (offload.kind !== 'redirect') {
    response.setHeader(...offloadHeader(offload, blobKey));
    response.writeHead(200, { 'content-length': 0 }).end();
    return;
  }
  if (blobs.direct === undefined) throw new Error('clients cannot reach the storage');
  const location = blobs.direct.downloadUrl(blobKey, {
    headers: {
      'content-type': attachmentType(mimeType ?? 'application/octet-stream'),
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-cache',
    },
    lifeMs: redirectLifeMs,
  });
  for (const header of ['content-type', 'content-disposition', 'accept-ranges', 'etag', 'last-modified'])
    response.removeHeader(header);
  response.writeHead(302, { location, 'cache-control': 'private, no-store', 'content-length': 0 }).end();
}

/** Displaying a file in a page is a download only if the share limits downloads. */
const isDownload = ({ kind }: SignedUrl, share: OpenShare | undefined): boolean =>
  kind === 'attachment' || (share !== undefined && share.maxDownloads !== null);

/** Sets the headers that every answer with the content has, and returns its ETag. */
export function setContentHeaders(
  { files, pageOrigin }: Pick<ServeDeps, 'files' | 'pageOrigin'>,
  response: ServerResponse,
  file: FileRow,
  disposition: 'attachment' | 'inline',
): string {
  const etag = `"${file.sha256 ?? contentTagOf(file.blobKey)}"`;
  const mimeType = file.mimeType ?? 'application/octet-stream';
  const isInline = disposition === 'inline';
  const type = isInline ? inlineType(mimeType, files.toItem(file).contentKind) : attachmentType(mimeType);
  response.setHeader('content-type', type);
  response.setHeader('content-disposition', contentDisposition(disposition, file.name));
  response.setHeader('content-security-policy', isInline ? sandboxOf(type, pageOrigin) : sandbox);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', etag);
  response.setHeader('last-modified', new Date(file.createdAt).toUTCString());
  // Browsers must revalidate, so that a revoked URL stops working at once.
  response.setHeader('cache-control', 'private, no-cache');
  return etag;
}

interface ResponsePlan extends ByteRange {
  readonly status: 200 | 206;
  readonly head: Readonly<Record<string, string | number>>;
}

/** The bytes of a response: everything or one range. Throws `range_not_satisfiable`. */
export function planResponse(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: number,
  etag: string,
): ResponsePlan {
  const range = rangeOf(request, etag, bytes);
  if (range === undefined) return { status: 200, start: 0, end: bytes - 1, head: { 'content-length': bytes } };
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${bytes}`);
    throw new DomainError('range_not_satisfiable', `The requested range is outside the ${bytes} bytes of the file.`);
  }
  const { start, end } = range;
  const head = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${bytes}` };
  return { status: 206, start, end, head };
}

function rangeOf(request: IncomingMessage, etag: string, bytes: number): ReturnType<typeof parseRange> {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  return parseRange(request.headers.range, bytes);
}
