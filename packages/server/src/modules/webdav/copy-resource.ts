import { Readable } from 'node:stream';
import { openFileBlob } from '../../platform/blobs/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { FileRow } from '../files/index.ts';
import { DavError } from './dav-error.ts';
import { requireNewName } from './dav-path.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { copyProperties, listProperties } from './property-store.ts';
import { isFile, requireParent, type Resource } from './resources.ts';
import { requireApart } from './tree-changes.ts';

/** Bytes per read. */
const pieceBytes = 256 * 1024;

/**
 * COPY (RFC 4918, 9.8). Every copy gets its own blob, stored in the same durable order as an upload, and counts in the
 * quota. Copying a folder is not atomic: the items copied before an error or a disconnect stay.
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

  const parent = destination.slice(0, -1);

  /** The item at the destination. Throws unless it may be overwritten. */
  const requireWritable = async (reader: Reader): Promise<Resource | undefined> => {
    const existing = await dav.find(reader, destination);
    await dav.check(reader, { trees: [destination], members: existing === undefined ? [parent] : [] });
    if (existing !== undefined && !overwrites) throw new DavError(412);
    return existing;
  };

  /** Removes the item at the destination; returns the target folder (items.row_id). */
  const makeRoom = async (tx: Tx): Promise<{ readonly folderRowId: number; readonly isNew: boolean }> => {
    const existing = await requireWritable(tx);
    const folderRowId = await requireParent(files, tx, caller, destination);
    // A file over a file becomes its new content.
    if (existing?.row !== undefined && (existing.isFolder || source.isFolder))
      await files.trash(tx, caller.userId, existing.row.id);
    return { folderRowId, isNew: existing === undefined };
  };

  const name = requireNewName(destination);
  // Checked before the bytes are copied, so that a refusal costs nothing, and again in the transaction.
  await requireWritable(deps.database.reader);
  if (parent.length > 0 && (await dav.find(deps.database.reader, parent))?.isFolder !== true) throw new DavError(409);
  let isNew = true;
  if (isFile(source)) {
    await copyFile(deps, dav, source.row, async (tx) => {
      const room = await makeRoom(tx);
      isNew = room.isNew;
      return { folderRowId: room.folderRowId, name };
    });
  } else {
    const folderRowId = await dav.change(async (tx) => {
      const room = await makeRoom(tx);
      isNew = room.isNew;
      const rowId = await files.addFolder(tx, { ownerId: caller.userId, folderRowId: room.folderRowId, name });
      if (source.rowId !== undefined) await copyProperties(tx, source.rowId, rowId);
      return rowId;
    });
    if (depth === 'infinity' && source.rowId !== undefined) await copyChildren(deps, dav, source.rowId, folderRowId);
  }
  response.writeHead(isNew ? 201 : 204, isNew ? { 'content-length': 0 } : {}).end();
}

/** Between folders (items.row_id). */
async function copyChildren(deps: DavDeps, dav: DavRequest, fromRowId: number, toRowId: number): Promise<void> {
  const { files, database } = deps;
  const { caller } = dav;
  /** The folder may have been deleted meanwhile; added items would then go to the root. */
  const requireAlive = async (tx: Tx): Promise<void> => {
    if (!(await files.isAliveFolder(tx, toRowId))) throw new DavError(409);
  };
  for await (const rows of files.childrenOf(database.reader, fromRowId))
    for (const row of rows) {
      if (dav.response.destroyed) return;
      if (!row.isFolder) {
        await copyFile(deps, dav, row, async (tx) => {
          await requireAlive(tx);
          return { folderRowId: toRowId, name: row.name };
        });
        continue;
      }
      const folderRowId = await dav.change(async (tx) => {
        await requireAlive(tx);
        const rowId = await files.addFolder(tx, { ownerId: caller.userId, folderRowId: toRowId, name: row.name });
        await copyProperties(tx, row.rowId, rowId);
        return rowId;
      });
      await copyChildren(deps, dav, row.rowId, folderRowId);
    }
}

/** Throws 403 if the file is quarantined, because its copy would not be. */
function requireReleased(file: Pick<FileRow, 'quarantined'> | undefined): void {
  if (file?.quarantined === true) throw new DavError(403);
}

/** `place` runs in the transaction that adds the copy, with the tree locked. */
async function copyFile(
  deps: DavDeps,
  dav: DavRequest,
  row: FileRow,
  place: (tx: Tx) => Promise<{ readonly folderRowId: number; readonly name: string }>,
): Promise<void> {
  requireReleased(row);
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
  let copy: Awaited<ReturnType<typeof deps.uploads.storeFile>>;
  try {
    copy = await deps.uploads.storeFile({
      owner: dav.caller,
      body: { stream: Readable.from(pieces()), announcedBytes: row.sizeBytes, sha256: row.sha256 ?? undefined },
      contentType: row.mimeType ?? 'application/octet-stream',
      modifiedAt: row.modifiedAt,
      share: false,
      takesAnySize: true,
      check: async () => undefined,
      place: async (tx) => {
        await deps.files.lockTree(tx, dav.caller.userId);
        requireReleased(await deps.files.findFile(tx, row.id));
        const { folderRowId, name: fileName } = await place(tx);
        return { folderRowId, fileName, onConflict: 'replace', precondition: null };
      },
    });
  } catch (error) {
    // The upload's own error would be about missing bytes.
    throw failure ?? error;
  } finally {
    await blob.close();
  }
  const { reader } = deps.database;
  if (!copy.isReplaced && (await listProperties(reader, [row.rowId])).size === 0) return;
  await deps.database.write((tx) => copyProperties(tx, row.rowId, copy.file.rowId));
}
