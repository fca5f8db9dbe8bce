import { setImmediate } from 'node:timers/promises';
import { isoTime } from '@drive/base';
import { Id, type Item, type TrashedItem, type TrashPage, type TrashSort } from '@drive/contract';
import type { GivenAccess, Viewer } from '../../../platform/access/index.ts';
import type { Database, Reader } from '../../../platform/db/index.ts';
import type { ItemFields } from '../items/item-row.ts';
import type { ItemViews, SeenIn } from '../items/item-views.ts';
import { findRowId } from '../listing/listing-store.ts';
import { invalidCursor } from '../listing/tree-cursor.ts';
import { listFoldersAbove, upFrom, type FolderAbove } from '../tree/ancestor-store.ts';
import { listedFilesIn, rowsAtOnce, walkFolders } from '../tree/descendants.ts';
import { requireFolder } from '../tree/find-item.ts';
import { findFolder } from '../tree/folder-store.ts';
import {
  listTrashed,
  positionIn,
  type TrashedRow,
  type TrashOrder,
  type TrashPosition,
} from './trash-listing-store.ts';

type TrashReader = Pick<Database, 'reader' | 'dialect'>;

export interface TrashListingDeps {
  readonly database: Database;
  readonly views: ItemViews;
}

const itemsAtOnce = 100;

/** Rows that one request reads to fill a page with those of a folder. */
const rowsPerPage = 1000;

/** Newest first: every file, those of a trashed folder with its time; on request also the folders trashed themselves. */
export async function* listTrash(
  { database, views }: TrashListingDeps,
  viewer: Viewer,
  { includeFolders, rootId = null }: { readonly includeFolders: boolean; readonly rootId?: string | null },
): AsyncGenerator<Item[]> {
  const { reader } = database;
  const { userId: ownerId } = viewer;
  // The folder was trashed since the request was admitted.
  if (rootId !== null && (await findFolder(reader, ownerId, rootId)) === undefined) return;
  let after: TrashPosition | undefined;
  do {
    const rows = await listTrashed(reader, ownerId, {
      order: 'trashedAt',
      descending: true,
      after,
      limit: itemsAtOnce,
    });
    const folders = new FormerFolders(database);
    if (rootId !== null) await folders.read(rows);
    const shown = rootId === null ? rows : rows.filter((row) => folders.isBelow(row, rootId));
    const seen = { ownerId, given: null };
    for await (const some of filesOf(reader, shown, includeFolders))
      yield views.showTrashed(
        reader,
        viewer,
        some.map((row) => ({ ...row, ...seen })),
      );
    const last = rows.length < itemsAtOnce ? undefined : rows.at(-1);
    after = last && positionIn('trashedAt', last);
    await setImmediate();
  } while (after !== undefined);
}

/** Reads small folders together, because each query costs more than its rows. */
async function* filesOf(
  reader: Reader,
  trashed: readonly TrashedRow[],
  includeFolders: boolean,
): AsyncGenerator<ItemFields[]> {
  let group: TrashedRow[] = [];
  let expected = 0;
  for (const item of trashed) {
    if (item.childFolders === 0 && expected + item.childFiles <= rowsAtOnce) {
      group.push(item);
      expected += item.childFiles;
      continue;
    }
    yield await readGroup(reader, group, includeFolders);
    group = [];
    expected = 0;
    if (includeFolders) yield [item];
    for await (const folders of walkFolders(reader, item))
      for await (const files of listedFilesIn(reader, folders))
        yield files.map((file) => ({ ...file, deletedAt: item.deletedAt }));
  }
  yield await readGroup(reader, group, includeFolders);
}

async function readGroup(reader: Reader, group: readonly TrashedRow[], includeFolders: boolean): Promise<ItemFields[]> {
  const byFolder = new Map<string | null, ItemFields[]>();
  const times = new Map(group.map(({ id, deletedAt }) => [id, deletedAt]));
  for await (const files of listedFilesIn(reader, group))
    for (const file of files) {
      const item = { ...file, deletedAt: times.get(file.parentId ?? '') ?? null };
      const known = byFolder.get(file.parentId);
      if (known === undefined) byFolder.set(file.parentId, [item]);
      else known.push(item);
    }
  return group.flatMap((item) => [
    ...(item.isFolder && !includeFolders ? [] : [item]),
    ...(byFolder.get(item.id) ?? []),
  ]);
}

