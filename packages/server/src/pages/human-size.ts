const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** `1.4 MB`, in steps of a thousand as file managers and browsers count. */
export function humanSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  // 999.5 would be rounded to a thousand, which is 1 of the next unit.
  while (unit < units.length - 1 && (unit === 0 ? value >= 1000 : value >= 999.5)) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
