import { paginationOf, readPage, type PageRequest, type SortKeys } from '@drive/base';
import { foldName, type ItemPage, type ListSort } from '@drive/contract';
import type { Viewer } from '../../../platform/access/index.ts';
import type { Database, Reader } from '../../../platform/db/index.ts';
import { grants } from '../../access/index.ts';
import { keysOf, orderOf, orders, positionFields, positionOf, type Position } from '../items/item-orders.ts';
import type { FileRow } from '../items/item-row.ts';
import type { ItemViews } from '../items/item-views.ts';
import { listOwnerNames } from '../items/people-store.ts';
import { numberedName, splitName } from '../tree/free-name.ts';
import { listAt } from '../tree/item-store.ts';

/** More items than this are not listed: groups can hold as many grants as it takes. */
const mostGiven = 5000;

/** One page of the topmost items of others that a user was given. */
export async function listGiven(
  { database, views }: { readonly database: Database; readonly views: ItemViews },
  viewer: Viewer,
  { sort, ...request }: PageRequest & { readonly sort: ListSort },
): Promise<ItemPage> {
  const { reader } = database;
  const tops = await listTops(database, reader, viewer.userId);
  const compare = comparatorOf(sort);
  const sorted = tops
    .map((row) => ({ row, position: positionOf(keysOfRow(row)) }))
    .toSorted((a, b) => compare(a.position, b.position));
  const page = await readPage(
    request,
    async ({ offset, limit, after }) => {
      const last = after && positionOf(after);
      const rest = last === undefined ? sorted : sorted.filter(({ position }) => compare(position, last) > 0);
      return rest.slice(offset, offset + limit);
    },
    ({ row }) => keysOfRow(row),
  );
  return {
    files: await views.showAll(
      reader,
      viewer,
      page.rows.map(({ row }) => row),
    ),
    pagination: paginationOf(request, sorted.length, page.nextCursor),
  };
}

/** The topmost items of others that a user was given. */
export async function listTops(
  { dialect }: Pick<Database, 'dialect'>,
  reader: Reader,
  userId: number,
): Promise<FileRow[]> {
  const rowIds = await grants.listGivenItems(reader, userId, mostGiven);
  const rows = await listAt(reader, dialect, rowIds, userId);
  // What was given of the user's own tree, and what is below something else that was given, is not among them.
  return rows.filter(({ state, given }) => state === 'alive' && given !== null && given.isTop);
}

/** A topmost item of others in a folder that shows all of them. */
export interface GivenTop {
  readonly item: FileRow;
  /** Its own name, with that of its owner if several have the name. */
  readonly name: string;
}

/** The topmost items of others that a user was given, with names of which no two are equal. */
export async function listGivenTops(
  database: Pick<Database, 'dialect'>,
  reader: Reader,
  userId: number,
): Promise<GivenTop[]> {
  const tops = (await listTops(database, reader, userId)).toSorted((a, b) => a.rowId - b.rowId);
  const byName = Map.groupBy(tops, ({ name }) => foldName(name));
  const doubled = tops.filter(({ name }) => (byName.get(foldName(name))?.length ?? 0) > 1);
  const owners = await listOwnerNames(reader, new Set(doubled.map(({ ownerId }) => ownerId)));
  const taken = new Set(tops.filter((item) => !doubled.includes(item)).map(({ name }) => foldName(name)));
  return tops.map((item) => {
    if (!doubled.includes(item)) return { item, name: item.name };
    const named = nameWith(item.name, owners.get(item.ownerId) ?? '');
    let name = named;
    for (let n = 2; taken.has(foldName(name)); n += 1) name = numberedName(named, n);
    taken.add(foldName(name));
    return { item, name };
  });
}

/** `report (Ada).pdf`. A slash in the name of an owner would begin another name of a path. */
function nameWith(name: string, owner: string): string {
  const { stem, extension } = splitName(name);
  return `${stem} (${owner.replaceAll(/[/\\\0]/g, ' ').trim()})${extension}`;
}

const keysOfRow = (row: FileRow): SortKeys => keysOf({ ...row, size: row.sizeBytes });

/** The order of a listing, and of equal items by row id. */
function comparatorOf(sort: ListSort): (a: Position, b: Position) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const columns = [...orders[orderOf(sort)], 'row_id' as const];
  return (a, b) => {
    for (const column of columns) {
      if (column === 'is_folder') {
        if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1;
        continue;
      }
      const field = positionFields[column];
      if (a[field] !== b[field]) return a[field] < b[field] ? -direction : direction;
    }
    return 0;
  };
}
