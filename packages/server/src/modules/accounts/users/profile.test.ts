import type { User } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive } from '../../../../test/drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

describe('the profile of the caller', () => {
  test('shows limits and used bytes', async () => {
    const other = await startDrive({
      settings: { PAID_QUOTA_BYTES: '5000', PAID_USER_MAX_BYTES: '4000', FREE_USER_MAX_BYTES: '3000' },
    });
    try {
      const user = await other.createUser({ plan: 'paid' });
      const get = async (key: string): Promise<User> => (await (await other.fetch('/api/me', { key })).json()) as User;
      expect(await get(user.key)).toMatchObject({
        plan: 'paid',
        usedBytes: 0,
        trashBytes: 0,
        quotaBytes: 5000,
        maxFileBytes: 4000,
      });
      await other.database.write((tx) =>
        tx
          .insertInto('storage_usage')
          .values({ owner_id: user.userId, stored_bytes: 700, trash_bytes: 200, reserved_bytes: 50 })
          .execute(),
      );
      expect(await get(user.key)).toMatchObject({ usedBytes: 750, trashBytes: 200 });
      const free = await other.createUser();
      expect(await get(free.key)).toMatchObject({ usedBytes: 0, quotaBytes: null, maxFileBytes: 3000 });
    } finally {
      await other.close();
    }
  });

  test('changes the name, keeps it if none is sent, and clears it with null', async () => {
    const { key } = await drive.createUser();
    const patch = async (json: object): Promise<unknown> =>
      (await drive.fetch('/api/me', { method: 'PATCH', key, json })).json();
    expect(await patch({ name: ' Ada ' })).toMatchObject({ name: 'Ada' });
    expect(await patch({})).toMatchObject({ name: 'Ada' });
    expect(await patch({ name: '  ' })).toMatchObject({ code: 'validation_failed' });
    expect(await patch({ email: 'x@example.com' })).toMatchObject({ code: 'validation_failed' });
    expect(await patch({ name: null })).toMatchObject({ name: null });
  });

  test('keeps a language in its canonical form, changes it apart from the name, and clears it with null', async () => {
    const { key } = await drive.createUser();
    const patch = async (json: object): Promise<unknown> =>
      (await drive.fetch('/api/me', { method: 'PATCH', key, json })).json();
    expect(await (await drive.fetch('/api/me', { key })).json()).toMatchObject({ language: null });
    expect(await patch({ name: 'Ada', language: 'pt-br' })).toMatchObject({ name: 'Ada', language: 'pt-BR' });
    expect(await patch({ name: 'Eve' })).toMatchObject({ name: 'Eve', language: 'pt-BR' });
    for (const language of ['', 'x', 'german', 'de_DE', 'de-', 'a'.repeat(100), 5])
      expect([language, await patch({ language })]).toMatchObject([language, { code: 'validation_failed' }]);
    expect(await patch({ language: 'DE' })).toMatchObject({ name: 'Eve', language: 'de' });
    expect(await patch({ language: null })).toMatchObject({ name: 'Eve', language: null });
  });
});
