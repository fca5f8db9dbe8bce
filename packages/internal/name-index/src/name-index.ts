import { nowhere, type FolderStates } from './folder-states.ts';
import { compareItems, mergeColumns, type IndexedItem, type ItemColumns } from './item-columns.ts';
import type { ItemPosition, NameQuery, NamesFound, SortedOrder } from './name-query.ts';
import { compareRanked, type RankedRow } from './ranked-page.ts';
import { rankOf } from './relevance.ts';
import { compareIn, SortedItems } from './sorted-items.ts';

interface ChangedItem {
  readonly item: IndexedItem;
  /** Place among the items of the base in each order, computed on first use. */
  readonly places: Partial<Record<SortedOrder, number>>;
}

/** Changes are merged into the columns when they exceed this share of the items. */
const changesShare = 1 / 64;
const bytesOfChange = 600;

/** The names of all items of one tree, in memory. Changes are stored separately until they are merged into a new base. */
export class NameIndex {
  readonly #folders: FolderStates;
  readonly #fewChanges: number;
  #base: SortedItems;
  #changes = new Map<number, ChangedItem>();
  #hidden: Uint8Array | undefined;
  #visible = new Uint8Array(0);
  #areAllVisible = false;

  /** Stores up to `fewChanges` changes beside the columns, for any number of items. */
  constructor(columns: ItemColumns, folders: FolderStates, fewChanges: number) {
    this.#base = new SortedItems(columns);
    this.#folders = folders;
    this.#fewChanges = fewChanges;
  }

  get byteLength(): number {
    return this.#base.byteLength + this.#visible.length + this.#changes.size * bytesOfChange + this.#folders.byteLength;
  }

  find(query: NameQuery): NamesFound {
    this.#refreshVisible();
    const { withinRowId, order } = query;
    const within = withinRowId === undefined ? undefined : this.#folders.within(withinRowId);
    const hits = this.#findInBase(query, within);
    const changed = this.#findInChanges(query, within);
    return order === 'relevance'
      ? this.#bestPage(query, hits, changed)
      : this.#sortedPage({ ...query, order }, hits, changed);
  }

