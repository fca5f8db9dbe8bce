import { encode } from 'uqr';
import type { World } from '../shell/world.ts';
import type { Output } from './output.ts';
import { paint } from './terminal.ts';

/** Draws `url` as a QR code if standard output is a terminal. */
export async function showQrCode(
  { world, output }: { readonly world: World; readonly output: Output },
  url: string,
): Promise<void> {
  if (!output.interactive) return;
  const columns = world.stdout.columns || 80;
  const lines = drawQrCode(url, { columns, colors: output.colors });
  if (lines === undefined) return output.warn('the terminal is too narrow for a QR code');
  await output.write(`${lines.join('\n')}\n`);
}

/** Modules of quiet around the code, without which many cameras do not find it. */
const QUIET = 2;

/**
 * A QR code for a terminal, two modules per character. With colors it is black on white on every terminal; without
 * them it is drawn for light text on a dark background. undefined if it is wider than `columns`.
 */
export function drawQrCode(
  text: string,
  { columns, colors }: { columns: number; colors: boolean },
): string[] | undefined {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET });
  if (size > columns) return undefined;
  const isInk = (x: number, y: number): boolean => (data[y]?.[x] === true) === colors && (colors || y < size);
  const lines: string[] = [];
  for (let y = 0; y < size; y += 2) {
    let line = '';
    for (let x = 0; x < size; x++) {
      const [upper, lower] = [isInk(x, y), isInk(x, y + 1)];
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }
    // 16 and 231 are black and white in every palette.
    lines.push(paint(colors, '38;5;16;48;5;231', line));
  }
  return lines;
}
