import { firstPlace } from './sorted-positions.ts';

/** A changed row that is not in the sorted columns: it sorts before the one at `place` there. */
export interface PlacedRow {
  readonly place: number;
  readonly rowId: number;
}

/** Ranks `from` to before `to` in the merged sequence of hits and placed rows. */
export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/** Row ids of a page of sorted hits. Reads only the hits of the page. */
export function pageAmong(
  hits: Uint32Array,
  rowIds: Float64Array,
  placed: readonly PlacedRow[],
  { from, to }: Ranks,
): number[] {
  const page: number[] = [];
  const rankOf = (at: number): number => {
    const { place } = placed[at]!;
    return firstPlace(hits.length, (hit) => hits[hit]! >= place) + at;
  };
  let next = firstPlace(placed.length, (at) => rankOf(at) >= from);
  for (let rank = from; rank < to; rank += 1) {
    if (next < placed.length && rankOf(next) === rank) {
      page.push(placed[next]!.rowId);
      next += 1;
    } else {
      page.push(rowIds[hits[rank - next]!]!);
    }
  }
  return page;
}

/** Positions in another order, and 1 in `isHit` for each position that is a hit. */
export interface Order {
  readonly sorted: Uint32Array;
  readonly isHit: Uint8Array;
  readonly rowIds: Float64Array;
}

export function pageFromStart(
  { sorted, isHit, rowIds }: Order,
  placed: readonly PlacedRow[],
  { from, to }: Ranks,
): number[] {
  const page: number[] = [];
  let rank = 0;
  let next = 0;
  const add = (rowId: number): void => {
    if (rank >= from && rank < to) page.push(rowId);
    rank += 1;
  };
  for (let place = 0; rank < to; place += 1) {
    for (; next < placed.length && placed[next]!.place === place; next += 1) add(placed[next]!.rowId);
    const position = sorted[place]!;
    if (isHit[position] === 1) add(rowIds[position]!);
  }
  return page;
}

export function pageFromEnd(
  { sorted, isHit, rowIds }: Order,
  placed: readonly PlacedRow[],
  { from, to }: Ranks,
  total: number,
): number[] {
  const page: number[] = [];
  let rank = total;
  let next = placed.length - 1;
  const add = (rowId: number): void => {
    rank -= 1;
    if (rank >= from && rank < to) page.push(rowId);
  };
  for (let place = sorted.length; rank > from; place -= 1) {
    const position = sorted[place];
    if (position !== undefined && isHit[position] === 1) add(rowIds[position]!);
    for (; next >= 0 && placed[next]!.place === place; next -= 1) add(placed[next]!.rowId);
  }
  return page.toReversed();
}
