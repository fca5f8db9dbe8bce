import { sql } from 'kysely';
import { compileOnce, type Dialect, type ItemState, jsonRows, type Reader } from '../../../platform/db/index.ts';
import { toFileRow, type FileRow } from '../items/item-row.ts';
import { listFoldersAbove, type FolderAbove } from '../tree/ancestor-store.ts';
import { selectFiles } from '../tree/item-store.ts';

interface Wanted {
  readonly ownerId: number;
  readonly ids: readonly string[];
  /** Only items below this folder (items.id), however deep; null: all. */
  readonly folderId: string | null;
}

const selectIn = (dialect: Dialect) =>
  compileOnce((reader: Reader, { ownerId, ids }: { ownerId: number; ids: string }) =>
    selectFiles(reader)
      .where('i.owner_id', '=', ownerId)
      .where(sql<boolean>`i.id in (select r.id from ${jsonRows(dialect, ids, 'r', { id: 'text' })})`),
  );
const selects = { sqlite: selectIn('sqlite'), postgres: selectIn('postgres') };

/**
 * The owner's items with these ids that are not purged, by their ids, also those in the trash. Any number, by two statements: the
 * items, and all folders above them together. A walk up from each item takes most of the time of a page.
 */
export async function listCurrentItems(
  reader: Reader,
  dialect: Dialect,
  { ownerId, ids, folderId }: Wanted,
): Promise<ReadonlyMap<string, FileRow>> {
  if (ids.length === 0) return new Map();
  const json = JSON.stringify([...new Set(ids)].map((id) => ({ id })));
  const rows = await selects[dialect](reader, { ownerId, ids: json });
  const parents = new Set(rows.flatMap(({ parent_id: parent }) => parent ?? []));
  const above = await listFoldersAbove(reader, dialect, [...parents]);
  const found = new Map<string, FileRow>();
  for (const row of rows) {
    const folders = foldersFrom(above, row.parent_id);
    if (folderId !== null && !folders.some(({ id }) => id === folderId)) continue;
    const state = stateWithin(row.state, folders);
    if (state === 'alive' || state === 'trashed') found.set(row.id, toFileRow(row, state));
  }
  return found;
}

/** The folder and those above it, up to the root. */
function foldersFrom(above: ReadonlyMap<number, FolderAbove>, rowId: number | null): FolderAbove[] {
  const folders: FolderAbove[] = [];
  for (let at = rowId === null ? undefined : above.get(rowId); at !== undefined;) {
    folders.push(at);
    at = at.parentRowId === null ? undefined : above.get(at.parentRowId);
  }
  return folders;
}

const stateWithin = (own: ItemState, folders: readonly FolderAbove[]): ItemState =>
  own === 'alive' ? (folders.find(({ state }) => state !== 'alive')?.state ?? 'alive') : own;
