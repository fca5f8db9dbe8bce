import { CliError } from '../shell/cli-error.ts';

const DAYS = { d: 1, w: 7, y: 365 } as const;

/** Days that a share lives, from `7d`, `2w`, `1y`, or `never`, which is 0. The server knows the longest it allows. */
export function parseExpiry(text: string): number {
  if (text === 'never') return 0;
  const [, count, unit] = /^([1-9][0-9]{0,3})([dwy])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new CliError('usage', 'It is days (7d), weeks (2w), 1y, or never.');
  }
  return Number(count) * DAYS[unit as keyof typeof DAYS];
}
