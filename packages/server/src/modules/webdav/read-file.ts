import { DomainError } from '../../platform/errors.ts';
import { attachmentHeaders, fileContent, sendContent } from '../downloads/index.ts';
import { contentDates } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { etagOf, isFile, requireResource } from './resources.ts';

/** GET and HEAD of a file (RFC 4918, 9.4). */
export async function readFile(deps: DavDeps, { request, response, caller, names }: DavRequest): Promise<void> {
  const { blobs, clock, database, files } = deps;
  await sendContent(clock, request, response, async () => {
    const resource = await requireResource(files, database.reader, caller, names);
    if (!isFile(resource)) {
      response.setHeader('allow', 'OPTIONS, PROPFIND, PROPPATCH, DELETE, COPY, MOVE, LOCK, UNLOCK');
      throw new DomainError('method_not_allowed', 'This is a folder of a WebDAV mount. Open it in a WebDAV client.');
    }
    const { row } = resource;
    return {
      ...fileContent(blobs, row),
      validators: { etag: etagOf(row), ...contentDates(row, clock.now()) },
      // Saved, not displayed: a browser with the key must not run content of the drive.
      headers: attachmentHeaders(row),
    };
  });
}
