import type { DriveClient } from '@drive/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSignedUrls } from './signed-urls.ts';

let time: number;
let calls: string[];
beforeEach(() => {
  time = 1_000_000;
  calls = [];
});

/** A server whose URLs live for `seconds`, and which refuses to sign files named `gone`. */
function urlsOf(ids: readonly string[], { seconds = 900, refuses = false } = {}) {
  const files = {
    async downloadUrls(some: readonly string[]) {
      calls.push(`batch of ${some.length}`);
      if (refuses) throw new Error('no such endpoint');
      const expiresAt = new Date(time + seconds * 1000).toISOString();
      return { urls: some.filter((id) => id !== 'gone').map((id) => ({ id, downloadUrl: `batch/${id}`, expiresAt })) };
    },
    async downloadUrl(id: string) {
      calls.push(`one: ${id}`);
      if (id === 'gone') throw new Error('file_not_found');
      return { downloadUrl: `one/${id}` };
    },
  };
  const urls = createSignedUrls({ files } as unknown as DriveClient, {
    now: () => time,
    signal: new AbortController().signal,
  });
  for (const id of ids) urls.add(id);
  return urls;
}

describe('signed URLs', () => {
  it('are requested 200 at a time', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => String(index));
    const urls = urlsOf(ids);
    expect(await Promise.all(ids.map((id) => urls.urlOf(id)))).toEqual(ids.map((id) => `batch/${id}`));
    expect(calls).toEqual(['batch of 200', 'batch of 200', 'batch of 50']);
  });

  it('are requested again when they have expired, or are about to', async () => {
    const urls = urlsOf(['a', 'b', 'c']);
    expect([await urls.urlOf('a'), await urls.urlOf('a')]).toEqual(['batch/a', 'one/a']);
    time += 119_000;
    expect(await urls.urlOf('b')).toBe('batch/b');
    time += 1000;
    expect(await urls.urlOf('c')).toBe('one/c');
    const short = urlsOf(['a', 'b'], { seconds: 31 });
    expect(await short.urlOf('a')).toBe('batch/a');
    time += 1000;
    expect(await short.urlOf('b')).toBe('one/b');
  });

  it('are requested one by one if a batch fails for some, so that each file has its own error', async () => {
    const urls = urlsOf(['a', 'gone']);
    expect(await urls.urlOf('a')).toBe('batch/a');
    await expect(urls.urlOf('gone')).rejects.toThrow('file_not_found');
    const refused = urlsOf(['a', 'b'], { refuses: true });
    expect([await refused.urlOf('a'), await refused.urlOf('b')]).toEqual(['one/a', 'one/b']);
    expect(await urlsOf(['a']).urlOf('a')).toBe('one/a');
  });
});
