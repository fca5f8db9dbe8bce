import { InvalidArgumentError } from 'commander';
import { CliError } from './cli-error.ts';

export function parseParallel(text: string): number {
  if (!/^[1-9][0-9]?$/.test(text)) throw new InvalidArgumentError('Use a number from 1 to 99.');
  return Number(text);
}

export function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number, 0 or more.');
  return Number(text);
}

export function parseVersionNumber(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError('Use a whole number, 1 or more.');
  return Number(text);
}

/** Days of statistics over time. The server enforces its maximum. */
export function parseHistoryDays(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new InvalidArgumentError('Use a number of days, 1 or more.');
  return Number(text);
}

/** Whole number from 1, or `none` (0). */
export function parseLimit(text: string): number {
  if (text === 'none') return 0;
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError('Use a whole number, 1 or more, or none.');
  return Number(text);
}

/** Bytes, from `500`, `10M`, `1.5G`, or `none` (0). */
export function parseByteLimit(text: string): number {
  if (text === 'none') return 0;
  const bytes = readBytes(text) ?? 0;
  if (bytes < 1) throw new InvalidArgumentError('Use a size such as 500k, 10M or 2G, or none.');
  return bytes;
}

/** Bytes, from `0`, `500`, `10M` or `1.5GiB`. */
export function parseSize(text: string): number {
  const bytes = readBytes(text);
  if (bytes === undefined) throw new InvalidArgumentError('Use a size such as 500, 500k, 10M or 2G.');
  return bytes;
}

/** Reads `500`, `10M`, `1.5GiB`; undefined for any other text. */
export function readBytes(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Math.round(Number(count) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' '));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Appends the value of a flag that can be repeated. */
export const collect = (text: string, texts: readonly string[] = []): string[] => [...texts, text];

/** Metadata, from `order=42`. A flag or an argument that can be repeated; of equal keys the last counts. */
export function collectMetadata(
  text: string,
  metadata: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, key, value] = /^([\w.-]{1,64})=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError('Use KEY=VALUE, such as order=42; a key is 1 to 64 of A-Z a-z 0-9 _ . -');
  return { ...metadata, [key]: value };
}

/** Milliseconds, from `30s`, `2m` or `500ms`. */
export function parseTimeout(text: string): number {
  const [, count, unit] = /^([1-9][0-9]{0,6})(ms|s|m)$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new InvalidArgumentError('Use a time such as 500ms, 30s or 2m.');
  return Number(count) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
}

const MINUTES = { m: 1, h: 60, d: 1440 } as const;

/** Minutes, from `30m`, `12h` or `7d`. The server enforces its maximum. */
export function parseLifetime(text: string): number {
  const [, count, unit] = /^([1-9][0-9]{0,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new InvalidArgumentError('Use a time such as 30m, 12h or 7d.');
  return Number(count) * MINUTES[unit as keyof typeof MINUTES];
}

/** Names of fields, separated by commas. */
export function parseFields(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('Use names of fields, separated by commas: path,size.');
  return names;
}

export function parseRetries(text: string): number {
  if (!/^[0-9]{1,2}$/.test(text)) throw new InvalidArgumentError('Use a number from 0 to 99.');
  return Number(text);
}

const DAYS = { d: 1, w: 7, y: 365 } as const;

/** Lifetime of a link in days, from `7d`, `2w`, `1y`, or `never` (0). The server enforces its maximum. */
export function parseExpiry(text: string): number {
  if (text === 'never') return 0;
  const [, count, unit] = /^([1-9][0-9]{0,3})([dwy])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new CliError('usage', 'Use days (7d), weeks (2w), 1y, or never.');
  }
  return Number(count) * DAYS[unit as keyof typeof DAYS];
}

/** Converts a limit for the API; 0 removes it. */
export const limitOf = (limit: number): number | null => (limit === 0 ? null : limit);

/** Turns a CliError of `parse` into an error that commander prefixes with the name of the flag. */
export function usage<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof CliError ? new InvalidArgumentError(error.message) : error;
    }
  };
}
