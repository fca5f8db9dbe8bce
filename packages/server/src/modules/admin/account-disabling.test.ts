import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { secondMs } from '@drive/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putBytes, readStatus, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../../test/drive.ts';
import { startReceiver, toReceivers } from '../../../test/network/receivers.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let user: TestUser;
let mine: SharedApi;
beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off', REGISTRATION: 'invite' },
    outbound: toReceivers,
  });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  mine = sharedApi(drive, user);
});

const set = async (json: object, whom = user): Promise<void> => {
  const id = await idOf(whom);
  const answer = await drive.fetch(`/api/admin/users/${id}`, { method: 'PATCH', key: admin.key, json });
  expect(answer.status).toBe(200);
};
const disable = (whom = user): Promise<void> => set({ disabled: true }, whom);
const enable = (whom = user): Promise<void> => set({ disabled: false }, whom);
const setSuspended = (at: number | null) => (): Promise<unknown> =>
  drive.database.write((tx) =>
    tx.updateTable('users').set({ suspended_at: at }).where('row_id', '=', user.userId).execute(),
  );
const suspend = setSuspended(1);
const admit = setSuspended(null);
const idOf = async ({ userId }: TestUser): Promise<string> =>
  (await drive.database.reader.selectFrom('users').select('id').where('row_id', '=', userId).executeTakeFirstOrThrow())
    .id;

type Answer = readonly [number, string?];
const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = text !== '' && (response.headers.get('content-type') ?? '').includes('json');
  const { code } = isJson ? (JSON.parse(text) as { code?: string }) : {};
  return code === undefined ? [response.status] : [response.status, code];
};
const at = async (path: string, init?: Parameters<Drive['fetch']>[1]): Promise<Answer> =>
  answerOf(await drive.fetch(path, init));

interface Reached {
  readonly what: string;
  /** Creates the data once and returns the request for it. */
  readonly prepare: () => Promise<() => Promise<Answer>>;
  readonly open: Answer;
  readonly closed: Answer;
}

