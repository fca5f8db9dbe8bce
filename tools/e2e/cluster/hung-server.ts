import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Cluster } from './start-cluster.ts';

const IN_TIME_MS = 3000;
const READERS = 6;

interface Reads {
  readonly answered: number;
  /** Not answered within three seconds. */
  readonly late: number;
  /** Answered with another status than 200. */
  readonly failed: readonly number[];
}

/** Reads from several clients at once, until `isOver` and at least `least` times. A client does not wait for a late answer. */
export async function readUntil(
  urls: readonly string[],
  { key, least, isOver }: { readonly key: string; readonly least: number; readonly isOver: () => boolean },
): Promise<Reads> {
  const headers = { authorization: `Bearer ${key}` };
  const pending = new AbortController();
  const failed: number[] = [];
  let answered = 0;
  let late = 0;
  const read = async (): Promise<void> => {
    while (!isOver() || answered < least) {
      const url = urls[(answered + late) % urls.length] ?? '';
      const answer = fetch(url, { headers, signal: pending.signal }).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      });
      const status = await Promise.race([answer.catch(() => 0), sleep(IN_TIME_MS, 'late' as const)]);
      if (status === 'late') late += 1;
      else answered += 1;
      if (typeof status === 'number' && status !== 200) failed.push(status);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  pending.abort();
  return { answered, late, failed };
}

/** 99 % of them within three seconds, none refused. */
export function expectReadsInTime({ answered, late, failed }: Reads): void {
  expect(failed).toEqual([]);
  expect(late).toBeLessThanOrEqual((answered + late) / 100);
}

/** The longest that a proxy waits for the offset from a server that hangs, and some time for a busy machine. */
const STALL_MS = 30_000;
const chunk = Buffer.alloc(100_000, 7);
const tus = { 'tus-resumable': '1.0.0' };

/** Sends the first half of some uploads by tus. Returns what sends the rest, as a client does after a stall. */
export async function beginUploads({ client }: Cluster, proxyUrl: string): Promise<() => Promise<string[]>> {
  const patch = async (url: string, offset: number): Promise<void> => {
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const response = await fetch(url, { method: 'PATCH', headers, body: chunk, signal: AbortSignal.timeout(STALL_MS) });
    expect(response.status).toBe(204);
  };
  const resume = async (url: string): Promise<void> => {
    const signal = AbortSignal.timeout(STALL_MS);
    const head = await fetch(url, { method: 'HEAD', headers: tus, signal });
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(chunk.length)]);
    await patch(url, chunk.length);
  };
  const begun = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const name = randomUUID();
      const reserved = await client.uploads.create({
        fileName: name,
        fileSizeBytes: 2 * chunk.length,
        contentType: 'text/plain',
      });
      const url = `${proxyUrl}/files/tus/${reserved.sessionId}`;
      await patch(url, 0);
      return { name, url };
    }),
  );
  return () =>
    Promise.all(
      begun.map(async ({ name, url }) => {
        // nginx tries a server again that it had left out: bytes may be sent to one that hangs, and the client begins again.
        await resume(url).catch((error: unknown) => {
          if (!(error instanceof DOMException)) throw error;
          return resume(url);
        });
        return name;
      }),
    );
}
