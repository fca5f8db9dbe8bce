import { secondMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { openCurrentBlob } from '../../platform/blobs/index.ts';
import { parseRange } from '../../platform/http/index.ts';
import { attachmentType, contentDisposition, matchesEtag, sandbox, sendBlob } from '../downloads/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { changedAt, lastModified } from './live-properties.ts';
import type { FileRow } from '../files/index.ts';
import { etagOf, isFile, requireResource } from './resources.ts';
import { DavError } from './dav-error.ts';

/** GET and HEAD of a file (RFC 4918, 9.4), with one range (RFC 9110, 14.2). */
export async function readFile(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { request, response } = dav;
  const find = async (): Promise<FileRow> => {
    const resource = await requireResource(deps.files, deps.database.reader, dav.caller, dav.names);
    if (isFile(resource)) return resource.row;
    response.setHeader('allow', 'OPTIONS, PROPFIND, PROPPATCH, DELETE, COPY, MOVE, LOCK, UNLOCK');
    throw new DomainError('method_not_allowed', 'This is a folder of a WebDAV mount. Open it in a WebDAV client.');
  };
  const { file, blob } = await openCurrentBlob(deps.blobs, find);
  try {
    const etag = etagOf(file);
    setHeaders(dav, file, etag);
    const match = dav.header('if-match');
    if (match !== undefined && !matchesEtag(match, etag)) throw new DavError(412);
    if (isUnchanged(dav, etag, changedAt(file))) {
      response.writeHead(304).end();
      return;
    }
    const ifRange = dav.header('if-range');
    const usesRange = ifRange === undefined || ifRange === etag || ifRange === lastModified(file);
    const range = usesRange ? parseRange(dav.header('range'), file.sizeBytes) : undefined;
    if (range === 'unsatisfiable') {
      response.setHeader('content-range', `bytes */${file.sizeBytes}`);
      throw new DomainError('range_not_satisfiable', `The file has ${file.sizeBytes} bytes.`);
    }
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    const head = {
      'content-length': end - start + 1,
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${file.sizeBytes}` }),
    };
    const status = range === undefined ? 200 : 206;
    if (request.method === 'HEAD') response.writeHead(status, head).end();
    else await sendBlob(response, blob, { start, end }, () => response.writeHead(status, head));
  } finally {
    await blob.close();
  }
}

function setHeaders({ response }: DavRequest, row: FileRow, etag: string): void {
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
