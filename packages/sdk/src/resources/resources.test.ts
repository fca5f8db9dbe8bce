import { afterEach, describe, expect, it, vi } from 'vitest';
import { authenticatorOf } from '../../../server/test/api/authenticator.ts';
import { startScene, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { AuthenticationError, DriveClient, RateLimitError } from '../index.ts';

const password = 'correct horse';

/** A browser, as far as a client can tell: fetch keeps cookies, and the page can read one of them. */
function browser(baseUrl: string): DriveClient {
  const cookies = new Map<string, string>();
  vi.stubGlobal('document', {
    get cookie() {
      return `theme=dark; XSRF-TOKEN=${cookies.get('XSRF-TOKEN') ?? ''}`;
    },
  });
  return new DriveClient({
    baseUrl,
    apiKey: null,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(request);
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      return response;
    },
  });
}
afterEach(() => void vi.unstubAllGlobals());

const tokenIn = (mail: { text: string } | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

async function put(scene: Scene, name: string, text: string, folderId?: string): Promise<string> {
  return (await scene.client.uploads.upload(new Blob([text]), { name, parentId: folderId })).fileId;
}

describe('client.files', () => {
  it('lists the requested items in order, page by page', async () => {
    const scene = await startScene();
    const { client } = scene;
    const folder = await client.files.createFolder({ name: 'Photos' });
    await client.files.createFolder({ name: '2026', parentId: folder.id });
    for (const name of ['b.txt', 'a.txt', 'c.txt']) await put(scene, name, name, folder.id);

    const page = await client.files.list({ parentId: folder.id, limit: 3 });
    expect(page.items.map(({ name }) => name)).toEqual(['2026', 'a.txt', 'b.txt']);
    expect(page.pagination).toEqual({
      currentPage: 1,
      totalItems: 4,
      totalPages: 2,
      nextCursor: expect.any(String) as string,
    });
    const names: string[] = [];
    for await (const item of client.files.list({ parentId: folder.id, limit: 1, sort: '-name' })) names.push(item.name);
    expect(names).toEqual(['c.txt', 'b.txt', 'a.txt', '2026']);
    const sizes: number[] = [];
    for await (const { items } of client.files.list({ q: '.TXT', limit: 2 }).pages()) sizes.push(items.length);
    expect(sizes).toEqual([2, 1]);
    expect(await failure(client.files.list({ parentId: crypto.randomUUID() }))).toMatchObject({
      code: 'folder_not_found',
    });
  });

  it('iterates over everything below a folder, page by page', async () => {
    const scene = await startScene();
    const { client } = scene;
    const photos = await client.files.createFolder({ name: 'Photos' });
    const year = await client.files.createFolder({ name: '2026', parentId: photos.id });
    for (const name of ['b.txt', 'a.txt', 'c.txt']) await put(scene, name, name, year.id);
    const paths: string[] = [];
    for await (const item of client.files.tree({ folderId: photos.id, limit: 2 })) paths.push(item.path);
    expect(paths.toSorted()).toEqual(['2026', '2026/a.txt', '2026/b.txt', '2026/c.txt']);
    const first = await client.files.tree().next();
    expect(first.value).toMatchObject({ path: 'Photos', id: photos.id });
  });

  it('creates the folders of a path once, also when called at the same time', async () => {
    const { client } = await startScene();
    const [one, two] = await Promise.all([client.files.ensureFolder('/a/b'), client.files.ensureFolder('/a/b/')]);
    expect(one.id).toBe(two.id);
    expect((await client.files.path(one.id)).map(({ name }) => name)).toEqual(['a', 'b']);
    const { fileId } = await client.uploads.uploadTo('/a/b/c/notes.txt', new Blob(['1']));
    expect((await client.files.getByPath('/a/b/c/notes.txt')).id).toBe(fileId);
    expect(await failure(client.files.ensureFolder('/a/b/c/notes.txt'))).toMatchObject({ code: 'name_conflict' });
    expect(await failure(client.files.ensureFolder('/'))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(client.uploads.uploadTo('a/', new Blob(['1'])))).toMatchObject({ code: 'invalid_argument' });
    expect((await client.uploads.replace(fileId, new Blob(['22']))).fileId).toBe(fileId);
    const item = await client.files.get(fileId);
    // The check of `type` tells the compiler that a file has a size and a SHA-256.
    if (item.type === 'file') expect([item.size.toFixed(), item.sha256.length]).toEqual(['2', 64]);
    expect((await client.files.update(fileId, { parentId: null })).parentId).toBeNull();
    const moved = await client.files.move({ ids: [one.id], parentId: null });
    expect(moved.failed).toEqual([]);
    expect((await client.files.get(one.id)).parentId).toBeNull();
  });

  it('finds items by ID and by path, with any characters', async () => {
    const scene = await startScene();
    const { client } = scene;
    const folder = await client.files.createFolder({ name: 'Ü & ß? #1' });
    const id = await put(scene, '100 % sea+sky.txt', 'hello', folder.id);
    expect(await client.files.getByPath('/Ü & ß? #1/100 % sea+sky.txt')).toEqual(await client.files.get(id));
    expect(await failure(client.files.get(crypto.randomUUID()))).toMatchObject({ code: 'file_not_found', status: 404 });
    expect(await failure(client.files.createFolder({ name: 'Ü & ß? #1' }))).toMatchObject({ code: 'name_conflict' });
    const invalid = await failure(client.files.createFolder({ name: 'a/b' }));
    expect(invalid).toMatchObject({ code: 'validation_failed', issues: [{ field: 'name' }] });
    expect(invalid.requestId).toMatch(/./);
    const twice = await failure(client.uploads.create({ fileName: '', contentType: '', fileSizeBytes: 5 }));
    expect(twice.message.match(/fileName/g)).toHaveLength(1);
    expect(twice.message).toMatch(/contentType/);
  });

  it('creates one folder with two calls with the same Idempotency-Key', async () => {
    const { client } = await startScene();
    const options = { idempotencyKey: 'once' };
    const first = await client.files.createFolder({ name: 'a' }, options);
    expect(await client.files.createFolder({ name: 'a' }, options)).toEqual(first);
    expect(await failure(client.files.createFolder({ name: 'b' }, options))).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('reaches every file of a list while each is trashed, and restores and deletes many with one request', async () => {
    const scene = await startScene();
    const { client } = scene;
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await put(scene, `${n}.txt`, 'x'));
    const seen: string[] = [];
    for await (const { id } of client.files.list({ limit: 20 })) {
      seen.push(id);
      await client.files.trash(id);
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect((await client.trash.restoreMany(ids)).updated).toHaveLength(60);
    const { urls, failed } = await client.files.downloadUrls([...ids.slice(0, 2), crypto.randomUUID()]);
    expect([urls.map(({ id }) => id), failed.map(({ status }) => status)]).toEqual([ids.slice(0, 2), [404]]);
    expect((await client.files.trashMany(ids)).failed).toEqual([]);
    expect((await client.trash.purgeMany(ids)).updated).toHaveLength(60);
    expect((await client.files.list()).items).toEqual([]);
  });

  it('renames and moves one or several items, and returns their paths', async () => {
    const scene = await startScene();
    const { client } = scene;
    const outer = await client.files.createFolder({ name: 'outer' });
    const inner = await client.files.createFolder({ name: 'inner', parentId: outer.id });
    const [one, other] = [await put(scene, 'one.txt', '1'), await put(scene, 'other.txt', '2')];

    const renamed = await client.files.update(one, { name: 'first.txt', parentId: inner.id });
    expect(renamed).toMatchObject({ id: one, name: 'first.txt', parentId: inner.id });
    expect((await client.files.path(one)).map(({ name }) => name)).toEqual(['outer', 'inner', 'first.txt']);
    expect(await failure(client.files.update(outer.id, { parentId: inner.id }))).toMatchObject({
      code: 'folder_cycle',
      status: 409,
    });
    const unknown = crypto.randomUUID();
    const { moved, failed } = await client.files.move({ ids: [other, unknown], parentId: inner.id });
    expect(moved).toEqual([await client.files.get(other)]);
    expect(failed).toEqual([{ id: unknown, code: 'file_not_found', status: 404, message: expect.any(String) }]);
    expect((await client.files.update(one, { moveToRoot: true })).parentId).toBeNull();
  });

  it('creates URLs for download and for display', async () => {
    const scene = await startScene();
    const id = await put(scene, 'a.txt', 'hello');
    for (const [inline, disposition] of [
      [true, /^inline/],
      [false, /^attachment/],
    ] as const) {
      const { downloadUrl } = await scene.client.files.downloadUrl(id, { inline });
      expect((await fetch(downloadUrl)).headers.get('content-disposition')).toMatch(disposition);
    }
  });
});

describe('client.trash', () => {
  it('lists, restores and permanently deletes items', async () => {
    const scene = await startScene();
    const { client } = scene;
    const folder = await client.files.createFolder({ name: 'folder' });
    const inside = await put(scene, 'inside.txt', 'hello', folder.id);
    const alone = await put(scene, 'alone.txt', 'hello');
    for (const id of [folder.id, alone]) await client.files.trash(id);

    expect((await client.trash.list()).map(({ id }) => id).toSorted()).toEqual([inside, alone].toSorted());
    const all = await client.trash.list({ includeFolders: true });
    expect(all.find(({ id }) => id === folder.id)).toMatchObject({ size: null, deletedAt: expect.any(String) });
    expect(await client.trash.restore(folder.id)).toEqual(await client.files.get(folder.id));
    expect(await failure(client.trash.purge(inside))).toMatchObject({ code: 'not_in_trash', status: 409 });
    for (let times = 0; times < 2; times += 1) await client.trash.purge(alone);
    expect(await failure(client.files.downloadUrl(alone))).toMatchObject({ code: 'file_purged', status: 410 });
    await client.files.trash(folder.id);
    await client.trash.empty();
    expect(await client.trash.list({ includeFolders: true })).toEqual([]);
    expect(await failure(client.trash.restore(folder.id))).toMatchObject({ code: 'file_not_found' });
  });
});

it('client.server returns the health and the OpenAPI document', async () => {
  const { client, proxy } = await startScene();
  expect(await client.server.health()).toEqual({ status: 'ok' });
  expect(await client.server.ready()).toEqual({ status: 'ok' });
  expect(await client.server.openApi()).toMatchObject({
    openapi: expect.stringMatching(/^3/),
    paths: expect.anything(),
  });
  expect(proxy.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

it('client.public returns limits and policies without a credential', async () => {
  const { newClient } = await startScene({ settings: { REGISTRATION: 'invite' } });
  expect(await newClient({ apiKey: null }).public.config()).toMatchObject({ registration: 'invite' });
});

describe('client.apiKeys', () => {
  it('creates keys that work until they are revoked', async () => {
    const { client, newClient } = await startScene();
    const { rawKey, id } = await client.apiKeys.create({ label: 'backup' });
    const other = newClient({ apiKey: ` ${rawKey}\n` });
    expect((await other.account.me()).email).toBe((await client.account.me()).email);
    expect((await client.apiKeys.list()).map(({ label }) => label)).toContain('backup');
    await client.apiKeys.revoke(id);
    expect(await failure(other.account.me())).toMatchObject({ code: 'authentication_required', status: 401 });
  });

  it('creates no second key if the first response was lost', async () => {
    const { client, proxy } = await startScene();
    proxy.fault = ({ method }) => (method === 'POST' ? { cutAnswerAfter: 0 } : undefined);
    expect(await failure(client.apiKeys.create({ label: 'lost' }))).toMatchObject({ code: 'network_error' });
    expect((await client.apiKeys.list()).filter(({ label }) => label === 'lost')).toHaveLength(1);
  });
});

describe('client.account and client.auth in a browser', () => {
  it('sign in with a cookie, change the account, and sign out', async () => {
    const { user, proxy } = await startScene();
    const page = browser(proxy.url);
    expect(await failure(page.auth.login({ email: user.email, password: 'wrong' }))).toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await page.auth.login({ email: user.email, password: user.password })).toMatchObject({ email: user.email });
    expect(await page.account.update({ name: 'Ada' })).toMatchObject({ name: 'Ada' });
    const { fileId } = await page.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    expect((await page.files.get(fileId)).size).toBe(5);

    const elsewhere = browser(proxy.url);
    await elsewhere.auth.login({ email: user.email, password: user.password });
    const sessions = await elsewhere.account.sessions();
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    await elsewhere.account.endSession(sessions[1]?.id ?? '');
    expect(await failure(page.account.me())).toMatchObject({ code: 'authentication_required' });

    await elsewhere.auth.changePassword({ currentPassword: user.password, newPassword: 'another horse' });
    await elsewhere.auth.logout();
    expect(await failure(elsewhere.account.me())).toMatchObject({ code: 'authentication_required' });
    expect(await elsewhere.auth.login({ email: user.email, password: 'another horse' })).toHaveProperty('id');
  });

  it('sign in outside a browser for the lifetime of the client', async () => {
    const { user, newClient } = await startScene();
    const client = newClient({ apiKey: null });
    await client.auth.login({ email: user.email, password: user.password });
    expect((await client.account.me()).email).toBe(user.email);
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    await client.files.update(fileId, { name: 'b.txt' });
    const keyed = newClient();
    expect((await keyed.account.me()).email).toBe(user.email);
    await client.auth.logout();
    expect(await failure(client.account.me())).toBeInstanceOf(AuthenticationError);
  });

  it('require a code with two-factor authentication', async () => {
    const { user, drive, newClient } = await startScene();
    const client = newClient({ apiKey: null });
    const typed = { email: user.email, password: user.password };
    await client.auth.login(typed);
    const { totp } = client.auth;
    const { secret } = await totp.enroll(user.password);
    const authenticator = authenticatorOf(drive, secret);
    const { recoveryCodes } = await totp.confirm(authenticator());
    expect(await totp.status()).toMatchObject({ enabled: true, recoveryCodesLeft: recoveryCodes.length });
    const other = newClient({ apiKey: null });
    expect(await failure(other.auth.login(typed))).toMatchObject({ code: 'totp_required', status: 401 });
    await other.auth.login({ ...typed, totp: authenticator(1) });
    expect((await other.account.me()).email).toBe(user.email);
    expect(await totp.remove(user.password)).toBeUndefined();
    expect(await totp.status()).toMatchObject({ enabled: false });
    expect(await failure(newClient().auth.totp.enroll(user.password))).toMatchObject({ code: 'access_denied' });
  });

  it('reset a password by email', async () => {
    const { user, drive, proxy } = await startScene();
    const page = browser(proxy.url);
    expect(await page.auth.forgotPassword(user.email)).toBeUndefined();
    await drive.drain();
    await page.auth.resetPassword({ token: tokenIn(drive.mails.at(-1)), newPassword: 'another horse' });
    expect(await page.auth.login({ email: user.email, password: 'another horse' })).toMatchObject({
      email: user.email,
    });
  });

  it('invite, and register with the invitation', async () => {
    const { drive, proxy, newClient } = await startScene({ settings: { REGISTRATION: 'invite' } });
    const admin = newClient({ apiKey: (await drive.createUser({ isAdmin: true })).key });
    const { token } = await admin.admin.invites.create({ email: 'grace@example.com' });
    const page = browser(proxy.url);
    const registration = { email: 'grace@example.com', password, inviteToken: token };
    expect(await page.auth.register(registration)).toMatchObject({ email: 'grace@example.com', isAdmin: false });
    expect(await failure(page.auth.register({ email: 'x@example.com', password }))).toMatchObject({
      code: 'access_denied',
    });
    expect(await failure(page.auth.setup({ token: 'wrong', email: 'x@example.com', password }))).toMatchObject({
      code: 'access_denied',
    });
  });

  it('return the key of a device once it is approved', async () => {
    const { client, drive, newClient } = await startScene();
    const device = newClient({ apiKey: null });
    const { deviceCode, userCode, interval } = await device.auth.startDevice();
    expect(await failure(device.auth.pollDevice(deviceCode))).toMatchObject({ code: 'authorization_pending' });
    expect(await failure(device.auth.pollDevice(deviceCode))).toMatchObject({ code: 'slow_down' });
    await client.auth.approveDevice({ userCode });
    drive.clock.advance((interval + 10) * 1000);
    const { rawKey } = await device.auth.pollDevice(deviceCode);
    expect(await newClient({ apiKey: rawKey }).account.me()).toEqual(await client.account.me());
  });
});

it('waits for a short rate limit and throws for a long one', async () => {
  const { drive, proxy, newClient } = await startScene({ settings: { RATE_APIKEY: '2' } });
  const client = newClient({ throttle: false });
  await client.account.me();
  await client.account.me();
  const limited = await failure(client.account.me({ maxRetries: 0 }));
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(limited.retryAfter).toBeGreaterThan(0);
  proxy.fault = ({ path }) => {
    if (path === '/api/me') drive.clock.advance(60_000);
    return undefined;
  };
  expect(await client.account.me()).toHaveProperty('id');
});
