import { rankCount } from './relevance.ts';

export interface RankedRow {
  readonly rank: number;
  readonly createdAt: number;
  readonly rowId: number;
}
export type AfterRank = RankedRow;

/** Negative if `one` comes first: the better rank, then the newest. */
export const compareRanked = (one: RankedRow, other: RankedRow): number =>
  one.rank - other.rank || other.createdAt - one.createdAt || other.rowId - one.rowId;

export interface RankedColumns {
  /** 1 more than the rank of each position that was found; else 0. */
  readonly ranks: Uint8Array;
  readonly oldestFirst: Uint32Array;
  readonly rowIds: Float64Array;
  readonly createdAt: Float64Array;
}

/** The first `limit` rows after `after`, from the newest position on, until no older one can be among them. */
export function newestRanked(
  columns: RankedColumns,
  { after, limit }: { readonly after: AfterRank | undefined; readonly limit: number },
): RankedRow[] {
  const { ranks, oldestFirst, rowIds, createdAt } = columns;
  const found = Array.from({ length: rankCount }, (): RankedRow[] => []);
  const wanted = countWanted(ranks, limit);
  let open = wanted.filter((count) => count > 0).length;
  for (let place = oldestFirst.length - 1; place >= 0 && open > 0; place -= 1) {
    const position = oldestFirst[place]!;
    const rank = ranks[position]! - 1;
    if (rank < 0 || found[rank]!.length === wanted[rank]) continue;
    const row = { rank, createdAt: createdAt[position]!, rowId: rowIds[position]! };
    if (after !== undefined && compareRanked(row, after) <= 0) continue;
    found[rank]!.push(row);
    if (found[rank]!.length === wanted[rank]) open -= 1;
    // Worse ones are behind the page.
    if (after !== undefined && rank === after.rank && found[rank]!.length === limit) break;
  }
  return found.flat().slice(0, limit);

  /** Rows of each rank that a page can contain: those of better ranks come before them. */
  function countWanted(marks: Uint8Array, most: number): number[] {
    const counts = countRanks(marks);
    let left = most;
    return counts.map((count, rank) => {
      if (after !== undefined && rank < after.rank) return 0;
      const some = Math.min(count, left);
      // Unknown how many of the rank are behind the position.
      if (after === undefined || rank > after.rank) left -= some;
      return some;
    });
  }
}

function countRanks(marks: Uint8Array): number[] {
  const counts = new Uint32Array(rankCount + 1);
  for (let at = 0; at < marks.length; at += 1) counts[marks[at]!]! += 1;
  return [...counts.subarray(1)];
}
