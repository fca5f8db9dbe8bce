import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from '../shell/cli-error.ts';

export interface Spooled {
  readonly path: string;
  readonly isEmpty: boolean;
  discard(): Promise<void>;
}

/** Writes a stream to a file that only this user can read: its size must be known before the reservation. */
export async function spool(stream: Readable, signal: AbortSignal): Promise<Spooled> {
  let directory: string | undefined;
  const discard = async () => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  };
  try {
    directory = await mkdtemp(join(tmpdir(), 'drive-upload-'));
    const path = join(directory, 'stdin');
    await pipeline(stream, createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 }), { signal });
    return { path, isEmpty: (await stat(path)).size === 0, discard };
  } catch (error) {
    await discard();
    signal.throwIfAborted();
    const message = `standard input cannot be stored in ${tmpdir()}: ${(error as Error).message}`;
    throw new CliError('failed', message, { hint: 'name a folder with enough room by TMPDIR', cause: error });
  }
}
