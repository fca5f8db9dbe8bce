/** A count or a sum as a number, whatever the driver made of it; 0 for the sum of no rows. */
export function toNumber(value: string | number | bigint | null): number {
  const number = Number(value ?? 0);
  if (!Number.isSafeInteger(number)) throw new RangeError('A count or a sum is not a safe integer');
  return number;
}
