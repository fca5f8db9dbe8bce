import { foldName } from '@drive/contract';
import type { OwnerQuery } from '../../src/modules/files/search/search-store.ts';
import type { Database } from '../../src/platform/db/index.ts';

/** items.row_id of everything a search must find, in order, computed row by row. */
export async function listMatches(
  database: Database,
  {
    ownerId,
    words,
    kind,
    withinRowId,
    order,
    descending,
    filter = {},
  }: Pick<OwnerQuery, 'ownerId' | 'words' | 'kind' | 'withinRowId' | 'order' | 'descending' | 'filter'>,
): Promise<number[]> {
  const items = await database.reader.selectFrom('items').selectAll().where('owner_id', '=', ownerId).execute();
  const byRow = new Map(items.map((item) => [item.row_id, item]));
  type Row = (typeof items)[number];
  const isShown = (item: Row): boolean =>
    item.state === 'alive' && (item.parent_id === null || isShown(byRow.get(item.parent_id)!));
  const bytewise = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
  const byName = (one: Row, other: Row): number =>
    bytewise(foldName(one.name), foldName(other.name)) || bytewise(one.name, other.name) || one.row_id - other.row_id;
  const isBelow = (item: Row): boolean =>
    withinRowId === undefined ||
    item.parent_id === withinRowId ||
    (item.parent_id !== null && isBelow(byRow.get(item.parent_id)!));
  // Of the filters only those that the tests of searches use.
  const isSelected = (item: Row): boolean => {
    const { tags = [] } = JSON.parse(item.annotations ?? '{}') as { readonly tags?: readonly string[] };
    return (
      (filter.minSize === undefined || (item.is_folder === 0 && item.size >= filter.minSize)) &&
      (filter.tag ?? []).every((tag) => tags.includes(tag))
    );
  };
  const rank = (item: Row): number => {
    const name = foldName(item.name);
    if (name === words.join(' ')) return 0;
    if (name.indexOf(words[0]!) === 0) return 1;
    const isStart = (at: number): boolean =>
      at === 0 || (/[!-~ ]/.test(name[at - 1]!) && !/[a-z0-9]/i.test(name[at - 1]!));
    const starts = (word: string): boolean =>
      (/[!-~ ]/.test(word[0]!) && !/[a-z0-9]/i.test(word[0]!)) ||
      Array.from({ length: name.length }, (_, at) => at).some((at) => name.startsWith(word, at) && isStart(at));
    return words.every(starts) ? 2 : 3;
  };
  const compare = {
    relevance: (one: Row, other: Row) =>
      rank(one) - rank(other) || other.created_at - one.created_at || other.row_id - one.row_id,
    name: byName,
    createdAt: (one: Row, other: Row) => one.created_at - other.created_at || one.row_id - other.row_id,
    downloadCount: (one: Row, other: Row) => one.download_count - other.download_count || one.row_id - other.row_id,
    modifiedAt: (one: Row, other: Row) =>
      (one.modified_at ?? one.created_at) - (other.modified_at ?? other.created_at) || one.row_id - other.row_id,
    size: (one: Row, other: Row) => one.size - other.size || byName(one, other),
  }[order];
  const found = items
    .filter(
      (item) =>
        item.parent_id !== null &&
        (kind === undefined || (kind === 'folder') === (item.is_folder === 1)) &&
        isShown(item) &&
        isBelow(item) &&
        isSelected(item) &&
        words.every((word) => foldName(item.name).includes(word)),
    )
    .toSorted(compare)
    .map((item) => item.row_id);
  return descending && order !== 'relevance' ? found.toReversed() : found;
}
