import { foldName } from '@drive/contract';
import type { OwnerQuery } from '../../src/modules/files/search/search-store.ts';
import type { Database } from '../../src/platform/db/index.ts';

/** items.row_id of everything a search must find, in order, computed row by row. */
export async function listMatches(
  database: Database,
  { ownerId, text, order, descending }: Pick<OwnerQuery, 'ownerId' | 'text' | 'order' | 'descending'>,
): Promise<number[]> {
  const items = await database.reader.selectFrom('items').selectAll().where('owner_id', '=', ownerId).execute();
  const byRow = new Map(items.map((item) => [item.row_id, item]));
  type Row = (typeof items)[number];
  const isShown = (item: Row): boolean =>
    item.state === 'alive' && (item.parent_id === null || isShown(byRow.get(item.parent_id)!));
  const bytewise = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
  const byName = (one: Row, other: Row): number =>
    bytewise(foldName(one.name), foldName(other.name)) || bytewise(one.name, other.name) || bytewise(one.id, other.id);
  const compare = {
    name: byName,
    createdAt: (one: Row, other: Row) => one.created_at - other.created_at || one.row_id - other.row_id,
    downloadCount: (one: Row, other: Row) => one.download_count - other.download_count || one.row_id - other.row_id,
    size: (one: Row, other: Row) => one.size - other.size || byName(one, other),
  }[order];
  const found = items
    .filter((item) => item.is_folder === 0 && isShown(item) && foldName(item.name).includes(text))
    .toSorted(compare)
    .map((item) => item.row_id);
  return descending ? found.toReversed() : found;
}
