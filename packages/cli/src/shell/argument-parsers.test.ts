import { expect, it } from 'vitest';
import { parseExpiry } from './argument-parsers.ts';

it.each([
  ['7d', 7],
  ['2w', 14],
  ['1y', 365],
  ['never', 0],
])('parses %s as %d days', (text, days) => expect(parseExpiry(text)).toBe(days));

it.each(['7', '0d', '-1d', '1.5d', '12h', 'd', '', '7 d', 'soon'])('refuses %j', (text) => {
  expect(() => parseExpiry(text)).toThrow(/7d/);
});
