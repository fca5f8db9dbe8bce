import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlobStore } from '@drive/blobs';
import { attachmentHeaders, sendContent } from '@drive/http-api';
import type { Caller } from '../../platform/access/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { contentDates, parseItemPath, pathRootOf, type Files } from '../files/index.ts';
import { fileNotFound, requireBytes } from './download-target.ts';
import { etagOf, fileContent } from './serve-download.ts';

export interface ByPathDeps extends Pick<Ports, 'database' | 'clock'> {
  readonly blobs: BlobStore;
  readonly files: Files;
}

/** Answers GET and HEAD of a path with an API key, like a signed URL of the file. Counts no download. */
export function serveByPath(
  { database, clock, blobs, files }: ByPathDeps,
  caller: Caller,
  { path: rawPath, folderId }: { readonly path: string; readonly folderId: string | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = parseItemPath(rawPath);
  return sendContent(clock, request, response, async () => {
    const found = await files.findAtPath(database.reader, pathRootOf(caller, folderId), path);
    if (found.kind !== 'item') throw fileNotFound();
    const file = found.item;
    requireBytes(file);
    if (file.given !== null) files.requireReleased(file);
    return {
      ...fileContent(blobs, file),
      validators: { etag: etagOf(file), ...contentDates(file, clock.now()) },
      headers: attachmentHeaders(file),
    };
  });
}
