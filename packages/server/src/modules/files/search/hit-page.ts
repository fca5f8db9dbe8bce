import { firstPlace } from './first-place.ts';

/** A row that is not among the sorted ones: it stands before the one at `place` there. */
export interface PlacedRow {
  readonly place: number;
  readonly rowId: number;
}

/** From a rank to before another, in a row of hits and placed rows. */
export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/** Row ids of hits that are in order themselves: no more of them is looked at than the page has. */
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

/** What is walked through: positions in an order, and 1 for each position that is a hit. */
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
  const take = (rowId: number): void => {
    if (rank >= from && rank < to) page.push(rowId);
    rank += 1;
  };
  for (let place = 0; rank < to; place += 1) {
    for (; next < placed.length && placed[next]!.place === place; next += 1) take(placed[next]!.rowId);
    const position = sorted[place]!;
    if (isHit[position] === 1) take(rowIds[position]!);
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
  const take = (rowId: number): void => {
    rank -= 1;
    if (rank >= from && rank < to) page.push(rowId);
  };
  for (let place = sorted.length; rank > from; place -= 1) {
    const position = sorted[place];
    if (position !== undefined && isHit[position] === 1) take(rowIds[position]!);
    for (; next >= 0 && placed[next]!.place === place; next -= 1) take(placed[next]!.rowId);
  }
  return page.toReversed();
}
