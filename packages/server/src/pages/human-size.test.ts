import { expect, test } from 'vitest';
import { humanSize } from './human-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [1449, '1.4 kB'],
  [99_949, '99.9 kB'],
  [99_950, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_234_567, '1.2 MB'],
  [2 * 1024 ** 3, '2.1 GB'],
  [5e12, '5.0 TB'],
  [2e18, '2000 PB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(humanSize(bytes)).toBe(text);
});
