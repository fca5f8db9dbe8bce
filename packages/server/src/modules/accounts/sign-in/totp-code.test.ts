import { describe, expect, test } from 'vitest';
import { codeOf, findStep, fromBase32, stepAt } from './totp-code.ts';

const secret = Buffer.from('12345678901234567890');

describe('a code', () => {
  // RFC 6238, appendix B, SHA-1
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('matches RFC 6238 after %i seconds', (seconds, expected) => {
    expect(codeOf(secret, stepAt(seconds * 1000), 8)).toBe(expected);
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(expected.slice(2));
  });

  test('is accepted one step early or late, and only after the last used step', () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((offset) => findStep(secret, codeOf(secret, step + offset), now, 0));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(findStep(secret, codeOf(secret, step), now, step - 1)).toBe(step);
    expect(findStep(secret, codeOf(secret, step), now, step)).toBeUndefined();
    expect(findStep(secret, codeOf(secret, step - 1), now, step)).toBeUndefined();
    // The clock was ahead by an hour, and has been set back.
    expect(findStep(secret, codeOf(secret, step), now, step + 120)).toBe(step);
    for (const other of ['', '1', '1234567', '१२३४५६']) expect(findStep(secret, other, now, 0)).toBeUndefined();
  });
});

// RFC 4648, section 10, without the padding
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is decoded as defined by RFC 4648', (text, encoded) => {
  expect(fromBase32(encoded).toString()).toBe(text);
});
