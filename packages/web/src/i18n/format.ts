const units = ['', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Formats of dates, sizes and durations in one language. */
export interface Formats {
  /** `1.4 MiB`, in steps of 1,024. */
  readonly size: (bytes: number) => string;
  /** `3 Nov 2026` */
  readonly date: (iso: string) => string;
  /** `3 Nov 2026, 14:05` */
  readonly moment: (iso: string) => string;
  /** `2 hours ago`, `yesterday`; the date if that is a week ago or more. */
  readonly relative: (iso: string) => string;
  /** `2 min 5 s`; the two largest units. */
  readonly duration: (seconds: number) => string;
  readonly number: (value: number) => string;
  /** `45 %`; the value is a share of 1. */
  readonly percent: (share: number) => string;
}

export function formatsOf(language: string): Formats {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const bytesUnit = new Intl.NumberFormat(language, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  return {
    size: (bytes) => {
      let value = bytes;
      let unit = 0;
      // 1,023.5 would be rounded to 1,024, which is 1 of the next unit.
      for (; unit < units.length - 1 && value >= (unit === 0 ? 1024 : 1023.5); unit += 1) value /= 1024;
      if (unit === 0) return bytesUnit.format(value);
      return `${value >= 99.95 ? whole.format(value) : tenths.format(value)} ${units[unit]}`;
    },
    date: (iso) => day.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)),
    relative: (iso) => {
      const time = new Date(iso);
      const seconds = (Date.now() - time.getTime()) / 1000;
      const days = daysBetween(time, new Date());
      // A clock may be ahead of the other.
      if (seconds < -60 || days >= 7) return day.format(time);
      if (days > 0 && seconds >= 12 * 3600) return ago.format(-days, 'day');
      if (seconds >= 3600) return ago.format(-Math.floor(seconds / 3600), 'hour');
      return seconds >= 60 ? ago.format(-Math.floor(seconds / 60), 'minute') : ago.format(0, 'second');
    },
    duration: (seconds) => {
      const rest = Math.max(0, Math.round(seconds));
      const [hours, minutes] = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60)];
      if (hours > 0) return `${whole.format(hours)} h ${minutes} min`;
      return minutes > 0 ? `${minutes} min ${rest % 60} s` : `${rest} s`;
    },
    number: whole.format,
    percent: percent.format,
  };
}

/** Midnights between two times. */
function daysBetween(from: Date, to: Date): number {
  const [first, last] = [from, to].map((time) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()));
  return Math.round(((last ?? 0) - (first ?? 0)) / 86_400_000);
}
