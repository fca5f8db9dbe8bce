import { sql } from 'kysely';
import { compileOnce, type Dialect, jsonRows, type Reader } from '../../../platform/db/index.ts';
import type { FileRow } from '../items/item-row.ts';
import { isBelowFolder } from '../tree/ancestor-store.ts';
import { selectItems, toItemRow } from '../tree/item-store.ts';

interface Wanted {
  readonly ownerId: number;
  readonly ids: readonly string[];
  /** Only items below this folder (items.id), however deep; null: all. */
  readonly folderId: string | null;
}

const amongIds = (dialect: Dialect, ids: string) =>
  sql<boolean>`i.id in (select r.id from ${jsonRows(dialect, ids, 'r', { id: 'text' })})`;

const selectAll = (dialect: Dialect) =>
  compileOnce((reader: Reader, { ownerId, ids }: { ownerId: number; ids: string }) =>
    selectItems(reader).where('i.owner_id', '=', ownerId).where(amongIds(dialect, ids)),
  );
const selectBelow = (dialect: Dialect) =>
  compileOnce((reader: Reader, { ownerId, ids, folderId }: { ownerId: number; ids: string; folderId: string }) =>
    selectItems(reader)
      .where('i.owner_id', '=', ownerId)
      .where(amongIds(dialect, ids))
      .where(isBelowFolder('i.parent_id', folderId)),
  );
const selects = {
  sqlite: { all: selectAll('sqlite'), below: selectBelow('sqlite') },
  postgres: { all: selectAll('postgres'), below: selectBelow('postgres') },
};

/** The owner's items with these ids that are not purged, by their ids, also those in the trash. Any number, by one statement. */
export async function listCurrentItems(
  reader: Reader,
  dialect: Dialect,
  { ownerId, ids, folderId }: Wanted,
): Promise<ReadonlyMap<string, FileRow>> {
  if (ids.length === 0) return new Map();
  const json = JSON.stringify([...new Set(ids)].map((id) => ({ id })));
  const { all, below } = selects[dialect];
  const rows = await (folderId === null
    ? all(reader, { ownerId, ids: json })
    : below(reader, { ownerId, ids: json, folderId }));
  const items = rows.map(toItemRow).filter(({ state }) => state === 'alive' || state === 'trashed');
  return new Map(items.map((item) => [item.id, item]));
}
