import { describe, expect, it } from 'vitest';
import { MiB, sha256, someBytes, startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';

const bytes = someBytes(3 * MiB + 7);

async function stored(scene: Scene): Promise<string> {
  return (await scene.client.uploads.upload(new Blob([bytes], { type: 'video/mp4' }), { name: 'sea.mp4' })).fileId;
}

describe('a download into a Blob', () => {
  it('returns the stored bytes and type, and reports progress', async () => {
    const scene = await startScene();
    const seen: number[] = [];
    const blob = await scene.client.files.downloadBlob(await stored(scene), {
      onProgress: ({ bytes: now, total }) => void seen.push(now / total),
    });
    expect([blob.type, sha256(await blob.bytes())]).toEqual(['video/mp4', sha256(bytes)]);
    expect(seen.at(-1)).toBe(1);
  });

  it('resumes after each interruption, as long as it progresses', async () => {
    const scene = await startScene();
    const id = await stored(scene);
    const cut = times(7, { cutAnswerAfter: 300_000 });
    scene.proxy.fault = ({ path }) => (path.startsWith('/files/') ? cut() : undefined);
    const blob = await scene.client.files.downloadBlob(id, { maxRetries: 2 });
    expect(sha256(await blob.bytes())).toBe(sha256(bytes));
    const asked = scene.proxy.seen.filter(({ path, method }) => method === 'GET' && path.startsWith('/files/'));
    expect(asked).toHaveLength(8);
    expect(asked.at(-1)?.headers.range).toMatch(/^bytes=\d+-$/);
  });

  it.each([
    ['the same', '"tag"', '"tag"', { size: bytes.length }],
    ['the same, compressed', 'W/"tag"', 'W/"tag"', { size: bytes.length }],
    ['another', '"tag"', '"new"', { code: 'source_changed' }],
  ])(
    'ends with all bytes or an error if a proxy ignores ranges, and the file is %s',
    async (_, first, next, result) => {
      const scene = await startScene();
      const id = await stored(scene);
      scene.proxy.fault = ({ path, headers: { range } }) => {
        if (!path.startsWith('/files/')) return undefined;
        return {
          answer(response) {
            response.writeHead(200, { etag: range === undefined ? first : next, 'content-length': bytes.length });
            if (range === undefined) response.write(bytes.subarray(0, MiB), () => response.destroy());
            else response.end(bytes);
          },
        };
      };
      const { files } = scene.client;
      const options = { sha256: sha256(bytes) };
      expect(await files.downloadBlob(id, options).catch((error: unknown) => error)).toMatchObject(result);
    },
  );

  it('requests another URL if one has expired', async () => {
    const scene = await startScene();
    const id = await stored(scene);
    const cut = times(1, { cutAnswerAfter: MiB });
    scene.proxy.fault = ({ path, headers }) => {
      if (!path.startsWith('/files/')) return undefined;
      if (headers.range !== undefined && scene.proxy.count('GET', /download-url/) === 1)
        scene.drive.clock.advance(3_600_000);
      return cut();
    };
    expect((await scene.client.files.downloadBlob(id)).size).toBe(bytes.length);
    expect(scene.proxy.count('GET', /download-url/)).toBe(2);
  });

  it('fails if the bytes differ, if the server does not respond, and when it is aborted', async () => {
    const scene = await startScene();
    const { client, proxy } = scene;
    const id = await stored(scene);
    expect(await failure(client.files.downloadBlob(id, { sha256: sha256(Buffer.from('x')) }))).toMatchObject({
      code: 'checksum_mismatch',
    });
    const stop = new AbortController();
    proxy.fault = ({ path }) =>
      path.startsWith('/files/') ? { stallAnswerAfter: MiB, onStall: () => stop.abort() } : undefined;
    expect(await failure(client.files.downloadBlob(id, { signal: stop.signal }))).toMatchObject({ code: 'aborted' });
    proxy.fault = ({ path }) => (path.startsWith('/files/') ? { cutAnswerAfter: 0 } : undefined);
    expect(await failure(client.files.downloadBlob(id, { maxRetries: 1 }))).toMatchObject({ code: 'network_error' });
    expect(await failure(client.files.downloadBlob(crypto.randomUUID()))).toMatchObject({ code: 'file_not_found' });
  });

  it('works for a shared file', async () => {
    const scene = await startScene();
    const { shareToken } = await scene.client.shares.create(await stored(scene));
    const share = await scene.newClient({ apiKey: null }).public.open(shareToken);
    expect((await share.downloadBlob()).size).toBe(bytes.length);
  });
});

describe('a download as a stream', () => {
  it('is complete over lost connections and stops with its reader', async () => {
    const scene = await startScene();
    const id = await stored(scene);
    const cut = times(2, { cutAnswerAfter: MiB });
    scene.proxy.fault = ({ path }) => (path.startsWith('/files/') ? cut() : undefined);
    const whole = await new Response(scene.client.files.downloadStream(id)).arrayBuffer();
    expect(sha256(new Uint8Array(whole))).toBe(sha256(bytes));
    for await (const chunk of scene.client.files.downloadStream(id)) {
      expect(chunk.byteLength).toBeGreaterThan(0);
      break;
    }
  });
});
