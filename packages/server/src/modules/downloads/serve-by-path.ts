import type { IncomingMessage, ServerResponse } from 'node:http';
import { openCurrentBlob, type BlobStore } from '../../platform/blobs/index.ts';
import type { Caller } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { parseItemPath, pathRootOf, type FileRow, type Files } from '../files/index.ts';
import { matchesEtag } from './content-headers.ts';
import { fileNotFound, requireBytes } from './download-target.ts';
import { sendBlob } from './send-blob.ts';
import { planResponse, setContentHeaders } from './serve-download.ts';

export interface ByPathDeps extends Pick<Ports, 'database'> {
  readonly blobs: BlobStore;
  readonly files: Files;
}

/** Answers GET and HEAD of a path with an API key, like a signed URL of the file. Counts no download. */
export async function serveByPath(
  { database, blobs, files }: ByPathDeps,
  caller: Caller,
  rawPath: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = parseItemPath(rawPath);
  const find = async (): Promise<FileRow> => {
    const found = await files.findAtPath(database.reader, pathRootOf(caller), path);
    if (found.kind !== 'item') throw fileNotFound();
    requireBytes(found.item);
    return found.item;
  };
  const { file, blob } = await openCurrentBlob(blobs, find);
  try {
    const etag = setContentHeaders({ files, pageOrigin: undefined }, response, file, 'attachment');
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end();
      return;
    }
    const { status, head, start, end } = planResponse(request, response, file.sizeBytes, etag);
    if (request.method === 'HEAD') response.writeHead(status, head).end();
    else await sendBlob(response, blob, { start, end }, () => response.writeHead(status, head));
  } finally {
    await blob.close();
  }
}
