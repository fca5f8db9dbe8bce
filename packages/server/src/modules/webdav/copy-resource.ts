import { Readable } from 'node:stream';
import { openFileBlob } from '../../platform/blobs/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { FileRow } from '../files/index.ts';
import { DavError } from './dav-error.ts';
import { requireNewName, type Names } from './dav-path.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { copyProperties } from './property-store.ts';
import { isFile, requireParent } from './resources.ts';
import { requireApart } from './tree-changes.ts';

/** Bytes read at once. */
const pieceBytes = 256 * 1024;

/**
 * COPY (RFC 4918, 9.8). Every file gets a blob of its own, stored in the same durable order as an upload, and counts in the
 * quota. A folder is not copied as a whole: what was copied before an error, or before the client went away, stays.
 */
export async function copyResource(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files } = deps;
  const { names, caller, response } = dav;
  const destination = dav.destination();
  const overwrites = dav.overwrites();
  const depth = dav.depth('infinity', '0');
  requireApart(names, destination);
  const source = await dav.find(deps.database.reader);
  if (source === undefined) throw new DavError(404);

  /** Makes room at the destination; returns the folder (items.row_id) that the copy goes into. */
  const makeRoom = async (tx: Tx): Promise<{ readonly folderRowId: number; readonly isNew: boolean }> => {
    const existing = await dav.find(tx, destination);
    await dav.check(tx, {
      trees: [destination],
      members: existing === undefined ? [destination.slice(0, -1)] : [],
    });
    if (existing !== undefined && !overwrites) throw new DavError(412);
    const folderRowId = await requireParent(files, tx, caller, destination);
    // A file over a file becomes its new content.
    if (existing?.row !== undefined && (existing.isFolder || source.isFolder))
      await files.trash(tx, caller.userId, existing.row.id);
    return { folderRowId, isNew: existing === undefined };
  };

  const name = requireNewName(destination);
  let isNew = true;
  if (isFile(source)) {
    // Before the bytes are copied, because they are reserved under a name that no folder has.
    const { folderRowId } = await dav.change(async (tx) => {
      const room = await makeRoom(tx);
      isNew = room.isNew;
      return room;
    });
    await copyFile(deps, dav, source.row, {
      folderRowId,
      name,
      names: destination,
      beforeAdding: async (tx) => {
        await files.lockTree(tx, caller.userId);
        const room = await makeRoom(tx);
        if (room.folderRowId !== folderRowId) throw new DavError(409);
        isNew &&= room.isNew;
      },
    });
  } else {
    const folderRowId = await dav.change(async (tx) => {
      const room = await makeRoom(tx);
      isNew = room.isNew;
      const rowId = await files.addFolder(tx, { ownerId: caller.userId, folderRowId: room.folderRowId, name });
      if (source.rowId !== undefined) await copyProperties(tx, source.rowId, rowId);
      return rowId;
    });
    if (depth === 'infinity' && source.rowId !== undefined)
      await copyChildren(deps, dav, source.rowId, { folderRowId, names: destination });
  }
  response.writeHead(isNew ? 201 : 204, isNew ? { 'content-length': 0 } : {}).end();
}

interface TargetFolder {
  /** items.row_id */
  readonly folderRowId: number;
  readonly names: Names;
}

async function copyChildren(deps: DavDeps, dav: DavRequest, fromRowId: number, to: TargetFolder): Promise<void> {
  const { files, database } = deps;
  const { caller } = dav;
  for await (const rows of files.childrenOf(database.reader, fromRowId))
    for (const row of rows) {
      if (dav.response.destroyed) return;
      const names = [...to.names, row.name];
      if (!row.isFolder) {
        const beforeAdding = (tx: Tx): Promise<void> => files.lockTree(tx, caller.userId);
        await copyFile(deps, dav, row, { folderRowId: to.folderRowId, name: row.name, names, beforeAdding });
        continue;
      }
      const folderRowId = await dav.change(async (tx) => {
        const { folderRowId: parentRowId } = to;
        const rowId = await files.addFolder(tx, { ownerId: caller.userId, folderRowId: parentRowId, name: row.name });
        await copyProperties(tx, row.rowId, rowId);
        return rowId;
      });
      await copyChildren(deps, dav, row.rowId, { folderRowId, names });
    }
}

interface TargetFile {
  /** items.row_id */
  readonly folderRowId: number;
  readonly name: string;
  readonly names: Names;
  readonly beforeAdding: (tx: Tx) => Promise<void>;
}

async function copyFile(deps: DavDeps, dav: DavRequest, row: FileRow, target: TargetFile): Promise<void> {
  const blob = await openFileBlob(deps.blobs, row);
  let failure: unknown;
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for (let position = 0; position < blob.bytes; position += pieceBytes) {
        const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, blob.bytes - position));
        await blob.read(piece, position);
        yield piece;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    await deps.uploads.storeBody({
      owner: dav.caller,
      folderRowId: target.folderRowId,
      fileName: target.name,
      contentType: row.mimeType ?? 'application/octet-stream',
      modifiedAt: row.modifiedAt,
      stream: Readable.from(pieces()),
      announcedBytes: row.sizeBytes,
      beforeAdding: target.beforeAdding,
    });
  } catch (error) {
    // The upload would only say that bytes are missing.
    throw failure ?? error;
  } finally {
    await blob.close();
  }
  await dav.change(async (tx) => {
    const copy = await dav.find(tx, target.names);
    if (copy?.rowId === undefined) return;
    await copyProperties(tx, row.rowId, copy.rowId);
  });
}
