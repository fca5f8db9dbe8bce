import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { drawQrCode } from './qr-code.ts';
import { controlSequence } from './terminal.ts';

const BLACK_ON_WHITE = controlSequence('38;5;16;48;5;231m');

const link = 'https://drive.example.com/s/report-2026';

/** The drawn modules, true for the foreground. */
function inkOf(lines: readonly string[]): boolean[][] {
  return lines.flatMap((line) => {
    const characters = [...line.replaceAll(BLACK_ON_WHITE, '').replaceAll(controlSequence('0m'), '')];
    return [characters.map((one) => one === '█' || one === '▀'), characters.map((one) => one === '█' || one === '▄')];
  });
}

it('is the code of the link, black on white with colors, and light on dark without', () => {
  const { data, size } = encode(link, { ecc: 'L', border: 2 });
  for (const colors of [true, false]) {
    const lines = drawQrCode(link, { columns: 80, colors }) ?? [];
    expect(inkOf(lines).slice(0, size)).toEqual(data.map((row) => row.map((isDark) => isDark === colors)));
    expect(lines.every((line) => line.includes(BLACK_ON_WHITE) === colors)).toBe(true);
  }
});

it('is not drawn if it would wrap', () => {
  const { size } = encode(link, { ecc: 'L', border: 2 });
  expect(drawQrCode(link, { columns: size, colors: true })).toBeDefined();
  expect(drawQrCode(link, { columns: size - 1, colors: true })).toBeUndefined();
});
