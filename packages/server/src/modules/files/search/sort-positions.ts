/** So few that all the places written to at a time stay in the processor's nearest memory. */
const digits = 2048;
/** A few are sorted faster by comparing. */
const few = 4096;

/**
 * `positions` in the order of their keys (whole numbers from 0, exact as doubles); where those are equal, in the order
 * they were given in.
 */
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

  // Digit by digit of what each is above the least, the last digit first.
  let from: Uint32Array = positions;
  let to: Uint32Array = new Uint32Array(positions.length);
  const places = new Uint32Array(digits);
  for (let unit = 1; unit <= largest - least; unit *= digits) {
    places.fill(0);
    for (let at = 0; at < from.length; at += 1) places[digitOf(keys[from[at]!]! - least, unit)]! += 1;
    let place = 0;
    for (let digit = 0; digit < digits; digit += 1) {
      const many = places[digit]!;
      places[digit] = place;
      place += many;
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

export function positionsOf(count: number): Uint32Array {
  const positions = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) positions[at] = at;
  return positions;
}
