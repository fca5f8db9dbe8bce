import type { Connecting } from '../connection/connect.ts';
import { drawQrCode } from '../output/qr-code.ts';

/** Draws the link below it where somebody can hold a telephone before the screen. */
export async function showQrCode({ world, output }: Pick<Connecting, 'world' | 'output'>, url: string): Promise<void> {
  if (!output.interactive) return;
  const columns = world.stdout.columns || 80;
  const lines = drawQrCode(url, { columns, colors: output.colors });
  if (lines === undefined) return output.warn('the terminal is too narrow for a QR code');
  await output.write(`${lines.join('\n')}\n`);
}
