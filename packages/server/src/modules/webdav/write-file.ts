import { limits } from '@drive/contract';
import { secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { DavError } from './dav-error.ts';
import { requireNewName } from './dav-path.ts';
import { etagOf, isFile, requireParent, type Resource } from './resources.ts';

/** PUT of a file (RFC 4918, 9.7). */
export async function writeFile(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files, uploads, database } = deps;
  const { names, caller, request, response } = dav;
  if (names.length === 0 || dav.hasSlash) throw new DavError(405);
  const fileName = requireNewName(names);
  // RFC 9110, 14.5: who ignored it would store a piece as the whole.
  if (dav.header('content-range') !== undefined)
    throw new DomainError('bad_request', 'A part of a file cannot be written. Send the file without Content-Range.');

  /** What is there; throws unless it may be written. */
  const requireWritable = async (tx: Tx): Promise<Resource | undefined> => {
    const existing = await dav.find(tx);
    await dav.check(tx, { resources: [names], members: existing === undefined ? [names.slice(0, -1)] : [] });
    if (existing?.isFolder === true) throw new DavError(405);
    return existing;
  };
  // Before the body is read, so that a refusal costs no upload, and once more in the transaction.
  const folderRowId = await dav.change(async (tx) => {
    await requireWritable(tx);
    return requireParent(files, tx, caller, names);
  });
  let isNew = true;
  await uploads.storeBody({
    owner: caller,
    folderRowId,
    fileName,
    contentType: contentTypeOf(dav),
    modifiedAt: modifiedAt(dav),
    stream: request,
    announcedBytes: announcedBytes(dav),
    beforeAdding: async (tx) => {
      await files.lockTree(tx, caller.userId);
      const existing = await requireWritable(tx);
      if ((await requireParent(files, tx, caller, names)) !== folderRowId) throw new DavError(409);
      isNew = existing === undefined;
    },
  });
  const stored = await dav.find(database.reader);
  if (stored !== undefined && isFile(stored)) response.setHeader('etag', etagOf(stored));
  response.writeHead(isNew ? 201 : 204, isNew ? { 'content-length': 0 } : {}).end();
}

const octetStream = 'application/octet-stream';

function contentTypeOf(dav: DavRequest): string {
  const type = dav.header('content-type')?.trim() ?? '';
  return type === '' || type.length > limits.contentTypeCharacters ? octetStream : type;
}

/** The time that ownCloud's clients, and rclone as one of them, give in seconds. */
function modifiedAt(dav: DavRequest): number | null {
  const text = dav.header('x-oc-mtime')?.trim() ?? '';
  if (!/^\d{1,11}(\.\d{1,9})?$/.test(text)) return null;
  dav.response.setHeader('x-oc-mtime', 'accepted');
  return Math.round(Number(text) * secondMs);
}

/** The macOS Finder sends chunks and says in a header of its own how many bytes they come to. */
function announcedBytes(dav: DavRequest): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = dav.request.headers;
  if (encoding === undefined) return Number(length ?? 0);
  const expected = dav.header('x-expected-entity-length')?.trim() ?? '';
  return /^[1-9]\d{0,15}$/.test(expected) ? Number(expected) : undefined;
}
