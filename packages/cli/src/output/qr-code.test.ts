import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { drawQrCode } from './qr-code.ts';

const link = 'https://drive.example.com/s/report-2026';

/** Modules as they are drawn, true for the characters' ink. */
function inkOf(lines: readonly string[]): boolean[][] {
  return lines.flatMap((line) => {
    const characters = [...line.replaceAll(/\u001b\[[\d;]*m/g, '')];
    return [characters.map((one) => one === '█' || one === '▀'), characters.map((one) => one === '█' || one === '▄')];
  });
}

it('is the code of the link, black on white with colours, and light on dark without', () => {
  const { data, size } = encode(link, { ecc: 'L', border: 2 });
  for (const colors of [true, false]) {
    const lines = drawQrCode(link, { columns: 80, colors }) ?? [];
    expect(inkOf(lines).slice(0, size)).toEqual(data.map((row) => row.map((isDark) => isDark === colors)));
    expect(lines.every((line) => line.includes('\u001b[38;5;16;48;5;231m') === colors)).toBe(true);
  }
});

it('is not drawn where it would be broken in two', () => {
  const { size } = encode(link, { ecc: 'L', border: 2 });
  expect(drawQrCode(link, { columns: size, colors: true })).toBeDefined();
  expect(drawQrCode(link, { columns: size - 1, colors: true })).toBeUndefined();
});
