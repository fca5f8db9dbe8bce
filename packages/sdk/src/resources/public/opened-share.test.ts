import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { contentsOf } from '../../../../server/test/api/archive-requests.ts';
import { startScene, times, type Scene } from '../../../test/drive-behind-proxy.ts';
import { failure } from '../../../test/expect-failure.ts';
import { keyOf } from '../../../test/scripted-server.ts';
import { DriveClient, OpenedShare, type NewShare } from '../../index.ts';

interface Shared extends Scene {
  readonly visitor: DriveClient;
  readonly fileId: string;
  readonly share: Awaited<ReturnType<DriveClient['shares']['create']>>;
}

async function sharedFile(share: NewShare = {}, options?: Parameters<typeof startScene>[0]): Promise<Shared> {
  const scene = await startScene(options);
  const { fileId } = await scene.client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
  const visitor = new DriveClient({ baseUrl: 'http://127.0.0.1:9', apiKey: scene.user.key });
  return { ...scene, visitor, fileId, share: await scene.client.shares.create(fileId, share) };
}

async function sharedFolder() {
  const scene = await startScene();
  const { client } = scene;
  const top = await client.files.createFolder({ name: 'Trip' });
  const day = await client.files.createFolder({ name: 'Day 1', parentId: top.id });
  const put = async (name: string, folderId: string | null): Promise<string> =>
    (await client.uploads.upload(new Blob([name]), { name, parentId: folderId })).fileId;
  const ids = {
    plan: await put('plan.txt', top.id),
    sea: await put('sea.jpg', day.id),
    secret: await put('secret', null),
  };
  const { shareToken } = await client.shares.createForFolder(top.id);
  return { ...scene, ids, day, share: await client.public.open(shareToken) };
}

