import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Files up to this size are read in one call; streams cost ten times as much for small files. */
const WHOLE_BYTES = 1 << 20;

/** SHA-256 of a file in lower-case hex. */
export async function hashFile(path: string, signal: AbortSignal, onRead: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  if ((await stat(path)).size <= WHOLE_BYTES) {
    const bytes = await readFile(path, { signal });
    onRead(bytes.length);
    return hash.update(bytes).digest('hex');
  }
  let read = 0;
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        onRead((read += chunk.length));
      }
    },
    { signal },
  );
  return hash.digest('hex');
}
