/** The first place that is reached, where every later one is, too; `end` where none is. */
export function firstPlace(end: number, isReached: (place: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