describe('a link', () => {
  it.each<[string, (shared: Shared) => string]>([
    ['long', ({ share }) => share.shareUrl],
    ['short', ({ share }) => share.shortUrl],
    ['with blanks round it', ({ share }) => `  ${share.shareUrl}\n`],
    ['with a slash at the end', ({ share }) => `${share.shareUrl}/`],
    ['short, with a slash at the end', ({ share }) => `${share.shortUrl}/`],
    ['with a query and a fragment', ({ share }) => `${share.shareUrl}?page=2&utm_source=x#top`],
    ['short, with a query', ({ share }) => `${share.shortUrl}?utm_source=x`],
    ['in capitals as far as case does not matter', ({ share }) => share.shareUrl.replace('http://', 'HTTP://')],
  ])('%s is opened on its own server, without a key', async (_, link) => {
    const shared = await sharedFile();
    const opened = await shared.visitor.public.open(link(shared));
    expect(opened).toBeInstanceOf(OpenedShare);
    expect(opened.info).toMatchObject({ name: 'a.txt', size: 5, locked: false, shareToken: shared.share.shareToken });
    expect(await (await opened.download()).text()).toBe('hello');
    const asked = shared.proxy.seen.filter(({ path }) => /share|\/s\//.test(path) && !path.startsWith('/api/files'));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('with a slug is opened, also with its previous slug', async () => {
    const { client, fileId, share, visitor } = await sharedFile();
    const { shortUrl } = await client.shares.setSlug({ fileId }, 'report-2026');
    for (const link of [shortUrl, share.shortUrl])
      expect(await visitor.public.resolveLink(link)).toMatchObject({ token: share.shareToken, recipient: undefined });
  });

  it('that is a bare token belongs to the client’s own server', async () => {
    const { client, share } = await sharedFile();
    expect((await client.public.open(share.shareToken)).info.name).toBe('a.txt');
  });

  it('is found under a path prefix and behind a redirect', async () => {
    const { proxy, client } = await startScene();
    const to = (location: string) => ({
      answer: (response: ServerResponse) => void response.writeHead(301, { location }).end(),
    });
    proxy.fault = ({ path }) =>
      path === '/s/old'
        ? to('/drive/s/new')
        : path === '/drive/s/new'
          ? to(`/drive/share/${'x'.repeat(22)}`)
          : undefined;
    expect(await client.public.resolveLink(`${proxy.url}/s/old`)).toEqual({
      baseUrl: `${proxy.url}/drive`,
      token: 'x'.repeat(22),
      recipient: undefined,
    });
    proxy.fault = ({ path }) => (path === '/s/round' ? to('/s/round') : undefined);
    expect(await failure(client.public.open(`${proxy.url}/s/round`))).toMatchObject({ code: 'unexpected_answer' });
  });

  it.each([
    '',
    'a b',
    'https://',
    'https://drive.example.com/',
    'https://drive.example.com/files/x',
    '/Photos',
    'https://u:p@x.org/s/abc',
  ])('that is %j is refused before any request', async (link) => {
    const fetch = vi.fn();
    const client = new DriveClient({ baseUrl: 'http://127.0.0.1:9', fetch });
    expect(await failure(client.public.open(link))).toMatchObject({ code: 'invalid_argument' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('that is unknown fails with the server’s error and advice, long or short', async () => {
    const { client, drive, fileId, share, proxy } = await sharedFile({ expiresInDays: 1 });
    drive.clock.advance(25 * 3600 * 1000);
    for (const link of [share.shareUrl, share.shortUrl]) {
      const expired = await failure(client.public.open(link));
      expect(expired).toMatchObject({ code: 'share_expired', status: 410 });
      expect(expired.message).toContain('Ask whoever sent it for a new one');
    }
    await client.shares.revoke({ fileId });
    for (const link of [share.shareUrl, share.shortUrl, `${proxy.url}/s/nothing`])
      expect(await failure(client.public.open(link))).toMatchObject({ code: 'share_not_found', status: 404 });
  });

  it('that is short does not count as a visit', async () => {
    const { client, share, drive } = await sharedFile();
    await client.public.resolveLink(share.shortUrl);
    await drive.drain();
    expect((await client.shares.list()).items).toMatchObject([{ viewCount: 0 }]);
  });

  it('that is short is resolved with HEAD in a browser, which hides the target of a redirect', async () => {
    const seen: string[] = [];
    const browser: typeof globalThis.fetch = async (_input, init) => {
      seen.push(`${init?.method ?? 'GET'} ${init?.redirect ?? 'follow'}`);
      const opaque = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
      const landed = Object.defineProperty(new Response(null), 'url', { value: 'http://drive.lan/share/abc?x=1' });
      return init?.redirect === 'manual' ? opaque : landed;
    };
    const client = new DriveClient({ baseUrl: 'http://drive.lan', apiKey: null, fetch: browser });
    expect(await client.public.resolveLink('http://drive.lan/s/x')).toMatchObject({ token: 'abc' });
    expect(seen).toEqual(['GET manual', 'HEAD follow']);
  });
});

describe('a locked share', () => {
  it('shows only that it is locked until it is unlocked', async () => {
    const { client, share, visitor } = await sharedFile({ password: 'open sesame' });
    const opened = await visitor.public.open(share.shortUrl);
    expect(opened.info).toMatchObject({ locked: true, kind: 'file' });
    expect(opened.info.name).toBeUndefined();
    const calls = [() => opened.downloadUrl(), () => opened.list(), () => opened.archive(), () => opened.download()];
    for (const call of calls) {
      const error = await failure(call());
      expect(error).toMatchObject({ code: 'share_locked', status: 401 });
      expect(error.message).toContain('Unlock it with its password');
    }
    expect(await failure(opened.unlock('wrong'))).toMatchObject({ code: 'share_password_incorrect', status: 403 });
    expect(await opened.unlock('open sesame')).toMatchObject({ name: 'a.txt', locked: false });
    expect(opened.info.name).toBe('a.txt');
    expect(await (await opened.download()).text()).toBe('hello');
    expect((await opened.archive()).fileCount).toBe(1);
    const direct = await client.public.open(share.shareToken, { password: 'open sesame' });
    expect(direct.info).toMatchObject({ locked: false, name: 'a.txt' });
  });

  it('reports the waiting time after five wrong passwords, and does not retry', async () => {
    const { share, visitor, proxy } = await sharedFile({ password: 'open sesame' });
    const opened = await visitor.public.open(share.shareUrl);
    for (let attempt = 0; attempt < 5; attempt++) await failure(opened.unlock('wrong'));
    const refused = await failure(opened.unlock('open sesame'));
    expect(refused).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(refused.retryAfter).toBeGreaterThan(800);
    expect(proxy.count('POST', /unlock/)).toBe(6);
  });

  it('is locked again with a new password', async () => {
    const { client, fileId, share, visitor } = await sharedFile({ password: 'open sesame' });
    const opened = await visitor.public.open(share.shareUrl, { password: 'open sesame' });
    await client.shares.setPassword({ fileId }, 'another one');
    expect(await failure(opened.downloadUrl())).toMatchObject({ code: 'share_locked' });
    await opened.unlock('another one');
    expect(await opened.downloadUrl()).toHaveProperty('downloadUrl');
  });
});

it('lists a shared folder and its subfolders, and nothing outside', async () => {
  const { share, ids, day } = await sharedFolder();
  expect(share.info).toMatchObject({ kind: 'folder', name: 'Trip', fileCount: 1 });
  const { items } = await share.list();
  expect(items.map(({ name, parentId }) => [name, parentId])).toEqual([
    ['Day 1', null],
    ['plan.txt', null],
  ]);
  const names: string[] = [];
  for await (const { name } of share.list({ parentId: day.id, limit: 1 })) names.push(name);
  expect(names).toEqual(['sea.jpg']);
  expect(await (await share.download(ids.sea)).text()).toBe('sea.jpg');
  expect(await failure(share.download(ids.secret))).toMatchObject({ code: 'file_not_found' });
  expect(await failure(share.list({ parentId: ids.secret }))).toMatchObject({
    code: 'folder_not_found',
  });
});

it('creates a ZIP of everything or some files for one download', async () => {
  const { share, ids } = await sharedFolder();
  const all = await share.archive();
  expect(all).toMatchObject({ fileCount: 2, totalBytes: 15 });
  const zip = Buffer.from(await (await fetch(all.downloadUrl)).arrayBuffer());
  expect(await contentsOf(zip)).toEqual({ 'Day 1/sea.jpg': 'sea.jpg', 'plan.txt': 'plan.txt' });
  expect((await (await fetch(all.downloadUrl)).json()) as unknown).toMatchObject({ code: 'archive_consumed' });
  expect(await share.archive([ids.plan])).toMatchObject({ fileCount: 1 });
  expect(await failure(share.archive([ids.secret]))).toMatchObject({ code: 'access_denied' });
});

it('reports a share that has reached its download limit', async () => {
  const { share, visitor, drive } = await sharedFile({ maxDownloads: 1 });
  const opened = await visitor.public.open(share.shareUrl);
  await (await opened.download()).text();
  await drive.drain();
  expect(await failure(opened.download())).toMatchObject({ code: 'share_limit_reached', status: 410 });
});

describe('likes and comments', () => {
  const withFeedback = { likesEnabled: true, commentsEnabled: true };

  it('belong to a visitor with a token, and are sent to the link’s server without an API key', async () => {
    const { visitor, share, client, proxy } = await sharedFile(withFeedback);
    const opened = await visitor.public.open(share.shareUrl);
    expect([opened.info.likedByMe, opened.visitorToken]).toEqual([false, undefined]);
    const { visitorToken } = await opened.like();
    expect(await opened.like()).toEqual({ likeCount: 1, likedByMe: true, visitorToken: null });
    expect([typeof visitorToken, opened.visitorToken]).toEqual(['string', visitorToken]);
    const { id } = await opened.comment({ body: 'Hello', authorName: 'Ada' });
    expect(proxy.seen.filter(({ path, headers }) => path.includes('/public/') && headers.authorization)).toEqual([]);

    const again = await visitor.public.open(share.shareUrl, { visitorToken: opened.visitorToken });
    expect(again.info).toMatchObject({ likedByMe: true, likeCount: 1, commentCount: 1 });
    expect((await again.listComments()).items).toMatchObject([{ id, body: 'Hello', byMe: true, byOwner: false }]);
    await again.unlike();
    const other = await visitor.public.open(share.shareUrl);
    expect(await failure(other.deleteComment(id))).toMatchObject({ code: 'access_denied' });
    await again.deleteComment(id);
    expect((await client.public.open(share.shareToken)).info).toMatchObject({ likeCount: 0, commentCount: 0 });
  });

  it('belong to the account on its own server, locked or not, and its owner can always read them', async () => {
    const { client, fileId, share } = await sharedFile({ ...withFeedback, password: 'open sesame' });
    const own = await client.public.open(share.shareToken);
    expect(await own.like()).toEqual({ likeCount: 1, likedByMe: true, visitorToken: null });
    expect(await own.comment({ body: 'Mine' })).toMatchObject({ byOwner: true, visitorToken: null });
    expect(own.visitorToken).toBeUndefined();
    const off = await client.shares.setMode({ fileId }, { shareMode: 'PRIVATE', commentsEnabled: false });
    expect(off).toMatchObject({ commentsEnabled: false, likesEnabled: true });
    const { items, pagination } = await client.shares.listComments(share.shareToken);
    expect([items.map(({ body }) => body), pagination.totalItems]).toEqual([['Mine'], 1]);
    await client.shares.deleteComment(share.shareToken, items[0]?.id ?? '');
    expect((await client.shares.listComments(share.shareToken)).items).toEqual([]);
    expect(await failure(own.comment({ body: 'x' }))).toMatchObject({ code: 'share_not_found' });
  });

  it('are listed page by page', async () => {
    const { client, share } = await sharedFile(withFeedback, {
      featureBudgets: { comment: { calls: 100, seconds: 60 } },
    });
    const opened = await client.public.open(share.shareToken);
    for (let n = 0; n < 5; n += 1) await opened.comment({ body: `${n}` });
    const bodies: string[] = [];
    for await (const { body } of opened.listComments({ limit: 2 })) bodies.push(body);
    expect(bodies).toEqual(['4', '3', '2', '1', '0']);
  });
});

describe('an upload without an account', () => {
  const anyone = async (settings = {}): Promise<Scene & { anybody: DriveClient }> => {
    const scene = await startScene({ settings });
    return { ...scene, anybody: scene.newClient({ apiKey: keyOf('unknown') }) };
  };

  it('has a link immediately and sends no API key', async () => {
    const { anybody, proxy } = await anyone();
    const seen: number[] = [];
    const uploaded = await anybody.public.upload(new File(['hello'], 'a.txt', { type: 'text/plain' }), {
      onProgress: ({ bytes, total }) => void seen.push(bytes / total),
    });
    expect(uploaded).toMatchObject({ fileName: 'a.txt', resumed: false });
    expect(seen.at(-1)).toBe(1);
    const share = await anybody.public.open(uploaded.shortUrl ?? '');
    expect(share.info).toMatchObject({ name: 'a.txt', mimeType: 'text/plain', shareMode: 'SHARED' });
    expect(await (await share.download()).text()).toBe('hello');
    expect(proxy.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('of several files is reserved in one call and keeps their order and equal names', async () => {
    const { anybody, proxy } = await anyone();
    const files = ['one', 'two', 'three', 'four', 'five'].map((text) => ({ source: new Blob([text]), name: 'a.txt' }));
    const results = await anybody.public.uploadBatch(files, { publicListing: true });
    expect(proxy.count('POST', /uploads/)).toBe(1);
    expect(results.map(({ fileName }) => fileName)).toEqual(Array(5).fill('a.txt'));
    const texts = results.map(async ({ shortUrl }) =>
      (await (await anybody.public.open(shortUrl ?? '')).download()).text(),
    );
    expect(await Promise.all(texts)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect((await anybody.public.search()).pagination.totalItems).toBe(5);
  });

  it('succeeds if only the response to the bytes was lost', async () => {
    const { anybody, proxy } = await anyone();
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PUT' ? lost() : undefined);
    const { fileName, shortUrl } = await anybody.public.upload(new Blob(['hello']), { name: 'a.txt' });
    expect(fileName).toBe('a.txt');
    expect((await anybody.public.open(shortUrl ?? '')).info.size).toBe(5);
  });

  it('can be reserved first and sent later', async () => {
    const { anybody } = await anyone();
    const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
    const { files } = await anybody.public.createUploadBatch({ files: [file] });
    for (const session of [await anybody.public.createUpload(file), ...files])
      expect(await anybody.uploads.put(session, new Blob(['hello']))).toMatchObject({ status: 'COMPLETE' });
  });

  it('is cancelled completely if one file fails', async () => {
    const { anybody, proxy, drive } = await anyone();
    let puts = 0;
    proxy.fault = ({ method }) =>
      method === 'PUT' && ++puts === 2
        ? { answer: (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{}') }
        : undefined;
    const files = ['one', 'two', 'three', 'four'].map((name) => ({ source: new Blob([name]), name }));
    expect(await failure(anybody.public.uploadBatch(files, { maxRetries: 0 }))).toMatchObject({ status: 400 });
    await drive.drain();
    expect(proxy.count('DELETE', /uploads/)).toBeGreaterThanOrEqual(1);
  });

  it('is refused if it is invalid, before anything is sent', async () => {
    const { anybody, proxy } = await anyone({ ANONYMOUS_MAX_BYTES: '4' });
    expect(await failure(anybody.public.upload(new Blob(['hello'])))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(anybody.public.upload(new Blob([]), { name: 'a' }))).toMatchObject({
      code: 'invalid_argument',
    });
    expect(proxy.seen).toEqual([]);
    expect(await failure(anybody.public.upload(new Blob(['hello']), { name: 'a' }))).toMatchObject({
      code: 'payload_too_large',
    });
  });

  it('requires the captcha if the server has one', async () => {
    const { anybody } = await anyone({ CAPTCHA: 'altcha' });
    expect((await anybody.public.config()).captcha).toMatchObject({ provider: 'altcha' });
    expect((await anybody.public.captchaChallenge()).parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256' });
    const refused = anybody.public.upload(new Blob(['hello']), { name: 'a', captchaToken: 'nonsense' });
    expect(await failure(refused)).toMatchObject({ code: 'captcha_failed' });
  });
});
