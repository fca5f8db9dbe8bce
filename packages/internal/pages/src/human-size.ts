import { formatDecimal, t } from './language.ts';

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `1.4 MiB`, and `2 MiB` of exactly so many, in steps of 1,024 like the CLI. */
export function humanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (unit < units.length - 1 && (unit === 0 ? value >= 1024 : value >= 1023.5)) {
    value /= 1024;
    unit += 1;
  }
  if (unit === 0) return t('{n} bytes', { n: value });
  return `${formatDecimal(value, value >= 99.95 || Number.isInteger(value) ? 0 : 1)} ${units[unit]}`;
}