/** Everything of an account that is available to others, or to the owner without signing in. */
const everything: readonly Reached[] = [
  {
    what: 'an API key',
    prepare: async () => () => at('/api/me', { key: user.key }),
    open: [200],
    closed: [401, 'authentication_required'],
  },
  {
    what: 'a share',
    prepare: async () => {
      const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'hello'));
      return () => at(`/api/public/share/${shareToken}`);
    },
    open: [200],
    closed: [404, 'share_not_found'],
  },
  {
    what: 'the page of a share',
    prepare: async () => {
      const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'hello'));
      return () => at(`/share/${shareToken}`, { headers: { accept: 'text/html' } });
    },
    open: [200],
    closed: [404],
  },
  {
    what: 'a short link',
    prepare: async () => {
      const { shortUrl } = await mine.shareFile(await mine.put('a.txt', 'hello'));
      return () => at(shortUrl);
    },
    open: [302],
    closed: [404, 'share_not_found'],
  },
  {
    what: 'an address handed out through a share',
    prepare: async () => {
      const id = await mine.put('a.txt', 'hello');
      const { shareToken } = await mine.shareFile(id);
      const given = await drive.fetch(`/api/public/share/${shareToken}/download-url?fileId=${id}`);
      const { downloadUrl } = (await given.json()) as { downloadUrl: string };
      return () => at(downloadUrl);
    },
    open: [200],
    closed: [403, 'access_denied'],
  },
  {
    what: 'an address handed out to the owner',
    prepare: async () => {
      const id = await mine.put('a.txt', 'hello');
      const { downloadUrl } = (await mine.call('GET', `/api/files/${id}/download-url`)).body;
      return () => at(downloadUrl);
    },
    open: [200],
    closed: [404, 'file_not_found'],
  },
  {
    what: 'an archive of the owner',
    prepare: async () => {
      const id = await mine.put('a.txt', 'hello');
      const { downloadUrl } = (await mine.call('POST', '/api/files/archive', { fileIds: [id] })).body;
      return () => at(downloadUrl, { method: 'HEAD' });
    },
    open: [200],
    closed: [403],
  },
  {
    what: 'an archive of a share',
    prepare: async () => {
      const folder = await mine.folder('Trip');
      await mine.put('a.txt', 'hello', { in: folder });
      const { shareToken } = await mine.shareFolder(folder);
      const given = await drive.fetch(`/api/public/share/${shareToken}/archive`, { method: 'POST' });
      const { downloadUrl } = (await given.json()) as { downloadUrl: string };
      return () => at(downloadUrl, { method: 'HEAD' });
    },
    open: [200],
    closed: [403],
  },
  {
    what: 'a file request',
    prepare: async () => {
      const { token } = (await mine.call('POST', '/api/collections', { name: 'Holiday' })).body;
      return () => at(`/api/public/collect/${token}`);
    },
    open: [200],
    closed: [404, 'collection_not_found'],
  },
  {
    what: 'sending to a file request',
    prepare: async () => {
      const { token } = (await mine.call('POST', '/api/collections', { name: 'Holiday' })).body;
      const json = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
      return () => at(`/api/public/collect/${token}/uploads`, { method: 'POST', json });
    },
    open: [201],
    closed: [404, 'collection_not_found'],
  },
  {
    what: 'a proofing',
    prepare: async () => {
      const fileIds = [await mine.put('a.jpg', 'hello')];
      const { token } = (await mine.call('POST', '/api/proofings', { name: 'Wedding', fileIds })).body;
      return () => at(`/api/public/proofing/${token}`);
    },
    open: [200],
    closed: [404, 'proofing_not_found'],
  },
  {
    what: 'a paste',
    prepare: async () => {
      const { token } = (await mine.call('POST', '/api/pastes', { content: 'hello' })).body;
      return () => at(`/api/public/pastes/${token}`);
    },
    open: [200],
    closed: [404, 'paste_not_found'],
  },
  {
    what: 'a paste as it is',
    prepare: async () => {
      const { rawUrl } = (await mine.call('POST', '/api/pastes', { content: 'hello' })).body;
      return () => at(rawUrl);
    },
    open: [200],
    closed: [404, 'paste_not_found'],
  },
  {
    what: 'where an upload stands that was reserved',
    prepare: async () => {
      const { sessionId } = await reserveUpload(drive, user, { bytes: 5 });
      return () => at(`/files/tus/${sessionId}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    },
    open: [200],
    closed: [404],
  },
  {
    what: 'public search',
    prepare: async () => {
      const name = `found-${user.userId}.txt`;
      const id = await mine.put(name, 'hello');
      await mine.shareFile(id, { shareMode: 'PUBLIC' } as never);
      await mine.setMode(id, 'PUBLIC');
      return async () => {
        const { items } = (await (await drive.fetch(`/api/public/search?q=${name}`)).json()) as { items: unknown[] };
        return [items.length];
      };
    },
    open: [1],
    closed: [0],
  },
  {
    what: 'the sitemap',
    prepare: async () => {
      const id = await mine.put('map.txt', 'hello');
      const { shareUrl } = await mine.shareFile(id);
      await mine.setMode(id, 'PUBLIC');
      return async () => [(await (await drive.fetch('/sitemap.xml')).text()).split(`${shareUrl}<`).length - 1];
    },
    open: [1],
    closed: [0],
  },
];

/** What serves the account alone. Links go on. */
const endsBySuspension = new Set(['an API key', 'an archive of the owner', 'where an upload stands that was reserved']);

describe('while an account is suspended', () => {
  it.each(everything.map((each) => [each.what, each] as const))(
    '[P-1480] %s is unavailable only if it serves the account alone',
    async (what, { prepare, open, closed }) => {
      const ask = await prepare();
      await suspend();
      expect(await ask()).toEqual(endsBySuspension.has(what) ? closed : open);
      await admit();
      expect(await ask()).toEqual(open);
    },
  );
});

describe('while an account is disabled', () => {
  it.each(everything.map((each) => [each.what, each] as const))(
    '[P-199] %s is unavailable',
    async (_, { prepare, open, closed }) => {
      const ask = await prepare();
      expect(await ask()).toEqual(open);
      await disable();
      expect(await ask()).toEqual(closed);
      await enable();
      expect(await ask()).toEqual(open);
    },
  );

  it('[P-373] sessions end permanently, and a sign-in fails like one with a wrong password', async () => {
    const session: TestSession = await drive.signIn(user);
    const signIn = (password: string): Promise<Response> =>
      drive.fetch('/api/auth/login', { method: 'POST', json: { email: user.email, password } });
    await disable();
    expect(await at('/api/me', { session })).toEqual([401, 'authentication_required']);
    const [right, wrong] = [await signIn(user.password), await signIn('wrong horse')];
    expect([right.status, await wordsOf(right)]).toEqual([wrong.status, await wordsOf(wrong)]);
    expect(right.headers.getSetCookie()).toEqual([]);
    await enable();
    expect(await at('/api/me', { session })).toEqual([401, 'authentication_required']);
    expect((await signIn(user.password)).status).toBe(200);
  });

  it('no password can be reset, neither by an earlier link nor by a new one', async () => {
    const forgot = async (): Promise<string | undefined> => {
      const sent = drive.mails.length;
      await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: user.email } });
      await drive.drain();
      return drive.mails.slice(sent)[0]?.text;
    };
    const token = /token=([\w-]+)/.exec((await forgot()) ?? '')?.[1];
    expect(token).toBeDefined();
    await disable();
    const reset = (): Promise<Answer> =>
      at('/api/auth/password/reset', { method: 'POST', json: { token, newPassword: 'another horse' } });
    expect(await reset()).toEqual([403, 'access_denied']);
    expect(await forgot()).toBeUndefined();
    await enable();
    expect(await reset()).toEqual([403, 'access_denied']);
    expect(await forgot()).toContain('token=');
  });

  it('an approved device receives no key', async () => {
    const device = async (): Promise<{ deviceCode: string; userCode: string }> =>
      (await (await drive.fetch('/api/auth/device', { method: 'POST' })).json()) as never;
    const poll = (deviceCode: string): Promise<Answer> =>
      at('/api/auth/device/token', { method: 'POST', json: { deviceCode } });
    const { deviceCode, userCode } = await device();
    await drive.fetch('/api/auth/device/approve', { method: 'POST', key: user.key, json: { userCode } });
    await disable();
    expect(await poll(deviceCode)).toEqual([403, 'access_denied']);
    await enable();
    drive.clock.advance(20 * secondMs);
    expect(await poll(deviceCode)).toEqual([200]);
  });

  it('a request that is sending upload bytes completes, and a new one is refused', async () => {
    const [sent, begun] = [await reserveUpload(drive, user, { bytes: 10 }), await reserveUpload(drive, user)];
    const put = request(begun.uploadUrl, { method: 'PUT', headers: { 'content-length': 10 } });
    const answered = once(put, 'response');
    await sendPart(put, 'hello');
    while ((await readStatus(drive, user, begun.sessionId))['status'] !== 'UPLOADING');
    await disable();
    await expect(putBytes(sent, Buffer.alloc(10))).rejects.toThrow('upload_session_not_found');
    put.end('hello');
    expect((await answered)[0]).toMatchObject({ statusCode: 200 });
    await enable();
    expect(await putBytes(sent, Buffer.alloc(10))).toMatchObject({ status: 'COMPLETE' });
    expect(await readStatus(drive, user, begun.sessionId)).toMatchObject({ status: 'COMPLETE' });
  });

  it.each([
    ['disabled', disable, enable],
    ['suspended', suspend, admit],
  ])('webhook deliveries wait and are sent after the account is back: %s', async (_, end, begin) => {
    const receiver = await startReceiver();
    try {
      await mine.call('POST', '/api/users/me/webhooks', { url: receiver.url });
      const data = { share_token: 't', share_name: 'n', recipient_email_domain: 'example.org', occurred_at: 'now' };
      const publish = (): Promise<unknown> =>
        drive.database.write(async (tx) =>
          drive.events.publish(tx, { type: 'share.download', userId: user.userId, data }),
        );
      await publish();
      await end();
      await publish();
      await drive.drain();
      expect(receiver.received).toEqual([]);
      await begin();
      await drive.drain();
      expect(receiver.received).toHaveLength(2);
    } finally {
      await receiver.close();
    }
  });

  it('[P-374] the event stream has ended', async () => {
    const stream = await drive.fetch('/api/users/me/events/stream', { key: user.key });
    const reader = stream.body?.getReader();
    await reader?.read();
    await disable();
    while ((await reader?.read())?.done === false);
    expect(await at('/api/users/me/events/stream', { key: user.key })).toEqual([401, 'authentication_required']);
  });

  it('its invitations cannot be used', async () => {
    const other = await drive.createUser({ isAdmin: true });
    const given = await drive.fetch('/api/admin/invites', { method: 'POST', key: other.key });
    const { token, id } = (await given.json()) as { token: string; id: string };
    const listed = async (): Promise<boolean> => {
      const answer = await drive.fetch('/api/admin/invites', { key: admin.key });
      return ((await answer.json()) as { invites: { id: string }[] }).invites.some((invite) => invite.id === id);
    };
    const json = { email: `guest${user.userId}@example.com`, password: 'correct horse', inviteToken: token };
    const register = (): Promise<Answer> => at('/api/auth/register', { method: 'POST', json });
    await disable(other);
    expect([await register(), await listed()]).toEqual([[403, 'access_denied'], false]);
    await enable(other);
    expect([await listed(), await register()]).toEqual([true, [201]]);
  });

  it('other accounts are not affected', async () => {
    const other = await drive.createUser();
    const theirs = sharedApi(drive, other);
    const { shareToken } = await theirs.shareFile(await theirs.put('a.txt', 'hello'));
    await disable();
    expect(await at('/api/me', { key: other.key })).toEqual([200]);
    expect(await at(`/api/public/share/${shareToken}`)).toEqual([200]);
  });
});

const wordsOf = async (response: Response): Promise<unknown> => {
  const { timestamp: _, ...words } = (await response.json()) as { timestamp: string };
  return words;
};

const sendPart = (put: ClientRequest, text: string): Promise<void> =>
  new Promise((resolve) => put.write(text, () => resolve()));
