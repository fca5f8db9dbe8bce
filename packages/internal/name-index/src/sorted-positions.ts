/** Radix of the sort: all counters of one pass fit into the first-level cache. */
const digits = 2048;
/** Fewer positions are sorted faster by comparison. */
const few = 4096;

/** `positions` sorted by their keys (integers from 0, exact as doubles). Stable. */
export function sortedBy(keys: Float64Array, positions: Uint32Array): Uint32Array {
  if (positions.length < few)
    return Uint32Array.from([...positions].toSorted((one, other) => keys[one]! - keys[other]!));
  let least = Infinity;
  let largest = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const key = keys[positions[at]!]!;
    if (key < least) least = key;
    if (key > largest) largest = key;
  }

  // Radix sort of the differences to the least key, last digit first.
  let from: Uint32Array = positions;
  let to: Uint32Array = new Uint32Array(positions.length);
  const places = new Uint32Array(digits);
  for (let unit = 1; unit <= largest - least; unit *= digits) {
    places.fill(0);
    for (let at = 0; at < from.length; at += 1) places[digitOf(keys[from[at]!]! - least, unit)]! += 1;
    let place = 0;
    for (let digit = 0; digit < digits; digit += 1) {
      const count = places[digit]!;
      places[digit] = place;
      place += count;
    }
    for (let at = 0; at < from.length; at += 1) {
      const position = from[at]!;
      const digit = digitOf(keys[position]! - least, unit);
      to[places[digit]!] = position;
      places[digit]! += 1;
    }
    const next = from === positions ? new Uint32Array(positions.length) : from;
    from = to;
    to = next;
  }
  return from === positions ? positions.slice() : from;
}

const digitOf = (key: number, unit: number): number => Math.floor(key / unit) & (digits - 1);

/** 0, 1, … below `count`. */
export function positionsOf(count: number): Uint32Array {
  const positions = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) positions[at] = at;
  return positions;
}

/** Binary search: the first place below `end` for which `isReached`, which stays true from there on; `end` if there is none. */
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
