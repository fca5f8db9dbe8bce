import { hasBody } from '@drive/node-http';
import { DavError, isSame, isWithin, type Names, requireNewName } from '@drive/webdav-protocol';
import { isSameTree, type FileRow } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { takeProperties } from './property-bytes.ts';
import type { Resource } from './resources.ts';

const parentOf = (names: Names): Names => names.slice(0, -1);

export async function makeFolder({ files }: DavDeps, dav: DavRequest): Promise<void> {
  const { names, response } = dav;
  if (names.length === 0) throw new DavError(405);
  if (hasBody(dav.request)) throw new DavError(415);
  await dav.change(async (tx) => {
    await dav.check(tx, { resources: [names], members: [parentOf(names)] });
    if ((await dav.find(tx, names)) !== undefined) throw new DavError(405);
    const name = requireNewName(names);
    const { ownerId, rowId: folderRowId } = await dav.requireParent(tx, names);
    await files.addFolder(tx, { ownerId, folderRowId, name });
  });
  response.writeHead(201, { 'content-length': 0 }).end();
}

/** DELETE (RFC 4918, 9.6): into the trash. */
export async function trashResource({ files }: DavDeps, dav: DavRequest): Promise<void> {
  const { names, caller, response } = dav;
  if (names.length === 0) throw new DavError(403);
  // RFC 4918, 9.6.1.
  dav.depth('infinity', '0');
  await dav.change(async (tx) => {
    const resource = await dav.findRequested(tx);
    if (resource === undefined) throw new DavError(404);
    const row = requireMovable(resource);
    const locks = await dav.check(tx, { trees: [names], members: [parentOf(names)] });
    dav.requireToChange(tx, resource, 'tidy');
    await files.trash(tx, caller.userId, row.id);
    await dav.endLocks(tx, locks, names);
  });
  response.writeHead(204).end();
}

/** One transaction (RFC 4918, 9.9). Replaces a file's content, as editors save; trashes any other overwritten item. */
export async function moveResource(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files } = deps;
  const { names, caller, response } = dav;
  const destination = dav.destination();
  const overwrites = dav.overwrites();
  dav.depth('infinity', '0');
  requireApart(names, destination);
  if (names.length === 0) throw new DavError(403);
  await drawMove(deps, dav, destination);
  const isNew = await dav.change(async (tx) => {
    const resource = await dav.findRequested(tx);
    if (resource === undefined) throw new DavError(404);
    const row = requireMovable(resource);
    const existing = await dav.find(tx, destination);
    const locks = await dav.check(tx, {
      trees: [names, destination],
      members: [parentOf(names), ...(existing === undefined ? [parentOf(destination)] : [])],
    });
    if (existing !== undefined && !overwrites) throw new DavError(412);
    const name = requireNewName(destination);
    const isRename = isSame(parentOf(names), parentOf(destination));
    const action = isRename ? 'tidy' : 'write';
    dav.requireToChange(tx, resource, action);
    const folder = await dav.requireParent(tx, destination, isRename ? 'add' : 'write');
    await dav.endLocks(tx, locks, names);
    if (existing !== undefined) {
      const replaced = requireMovable(existing);
      if (isSameTree(row, replaced) && !row.isFolder && !replaced.isFolder) {
        dav.requireToChange(tx, existing, 'write');
        const keep = () => takeProperties(deps, tx, { caller, ownerId: row.ownerId }, row.rowId, replaced.rowId);
        if (await files.replaceByMove(tx, row, replaced, keep)) return false;
      }
      await files.trash(tx, caller.userId, replaced.id);
    }
    if (isSameTree(row, folder))
      await files.place(tx, caller.userId, row.id, { folderRowId: folder.rowId, name, action });
    else await files.moveToOwner(tx, caller, { item: row, folder, name });
    return existing === undefined;
  });
  response.writeHead(isNew ? 201 : 204, isNew ? { 'content-length': 0 } : {}).end();
}

/** Draws the work of a move, which has other trees than that of the item only where those of others are. */
async function drawMove({ files, database }: DavDeps, dav: DavRequest, destination: Names): Promise<void> {
  if (dav.mountPath === '/dav') return;
  const resource = await dav.find(database.reader, dav.names);
  const parent = await dav.find(database.reader, parentOf(destination));
  if (resource?.row !== undefined && !resource.isTop && parent?.tree !== undefined)
    await files.work.drawMoved(dav.caller.userId, [resource.row.id], parent.tree.ownerId);
}

/** The item of a resource. Throws 403 for what is on top of a tree, and above. */
function requireMovable({ row, isTop }: Resource): FileRow {
  if (row === undefined || isTop) throw new DavError(403);
  return row;
}

/** Throws 403 if one of the two is the other or contains it. */
export function requireApart(names: Names, destination: Names): void {
  if (isSame(names, destination)) throw new DavError(403);
  if (isWithin(destination, names) || isWithin(names, destination)) throw new DavError(403);
}
