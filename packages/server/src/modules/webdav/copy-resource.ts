import { STATUS_CODES } from 'node:http';
import {
  DavError,
  escapeXml,
  hrefOf,
  isQuotaExceeded,
  type Names,
  requireNewName,
  sendMultiStatus,
} from '@drive/webdav-protocol';
import { mayDo } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { isDomainError } from '../../platform/errors.ts';
import { requireRoom, type FileRow, type RoomTaken } from '../files/index.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { copyItemProperties } from './property-bytes.ts';
import type { Resource, TargetFolder } from './resources.ts';
import { requireApart } from './tree-changes.ts';

/** A copy of a folder stops after so many members that cannot be copied. */
const maxFailures = 100;

interface CopyFailure {
  /** The resource that causes the failure (RFC 4918, 9.8.3): the member, or its place in the copy. */
  readonly names: Names;
  readonly isFolder: boolean;
  readonly status: number;
}

interface CopiedFolder {
  readonly rowId: number;
  readonly names: Names;
}

/**
 * COPY (RFC 4918, 9.8). A copy shares the content of its original, and counts in the quota. A folder is refused as a whole
 * if the quota has no room for what can be copied. Members that are held back or over the quota are listed in an
 * answer 207, and the others are copied (9.8.3), until
 * `maxFailures` are listed. Any other error ends the copy. The members that were copied before the end, or before the
 * client went away, stay.
 */
export async function copyResource(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files } = deps;
  const { names, caller, response } = dav;
  const destination = dav.destination();
  const overwrites = dav.overwrites();
  const depth = dav.depth('infinity', '0');
  requireApart(names, destination);
  const source = await dav.findRequested(deps.database.reader);
  if (source === undefined) throw new DavError(404);
  const { row } = source;
  // The root, which contains every destination.
  if (row === undefined) throw new DavError(403);

  const parent = destination.slice(0, -1);

  const requireWritable = async (reader: Reader): Promise<Resource | undefined> => {
    const existing = await dav.find(reader, destination);
    await dav.check(reader, { trees: [destination], members: existing === undefined ? [parent] : [] });
    if (existing !== undefined && !overwrites) throw new DavError(412);
    return existing;
  };

  /** Removes the item at the destination; returns the target folder (items.row_id). */
  const makeRoom = async (tx: Tx): Promise<TargetFolder & { readonly isNew: boolean }> => {
    const existing = await requireWritable(tx);
    const folder = await dav.requireParent(tx, destination);
    if (existing?.isTop === true) throw new DavError(403);
    // A file over a file becomes its new content.
    if (existing?.row !== undefined && (existing.isFolder || row.isFolder))
      await files.trash(tx, caller.userId, existing.row.id);
    else if (existing !== undefined) dav.requireToChange(tx, existing, 'write');
    return { ...folder, isNew: existing === undefined };
  };

  const name = requireNewName(destination);
  // Checked before a large folder is counted, so that a refusal costs nothing, and again in the transaction.
  await requireWritable(deps.database.reader);
  const target = parent.length > 0 ? await dav.find(deps.database.reader, parent) : undefined;
  if (parent.length > 0 && target?.isFolder !== true) throw new DavError(409);
  const ownerId = target === undefined ? caller.userId : dav.requireAllowed(target, 'add').ownerId;
  const isTree = depth === 'infinity' && row.isFolder;
  if (isTree) await requireQuota(deps, dav, ownerId, row);
  else await files.work.draw(caller.userId, 1);
  let isNew = true;
  const place = async (tx: Tx): Promise<TargetFolder> => {
    const room = await makeRoom(tx);
    isNew = room.isNew;
    return room;
  };
  const rowId = await copyOne(deps, dav, row, { name, place, isPart: isTree });
  if (isTree) {
    const failures: CopyFailure[] = [];
    try {
      await copyChildren(deps, dav, { rowId: row.rowId, names }, { rowId, names: destination, ownerId }, failures);
    } finally {
      // The members that were copied stay, also if the copy ended early.
      await dav.change((tx) => {
        files.requireLocked(tx, ownerId);
        return files.reportCopy(tx, rowId);
      });
    }
    if (failures.length > 0) return sendFailures(dav, failures);
  }
  response.writeHead(isNew ? 201 : 204, isNew ? { 'content-length': 0 } : {}).end();
}

/**
 * Draws the work on the folder, and throws if what can be copied of it has no room: `storage_quota_exceeded`,
 * `item_quota_exceeded`.
 */
