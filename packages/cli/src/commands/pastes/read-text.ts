import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../../shell/cli-error.ts';
import type { World } from '../../shell/world.ts';

/** Maximum size of a paste, counted in bytes like on the server. */
const MOST_BYTES = 512 * 1024;

/** Reads a file, or standard input without a path, unchanged: byte order mark and line ends stay. */
export async function readText(
  { stdin, cwd }: Pick<World, 'stdin' | 'cwd'>,
  path: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const bytes = path === undefined ? await readStream(stdin, signal) : await readWhole(resolve(cwd, path), path);
  if (bytes.length === 0) throw new CliError('usage', `no text in ${path ?? 'standard input'}`);
  if (bytes.length > MOST_BYTES) throw tooLarge(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CliError('usage', `${path ?? 'standard input'} is not UTF-8 text`, {
      hint: 'for files of other kinds: drive-cli upload',
      cause: error,
    });
  }
}

async function readStream(stdin: World['stdin'], signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => void stdin.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      // Already too large.
      if (bytes > MOST_BYTES) throw tooLarge(undefined);
      chunks.push(piece);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks);
}

async function readWhole(path: string, shownAs: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw tooLarge(shownAs);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('usage', `cannot read ${shownAs}: ${(error as Error).message}`, { cause: error });
  }
}

const tooLarge = (path: string | undefined): CliError =>
  new CliError('usage', `${path ?? 'standard input'} is larger than 512 KiB, the maximum size of a paste`, {
    hint: 'upload it as a file: drive-cli upload --share',
  });
