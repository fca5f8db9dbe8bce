/**
 * The bytes of a file after a power loss: synced bytes for certain, and any part of later writes, in any order. A
 * sector is written completely or not at all; the length is the old one, the new one or one between them.
 */
export function tearBytes(certain: Buffer, written: Buffer, chance: () => number, sectorBytes = 512): Buffer {
  const length = chance() < 0.5 ? written.length : Math.max(certain.length, Math.floor(chance() * written.length));
  const found = Buffer.alloc(length);
  certain.copy(found);
  const at = (): number => Math.floor(chance() * (length / sectorBytes)) * sectorBytes;
  const [one, other, luck] = [at(), at(), chance()];
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  // A range between two positions, everything but that range, or random sectors.
  const kinds = [
    (from: number) => from >= first && from < last,
    (from: number) => from < first || from >= last,
    () => chance() < luck,
  ];
  const isThere = kinds[Math.floor(chance() * kinds.length)]!;
  for (let from = 0; from < length; from += sectorBytes)
    if (isThere(from)) written.copy(found, from, from, from + sectorBytes);
  return found;
}

/** A number from 0 to 1; the same sequence for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