  /** Forgets these rows and adds `items`, those of them that are visible now. */
  replace(rowIds: readonly number[], items: readonly IndexedItem[]): void {
    const { folders: places, count } = this.#base.columns;
    for (const rowId of rowIds) {
      this.#changes.delete(rowId);
      // Several if the item was renamed while the columns were read.
      for (const position of this.#base.positionsOfRow(rowId)) {
        places[position] = nowhere;
        this.#visible[position] = 0;
        this.#areAllVisible = false;
      }
    }
    for (const item of items) this.#changes.set(item.rowId, { item, places: {} });
    if (this.#changes.size > Math.max(this.#fewChanges, count * changesShare)) this.#mergeChanges();
  }

  #refreshVisible(): void {
    const nowHidden = this.#folders.hidden();
    if (nowHidden === this.#hidden) return;
    this.#hidden = nowHidden;
    const { count, folders: places } = this.#base.columns;
    if (this.#visible.length !== count) this.#visible = new Uint8Array(count);
    this.#areAllVisible = fillVisible(this.#visible, places, nowHidden) === count;
  }

  /** Ascending. */
  #findInBase({ words, kind }: NameQuery, within: Uint8Array | undefined): Uint32Array {
    const { folders, kinds } = this.#base.columns;
    let hits = this.#base.scan(words);
    if (!this.#areAllVisible) hits = keepVisible(hits, this.#visible);
    if (kind !== undefined) hits = keepKind(hits, kinds, kind === 'folder' ? 1 : 0);
    return within === undefined ? hits : keepWithin(hits, folders, within);
  }

  #findInChanges({ words, kind }: NameQuery, within: Uint8Array | undefined): ChangedItem[] {
    const texts = words.map((word) => Buffer.from(word));
    const found = [];
    for (const change of this.#changes.values()) {
      const { key, folder, isFolder } = change.item;
      if (this.#hidden![folder] !== 0 || (kind !== undefined && (kind === 'folder') !== isFolder)) continue;
      if (within !== undefined && within[folder] !== 1) continue;
      if (texts.every((text) => key.includes(text))) found.push(change);
    }
    return found;
  }

  #bestPage(
    { words, offset, after, limit }: NameQuery,
    hits: Uint32Array,
    changed: readonly ChangedItem[],
  ): NamesFound {
    const total = hits.length + changed.length;
    const position = after && { ...after, rank: rankOf(after.nameKey, words) };
    const skipped = after === undefined ? offset : 0;
    const range = { after: position, limit: skipped + limit };
    const rows: RankedRow[] = this.#base.bestOf(hits, words, range);
    for (const { item } of changed) {
      const row = { rank: rankOf(item.key.toString(), words), createdAt: item.createdAt, rowId: item.rowId };
      if (position === undefined || compareRanked(row, position) > 0) rows.push(row);
    }
    const page = rows.toSorted(compareRanked).slice(skipped, skipped + limit);
    return { total, rowIds: page.map(({ rowId }) => rowId) };
  }

  #sortedPage(
    { order, descending, offset: givenOffset, after, limit }: NameQuery & { readonly order: SortedOrder },
    hits: Uint32Array,
    found: readonly ChangedItem[],
  ): NamesFound {
    const changed = found.toSorted((one, other) => compareIn(order, one.item, other.item));
    const total = hits.length + changed.length;
    const offset = after === undefined ? givenOffset : this.#offsetAfter(hits, changed, after, { order, descending });
    const from = descending ? Math.max(0, total - offset - limit) : offset;
    const to = descending ? total - offset : Math.min(total, offset + limit);
    if (to <= from) return { total, rowIds: [] };
    const placed = changed.map((change) => ({ place: this.#placeOf(change, order), rowId: change.item.rowId }));
    const page = this.#base.pageOf(hits, placed, order, { from, to });
    return { total, rowIds: descending ? page.toReversed() : page };
  }

  #placeOf({ item, places }: ChangedItem, order: SortedOrder): number {
    return (places[order] ??= this.#base.placeOf(order, item));
  }

  /** Number of hits at and before a position in the order of the query. */
  #offsetAfter(
    hits: Uint32Array,
    changed: readonly ChangedItem[],
    after: ItemPosition,
    { order, descending }: { readonly order: SortedOrder; readonly descending: boolean },
  ): number {
    const position = itemAt(after);
    const place = this.#base.placeOf(order, position, { includes: !descending });
    const inChanges = changed.filter(({ item }) => {
      const compared = compareIn(order, item, position);
      return compared < 0 || (compared === 0 && !descending);
    }).length;
    const before = this.#base.countBefore(hits, place, order) + inChanges;
    return descending ? hits.length + changed.length - before : before;
  }

  #mergeChanges(): void {
    const added = [...this.#changes.values()]
      .toSorted((one, other) => compareItems(one.item, other.item))
      .map((change) => ({ item: change.item, place: this.#placeOf(change, 'name') }));
    const { columns } = this.#base;
    const isRemoved = (position: number): boolean => columns.folders[position] === nowhere;
    this.#base = new SortedItems(mergeColumns(columns, isRemoved, added));
    this.#changes = new Map();
    this.#hidden = undefined;
  }
}

// Loops over a million entries are separate functions, which are compiled soon, and use an index, which is faster than an iterator.
// Each filters in place.

function keepVisible(hits: Uint32Array, visible: Uint8Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < hits.length; at += 1) {
    const position = hits[at]!;
    hits[count] = position;
    count += visible[position]!;
  }
  return hits.subarray(0, count);
}

function keepKind(hits: Uint32Array, kinds: Uint8Array, kind: number): Uint32Array {
  let count = 0;
  for (let at = 0; at < hits.length; at += 1) {
    const position = hits[at]!;
    hits[count] = position;
    if (kinds[position] === kind) count += 1;
  }
  return hits.subarray(0, count);
}

function keepWithin(hits: Uint32Array, folders: Uint32Array, within: Uint8Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < hits.length; at += 1) {
    const position = hits[at]!;
    hits[count] = position;
    count += within[folders[position]!]!;
  }
  return hits.subarray(0, count);
}

/** Returns the number of visible positions. */
function fillVisible(visible: Uint8Array, folders: Uint32Array, hidden: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < folders.length; at += 1) {
    const isVisible = 1 - hidden[folders[at]!]!;
    visible[at] = isVisible;
    count += isVisible;
  }
  return count;
}

/** A position as an item to compare with. */
const itemAt = ({ nameKey, name, ...more }: ItemPosition): IndexedItem => ({
  ...more,
  key: Buffer.from(nameKey),
  name: Buffer.from(name),
  folder: 0,
  isFolder: false,
});
