import { setImmediate } from 'node:timers/promises';
import type { TreePage } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Reader } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { ItemFields } from '../items/item-row.ts';
import type { ItemViews } from '../items/item-views.ts';
import { folderNotFound } from '../tree/find-item.ts';
import { findFolder } from '../tree/folder-store.ts';
import { inTreeOf } from '../tree/in-tree.ts';
import { listPath } from '../tree/item-store.ts';
import { cursorFolders, invalidCursor, readTreeCursor, writeTreeCursor } from './tree-cursor.ts';
import {
  findCursorRows,
  firstChild,
  listChildrenAfter,
  type ChildPosition,
  type CursorRow,
  type TreeChild,
} from './tree-listing-store.ts';

// Depth first, siblings oldest first; a cursor names the folders above its item. No name matters: renames move nothing.

export interface TreeRequest {
  readonly folderId: string | null;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Rows per query. The remaining rows of a page are read again if a folder among these is entered and fills the page. */
const rowsAtOnce = 64;

/** A page ends early once its paths have this many characters. Paths of deep folders could otherwise exceed any memory. */
const pathCharacters = 1024 * 1024;

interface Frame {
  readonly rowId: number;
  readonly folderId: string | null;
  /** Prefix of its children's paths: empty, or ends with a slash. */
  readonly prefix: string;
  read: readonly TreeChild[];
  /** The last listed child; undefined if none is. */
  last: { readonly id: string; readonly createdAt: number } | undefined;
  after: ChildPosition;
}

/** One page of everything below an alive folder that the user reaches. Throws `folder_not_found`. */
export function listTree(
  { database, views }: Pick<Ports, 'database'> & { readonly views: ItemViews },
  viewer: Viewer,
  request: TreeRequest,
): Promise<TreePage> {
  const { reader } = database;
  return inTreeOf(reader, viewer.userId, request.folderId, async ({ seen, folderId }) => {
    const { rows, nextCursor } = await readTree(reader, seen.ownerId, { ...request, folderId });
    const items = await views.showIn(
      reader,
      viewer,
      seen,
      rows.map(({ fields }) => fields),
    );
    return {
      items: items.map((item, index) => ({ ...item, path: rows[index]?.path ?? '' })),
      pagination: { nextCursor },
    };
  });
}

async function readTree(
  reader: Reader,
  ownerId: number,
  { folderId, cursor, limit }: TreeRequest,
): Promise<{ readonly rows: readonly { fields: ItemFields; path: string }[]; readonly nextCursor: string | null }> {
  const top = await findFolder(reader, ownerId, folderId);
  // The root has no row until something is put into it.
  if (top === undefined && folderId !== null) throw folderNotFound();
  const stack: Frame[] = [];
  if (top !== undefined) {
    const first = enter({ rowId: top.rowId, folderId, prefix: '' });
    stack.push(...(cursor === undefined ? [first] : await resume(reader, ownerId, first, cursor)));
  } else if (cursor !== undefined) readTreeCursor(cursor);

  const rows: { fields: ItemFields; path: string }[] = [];
  let characters = 0;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const wanted = characters < pathCharacters ? limit - rows.length : 0;
    if (frame.read.length === 0 && !(await readMore(reader, frame, wanted))) {
      stack.pop();
      continue;
    }
    // The page ends only before an item, so that the last page is never empty.
    if (wanted === 0) break;
    const [child, ...rest] = frame.read;
    if (child === undefined) continue;
    frame.read = rest;
    frame.last = { id: child.fields.id, createdAt: child.createdAt };
    const path = frame.prefix + child.fields.name;
    rows.push({ fields: child.fields, path });
    characters += path.length;
    if (!child.isEmpty) stack.push(enter({ rowId: child.rowId, folderId: child.fields.id, prefix: `${path}/` }));
  }
  return { rows, nextCursor: cursorOf(stack) };
}

const enter = (folder: Pick<Frame, 'rowId' | 'folderId' | 'prefix'>): Frame => ({
  ...folder,
  read: [],
  last: undefined,
  after: firstChild,
});

/** Returns false at the end of the folder. */
async function readMore(reader: Reader, frame: Frame, wanted: number): Promise<boolean> {
  await setImmediate();
  frame.read = await listChildrenAfter(reader, frame, frame.after, Math.min(Math.max(wanted, 1), rowsAtOnce));
  const last = frame.read.at(-1);
  if (last !== undefined) frame.after = { createdAt: last.createdAt, rowId: last.rowId };
  return last !== undefined;
}

function cursorOf(stack: readonly Frame[]): string | null {
  const innermost = stack.at(-1);
  if (innermost === undefined) return null;
  return writeTreeCursor({ folderIds: stack.slice(1).flatMap(({ folderId }) => folderId ?? []), last: innermost.last });
}

/** Ends before a folder that was moved or trashed since: the listing continues after it. */
async function resume(reader: Reader, ownerId: number, first: Frame, cursor: string): Promise<Frame[]> {
  const { folderIds, last } = readTreeCursor(cursor);
  const known = await findCursorRows(reader, ownerId, last === undefined ? folderIds : [last.id, ...folderIds]);
  const require = (id: string): CursorRow => {
    const row = known.get(id);
    if (row === undefined) throw invalidCursor();
    return row;
  };
  const folders = folderIds.map(require);
  if (folders.length === cursorFolders) folders.unshift(...(await foldersAbove(reader, first, folders[0]!)));

  const stack = [first];
  let current = first;
  for (const folder of folders) {
    current.last = folder;
    current.after = folder;
    if (folder.parentRowId !== current.rowId || folder.ownState !== 'alive') return stack;
    current = enter({ rowId: folder.rowId, folderId: folder.id, prefix: `${current.prefix}${folder.name}/` });
    stack.push(current);
  }
  if (last !== undefined) {
    current.last = last;
    current.after = { createdAt: last.createdAt, rowId: require(last.id).rowId };
  }
  return stack;
}

/** The folders between the listed one and an inner one: a cursor names only so many. */
async function foldersAbove(reader: Reader, first: Frame, inner: CursorRow): Promise<CursorRow[]> {
  const path = await listPath(reader, inner.id);
  const below = path.findIndex(({ parentRowId }) => parentRowId === first.rowId);
  if (below === -1) throw invalidCursor();
  return path.slice(below, -1);
}
