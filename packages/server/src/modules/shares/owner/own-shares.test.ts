import { dayMs, isoTime } from '@drive/base';
import type { ShareDescriptor } from '@drive/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDrive, type DriveInit } from '../../../../test/drive.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

let tree: Tree;
let fileId: string;

driveForAllTests(() => startDrive({ settings: { SHARE_MAX_EXPIRY_DAYS: '30' } }));
beforeAll(() => {
  tree = treeOn(drive);
});
beforeEach(async () => {
  fileId = (await tree.upload(user.userId, 'sea.jpg')).id;
});

const call = (method: 'POST' | 'PATCH' | 'DELETE', json?: unknown, id = fileId, init: DriveInit = {}) =>
  drive.fetch(`/api/files/${id}/share`, { method, key: user.key, ...(json === undefined ? {} : { json }), ...init });
const share = async (json?: unknown): Promise<ShareDescriptor> => {
  const response = await call('POST', json);
  expect(response.status).toBe(200);
  return (await response.json()) as ShareDescriptor;
};
const setMode = async (shareMode: string): Promise<ShareDescriptor> => {
  const response = await call('PATCH', { shareMode });
  expect(response.status).toBe(200);
  return (await response.json()) as ShareDescriptor;
};
const expectRefusal = async (response: Response, status: number, code: string): Promise<void> => {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
};
/** What a descriptor of an open PUBLIC share without a password has. */
const opened = { shareMode: 'PUBLIC', listed: true, publicUrl: expect.stringContaining('/files/public/') };
const inDays = (days: number): string => isoTime(drive.clock.now() + days * dayMs);
const setState = (id: string, state: 'trashed' | 'purged') =>
  drive.database.write(async (tx) => {
    await tx.updateTable('items').set({ state }).where('id', '=', id).execute();
  });

describe('sharing a file', () => {
  test('[P-1] creates a link that never expires, open to anyone with the link', async () => {
    const descriptor = await share();
    expect(descriptor).toEqual({
      shareToken: descriptor.shareToken,
      shareMode: 'SHARED',
      listed: false,
      shareUrl: `${drive.url}/share/${descriptor.shareToken}`,
      shortUrl: descriptor.shortUrl,
      publicUrl: null,
      expiresAt: null,
      passwordProtected: false,
      notifyOwnerOnDownload: false,
      notifyOnView: false,
      notifyPerRecipient: false,
      maxDownloads: null,
      commentsEnabled: false,
      likesEnabled: false,
      label: null,
      coverItemId: null,
      allowUpload: false,
      uploadMaxFileBytes: null,
      uploadMaxFiles: null,
      uploadAllowedTypes: null,
    });
    expect(descriptor.shareToken).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(descriptor.shortUrl).toMatch(/\/s\/[A-HJ-NP-Za-km-z2-9]{8,}$/);
    expect(descriptor.shortUrl.startsWith(`${drive.url}/s/`)).toBe(true);
  });

  test('[P-69] accepts a mode and an expiry together', async () => {
    expect(await share({ shareMode: 'PUBLIC', expiresInDays: 7 })).toMatchObject({
      shareMode: 'PUBLIC',
      expiresAt: inDays(7),
    });
  });

  test.each([{}, { expiresInDays: 0 }, { expiresInDays: null }])('[P-70] with %j never expires', async (body) => {
    expect(await share(body)).toMatchObject({ shareMode: 'SHARED', expiresAt: null });
  });

  test('[P-4] again returns the existing share', async () => {
    const first = await share({ shareMode: 'PUBLIC', expiresInDays: 7 });
    drive.clock.advance(dayMs);
    expect(await share()).toEqual(first);
    expect(await share({})).toEqual(first);
  });

  test('[P-5] again changes only the fields that are present', async () => {
    const first = await share({ expiresInDays: 7 });
    const renewed = inDays(7);
    expect(await share({ shareMode: 'PUBLIC' })).toEqual({ ...first, ...opened });
    drive.clock.advance(dayMs);
    expect(await share({ expiresInDays: 10 })).toEqual({
      ...first,
      ...opened,
      expiresAt: inDays(10),
    });
    expect(renewed).toBe(first.expiresAt);
  });

  test('[P-71] with expiresInDays 0 clears the expiry, with null keeps it', async () => {
    const first = await share({ expiresInDays: 7 });
    expect(await share({ expiresInDays: null })).toEqual(first);
    expect(await share({ expiresInDays: 0 })).toEqual({ ...first, expiresAt: null });
  });

  test('[P-6] clears an expiry that has passed if no new one is sent', async () => {
    const first = await share({ expiresInDays: 7 });
    drive.clock.advance(7 * dayMs);
    expect(await share({ shareMode: 'SHARED' })).toEqual({ ...first, expiresAt: null });
  });

  test('[P-7] replaces an expiry that has passed by the new one', async () => {
    const first = await share({ expiresInDays: 7 });
    drive.clock.advance(8 * dayMs);
    expect(await share({ expiresInDays: 1 })).toEqual({ ...first, expiresAt: inDays(1) });
  });

  test('[P-68] keeps PRIVATE if no mode is sent', async () => {
    const { shareToken } = await share();
    await setMode('PRIVATE');
    expect(await share()).toMatchObject({ shareToken, shareMode: 'PRIVATE' });
    expect(await share({ shareMode: null })).toMatchObject({ shareToken, shareMode: 'PRIVATE' });
    expect(await share({ shareMode: 'SHARED' })).toMatchObject({ shareToken, shareMode: 'SHARED' });
  });

  test.each([
    [{ expiresInDays: -1 }, 'expiresInDays'],
    [{ expiresInDays: 366 }, 'expiresInDays'],
    [{ expiresInDays: 1.5 }, 'expiresInDays'],
    [{ expiresInDays: '7' }, 'expiresInDays'],
    [{ shareMode: 'PRIVATE' }, 'shareMode'],
    [{ shareMode: 'public' }, 'shareMode'],
    [{ color: 'blue' }, 'color'],
  ])('[P-42] refuses %j', async (body, field) => {
    const response = await call('POST', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
  });

  test('[P-74] refuses more days than the server is configured for', async () => {
    const response = await call('POST', { expiresInDays: 31 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{ field: 'expiresInDays' }] });
    expect(await share({ expiresInDays: 30 })).toMatchObject({ expiresAt: inDays(30) });
  });

  test('[P-45] repeated with one Idempotency-Key repeats the first response, and refuses another body', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = (json: unknown) => call('POST', json, fileId, { headers });
    const first = await (await send({ expiresInDays: 7 })).json();
    await setMode('PRIVATE');
    expect(await (await send({ expiresInDays: 7 })).json()).toEqual(first);
    await expectRefusal(await send({ expiresInDays: 8 }), 409, 'idempotency_conflict');
  });

  test('[P-9] by concurrent requests creates one share', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => share()));
    expect(new Set(answers.map((answer) => answer.shareToken)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.shortUrl)).size).toBe(1);
  });

  test('concurrently with revoking ends with one share or none, never with two', async () => {
    await share();
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? share() : call('DELETE'))));
    const { shareToken } = await share();
    const open = await drive.database.reader
      .selectFrom('shares')
      .select('token')
      .where('item_id', '=', fileId)
      .where('revoked_at', 'is', null)
      .execute();
    expect(open).toEqual([{ token: shareToken }]);
  });
});

