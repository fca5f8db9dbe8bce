import type { Item } from '@drive/sdk';
import { readBytes } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';

export type ItemTest = (item: Item) => boolean;

/** `+10M`: larger; `-1k`: smaller; `500`: exactly. The size of a folder includes its content. */
export function parseSizeTest(text: string): ItemTest {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const bytes = readBytes(text.slice(sign.length));
  if (bytes === undefined)
    throw new CliError('usage', 'Use a size: +10M for larger, -1k for smaller, 500 for exactly 500 bytes.');
  return ({ size }) => {
    if (size === null) return false;
    if (sign === '+') return size > bytes;
    return sign === '-' ? size < bytes : size === bytes;
  };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  min: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
  w: 7 * 24 * 3_600_000,
  y: 365 * 24 * 3_600_000,
};

/** A moment, from an age (`7d`, `36h`) or a date, by default in the local time zone. */
export type Moment = (now: number) => number;

export function parseMoment(text: string): Moment {
  const [, count, unit] = /^(\d{1,6})(min|h|d|w|y)$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return (now) => now - Number(count) * (UNIT_MS[unit] ?? 0);
  // Date.parse() reads a date without time as UTC.
  const written = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text.replace(' ', 'T');
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(written) ? Date.parse(written) : Number.NaN;
  if (!Number.isNaN(time)) return () => time;
  throw new CliError('usage', 'Use a time: 7d, 36h, 30min, 2026-01-31, or 2026-01-31T12:00.');
}

export const isNewer =
  (moment: Moment, now: number): ItemTest =>
  ({ uploadedAt }) =>
    Date.parse(uploadedAt) > moment(now);

export const isOlder =
  (moment: Moment, now: number): ItemTest =>
  ({ uploadedAt }) =>
    Date.parse(uploadedAt) < moment(now);
