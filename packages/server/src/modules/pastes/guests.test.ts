import { dayMs, hourMs } from '@drive/base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, pasteApi } from '../../../test/api/paste-api.ts';
import { startDrive, type Drive, type DriveOptions } from '../../../test/drive.ts';
import { checkUsage } from '../files/index.ts';

let drive: Drive;
const others: Drive[] = [];
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});

const start = async (
  settings: DriveOptions['settings'] = {},
): Promise<{ drive: Drive; at: ReturnType<typeof pasteApi> }> => {
  const other = await startDrive({ settings });
  others.push(other);
  return { drive: other, at: pasteApi(() => other) };
};
const { call, create, resolve, raw, page } = pasteApi(() => drive);

describe('a paste without an account', () => {
  it('is stored without an owner', async () => {
    const paste = await create({ content: 'of nobody', title: 'Note', expiresInDays: 1 });
    expect((await resolve(paste)).body).toMatchObject({ content: 'of nobody', ownerName: null, locked: false });
    expect((await raw(paste)).text).toBe('of nobody');
    const { key } = await drive.createUser();
    expect((await call('GET', '/api/pastes', { key })).body['pastes']).toEqual([]);
    expect(codeOf(await call('GET', `/api/pastes/${paste.id}`, { key }))).toEqual([403, 'access_denied']);
    expect(codeOf(await call('DELETE', `/api/pastes/${paste.id}`, { key }))).toEqual([403, 'access_denied']);
  });

  it('can be deleted by an administrator', async () => {
    const paste = await create({});
    const { key } = await drive.createUser({ isAdmin: true });
    expect((await call('DELETE', `/api/pastes/${paste.id}`, { key })).status).toBe(204);
    expect(codeOf(await resolve(paste))).toEqual([404, 'paste_not_found']);
  });

  it('cannot be PRIVATE', async () => {
    const refused = await call('POST', '/api/pastes', { json: { content: 'x', shareMode: 'PRIVATE' } });
    expect([...codeOf(refused), refused.body['errors'][0].field]).toEqual([400, 'validation_failed', 'shareMode']);
  });

  it('is refused if the request has an invalid credential', async () => {
    const { key } = await drive.createUser();
    const json = { content: 'x' };
    for (const authorization of [`Bearer ${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`, 'Bearer svc_unknown'])
      expect(codeOf(await call('POST', '/api/pastes', { json, headers: { authorization } }))).toEqual([
        401,
        'authentication_required',
      ]);
    const user = await drive.createUser();
    const { cookie } = await drive.signIn(user);
    expect(codeOf(await call('POST', '/api/pastes', { json, headers: { cookie } }))).toEqual([403, 'access_denied']);
    // Browsers send the cookie automatically, and it means nothing after its session.
    expect((await call('POST', '/api/pastes', { json, headers: { cookie: 'auth_token=over' } })).status).toBe(201);
    // An invalid key is ignored if reading needs none.
    const paste = await create({});
    expect((await resolve(paste, { headers: { authorization: 'Bearer svc_unknown' } })).status).toBe(200);
  });

  it('is refused if anonymous uploads are off', async () => {
    const { drive: off, at } = await start({ ANONYMOUS_UPLOADS: 'off' });
    expect(codeOf(await at.call('POST', '/api/pastes', { json: { content: 'x' } }))).toEqual([403, 'access_denied']);
    const form = await at.page('/paste');
    expect([form.status, form.text.includes('<textarea'), form.text.includes('need an account')]).toEqual([
      403,
      false,
      true,
    ]);
    const { key } = await off.createUser();
    await at.create({}, { key });
  });

  it('counts in the limit of anonymous uploads, except if it is too large or invalid', async () => {
    const { drive: limited, at } = await start();
    const post = async (json: object) => (await at.call('POST', '/api/pastes', { json })).status;
    expect(await post({ content: '' })).toBe(400);
    expect(await post({ content: 'x'.repeat(512 * 1024 + 1) })).toBe(413);
    expect(await post({ content: 'x', shareMode: 'PRIVATE' })).toBe(400);
    for (let count = 0; count < 3; count += 1) expect(await post({ content: 'x' })).toBe(201);
    const upload = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1 };
    for (let count = 0; count < 2; count += 1)
      expect((await at.call('POST', '/api/public/uploads', { json: upload })).status).toBe(201);
    const refused = await at.call('POST', '/api/pastes', { json: { content: 'x' } });
    expect([...codeOf(refused), Number(refused.headers.get('retry-after')) > 3000]).toEqual([
      429,
      'too_many_requests',
      true,
    ]);
    const form = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
    const shown = await at.page('/paste', { ...form, body: new URLSearchParams({ content: 'typed\r\nlines' }) });
    expect([shown.status, shown.text.includes('typed\nlines'), shown.headers.has('retry-after')]).toEqual([
      429,
      true,
      true,
    ]);
    // A user with an account has no such limit.
    const { key } = await limited.createUser();
    for (let count = 0; count < 6; count += 1) await at.create({}, { key });
    limited.clock.advance(hourMs);
    expect(await post({ content: 'x' })).toBe(201);
  });

  it('requires the configured captcha, unlike a paste with an account', async () => {
    const { drive: guarded, at } = await start({ CAPTCHA: 'altcha', FEATURE_LIMITS: 'off' });
    for (const captchaToken of [undefined, null, '', 'wrong'])
      expect(codeOf(await at.call('POST', '/api/pastes', { json: { content: 'x', captchaToken } }))).toEqual([
        400,
        'captcha_failed',
      ]);
    const { key } = await guarded.createUser();
    await at.create({}, { key });
    expect(await guarded.database.reader.selectFrom('pastes').select('id').execute()).toHaveLength(1);
  });

  it('counts in the anonymous quota, and is limited like an anonymous file', async () => {
    const { drive: small, at } = await start({
      FEATURE_LIMITS: 'off',
      ANONYMOUS_QUOTA_BYTES: '100',
      ANONYMOUS_MAX_BYTES: '90',
    });
    const post = async (bytes: number) =>
      codeOf(await at.call('POST', '/api/pastes', { json: { content: 'x'.repeat(bytes) } }));
    expect(await post(91)).toEqual([413, 'payload_too_large']);
    const paste = await at.create({ content: 'x'.repeat(80), burnAfterReading: true });
    expect(await post(21)).toEqual([409, 'storage_quota_exceeded']);
    await at.reveal(paste);
    expect(await post(90)).toEqual([201, undefined]);
    expect(await checkUsage(small.database.reader)).toEqual([]);
  });

  it('is deleted after its retention', async () => {
    const { drive: short, at } = await start({ FEATURE_LIMITS: 'off', ANONYMOUS_RETENTION_DAYS: '3' });
    const { key } = await short.createUser();
    const [mine, old] = [await at.create({}, { key }), await at.create({})];
    short.clock.advance(2 * dayMs);
    const young = await at.create({});
    short.clock.advance(dayMs);
    await short.drain();
    expect([(await at.resolve(mine)).status, (await at.resolve(old)).status, (await at.resolve(young)).status]).toEqual(
      [200, 404, 200],
    );
    expect(await checkUsage(short.database.reader)).toEqual([]);
  });

  it('is created by a form, which shows only the link', async () => {
    const form = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
    const fields = { content: '\r\na\r\n<b>', title: 'T', password: 'sesame', expiresInDays: '7', shareMode: 'SHARED' };
    const sent = await page('/paste', { ...form, body: new URLSearchParams(fields) });
    expect(sent.status).toBe(303);
    const made = await page(sent.headers.get('location') ?? '');
    const token = /\/p\/([\w-]{22})/.exec(made.text)?.[1] ?? '';
    expect([made.status, made.text.includes('>T<')]).toEqual([200, false]);
    const { body } = await call('POST', `/api/public/pastes/${token}/unlock`, { json: { password: 'sesame' } });
    const opened = await resolve({ token }, { headers: { 'x-share-unlock': body['unlockToken'] } });
    expect(opened.body).toMatchObject({ content: '\na\n<b>', title: 'T', passwordProtected: true });
    expect(opened.body['expiresAt']).toBe(new Date(drive.clock.now() + 7 * dayMs).toISOString());

    const foreign = await page('/paste', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(fields),
    });
    expect(foreign.status).toBe(403);
    const wrong = await page('/paste', { ...form, body: new URLSearchParams({ ...fields, password: 'abc' }) });
    expect([wrong.status, wrong.text.includes('The password must have at least 4 characters')]).toEqual([400, true]);
    expect(wrong.text).not.toContain('value="abc"');
    const expired = await page('/paste', { ...form, body: new URLSearchParams({ ...fields, xsrf: 'of a session' }) });
    expect([expired.status, expired.text.includes('no longer signed in')]).toEqual([401, true]);
  });
});