export interface TrashRequest {
  /** Only what was below this folder. */
  readonly folderId?: string | undefined;
  /** Paths begin here; null: at the root. */
  readonly rootId: string | null;
  readonly sort: TrashSort;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * One page of what was trashed, each folder as one item: in the user's tree, or below a folder, which may be one of others in which the
 * user may restore it.
 */
export async function listTrashedItems(
  { database, views }: TrashListingDeps,
  viewer: Viewer,
  { folderId, ...request }: TrashRequest,
): Promise<TrashPage> {
  const { reader } = database;
  const { userId } = viewer;
  const folder = folderId === undefined ? undefined : await requireFolder(reader, userId, folderId, 'write');
  const seen = folder ?? { ownerId: userId, given: null };
  const within = folder === undefined || folder.isRoot ? undefined : folder.rowId;
  const { rows, nextCursor } = await readTrashed(database, { ...request, seen, within });
  const items = await views.showTrashed(
    reader,
    viewer,
    rows.map(({ row }) => ({ ...row, given: seen.given })),
  );
  return {
    items: items.flatMap((item, index) => {
      const found = rows[index];
      return found === undefined ? [] : toTrashed(item, found);
    }),
    pagination: { nextCursor },
  };
}

interface TrashedPage extends Omit<TrashRequest, 'folderId'> {
  readonly seen: SeenIn;
  /** Only what was below this folder (items.row_id). */
  readonly within: number | undefined;
}

interface TrashedAt {
  readonly row: TrashedRow;
  readonly path: string | null;
}

async function readTrashed(
  database: TrashReader,
  { seen, within, ...request }: TrashedPage,
): Promise<{ readonly rows: readonly TrashedAt[]; readonly nextCursor: string | null }> {
  const { rootId, sort, limit } = request;
  const { reader } = database;
  const descending = sort.startsWith('-');
  const order = sort.replace('-', '') as TrashOrder;
  const folders = new FormerFolders(database);
  const found: TrashedAt[] = [];
  let last: TrashedRow | undefined;
  let after = await readCursor(reader, request);
  const page = (isLast: boolean) => ({
    rows: found,
    nextCursor: isLast || last === undefined ? null : writeCursor(sort, positionIn(order, last).key, last.id),
  });
  for (let read = 0; read < rowsPerPage; read += limit) {
    const rows = await listTrashed(reader, seen.ownerId, { order, descending, after, limit: limit + 1 });
    await folders.read(rows);
    for (const row of rows) {
      if (found.length === limit) return page(false);
      last = row;
      after = positionIn(order, row);
      if (within === undefined || folders.isWithin(row, within))
        found.push({ row, path: folders.pathOf(row, rootId, seen.given) });
    }
    if (rows.length <= limit) return page(true);
    await setImmediate();
  }
  return page(false);
}

const toTrashed = (item: Item, { row, path }: TrashedAt): TrashedItem => ({
  ...item,
  size: row.sizeBytes,
  trashedAt: isoTime(row.deletedAt ?? 0),
  trashedBy: row.trashedBy,
  path,
});

/** Contains only what the API has shown of the last item, whose row stays if it is purged or restored meanwhile. */
const writeCursor = (sort: TrashSort, key: string | number, id: string): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');

async function readCursor(
  reader: Reader,
  { sort, cursor }: Pick<TrashRequest, 'sort' | 'cursor'>,
): Promise<TrashPosition | undefined> {
  if (cursor === undefined) return undefined;
  const [sortOfCursor, key, id] = parseCursor(cursor);
  const isKey = sort.endsWith('name')
    ? typeof key === 'string' && key.isWellFormed() && !key.includes('\0')
    : Number.isSafeInteger(key);
  if (sortOfCursor !== sort || !isKey || !Id.safeParse(id).success) throw invalidCursor();
  // The cursor is encrypted and bound to its user: the item may be one that only the search for others has read.
  const rowId = await findRowId(reader, String(id));
  if (rowId === undefined) throw invalidCursor();
  return { key: key as string | number, rowId };
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

type FormerFolder = FolderAbove & { readonly rowId: number };

/** The folders that trashed items were in, read for many items at once. */
class FormerFolders {
  readonly #database: TrashReader;
  readonly #known = new Map<number, FolderAbove>();
  readonly #chains = new Map<number, readonly FormerFolder[]>();

  constructor(database: TrashReader) {
    this.#database = database;
  }

  /** Call before the other methods. */
  async read(rows: readonly TrashedRow[]): Promise<void> {
    const missing = new Set(rows.map(({ parentRowId }) => parentRowId).filter((rowId) => !this.#known.has(rowId)));
    const { reader, dialect } = this.#database;
    for (const [rowId, folder] of await listFoldersAbove(reader, dialect, [...missing])) this.#known.set(rowId, folder);
  }

  isWithin({ parentRowId }: TrashedRow, folderRowId: number): boolean {
    return this.#chainOf(parentRowId).some(({ rowId }) => rowId === folderRowId);
  }

  isBelow({ parentRowId }: TrashedRow, folderId: string): boolean {
    return this.#chainOf(parentRowId).some(({ id }) => id === folderId);
  }

  /**
   * From the folder `rootId` or, if it is null, from the root; for a member, from the topmost folder that they reach. null if a folder
   * on the path was purged.
   */
  pathOf({ parentRowId, name }: TrashedRow, rootId: string | null, given: GivenAccess | null): string | null {
    const chain = this.#chainOf(parentRowId);
    const first = chain.findIndex(({ id, rowId }) => (given === null ? id === rootId : given.onRowIds.includes(rowId)));
    // A member sees the topmost folder itself; what lay in a root that was given as a whole begins there.
    const below = chain.slice(given === null ? first + 1 : Math.max(first, 0));
    if (below.some((folder) => folder.name === '')) return null;
    return [...below.map((folder) => folder.name), name].map((each) => `/${each}`).join('');
  }

  /** From the topmost folder down, without the hidden root. */
  #chainOf(rowId: number): readonly FormerFolder[] {
    const cached = this.#chains.get(rowId);
    if (cached !== undefined) return cached;
    const chain = [...upFrom(this.#known, rowId)].filter(({ parentRowId }) => parentRowId !== null).toReversed();
    this.#chains.set(rowId, chain);
    return chain;
  }
}
