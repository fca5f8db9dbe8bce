const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `1.5 GiB`: three digits at most, so that columns stay narrow. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.5 and more would be rounded to 1024 of the unit.
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** `4 s`, `2:05`, `1:02:05`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** `2026-01-31 14:05` in the user's time zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** `14:05:09` in the user's time zone. */
export function formatClock(timeMs: number): string {
  const time = new Date(timeMs);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `a file`, `an account`. */
export const withArticle = (noun: string): string => `${/^(?:[aeio]|u(?!ser|rl))/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** `1 file`, `1,234 files`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
