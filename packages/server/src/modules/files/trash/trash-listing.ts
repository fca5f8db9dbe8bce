import { setImmediate } from 'node:timers/promises';
import { isoTime } from '@drive/base';
import { Id, type Item, type TrashedItem, type TrashPage, type TrashSort } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Database, Reader } from '../../../platform/db/index.ts';
import { toBareItem } from '../items/item.ts';
import { invalidCursor } from '../listing/tree-cursor.ts';
import { listFoldersAbove, upFrom, type FolderAbove } from '../tree/ancestor-store.ts';
import { listedFilesIn, rowsAtOnce, walkFolders } from '../tree/descendants.ts';
import { folderNotFound } from '../tree/folders.ts';
import { findFile, findFolder } from '../tree/item-store.ts';
import {
  listTrashed,
  positionIn,
  type TrashedRow,
  type TrashOrder,
  type TrashPosition,
} from './trash-listing-store.ts';
import { trashedItem } from './trash.ts';

type TrashReader = Pick<Database, 'reader' | 'dialect'>;

const itemsAtOnce = 100;

/** Rows that one request reads to fill a page with those of a folder. */
const rowsPerPage = 1000;

/** Newest first: every file, those of a trashed folder with its time; on request also the folders trashed themselves. */
export async function* listTrash(
  database: TrashReader,
  ownerId: number,
  { includeFolders, rootId = null }: { readonly includeFolders: boolean; readonly rootId?: string | null },
): AsyncGenerator<Item[]> {
  const { reader } = database;
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
    yield* filesOf(reader, shown, includeFolders);
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
): AsyncGenerator<Item[]> {
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
    if (includeFolders) yield [trashedItem(item, item)];
    for await (const folders of walkFolders(reader, item))
      for await (const files of listedFilesIn(reader, folders))
        yield files.map((file) => toBareItem({ ...file, deletedAt: item.deletedAt }));
  }
  yield await readGroup(reader, group, includeFolders);
}

async function readGroup(reader: Reader, group: readonly TrashedRow[], includeFolders: boolean): Promise<Item[]> {
  const byFolder = new Map<string | null, Item[]>();
  const times = new Map(group.map(({ id, deletedAt }) => [id, deletedAt]));
  for await (const files of listedFilesIn(reader, group))
    for (const file of files) {
      const item = toBareItem({ ...file, deletedAt: times.get(file.parentId ?? '') ?? null });
      const known = byFolder.get(file.parentId);
      if (known === undefined) byFolder.set(file.parentId, [item]);
      else known.push(item);
    }
  return group.flatMap((item) => [
    ...(item.isFolder && !includeFolders ? [] : [trashedItem(item, item)]),
    ...(byFolder.get(item.id) ?? []),
  ]);
}

export interface TrashRequest {
  readonly ownerId: number;
  /** Only what was below this folder. */
  readonly folderId?: string | undefined;
  /** Paths begin here; null: at the root. */
  readonly rootId: string | null;
  readonly sort: TrashSort;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** One page of what an owner trashed, each folder as one item. */
export async function listTrashedItems(database: TrashReader, request: TrashRequest): Promise<TrashPage> {
  const { ownerId, folderId, rootId, sort, limit } = request;
  const { reader } = database;
  if (folderId !== undefined && (await findFolder(reader, ownerId, folderId)) === undefined) throw folderNotFound();
  const descending = sort.startsWith('-');
  const order = sort.replace('-', '') as TrashOrder;
  const folders = new FormerFolders(database);
  const items: TrashedItem[] = [];
  let last: TrashedRow | undefined;
  let after = await readCursor(reader, request);
  const page = (isLast: boolean): TrashPage => {
    const nextCursor = isLast || last === undefined ? null : writeCursor(sort, positionIn(order, last).key, last.id);
    return { items, pagination: { nextCursor } };
  };
  for (let read = 0; read < rowsPerPage; read += limit) {
    const rows = await listTrashed(reader, ownerId, { order, descending, after, limit: limit + 1 });
    await folders.read(rows);
    for (const row of rows) {
      if (items.length === limit) return page(false);
      last = row;
      after = positionIn(order, row);
      if (folderId === undefined || folders.isBelow(row, folderId))
        items.push(toTrashed(row, folders.pathOf(row, rootId)));
    }
    if (rows.length <= limit) return page(true);
    await setImmediate();
  }
  return page(false);
}

const toTrashed = (row: TrashedRow, path: string | null): TrashedItem => ({
  ...toBareItem(row),
  size: row.sizeBytes,
  trashedAt: isoTime(row.deletedAt ?? 0),
  trashedBy: row.trashedBy,
  path,
});

/** Contains only what the API has shown of the last item, whose row stays if it is purged or restored meanwhile. */
const writeCursor = (sort: TrashSort, key: string | number, id: string): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');

async function readCursor(reader: Reader, { ownerId, sort, cursor }: TrashRequest): Promise<TrashPosition | undefined> {
  if (cursor === undefined) return undefined;
  const [sortOfCursor, key, id] = parseCursor(cursor);
  const isKey = sort.endsWith('name')
    ? typeof key === 'string' && key.isWellFormed() && !key.includes('\0')
    : Number.isSafeInteger(key);
  if (sortOfCursor !== sort || !isKey || !Id.safeParse(id).success) throw invalidCursor();
  const row = await findFile(reader, String(id));
  if (!mayDo(ownerId, row, 'read')) throw invalidCursor();
  return { key: key as string | number, rowId: row.rowId };
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** The folders that trashed items were in, read for many items at once. */
class FormerFolders {
  readonly #database: TrashReader;
  readonly #known = new Map<number, FolderAbove>();
  readonly #chains = new Map<number, readonly FolderAbove[]>();

  constructor(database: TrashReader) {
    this.#database = database;
  }

  /** Call before the other methods. */
  async read(rows: readonly TrashedRow[]): Promise<void> {
    const missing = new Set(rows.map(({ parentRowId }) => parentRowId).filter((rowId) => !this.#known.has(rowId)));
    const { reader, dialect } = this.#database;
    for (const [rowId, folder] of await listFoldersAbove(reader, dialect, [...missing])) this.#known.set(rowId, folder);
  }

  isBelow({ parentRowId }: TrashedRow, folderId: string): boolean {
    return this.#chainOf(parentRowId).some(({ id }) => id === folderId);
  }

  /** From the folder `rootId` or, if it is null, from the root. null if a folder on the path was purged. */
  pathOf({ parentRowId, name }: TrashedRow, rootId: string | null): string | null {
    const chain = this.#chainOf(parentRowId);
    const below = chain.slice(chain.findIndex(({ id }) => id === rootId) + 1);
    if (below.some((folder) => folder.name === '')) return null;
    return [...below.map((folder) => folder.name), name].map((each) => `/${each}`).join('');
  }

  /** From the topmost folder down, without the hidden root. */
  #chainOf(rowId: number): readonly FolderAbove[] {
    const cached = this.#chains.get(rowId);
    if (cached !== undefined) return cached;
    const chain = [...upFrom(this.#known, rowId)].filter(({ parentRowId }) => parentRowId !== null).toReversed();
    this.#chains.set(rowId, chain);
    return chain;
  }
}
