import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file in lower-case hex. */
export async function hashFile(path: string, signal: AbortSignal, onRead: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
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
