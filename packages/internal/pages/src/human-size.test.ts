import { expect, test } from 'vitest';
import { humanSize } from './human-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [1449, '1.4 KiB'],
  [102_348, '99.9 KiB'],
  [102_349, '100 KiB'],
  [1_048_063, '1023 KiB'],
  [1_048_064, '1.0 MiB'],
  [1_234_567, '1.2 MiB'],
  [2 * 1024 ** 3, '2 GiB'],
  [2 * 1024 ** 3 + 1, '2.0 GiB'],
  [5e12, '4.5 TiB'],
  [2e18, '1776 PiB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(humanSize(bytes)).toBe(text);
});
