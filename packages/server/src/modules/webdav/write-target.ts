import { DavError } from '@drive/webdav-protocol';
import type { Action } from '../../platform/access/index.ts';
import { isSameTree } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import type { Resource } from './resources.ts';

/** A client that locks before it writes has created the file without content, which a contributor then sends. */
export const actionOn = ({ row }: Resource): Action => (row?.sizeBytes === 0 ? 'tidy' : 'write');

/**
 * The tree in which the request stores a file, and what that depends on while the bytes arrive: the role of a member. `fileName`: that
 * of what is on top of a tree, which is shown with another name if it would have that of something else. Throws as `requireAllowed`
 * does, and 409 without a folder.
 */
export async function findWriteTarget({ database }: Pick<DavDeps, 'database'>, dav: DavRequest) {
  if (dav.mountPath === '/dav') return { target: { treeOwnerId: dav.caller.userId }, fileName: undefined };
  const find = async () => {
    const existing = await dav.find(database.reader, dav.names);
    const changed = existing ?? (await dav.find(database.reader, dav.names.slice(0, -1)));
    if (changed === undefined) throw new DavError(409);
    const { ownerId } = dav.requireAllowed(changed, existing === undefined ? 'add' : actionOn(existing));
    return { ownerId, fileName: existing?.row?.name };
  };
  const { ownerId, fileName } = await find();
  const permission = { allowedTypes: null, require: async () => void (await find()) };
  return { target: { treeOwnerId: ownerId, permission }, fileName };
}

/** items.row_id of the folder of a file that is replaced, of which a member may reach nothing else. Throws 409 if it is another one now. */
export function folderOf({ row }: Resource, { ownerId, name }: { readonly ownerId: number; readonly name: string }) {
  if (row === undefined || !isSameTree(row, { ownerId }) || row.name !== name) throw new DavError(409);
  return row.parentRowId;
}
