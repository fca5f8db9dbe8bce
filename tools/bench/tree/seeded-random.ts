/** Pseudo-random numbers that are equal in all runs, so that runs are comparable. */
export interface SeededRandom {
  /** From 0, below 1. */
  next(): number;
  /** An integer from 0, below `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Lower-case hex of 4 bytes a word. */
  hex(words: number): string;
  uuid(): string;
}

/** xoshiro128**, filled by splitmix32. */
export function createSeededRandom(seed: number): SeededRandom {
  let filler = seed >>> 0;
  const fill = (): number => {
    filler = (filler + 0x9e3779b9) >>> 0;
    let z = filler;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  let [a, b, c, d] = [fill(), fill(), fill(), fill()];

  const word = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const below = (limit: number): number => Math.floor((word() / 2 ** 32) * limit);
  const hex = (words: number): string => {
    let text = '';
    for (let index = 0; index < words; index++) text += word().toString(16).padStart(8, '0');
    return text;
  };
  return {
    next: () => word() / 2 ** 32,
    below,
    hex,
    pick: (choices) => choices[below(choices.length)]!,
    uuid: () => {
      const digits = hex(4);
      const variant = '89ab'[below(4)]!;
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
  };
}
