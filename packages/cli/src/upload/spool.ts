import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Spooled {
  readonly path: string;
  discard(): Promise<void>;
}

/** Writes a stream to a file that only this user can read: its size must be known before the server is asked. */
export async function spool(stream: Readable, signal: AbortSignal): Promise<Spooled> {
  const directory = await mkdtemp(join(tmpdir(), 'drive-upload-'));
  const discard = () => rm(directory, { recursive: true, force: true });
  const path = join(directory, 'stdin');
  try {
    await pipeline(stream, createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 }), { signal });
    return { path, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
