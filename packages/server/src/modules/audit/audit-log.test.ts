import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { AuditPage } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  drive = await startDrive({ settings: { LIST_MAX: '50' } });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());
beforeEach(() => drive.clock.advance(dayMs));

const list = async (query: Record<string, string | number> = {}): Promise<AuditPage> => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await drive.fetch(`/api/admin/audit?${search.toString()}`, { key: admin.key });
  expect(response.status).toBe(200);
  return (await response.json()) as AuditPage;
};
const now = (): string => new Date(drive.clock.now()).toISOString();
const idOf = async ({ key }: TestUser): Promise<string> =>
  ((await (await drive.fetch('/api/me', { key })).json()) as { id: string }).id;
const fail = (email: string): Promise<Response> =>
  drive.fetch('/api/auth/login', { method: 'POST', json: { email, password: 'wrong password' } });

describe('the audit log', () => {
  it('is readable by administrators only', async () => {
    const { key } = await drive.createUser();
    const response = await drive.fetch('/api/admin/audit', { key });
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'access_denied' }]);
  });

  it('is listed newest first, with pages', async () => {
    const from = now();
    const user = await drive.createUser();
    for (let n = 0; n < 5; n += 1) await drive.signIn(user);
    const { audit, pagination } = await list({ from, limit: 2, page: 2 });
    expect(pagination).toEqual({
      currentPage: 2,
      totalItems: 6,
      totalPages: 3,
      nextCursor: expect.any(String) as string,
    });
    const all = (await list({ from })).audit;
    expect(audit).toEqual(all.slice(2, 4));
    expect(all.map(({ action }) => action)).toEqual([...Array<string>(5).fill('sign_in.succeeded'), 'api_key.created']);
    expect((await list({ limit: 1000 })).audit.length).toBeLessThanOrEqual(50);
    expect((await list({ page: 999_999_999 })).audit).toEqual([]);
  });

  it('is filtered by action and by time, the end excluded', async () => {
    const user = await drive.createUser();
    const from = now();
    await drive.signIn(user);
    drive.clock.advance(hourMs);
    const to = now();
    await drive.signIn(user);
    expect((await list({ action: 'sign_in.succeeded', from })).audit).toHaveLength(2);
    expect((await list({ action: 'sign_in.succeeded', from, to })).audit).toMatchObject([{ at: from }]);
    expect((await list({ action: 'sign_out', from })).audit).toEqual([]);
    const withOffset = from.replace('Z', '+00:00');
    expect((await list({ from: withOffset })).audit).toEqual((await list({ from })).audit);
    expect((await list({ to: '2001-01-01' })).pagination.totalItems).toBe(0);
    for (const query of ['action=nothing', 'from=yesterday', 'to=1e3', 'from=2026-13-01', 'userId=1', 'page=0'])
      expect((await drive.fetch(`/api/admin/audit?${query}`, { key: admin.key })).status).toBe(400);
  });

  it('is filtered by user, as actor and as affected account', async () => {
    const user = await drive.createUser();
    const other = await drive.createUser();
    const [userId, adminId] = [await idOf(user), await idOf(admin)];
    await drive.signIn(user);
    await fail(user.email);
    await drive.signIn(other);
    const patch = { method: 'PATCH', key: admin.key, json: { plan: 'paid' } };
    await drive.fetch(`/api/admin/users/${userId}`, patch);
    expect((await list({ userId })).audit).toMatchObject([
      { action: 'user.changed', actor: { id: adminId, email: admin.email, via: 'key' }, user: { id: userId } },
      { action: 'sign_in.failed', actor: { kind: 'nobody', id: null }, user: { id: userId, email: user.email } },
      { action: 'sign_in.succeeded', actor: { kind: 'user', id: userId, via: 'session' } },
      { action: 'api_key.created', actor: { kind: 'console' }, user: { id: userId } },
    ]);
    expect((await list({ userId: adminId, action: 'user.changed' })).audit).toHaveLength(1);
    expect((await list({ userId: adminId, limit: 1 })).pagination.totalItems).toBe(2);
  });

  it('keeps the entries of a deleted account, without its email address', async () => {
    const user = await drive.createUser();
    const id = await idOf(user);
    await drive.signIn(user);
    await drive.fetch(`/api/admin/users/${id}`, { method: 'DELETE', key: admin.key });
    await drive.drain();
    const { audit } = await list({ userId: id });
    expect(audit.map(({ action }) => action)).toEqual(['user.deleted', 'sign_in.succeeded', 'api_key.created']);
    expect(audit[1]?.actor).toEqual({ kind: 'user', id, email: null, via: 'session' });
    for (const { user: subject } of audit) expect(subject).toEqual({ id, email: null });
  });

  it('names no account for anonymous uploads', async () => {
    const from = now();
    const upload = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
    expect((await drive.fetch('/api/public/uploads', { method: 'POST', json: upload })).status).toBe(201);
    const [entry] = (await list({ from })).audit;
    expect(entry).toMatchObject({
      action: 'share.created',
      actor: { kind: 'nobody', id: null, email: null, via: null },
      user: null,
    });
  });

  it('keeps entries for 180 days', async () => {
    const from = now();
    await fail('nobody@example.com');
    drive.clock.advance(180 * dayMs);
    await drive.jobs.runNow('audit.sweep');
    expect((await list({ from })).audit).toHaveLength(1);
    drive.clock.advance(1);
    await drive.jobs.runNow('audit.sweep');
    expect((await list({ from })).audit).toEqual([]);
    expect((await list({ to: from })).audit).toEqual([]);
  });

  it('contains nothing of a transaction that was rolled back', async () => {
    const from = now();
    const user = await drive.createUser();
    for (let n = 0; n < 12; n += 1)
      await drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key, json: { label: null } });
    expect((await list({ from, action: 'api_key.created' })).audit).toHaveLength(10);
  });
});

describe('failed sign-ins in the audit log', () => {
  it('are limited to ten per account in 15 minutes, and the next entry counts the omitted ones', async () => {
    const user = await drive.createUser();
    const from = now();
    for (let n = 0; n < 25; n += 1) expect((await fail(user.email)).status).toBe(401);
    const failed = async () => (await list({ from, action: 'sign_in.failed' })).audit;
    expect(await failed()).toHaveLength(10);
    drive.clock.advance(15 * minuteMs);
    await fail(user.email);
    const [newest] = await failed();
    expect(newest?.details).toEqual({ reason: 'password', notRecorded: 15 });
    await fail(user.email);
    expect((await failed())[0]?.details).toEqual({ reason: 'password', notRecorded: 0 });
  });

  it('are limited to 240 an hour in total, across all email addresses', async () => {
    const from = now();
    for (let start = 0; start < 260; start += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => fail(`nobody${start + n}@example.com`)));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(401));
    }
    const { pagination } = await list({ from, action: 'sign_in.failed', limit: 1 });
    expect(pagination.totalItems).toBe(240);
    drive.clock.advance(hourMs);
    await fail('nobody@example.com');
    const [newest] = (await list({ from, action: 'sign_in.failed', limit: 1 })).audit;
    expect(newest).toMatchObject({ user: null, details: { reason: 'unknown_account', notRecorded: 20 } });
  });
});
