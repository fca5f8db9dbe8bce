import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { minuteMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import { attachmentType, type Content, contentDisposition, mustRevalidate } from '@drive/http-api';
import type { FileRow } from '../files/index.ts';
import type { Target } from './download-target.ts';

/** The program that sends large downloads instead of this process. */
export type Offload =
  /** The object storage, to which a redirect leads. */
  | { readonly kind: 'redirect' }
  /** nginx: below its internal location `/drive-blobs/`. */
  | { readonly kind: 'x-accel' }
  /** Apache (mod_xsendfile) and lighttpd: by its path. */
  | { readonly kind: 'x-sendfile'; readonly blobDirectory: string };

/** Clocks of the server and the storage may differ by some minutes. */
const redirectLifeMs = 10 * minuteMs;
const handedOverBytes = 256 * 1024;

/**
 * What makes the other program answer a GET of this process. undefined if this process sends the bytes: of small files, of what
 * browsers display (a proxy removes the sandbox), and of limited downloads (the other program reports no end).
 */
export function handOverOf(
  { blobs, offload }: { readonly blobs: BlobStore; readonly offload: Offload | undefined },
  { url, share, file }: Target,
  request: IncomingMessage,
): Content['handOver'] {
  const { blobKey } = file;
  if (offload === undefined || blobKey === null || file.sizeBytes <= handedOverBytes) return undefined;
  if (url.kind !== 'attachment' || (share !== undefined && share.maxDownloads !== null)) return undefined;
  if (offload.kind === 'redirect')
    return mayBeRedirected(request) ? (response) => redirect(blobs, { ...file, blobKey }, response) : undefined;
  return (response, headers) => {
    const [name, value] =
      offload.kind === 'x-accel'
        ? ['x-accel-redirect', `/drive-blobs/${blobKey}`]
        : ['x-sendfile', join(offload.blobDirectory, blobKey)];
    // The proxy adds its own Accept-Ranges.
    const { 'accept-ranges': _, ...own } = headers;
    response.writeHead(200, { ...own, [name]: value, 'content-length': 0 }).end();
  };
}

/**
 * Not requests of a page's scripts: its policy forbids other origins, and the bucket need not allow the page. Browsers alone
 * name the site of a request; Node's fetch has the mode `cors`, too.
 */
const mayBeRedirected = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === undefined || headers['sec-fetch-mode'] === 'navigate';

function redirect(
  blobs: BlobStore,
  { name, mimeType, blobKey }: FileRow & { readonly blobKey: string },
  response: ServerResponse,
): void {
  if (blobs.direct === undefined) throw new Error('clients cannot reach the storage');
  const location = blobs.direct.downloadUrl(blobKey, {
    headers: {
      'content-type': attachmentType(mimeType),
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': mustRevalidate,
    },
    lifeMs: redirectLifeMs,
  });
  response.writeHead(302, { location, 'cache-control': 'private, no-store', 'content-length': 0 }).end();
}
