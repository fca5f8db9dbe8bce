import type { Invite, TeamDrive, TotpStatus, UploadReservation, WebhookWithSecret } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createUserWithTwoFactor } from '../../../test/api/authenticator.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { describeOldSecrets } from './count-old-secrets.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = () => createSecrets(first);
const between = () => createSecrets(second, first);
const after = () => createSecrets(second);

let drive: Drive;
let secrets = before;
let isReadOnly = false;
beforeEach(async () => {
  secrets = before;
  isReadOnly = false;
  drive = await startDrive({
    secrets: () => secrets(),
    outbound: { resolve: async () => ['93.184.215.14'] },
    database: (own) =>
      overriding(own, {
        write: async (work, options) => {
          if (isReadOnly) throw new Error('the disk is read-only');
          return own.write(work, options);
        },
      }),
  });
});
afterEach(() => drive.close());

async function restartWith(made: typeof secrets): Promise<void> {
  secrets = made;
  await drive.restart();
}

const describeOld = (): Promise<string | undefined> =>
  describeOldSecrets({ database: drive.database, clock: drive.clock, secrets: between() });

async function create<T>(path: string, key: string, json: object = {}): Promise<T> {
  const response = await drive.fetch(path, { method: 'POST', key, json });
  expect(response.status).toBe(201);
  return (await response.json()) as T;
}

const statusOf = async (path: string, init?: Parameters<Drive['fetch']>[1]): Promise<number> =>
  (await drive.fetch(path, init)).status;

