import { ContentType } from '@drive/contract';
import { secondMs } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { mediaTypeOf } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { DavError } from './dav-error.ts';
import { requireNewName } from './dav-path.ts';
import { etagOf, requireParent } from './resources.ts';

export async function writeFile(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files, uploads, database } = deps;
  const { names, caller, request, response } = dav;
  if (names.length === 0 || dav.hasSlash) throw new DavError(405);
  const fileName = requireNewName(names);
  // RFC 9110, 14.5: ignoring it would store a range as the complete file.
  if (dav.header('content-range') !== undefined)
    throw new DomainError('bad_request', 'A part of a file cannot be written. Send the file without Content-Range.');

  const requireWritable = async (reader: Reader): Promise<void> => {
    const existing = await dav.find(reader, names);
    await dav.check(reader, { resources: [names], members: existing === undefined ? [names.slice(0, -1)] : [] });
    if (existing?.isFolder === true) throw new DavError(405);
  };
  const check = async (reader: Reader): Promise<void> => {
    await requireWritable(reader);
    if (names.length > 1 && (await dav.find(reader, names.slice(0, -1)))?.isFolder !== true) throw new DavError(409);
  };
  // Checked before the body is read, so that a refusal costs no upload, and again in the transaction.
  await check(database.reader);
  const { file, isReplaced } = await uploads.storeFile({
    owner: caller,
    body: { stream: request, announcedBytes: announcedBytes(dav), sha256: undefined },
    contentType: contentTypeOf(dav, fileName),
    modifiedAt: modifiedAt(dav),
    share: false,
    check,
    place: async (tx) => {
      await files.lockTree(tx, caller.userId);
      await requireWritable(tx);
      const folderRowId = await requireParent(files, tx, caller, names);
      return { folderRowId, fileName, onConflict: 'replace', precondition: null };
    },
  });
  response.setHeader('etag', etagOf(file));
  response.writeHead(isReplaced ? 204 : 201, isReplaced ? {} : { 'content-length': 0 }).end();
}

/** Finder and davfs2 name none. */
function contentTypeOf(dav: DavRequest, fileName: string): string {
  const type = ContentType.safeParse(dav.header('content-type'));
  return type.success ? type.data : mediaTypeOf(fileName);
}

/** The time that ownCloud's clients, and rclone as one of them, give in seconds. */
function modifiedAt(dav: DavRequest): number | null {
  const text = dav.header('x-oc-mtime')?.trim() ?? '';
  if (!/^\d{1,11}(\.\d{1,9})?$/.test(text)) return null;
  dav.response.setHeader('x-oc-mtime', 'accepted');
  return Math.round(Number(text) * secondMs);
}

/** The macOS Finder sends chunks and states their total in a header. */
function announcedBytes(dav: DavRequest): number | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = dav.request.headers;
  if (encoding === undefined) return Number(length ?? 0);
  const expected = dav.header('x-expected-entity-length')?.trim() ?? '';
  return /^[1-9]\d{0,15}$/.test(expected) ? Number(expected) : undefined;
}
