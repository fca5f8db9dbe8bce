import { createHash } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { someBytes } from '../test/drive-behind-proxy.ts';
import { createSha256 } from './sha256.ts';

it('computes SHA-256 without Node, for any chunking', () => {
  const spied = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  onTestFinished(() => spied.mockRestore());
  for (const size of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000, 100_003]) {
    const bytes = someBytes(size);
    const expected = createHash('sha256').update(bytes).digest('hex');
    for (const pieceBytes of [1, 7, 63, 64, 65, 4096, 200_000].filter((each) => size / each < 2000)) {
      const hash = createSha256();
      for (let start = 0; start < size; start += pieceBytes) hash.update(bytes.subarray(start, start + pieceBytes));
      expect(hash.digest()).toBe(expected);
    }
  }
});

it('returns the same as Node’s hash', () => {
  const hash = createSha256();
  hash.update(new TextEncoder().encode('abc'));
  expect(hash.digest()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
