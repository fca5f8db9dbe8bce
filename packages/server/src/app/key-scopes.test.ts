import { dayMs } from '@drive/base';
import { endpoints, keyScopes, type CreatedApiKey, type EndpointShape, type KeyScope } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';

const all: readonly EndpointShape[] = Object.values(endpoints);
const guarded = all.filter(({ auth }) => auth === 'required' || auth === 'admin');
const unknownId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let drive: Drive;
let admin: TestUser;
const keys = new Map<KeyScope, string>();
beforeAll(async () => {
  drive = await startDrive({ settings: { RATE_APIKEY: '100000', RATE_API: '100000', RATE_AUTH: '100000' } });
  admin = await drive.createUser({ isAdmin: true });
  for (const scope of keyScopes) keys.set(scope, (await created(admin.key, { scopes: [scope] })).rawKey);
});
afterAll(() => drive.close());

const create = (key: string, json: unknown): Promise<Response> =>
  drive.fetch('/api/me/api-keys', { method: 'POST', key, json });
async function created(key: string, json: unknown): Promise<CreatedApiKey> {
  const response = await create(key, json);
  expect(response.status).toBe(201);
  return (await response.json()) as CreatedApiKey;
}
async function refusal(response: Response): Promise<readonly [number, string, string]> {
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return [response.status, code, message];
}
const call = (shape: EndpointShape, key: string): Promise<Response> =>
  drive.fetch(shape.path.replaceAll(/\{\w+\}/g, unknownId), { method: shape.method, key });

describe('a key with one scope', () => {
  it.each(guarded.map((shape) => [shape.id, shape] as const))(
    '[P-357] may call operations that name its scope: %s',
    async (_, shape) => {
      for (const [scope, key] of keys) {
        const response = await call(shape, key);
        // An event stream would stay open.
        if (response.ok) await response.body?.cancel();
        if (shape.scope === scope || shape.scope === 'any') {
          expect([scope, response.status]).not.toEqual([scope, 401]);
          if (!response.ok) expect((await refusal(response))[2]).not.toContain('lacks the scope');
        } else
          expect([scope, await refusal(response)]).toEqual([
            scope,
            [403, 'access_denied', `This API key lacks the scope ${shape.scope}. Use a key that has it.`],
          ]);
      }
    },
  );

  it('is anonymous on public endpoints of another scope, and refused on others without accounts', async () => {
    const key = keys.get('files:read') ?? '';
    for (const shape of all.filter(({ auth }) => auth === 'optional')) {
      const [status] = await refusal(await call(shape, key));
      expect([shape.id, status === 403]).toEqual([shape.id, !shape.path.startsWith('/api/public/')]);
    }
  });

  it('needs the scope shares to share an upload, too', async () => {
    const upload = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1, autoShare: true };
    const { rawKey } = await created(admin.key, { scopes: ['files:write'] });
    for (const [path, json] of [
      ['/api/uploads', upload],
      ['/api/uploads/batch', { files: [upload] }],
    ] as const) {
      const init = { method: 'POST', json } as const;
      expect((await refusal(await drive.fetch(path, { ...init, key: rawKey })))[0]).toBe(403);
      const { rawKey: both } = await created(admin.key, { scopes: ['files:write', 'shares'] });
      expect((await drive.fetch(path, { ...init, key: both })).status).toBe(201);
      await revokeNewest(2 - (path === '/api/uploads' ? 1 : 0));
    }
  });

  it('has no rights of administrators without the scope admin', async () => {
    const { rawKey } = await created(admin.key, { scopes: ['shares'] });
    const me = (await (await drive.fetch('/api/me', { key: rawKey })).json()) as { id: string };
    expect(me.id).toBeDefined();
    const [status, , message] = await refusal(await drive.fetch('/api/admin/users', { key: rawKey }));
    expect([status, message]).toEqual([403, expect.stringContaining('scope admin')]);
    await revokeNewest(1);
  });
});