describe('changing the mode', () => {
  test('[P-64] keeps the token, the short link and the expiry', async () => {
    const first = await share({ expiresInDays: 7 });
    for (const shareMode of ['PUBLIC', 'PRIVATE', 'SHARED'])
      expect(await setMode(shareMode)).toEqual({ ...first, ...(shareMode === 'PUBLIC' ? opened : { shareMode }) });
  });

  test('[P-65] keeps an expiry that has passed', async () => {
    const first = await share({ expiresInDays: 7 });
    drive.clock.advance(8 * dayMs);
    expect(await setMode('PUBLIC')).toEqual({ ...first, shareMode: 'PUBLIC' });
  });

  test('[P-67] answers 404 if there is no share, also after it was revoked', async () => {
    await expectRefusal(await call('PATCH', { shareMode: 'PUBLIC' }), 404, 'share_not_found');
    await share();
    await call('DELETE');
    await expectRefusal(await call('PATCH', { shareMode: 'PUBLIC' }), 404, 'share_not_found');
  });

  test.each([[{}], [{ shareMode: 'public' }], [{ shareMode: null }], [{ shareMode: 'PUBLIC', more: 1 }]])(
    '[P-43] refuses %j',
    async (body) => {
      await share();
      await expectRefusal(await call('PATCH', body), 400, 'validation_failed');
    },
  );

  test('[P-66] refuses a request without a body', async () => {
    await expectRefusal(await call('PATCH'), 400, 'bad_request');
  });
});

describe('revoking', () => {
  test('[P-24] ends the share; the next one has another token', async () => {
    const first = await share();
    expect((await call('DELETE')).status).toBe(204);
    const second = await share();
    expect(second.shareToken).not.toBe(first.shareToken);
    expect(second.shortUrl).not.toBe(first.shortUrl);
  });

  test('[P-22] answers 204 also if there is no share', async () => {
    for (let times = 0; times < 2; times += 1) {
      const response = await call('DELETE');
      expect(response.status).toBe(204);
      expect(await response.text()).toBe('');
    }
  });

  test('[P-33] of a trashed file answers 204, and its share does not return with it', async () => {
    await share();
    await setState(fileId, 'trashed');
    expect((await call('DELETE')).status).toBe(204);
    await drive.database.write(async (tx) => {
      await tx.updateTable('items').set({ state: 'alive' }).where('id', '=', fileId).execute();
    });
    await expectRefusal(await call('PATCH', { shareMode: 'PUBLIC' }), 404, 'share_not_found');
  });
});

describe('each operation', () => {
  const calls = [
    ['POST', {}],
    ['PATCH', { shareMode: 'PUBLIC' }],
    ['DELETE', undefined],
  ] as const;

  test.each(calls)('[P-29] %s refuses a file of another user', async (method, body) => {
    await share();
    const other = await drive.createUser();
    await expectRefusal(await call(method, body, fileId, { key: other.key }), 403, 'access_denied');
    expect(await share()).toMatchObject({ shareMode: 'SHARED' });
  });

  test.each(calls)(
    '[P-27] %s answers 404 for an unknown or malformed id, a folder and a purged file',
    async (method, body) => {
      const folderId = await tree.makeFolder(user.userId, 'Photos');
      await setState(fileId, 'purged');
      for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', folderId, fileId])
        await expectRefusal(await call(method, body, id), 404, 'file_not_found');
    },
  );

  test.each(calls.slice(0, 2))('[P-32] %s answers 404 for a trashed file', async (method, body) => {
    await share();
    await setState(fileId, 'trashed');
    await expectRefusal(await call(method, body), 404, 'file_not_found');
  });

  test.each(calls)('%s refuses callers without credentials', async (method, body) => {
    const response = await drive.fetch(`/api/files/${fileId}/share`, {
      method,
      ...(body === undefined ? {} : { json: body }),
    });
    await expectRefusal(response, 401, 'authentication_required');
  });
});
