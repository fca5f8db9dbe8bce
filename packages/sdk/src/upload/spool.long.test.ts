import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MiB, sha256, someBytes, startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';

const bytes = someBytes(9 * MiB + 7);

async function* pieces(size = 100_000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const kept = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('drive-upload-'));

describe('a stream of unknown size', () => {
  it.each([
    ['of the web', () => new Blob([bytes]).stream()],
    ['of Node', () => Readable.from(pieces())],
    ['that a generator makes', () => pieces()],
  ])('%s is stored byte by byte, and leaves nothing behind', async (_, make) => {
    const before = kept();
    const { client, bytesOf } = await startScene();
    const seen: number[] = [];
    const { fileId } = await client.uploads.upload(make(), {
      name: 'sea.mp4',
      onProgress: ({ bytes: now, total }) => void seen.push(now / total),
    });
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
    expect(seen.at(-1)).toBe(1);
    expect(kept()).toEqual(before);
  });

  it.each([false, true])('is buffered in Blobs without a file system (resumable: %s)', async (resumable) => {
    const { client, bytesOf } = await startScene();
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const { fileId } = await client.uploads.upload(pieces(), { name: 'a', resumable });
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
  });

  it('can come from a Node file, a text, and without an account', async () => {
    const { client, bytesOf, path, newClient } = await startScene();
    writeFileSync(path('film.mp4'), bytes);
    const { fileId } = await client.uploads.upload(createReadStream(path('film.mp4')), { resumable: true });
    expect(await client.files.get(fileId)).toMatchObject({ name: 'film.mp4', mimeType: 'video/mp4' });
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
    const text = await client.uploads.upload(Readable.from(['häl', 'lo']), { name: 'a.txt' });
    expect((await bytesOf(text.fileId)).toString()).toBe('hällo');
    expect(await newClient().public.upload(pieces(), { name: 'b' })).toMatchObject({ fileName: 'b' });
  });

  it('reserves nothing if it fails or yields no bytes', async () => {
    const { client, proxy } = await startScene();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* pieces();
      throw new Error('the disk is gone');
    }
    const before = kept();
    const unreadable = await failure(client.uploads.upload(broken(), { name: 'a' }));
    expect(unreadable).toMatchObject({ code: 'source_unreadable' });
    expect(unreadable.message).toMatch(/the disk is gone/);
    const objects = Readable.from([{ no: 'bytes' }]) as AsyncIterable<Uint8Array>;
    expect(await failure(client.uploads.upload(objects, { name: 'a' }))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(client.uploads.upload(pieces()))).toMatchObject({ code: 'invalid_argument' });
    expect(kept()).toEqual(before);
    expect(proxy.seen).toEqual([]);
  });

  it('is closed when aborted while it hangs', async () => {
    const { client } = await startScene();
    const stop = new AbortController();
    const canceled = vi.fn();
    const hanging = new ReadableStream<Uint8Array>({
      pull: () => void setImmediate(() => stop.abort()),
      cancel: canceled,
    });
    const error = await failure(client.uploads.upload(hanging, { name: 'a', signal: stop.signal }));
    expect(error).toMatchObject({ code: 'aborted' });
    expect(canceled).toHaveBeenCalledOnce();
  });
});

it('distinguishes a path or a text from bytes', async () => {
  const { client, bytesOf } = await startScene();
  const error = await failure(client.uploads.upload('notes.txt' as never, { name: 'notes.txt' }));
  expect(error).toMatchObject({ code: 'invalid_argument' });
  expect(error.message).toMatch(/uploadPath/);
  const words = new Uint16Array([1, 2, 3]);
  const { fileId } = await client.uploads.upload(words, { name: 'words' });
  expect(await bytesOf(fileId)).toHaveLength(6);
  const part = await client.uploads.upload(Buffer.from('hello').subarray(1, 3), { name: 'part' });
  expect((await bytesOf(part.fileId)).toString()).toBe('el');
});