/** Leaves room below the limit of active keys. */
async function revokeNewest(count: number): Promise<void> {
  const list = (await (await drive.fetch('/api/me/api-keys', { key: admin.key })).json()) as { id: string }[];
  for (const { id } of list.slice(0, count))
    await drive.fetch(`/api/me/api-keys/${id}`, { method: 'DELETE', key: admin.key });
}

describe('a new key', () => {
  it('has all scopes and never expires by default, also if it was created before scopes existed', async () => {
    const user = await drive.createUser();
    const scopes = keyScopes.filter((scope) => scope !== 'admin');
    expect(await created(user.key, {})).toMatchObject({ scopes, expiresAt: null });
    const other = await drive.createUser({ isAdmin: true });
    expect(await created(other.key, {})).toMatchObject({ scopes: [...keyScopes], expiresAt: null });
    const list = (await (await drive.fetch('/api/me/api-keys', { key: user.key })).json()) as CreatedApiKey[];
    expect(list.map((key) => key.scopes)).toEqual([scopes, scopes]);
  });

  it('is refused with an unknown scope, none, a lifetime above the limit, or admin for another user', async () => {
    const user = await drive.createUser();
    for (const json of [
      { scopes: ['files'] },
      { scopes: [] },
      { scopes: 'shares' },
      { expiresInDays: 0 },
      { expiresInDays: 3651 },
    ])
      expect((await refusal(await create(user.key, json))).slice(0, 2)).toEqual([400, 'validation_failed']);
    expect((await refusal(await create(user.key, { scopes: ['admin'] }))).slice(0, 2)).toEqual([403, 'access_denied']);
  });

  it('[P-359] created by a key has at most the scopes of that key', async () => {
    const user = await drive.createUser();
    const limited = await created(user.key, { scopes: ['account', 'files:read', 'account'], expiresInDays: 30 });
    expect(limited).toMatchObject({ scopes: ['files:read', 'account'], expiresAt: expect.any(String) });
    const same = await created(limited.rawKey, {});
    expect(same).toMatchObject({ scopes: limited.scopes, expiresAt: limited.expiresAt });
    expect((await created(limited.rawKey, { scopes: ['account'], expiresInDays: 1 })).scopes).toEqual(['account']);
    for (const json of [{ scopes: ['files:read', 'shares'] }, { scopes: ['admin'] }, { expiresInDays: 31 }])
      expect((await refusal(await create(limited.rawKey, json))).slice(0, 2)).toEqual([403, 'access_denied']);
  });

  it('[P-360] cannot approve a device, which would get a key with all scopes, if it is limited itself', async () => {
    const user = await drive.createUser();
    const limited = await created(user.key, { scopes: ['account'] });
    const start = await drive.fetch('/api/auth/device', { method: 'POST', json: {} });
    const { userCode } = (await start.json()) as { userCode: string };
    const approve = (key: string, more: object = {}): Promise<Response> =>
      drive.fetch('/api/auth/device/approve', { method: 'POST', key, json: { userCode, ...more } });
    expect((await refusal(await approve(limited.rawKey))).slice(0, 2)).toEqual([403, 'access_denied']);
    expect((await approve(user.key)).status).toBe(204);
  });
});

describe('an expired key', () => {
  it('[P-358] is refused like an unknown one and does not count as an active key', async () => {
    const user = await drive.createUser();
    const keysOfUser = await Promise.all(
      Array.from({ length: 9 }, () => created(user.key, { scopes: ['files:read'], expiresInDays: 1 })),
    );
    const key = keysOfUser[0]?.rawKey ?? '';
    expect((await drive.fetch('/api/files', { key })).status).toBe(200);
    expect((await create(user.key, {})).status).toBe(409);
    drive.clock.advance(dayMs - 1);
    expect((await drive.fetch('/api/files', { key })).status).toBe(200);
    drive.clock.advance(1);
    expect((await refusal(await drive.fetch('/api/files', { key }))).slice(0, 2)).toEqual([
      401,
      'authentication_required',
    ]);
    expect((await create(user.key, {})).status).toBe(201);
  });
});
