import { describe, expect, it } from 'vitest';
import { MiB, sha256, someBytes, startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import type { FlakyProxy } from '../../test/flaky-proxy.ts';
import { uploadWithGrant, type ResumeEntry, type ResumeStore, type UploadProgress } from '../index.ts';

function memoryStore(): ResumeStore & { readonly entries: Map<string, ResumeEntry> } {
  const entries = new Map<string, ResumeEntry>();
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, entry) => void entries.set(key, entry),
    remove: async (key) => void entries.delete(key),
  };
}

/** Stops the upload when the server gets its nth piece. */
function stopAtPatch(nth: number, stop: AbortController): FlakyProxy['fault'] {
  let seen = 0;
  return ({ method }) => {
    if (method === 'PATCH' && (seen += 1) === nth) stop.abort();
    return undefined;
  };
}

describe('uploadWithGrant', () => {
  it('sends a small file by one PUT, with metadata and progress', async () => {
    const { client, proxy, bytesOf } = await startScene();
    const { token, id } = await client.uploadGrants.create({ metadata: { by: 'app' }, data: 'user 42' });
    const progress: UploadProgress[] = [];
    const upload = await uploadWithGrant(
      new File(['hello'], 'a.txt', { type: 'text/plain', lastModified: 1000 }),
      { token, baseUrl: proxy.url },
      { metadata: { by: 'page', album: 'x' }, onProgress: (each) => progress.push(each) },
    );
    expect(upload).toEqual({
      fileId: expect.any(String),
      fileName: 'a.txt',
      sessionId: expect.any(String),
      shareToken: null,
      shortUrl: null,
      resumed: false,
    });
    expect((await bytesOf(upload.fileId)).toString()).toBe('hello');
    expect(await client.files.get(upload.fileId)).toMatchObject({
      metadata: { by: 'app', album: 'x' },
      modifiedAt: '1970-01-01T00:00:01.000Z',
    });
    expect(progress.at(-1)).toMatchObject({ bytes: 5, total: 5 });
    expect(await client.uploadGrants.get(id)).toMatchObject({ usedFiles: 1, usedBytes: 5 });
    expect(proxy.seen.some(({ headers }) => headers.authorization !== undefined && headers['x-upload-grant'])).toBe(
      false,
    );
  });

  it('reserves once if the answer to the reservation is lost', async () => {
    const { client, proxy } = await startScene();
    const { token, id } = await client.uploadGrants.create();
    let lost = 0;
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!response.url.endsWith('/api/public/grants/uploads') || lost > 0) return response;
      lost += 1;
      throw new TypeError('the connection broke');
    };
    const { fileId } = await uploadWithGrant(
      new Blob(['hello']),
      { token, baseUrl: proxy.url },
      { name: 'a.txt', fetch: losing },
    );
    expect([lost, (await client.uploadGrants.get(id)).usedFiles]).toEqual([1, 1]);
    expect((await client.files.get(fileId)).name).toBe('a.txt');
  });

  it('sends more than 8 MiB by tus, and continues in another page', async () => {
    const { client, proxy, bytesOf } = await startScene();
    const { token, id } = await client.uploadGrants.create();
    const bytes = someBytes(9 * MiB);
    const file = new File([bytes], 'film.mp4', { lastModified: 1000 });
    const resumeStore = memoryStore();
    const stop = new AbortController();
    const grant = { token, baseUrl: proxy.url };
    proxy.fault = stopAtPatch(2, stop);
    const stopped = await failure(uploadWithGrant(file, grant, { resumeStore, signal: stop.signal }));
    proxy.fault = () => undefined;
    expect(stopped).toMatchObject({ code: 'aborted' });
    expect(resumeStore.entries.size).toBe(1);
    const before = proxy.seen.length;
    const upload = await uploadWithGrant(new File([bytes], 'film.mp4', { lastModified: 1000 }), grant, { resumeStore });
    expect(upload.resumed).toBe(true);
    expect(sha256(await bytesOf(upload.fileId))).toBe(sha256(bytes));
    expect(proxy.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
    expect([resumeStore.entries.size, (await client.uploadGrants.get(id)).usedFiles]).toEqual([0, 1]);
  });

  it('begins anew if an upload of the store has ended', async () => {
    const { client, proxy } = await startScene();
    const { token } = await client.uploadGrants.create();
    const file = new File([someBytes(9 * MiB)], 'film.mp4', { lastModified: 1000 });
    const resumeStore = memoryStore();
    const grant = { token, baseUrl: proxy.url };
    const { sessionId } = await uploadWithGrant(file, grant, {
      resumeStore: { ...resumeStore, remove: async () => undefined },
    });
    for (const [key, entry] of resumeStore.entries)
      resumeStore.entries.set(key, { ...entry, sessionId: crypto.randomUUID() });
    const second = await client.uploadGrants.create();
    const upload = await uploadWithGrant(file, { ...grant, token: second.token }, { resumeStore });
    // The key in the store does not name the token, which is another one in each page.
    expect([upload.resumed, upload.sessionId === sessionId]).toEqual([false, false]);
  });

  it('tells the file that it replaced, also by tus', async () => {
    const { client, proxy } = await startScene();
    const { token } = await client.uploadGrants.create({ onConflict: 'replace', maxFiles: 3 });
    const grant = { token, baseUrl: proxy.url };
    const first = await uploadWithGrant(new Blob(['hello']), grant, { name: 'a.bin' });
    const again = await uploadWithGrant(new Blob(['other']), grant, { name: 'a.bin' });
    const large = await uploadWithGrant(new Blob([someBytes(9 * MiB)]), grant, { name: 'a.bin' });
    expect([again.fileId, large.fileId]).toEqual([first.fileId, first.fileId]);
  });

  it('cancels an upload that is stopped without a store', async () => {
    const { client, proxy } = await startScene();
    const { token, id } = await client.uploadGrants.create();
    const stop = new AbortController();
    const file = new File([someBytes(9 * MiB)], 'film.mp4');
    proxy.fault = stopAtPatch(1, stop);
    const sending = uploadWithGrant(file, { token, baseUrl: proxy.url }, { signal: stop.signal });
    expect(await failure(sending)).toMatchObject({ code: 'aborted' });
    expect((await client.uploadGrants.get(id)).usedFiles).toBe(0);
  });

  it('throws the refusals of the grant, and refuses what cannot be sent', async () => {
    const { client, proxy } = await startScene();
    const { token } = await client.uploadGrants.create({ allowedTypes: ['image/*'] });
    const grant = { token, baseUrl: proxy.url };
    const refused = async (...args: Parameters<typeof uploadWithGrant>) =>
      (await failure(uploadWithGrant(...args))).code;
    expect(await refused(new File(['x'], 'a.txt'), grant)).toBe('file_type_not_allowed');
    expect(await refused(new File(['no image'], 'a.png', { type: 'image/png' }), grant)).toBe('file_type_not_allowed');
    expect(await refused(new File(['x'], 'a.png'), { ...grant, token: `upg_${'a'.repeat(40)}` })).toBe('grant_invalid');
    expect(await refused(new File([], 'a.png'), grant)).toBe('invalid_argument');
    expect(await refused(new Blob(['x']), grant)).toBe('invalid_argument');
  });
});
