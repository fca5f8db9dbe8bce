const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `1.4 MiB`, in steps of 1,024 like the CLI. */
export function humanSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (unit < units.length - 1 && (unit === 0 ? value >= 1024 : value >= 1023.5)) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
