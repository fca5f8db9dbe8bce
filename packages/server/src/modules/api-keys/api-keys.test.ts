import { minuteMs } from '@drive/base';
import type { ApiKey, CreatedApiKey } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

const create = (user: TestUser, json?: unknown): Promise<Response> =>
  drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key, ...(json === undefined ? {} : { json }) });
const created = async (user: TestUser, label?: string): Promise<CreatedApiKey> =>
  (await (await create(user, label === undefined ? undefined : { label })).json()) as CreatedApiKey;
const list = async (key: string): Promise<ApiKey[]> =>
  (await (await drive.fetch('/api/me/api-keys', { key })).json()) as ApiKey[];
const revoke = (id: string, key: string): Promise<Response> =>
  drive.fetch(`/api/me/api-keys/${id}`, { method: 'DELETE', key });
const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;

describe('a new key', () => {
  it('[P-352] is svc_ and 40 URL-safe characters, shown once and stored as a keyed hash only', async () => {
    const user = await drive.createUser();
    const key = await created(user, 'laptop');
    expect(key.rawKey).toMatch(/^svc_[\w-]{40}$/);
    expect(key).toMatchObject({ prefix: key.rawKey.slice(0, 12), label: 'laptop', lastUsedAt: null, revokedAt: null });
    const rows = await drive.database.reader.selectFrom('api_keys').selectAll().where('id', '=', key.id).execute();
    expect(JSON.stringify(rows)).not.toContain(key.rawKey.slice(12));
    expect(JSON.stringify(await list(user.key))).not.toContain(key.rawKey.slice(12));
  });

  it('needs no body and may have no label', async () => {
    expect(await created(await drive.createUser())).toMatchObject({ label: null });
  });

  it('accepts a label of 80 characters (code points) and refuses 81', async () => {
    const user = await drive.createUser();
    expect((await created(user, '😀'.repeat(80))).label).toBe('😀'.repeat(80));
    const refused = await create(user, { label: 'x'.repeat(81) });
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'validation_failed']);
  });

  it('is not returned again for the same Idempotency-Key, and no second key is created', async () => {
    const user = await drive.createUser();
    const send = (): Promise<Response> =>
      drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key, headers: { 'idempotency-key': 'once' } });
    expect((await send()).status).toBe(201);
    const again = await send();
    expect([again.status, await codeOf(again)]).toEqual([409, 'idempotency_conflict']);
    expect(await list(user.key)).toHaveLength(2);
  });
});

describe('the key of a request', () => {
  it('tells its own scopes, folder and expiry, whatever it may do, and a session has none', async () => {
    const user = await drive.createUser();
    const folder = await drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json: { name: 'Public' } });
    const { id: folderId } = (await folder.json()) as { id: string };
    for (const json of [
      { scopes: ['webhooks'], label: 'hooks' },
      { folderId, expiresInDays: 3 },
    ]) {
      const { rawKey, ...key } = (await (await create(user, json)).json()) as CreatedApiKey;
      const answer = await drive.fetch('/api/me/api-key', { key: rawKey });
      expect(await answer.json()).toEqual({ ...key, lastUsedAt: expect.any(String) });
    }
    const refused = await drive.fetch('/api/me/api-key', { session: await drive.signIn(user) });
    expect([refused.status, await codeOf(refused)]).toEqual([404, 'api_key_not_found']);
  });
});

describe('ten active keys', () => {
  it('are the maximum, also with twenty concurrent requests', async () => {
    const user = await drive.createUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(user)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused && (await codeOf(refused))]).toEqual([409, 'api_key_limit_reached']);
    expect(await list(user.key)).toHaveLength(10);
  });

  it('allow another one once one is revoked', async () => {
    const user = await drive.createUser();
    const keys = await Promise.all(Array.from({ length: 9 }, () => created(user)));
    expect((await create(user)).status).toBe(409);
    await revoke(keys[0]?.id ?? '', user.key);
    expect((await create(user)).status).toBe(201);
  });
});

describe('the list', () => {
  it('shows the newest first, revoked ones included', async () => {
    const user = await drive.createUser();
    drive.clock.advance(1000);
    const older = await created(user, 'older');
    drive.clock.advance(1000);
    const newer = await created(user, 'newer');
    await revoke(older.id, user.key);
    expect((await list(user.key)).slice(0, 2)).toMatchObject([
      { id: newer.id, revokedAt: null },
      { id: older.id, revokedAt: expect.any(String) as string },
    ]);
  });

  it('shows when a key was last used, updated at most once a minute', async () => {
    const user = await drive.createUser();
    const lastUsed = async (): Promise<string | null | undefined> => (await list(user.key)).at(-1)?.lastUsedAt;
    const first = await lastUsed();
    expect(first).toEqual(expect.any(String));
    drive.clock.advance(minuteMs - 1);
    expect(await lastUsed()).toBe(first);
    drive.clock.advance(1);
    expect(Date.parse((await lastUsed()) ?? '')).toBe(Date.parse(first ?? '') + minuteMs);
  });

  it('shows no keys of other users', async () => {
    const [ada, grace] = [await drive.createUser(), await drive.createUser()];
    const key = await created(ada);
    expect((await list(grace.key)).map(({ id }) => id)).not.toContain(key.id);
    const foreign = await revoke(key.id, grace.key);
    expect([foreign.status, await codeOf(foreign)]).toEqual([404, 'api_key_not_found']);
    expect((await drive.fetch('/api/me', { key: key.rawKey })).status).toBe(200);
  });
});

describe('a revoked key', () => {
  it('[P-355] is refused at once, and revoking it again changes nothing', async () => {
    const user = await drive.createUser();
    const key = await created(user);
    expect((await drive.fetch('/api/me', { key: key.rawKey })).status).toBe(200);
    expect((await revoke(key.id, user.key)).status).toBe(204);
    expect((await drive.fetch('/api/me', { key: key.rawKey })).status).toBe(401);
    const { revokedAt } = (await list(user.key)).find(({ id }) => id === key.id) ?? {};
    drive.clock.advance(5000);
    expect((await revoke(key.id, user.key)).status).toBe(204);
    expect((await list(user.key)).find(({ id }) => id === key.id)?.revokedAt).toBe(revokedAt);
  });

  it.each(['not-an-id', '00000000-0000-4000-8000-000000000000'])('is not found by the ID %s', async (id) => {
    const user = await drive.createUser();
    const answer = await revoke(id, user.key);
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'api_key_not_found']);
  });

  it('[P-356] never falls back to the session of the same request', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    const answer = await drive.fetch('/api/me', { session, key: `svc_${'A'.repeat(40)}` });
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'authentication_required']);
  });
});
