import { attachmentHeaders, sendContent } from '@drive/http-api';
import { DavError } from '@drive/webdav-protocol';
import { fileContent } from '../downloads/index.ts';
import { contentDates } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { sendFolderIndex } from './folder-index.ts';
import { etagOf, isFile } from './resources.ts';

/** GET and HEAD (RFC 4918, 9.4): the content of a file, or an index of a folder. */
export async function readResource(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { blobs, clock, database, files } = deps;
  const { request, response } = dav;
  const find = () => dav.findRequested(database.reader);
  let resource = await find();
  if (resource?.isFolder === true) return sendFolderIndex(deps, dav, resource);
  await sendContent(clock, request, response, async () => {
    const file = resource ?? (await find());
    // Found again after a replacement.
    resource = undefined;
    if (file === undefined || !isFile(file)) throw new DavError(404);
    const { row } = file;
    // Of others, a member gets what everybody gets by a link.
    if (file.tree?.kind !== 'own') files.requireReleased(row);
    return {
      ...fileContent(blobs, row),
      validators: { etag: etagOf(row), ...contentDates(row, clock.now()) },
      // Saved, not displayed: a browser with the key must not run content of the drive.
      headers: { ...attachmentHeaders(row), 'cache-control': 'no-store' },
    };
  });
}