async function requireQuota(
  { files, database }: DavDeps,
  { caller }: DavRequest,
  ownerId: number,
  { rowId, sizeBytes }: FileRow,
): Promise<void> {
  let items = await files.work.drawCounted(caller.userId, { rowId });
  let bytes = sizeBytes;
  const { usedBytes, quotaBytes, itemCount } = await files.findUsage(database.reader, ownerId);
  const { planQuotaBytes, storageOf } = await files.quotaOf(database.reader, caller, ownerId);
  const limit = quotaBytes ?? planQuotaBytes ?? Infinity;
  const room = (): RoomTaken => {
    if (itemCount + items > files.maxItems()) return 'no items';
    return usedBytes + bytes > limit ? 'no bytes' : 'taken';
  };
  if (room() === 'taken') return;
  for await (const batch of files.treeBelow(database.reader, rowId))
    for (const each of batch)
      if ('file' in each && !files.isCopyable(caller.userId, each.file)) {
        items -= 1;
        bytes -= each.file.sizeBytes;
      }
  requireRoom(room(), storageOf);
}

async function sendFailures(dav: DavRequest, failures: readonly CopyFailure[]): Promise<void> {
  await sendMultiStatus(
    dav.response,
    failures.map(
      ({ names, isFolder, status }) =>
        `<D:response><D:href>${escapeXml(hrefOf(dav.rootPath, names, isFolder))}</D:href>` +
        `<D:status>HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}</D:status></D:response>`,
    ),
  );
}

/** The status of a failure that concerns one member alone; undefined for any other error. */
function statusOfMember(error: unknown): number | undefined {
  if (error instanceof DavError) return error.status === 403 || error.status === 404 ? error.status : undefined;
  // A copy would not be held back.
  if (isDomainError(error, 'file_quarantined')) return 403;
  return isQuotaExceeded(error) ? 507 : undefined;
}

async function copyChildren(
  deps: DavDeps,
  dav: DavRequest,
  from: CopiedFolder,
  to: CopiedFolder & Pick<TargetFolder, 'ownerId'>,
  failures: CopyFailure[],
): Promise<void> {
  const { files, database } = deps;
  /** The folder may have been deleted meanwhile; added items would then go to the root. */
  const place = async (tx: Tx): Promise<TargetFolder> => {
    const isOwn: boolean = mayDo(dav.caller, to, 'add');
    const mayAdd = isOwn
      ? await files.isAliveFolder(tx, to.rowId)
      : (await files.findAdding(tx, dav.caller.userId, to)).mayAdd;
    if (!mayAdd) throw new DavError(409);
    files.requireLocked(tx, to.ownerId);
    return to;
  };
  for await (const rows of files.childrenOf(database.reader, from.rowId))
    for (const row of rows) {
      if (dav.response.destroyed || failures.length >= maxFailures) return;
      const source = { rowId: row.rowId, names: [...from.names, row.name] };
      const names = [...to.names, row.name];
      try {
        const rowId = await copyOne(deps, dav, row, { name: row.name, place, isPart: true });
        if (row.isFolder) await copyChildren(deps, dav, source, { rowId, names, ownerId: to.ownerId }, failures);
      } catch (error) {
        const status = statusOfMember(error);
        if (status === undefined) throw error;
        // Deleted since it was listed.
        if (status === 404) continue;
        failures.push({ names: status === 403 ? source.names : names, isFolder: row.isFolder, status });
      }
    }
}

interface CopyTarget {
  readonly name: string;
  /** Returns the target folder. Runs in the transaction that adds the copy, with the tree locked. */
  readonly place: (tx: Tx) => Promise<TargetFolder>;
  /** Of a folder's copy, which is reported as one. */
  readonly isPart: boolean;
}

/** Copies a file, or a folder without its content. Returns items.row_id of the copy. */
async function copyOne(
  deps: DavDeps,
  dav: DavRequest,
  row: FileRow,
  { place, ...target }: CopyTarget,
): Promise<number> {
  const { files } = deps;
  const { caller } = dav;
  return dav.change(async (tx) => {
    const { rowId: folderRowId, ownerId } = await place(tx);
    const source = await files.findFile(tx, row.id, dav.mountPath === '/dav' ? undefined : caller.userId);
    if (source?.state !== 'alive') throw new DavError(404);
    if (dav.mountPath !== '/dav' && !mayDo(caller, source, 'read')) throw new DavError(404);
    const order = { userId: caller.userId, ownerId, ...(await files.quotaOf(tx, caller, ownerId)) };
    const rowId = await files.copyItem(tx, order, source, { ...target, folderRowId });
    await copyItemProperties(deps, tx, { caller, ownerId }, source.rowId, rowId);
    return rowId;
  });
}
