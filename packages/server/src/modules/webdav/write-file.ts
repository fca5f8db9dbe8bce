import { contentTypeOf, readBody, readModifiedAt } from '@drive/upload-protocol';
import { DavError, requireNewName } from '@drive/webdav-protocol';
import type { Reader } from '../../platform/db/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { etagOf, type Resource } from './resources.ts';
import { actionOn, findWriteTarget, folderOf } from './write-target.ts';

export async function writeFile(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files, uploads, database } = deps;
  const { names, caller, request, response } = dav;
  if (names.length === 0 || dav.hasSlash) throw new DavError(405);
  const wantedName = requireNewName(names);
  const body = readBody(request);

  const requireWritable = async (reader: Reader): Promise<Resource | undefined> => {
    const existing = await dav.find(reader, names);
    await dav.check(reader, { resources: [names], members: existing === undefined ? [names.slice(0, -1)] : [] });
    if (existing?.isFolder === true) throw new DavError(405);
    if (existing !== undefined) dav.requireAllowed(existing, actionOn(existing));
    return existing;
  };
  const check = async (reader: Reader): Promise<{ readonly replaces: boolean }> => {
    const existing = await requireWritable(reader);
    if (names.length > 1 && (await dav.find(reader, names.slice(0, -1)))?.isFolder !== true) throw new DavError(409);
    return { replaces: existing !== undefined };
  };
  // Checked before the body is read, so that a refusal costs no upload, and again in the transaction.
  await check(database.reader);
  const { target, fileName = wantedName } = await findWriteTarget(deps, dav);
  const { treeOwnerId } = target;
  const { file, isReplaced } = await uploads.storeFile({
    owner: caller,
    ...target,
    body,
    fileName,
    // Finder and davfs2 name none.
    contentType: contentTypeOf(request, fileName),
    modifiedAt: readModifiedAt(request, response),
    share: false,
    check,
    place: async (tx) => {
      await files.lockTree(tx, treeOwnerId);
      const existing = await requireWritable(tx);
      const folderRowId =
        existing === undefined
          ? await dav.requireFolder(tx, names, treeOwnerId)
          : folderOf(existing, { ownerId: treeOwnerId, name: fileName });
      return { folderRowId, onConflict: 'replace', precondition: null };
    },
  });
  response.setHeader('etag', etagOf(file));
  response.writeHead(isReplaced ? 204 : 201, isReplaced ? {} : { 'content-length': 0 }).end();
}