describe('while a master secret replaces another', () => {
  test('[P-1410] keys, sessions, links, URLs, codes and grants of the previous one work', async () => {
    const admin = await drive.createUser({ isAdmin: true });
    const { user, session, recoveryCodes, authenticator } = await createUserWithTwoFactor(drive);
    const fileId = await treeApi(drive, admin).file('a.txt', { bytes: 10 });
    const team = await create<TeamDrive>('/api/drives', admin.key, { name: 'Team' });
    const teamFileId = await treeApi(drive, admin).file('b.txt', { bytes: 10, in: team.rootId });
    const teamSigned = await drive.fetch(`/api/files/${teamFileId}/download-url`, { key: admin.key });
    const { downloadUrl: teamUrl } = (await teamSigned.json()) as { downloadUrl: string };
    const signed = await drive.fetch(`/api/files/${fileId}/download-url`, { key: admin.key });
    const { downloadUrl } = (await signed.json()) as { downloadUrl: string };
    const { token: invitation } = await create<Invite>('/api/admin/invites', admin.key);
    const { token: grant } = await create<{ token: string }>('/api/upload-grants', admin.key);
    const { deviceCode } = (await (await drive.fetch('/api/auth/device', { method: 'POST' })).json()) as {
      deviceCode: string;
    };
    const idempotent = { method: 'POST', key: admin.key, headers: { 'idempotency-key': 'once' }, json: { name: 'b' } };
    const folder = (await (await drive.fetch('/api/files/folders', idempotent)).json()) as { id: string };
    const page = await drive.fetch('/api/files?limit=1', { key: admin.key });
    const { nextCursor } = ((await page.json()) as { pagination: { nextCursor: string } }).pagination;

    await restartWith(between);
    expect(await statusOf('/api/me', { key: admin.key })).toBe(200);
    expect(await statusOf('/api/me', { session })).toBe(200);
    expect(await statusOf('/api/me', { session, method: 'PATCH', json: { name: 'Ada' } })).toBe(200);
    for (const url of [downloadUrl, teamUrl]) expect(await statusOf(new URL(url).pathname)).toBe(200);
    expect(await statusOf(`/register?invite=${invitation}`)).toBe(200);
    expect(
      await (await drive.fetch('/api/auth/device/token', { method: 'POST', json: { deviceCode } })).json(),
    ).toEqual(expect.objectContaining({ code: 'authorization_pending' }));
    expect(await (await drive.fetch('/api/files/folders', idempotent)).json()).toMatchObject({ id: folder.id });
    expect(await statusOf(`/api/files?limit=1&cursor=${nextCursor}`, { key: admin.key })).toBe(200);
    const upload = {
      method: 'POST',
      json: { fileName: 'c', contentType: 'text/plain', sizeBytes: 1 },
      headers: { 'x-upload-grant': grant },
    };
    const reserved = await drive.fetch('/api/public/grants/uploads', upload);
    expect((await reserved.json()) as UploadReservation).toMatchObject({ sessionId: expect.any(String) });
    const login = (totp: string) =>
      statusOf('/api/auth/login', { method: 'POST', json: { email: user.email, password: user.password, totp } });
    expect([await login(authenticator()), await login(recoveryCodes[0]!), await login(recoveryCodes[0]!)]).toEqual([
      200, 200, 401,
    ]);
  });

  test('[P-1411] what was used or encrypted needs the previous one no longer, and the doctor counts the rest', async () => {
    const { user, session, secret } = await createUserWithTwoFactor(drive);
    const unused = await drive.createUser();
    const { id, signingSecret } = await create<WebhookWithSecret>('/api/users/me/webhooks', user.key, {
      url: 'https://hooks.example.com/',
    });
    await create('/api/upload-grants', user.key);

    await restartWith(between);
    expect(await describeOld()).toBe(
      'DRIVE_SECRET_PREVIOUS is still needed by API keys (2), sessions (1), upload grants (1), recovery codes (10), secrets of webhooks (1), authenticators (1)',
    );
    await drive.drain();
    expect(await statusOf('/api/me', { key: user.key })).toBe(200);
    expect(await statusOf('/api/me', { session })).toBe(200);
    expect(await describeOld()).toBe(
      'DRIVE_SECRET_PREVIOUS is still needed by API keys (1), upload grants (1), recovery codes (10)',
    );
    const { reader } = drive.database;
    const totp = await reader.selectFrom('totp').select('secret').executeTakeFirstOrThrow();
    expect(after().decrypt('totp', `user ${user.userId}`, totp.secret)).toBe(secret);
    const webhook = await reader.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow();
    expect(after().decrypt('webhook-secret', id, webhook.secret)).toBe(signingSecret);

    const countCodes = async () =>
      ((await (await drive.fetch('/api/auth/totp', { session })).json()) as TotpStatus).recoveryCodesLeft;
    expect(await countCodes()).toBe(10);

    await restartWith(after);
    expect(await countCodes()).toBe(0);
    expect(await statusOf('/api/me', { key: user.key })).toBe(200);
    expect(await statusOf('/api/me', { session })).toBe(200);
    expect(await statusOf('/api/me', { key: unused.key })).toBe(401);
  });

  test('who follows changes gets a cursor of the new one, and reads the tree anew with one of the old one later', async () => {
    const { key } = await drive.createUser();
    const ask = async (path: string): Promise<[status: number, body: { cursor?: string; code?: string }]> => {
      const response = await drive.fetch(`/api/changes${path}`, { key });
      return [response.status, (await response.json()) as { cursor?: string; code?: string }];
    };
    const [, { cursor: old }] = await ask('/latest');

    await restartWith(between);
    const [, { cursor: renewed }] = await ask(`?cursor=${old}`);
    expect(renewed).not.toBe(old);
    await restartWith(after);
    expect(await ask(`?cursor=${renewed}`)).toEqual([200, { changes: [], cursor: renewed, hasMore: false }]);
    expect(await ask(`?cursor=${old}`)).toEqual([410, expect.objectContaining({ code: 'cursor_expired' })]);
  });

  test('a key is accepted though the database takes no writes, and gets its new hash later', async () => {
    const { key } = await drive.createUser();
    await restartWith(between);
    isReadOnly = true;
    expect(await statusOf('/api/files', { key })).toBe(200);
    expect(drive.logged).toContainEqual(expect.objectContaining({ event: 'the hash of a key was not renewed' }));
    isReadOnly = false;
    await drive.restart();
    expect(await statusOf('/api/files', { key })).toBe(200);
    expect(await describeOld()).toBe('nothing that is stored needs DRIVE_SECRET_PREVIOUS any more');
  });

  test('a server starts though the database takes no writes, and encrypts what is stored later', async () => {
    await createUserWithTwoFactor(drive);
    isReadOnly = true;
    await restartWith(between);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await describeOld()).toContain('authenticators (1)');
    isReadOnly = false;
    await drive.drain();
    expect(await describeOld()).not.toContain('authenticators');
  });

  test('what neither of the two decrypts stays as it is, and the doctor says so', async () => {
    const { user } = await createUserWithTwoFactor(drive);
    const lost = createSecrets(Buffer.alloc(32, 3)).encrypt('totp', `user ${user.userId}`, 'lost');
    await drive.database.write((tx) => tx.updateTable('totp').set({ secret: lost }).execute());
    await restartWith(between);
    await drive.drain();
    expect(await describeOld()).toContain('; neither secret decrypts authenticators (1)');
    const { secret } = await drive.database.reader.selectFrom('totp').select('secret').executeTakeFirstOrThrow();
    expect(secret).toBe(lost);
  });

  test.runIf(inject('databaseKind') === 'postgres')(
    '[P-1412] servers of which some have it already accept what the others issue',
    async () => {
      await restartWith(() => createSecrets(first, second));
      const replaced = await drive.startAnother({ secrets: between });
      const user = await drive.createUser();
      for (const server of [replaced, drive, replaced])
        expect((await server.fetch('/api/me', { key: user.key })).status).toBe(200);
      for (const [from, to] of [
        [drive, replaced],
        [replaced, drive],
      ] as const) {
        const session = await from.signIn(user);
        const renamed = await to.fetch('/api/me', { session, method: 'PATCH', json: { name: 'Ada' } });
        expect(renamed.status).toBe(200);
      }
    },
  );
});
