import { secondMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { openFileBlob } from '../../platform/blobs/index.ts';
import { attachmentType, contentDisposition, matchesEtag, parseRange, sandbox, sendBlob } from '../downloads/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { changedAt, lastModified } from './live-properties.ts';
import { etagOf, isFile, requireResource, type FileResource } from './resources.ts';
import { DavError } from './dav-error.ts';

/** GET and HEAD of a file (RFC 4918, 9.4), with one range (RFC 9110, 14.2). */
export async function readFile(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { request, response } = dav;
  const resource = await requireResource(deps.files, deps.database.reader, dav.caller, dav.names);
  if (!isFile(resource)) {
    response.setHeader('allow', 'OPTIONS, PROPFIND, PROPPATCH, DELETE, COPY, MOVE, LOCK, UNLOCK');
    throw new DomainError('method_not_allowed', 'This is a folder of a WebDAV mount. Open it in a WebDAV client.');
  }
  const { row } = resource;
  const etag = etagOf(resource.row);
  setHeaders(dav, resource, etag);
  const match = dav.header('if-match');
  if (match !== undefined && !matchesEtag(match, etag)) throw new DavError(412);
  if (isUnchanged(dav, etag, changedAt(row))) {
    response.writeHead(304).end();
    return;
  }
  const ifRange = dav.header('if-range');
  const usesRange = ifRange === undefined || ifRange === etag || ifRange === lastModified(row);
  const range = usesRange ? parseRange(dav.header('range'), row.sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${row.sizeBytes}`);
    throw new DomainError('range_not_satisfiable', `The file has ${row.sizeBytes} bytes.`);
  }
  const { start, end } = range ?? { start: 0, end: row.sizeBytes - 1 };
  const head = {
    'content-length': end - start + 1,
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${row.sizeBytes}` }),
  };
  const status = range === undefined ? 200 : 206;
  const blob = await openFileBlob(deps.blobs, row);
  try {
    if (request.method === 'HEAD') response.writeHead(status, head).end();
    else await sendBlob(response, blob, { start, end }, () => response.writeHead(status, head));
  } finally {
    await blob.close();
  }
}

function setHeaders({ response }: DavRequest, { row }: FileResource, etag: string): void {
  response.setHeader('content-type', attachmentType(row.mimeType ?? ''));
  // Prevents a browser with the key from running content of the drive.
  response.setHeader('content-disposition', contentDisposition('attachment', row.name));
  response.setHeader('content-security-policy', sandbox);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', etag);
  response.setHeader('last-modified', lastModified(row));
}

function isUnchanged(dav: DavRequest, etag: string, time: number): boolean {
  const noneMatch = dav.header('if-none-match');
  if (noneMatch !== undefined) return matchesEtag(noneMatch, etag);
  const since = Date.parse(dav.header('if-modified-since') ?? '');
  return !Number.isNaN(since) && time < since + secondMs;
}
