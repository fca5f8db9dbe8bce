import type { IncomingMessage, ServerResponse } from 'node:http';
import { openFileBlob, requireFileBlob, type BlobStore } from '../../platform/blobs/index.ts';
import { DomainError } from '../../platform/errors.ts';
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
  const file = await find();
  const etag = setContentHeaders(files, response, file, 'attachment');
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const { status, head, start, end } = planResponse(request, response, file.sizeBytes, etag);
  if (request.method === 'HEAD') {
    await requireFileBlob(blobs, file);
    response.writeHead(status, head).end();
    return;
  }
  const blob = await openFileBlob(blobs, file).catch(async (error: unknown) => {
    // A blob that a purge or a replacement removed since the row was read is not damaged.
    if ((await find()).blobKey !== file.blobKey)
      throw new DomainError('unavailable', 'The file was just replaced. Try again.', { retryAfterSeconds: 1 });
    throw error;
  });
  try {
    await sendBlob(response, blob, { start, end }, () => response.writeHead(status, head));
  } finally {
    await blob.close();
  }
}
