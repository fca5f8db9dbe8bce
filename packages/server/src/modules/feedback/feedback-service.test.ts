import { dayMs } from '@drive/base';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { feedbackApi, type FeedbackApi } from '../../../test/api/feedback-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let owner: TestUser;
let mine: SharedApi;
let other: TestUser;
beforeAll(async () => {
  const plenty = { calls: 10_000, seconds: 60 };
  drive = await startDrive({
    settings: { SHARE_FEEDBACK: 'on' },
    featureBudgets: { shareResolve: plenty, like: plenty, comment: plenty },
  });
  other = await drive.createUser();
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
});

/** Shares a file, and returns it with a visitor's API. */
async function share(options: object = {}): Promise<{ id: string; token: string; anonymous: FeedbackApi }> {
  const id = await mine.put('a.txt', 'a');
  const { shareToken: token } = await mine.shareFile(id, options);
  return { id, token, anonymous: feedbackApi(drive, token) };
}
const itemOf = async (id: string) => (await mine.call('GET', `/api/files/${id}`)).body;

describe('a like', () => {
  test('[P-288] counts once per visitor and can be withdrawn', async () => {
    const { id, anonymous } = await share();
    const first = await anonymous.like();
    expect(first).toMatchObject({
      status: 200,
      body: { likeCount: 1, likedByMe: true, visitorToken: expect.any(String) },
    });
    const known = anonymous.after(first);
    expect((await known.like()).body).toEqual({ likeCount: 1, likedByMe: true, visitorToken: null });
    const second = await anonymous.like();
    expect(second.body.likeCount).toBe(2);
    expect((await known.ask('GET')).body).toMatchObject({ likeCount: 2, likedByMe: true, likesEnabled: true });
    expect((await anonymous.ask('GET')).body).toMatchObject({ likeCount: 2, likedByMe: false });
    expect(await itemOf(id)).toMatchObject({ likesCount: 2, commentsCount: 0 });
    for (let n = 0; n < 2; n += 1) expect(await known.unlike()).toMatchObject({ status: 204 });
    expect((await anonymous.unlike()).status).toBe(204);
    expect((await known.ask('GET')).body).toMatchObject({ likeCount: 1, likedByMe: false });
  });

  test('[P-289] counts once per account, with its API key or in its browser', async () => {
    const { anonymous } = await share();
    const session = await drive.signIn(other);
    expect((await anonymous.as({ key: other.key }).like()).body).toEqual({
      likeCount: 1,
      likedByMe: true,
      visitorToken: null,
    });
    expect((await anonymous.as({ session }).like()).body.likeCount).toBe(1);
    expect((await anonymous.as({ session }).ask('GET')).body).toMatchObject({ likedByMe: true });
    // A cross-site request is anonymous.
    const forged = { headers: { cookie: session.cookie } };
    expect((await anonymous.as(forged).like()).body).toMatchObject({ likeCount: 2, visitorToken: expect.any(String) });
    expect((await anonymous.as({ session }).unlike()).status).toBe(204);
    expect((await anonymous.as({ key: other.key }).ask('GET')).body).toMatchObject({ likeCount: 1, likedByMe: false });
    expect((await anonymous.as({ key: `svc_${'0'.repeat(40)}` }).like()).body.likeCount).toBe(2);
  });

  test('returns a token for programs and a cookie for browsers that is valid for this share only', async () => {
    const { token, anonymous } = await share();
    const { body, cookies } = await anonymous.like();
    const byHeader = anonymous.as({ headers: { 'x-share-visitor': body.visitorToken } });
    expect((await byHeader.like()).body).toEqual({ likeCount: 1, likedByMe: true, visitorToken: null });
    expect(cookies).toEqual(
      ['/share/', '/api/public/share/', '/files/share-form/'].map((path) =>
        expect.stringMatching(
          new RegExp(`^visitor_${token}=[^;]+; Max-Age=34560000; Path=${path}${token}; HttpOnly; SameSite=Lax$`),
        ),
      ),
    );
    expect((await anonymous.ask('GET')).cookies).toEqual([]);
  });
});

describe('a comment', () => {
  test('[P-290] lists comments newest first, with the stated name of the author', async () => {
    const { id, anonymous } = await share();
    const first = await anonymous.comment('  Well done!\r\n\r\n\r\n\r\nReally.\u0007  ', { authorName: '  Ada ' });
    expect(first).toMatchObject({
      status: 201,
      body: { body: 'Well done!\n\nReally.', authorName: 'Ada', byOwner: false, byMe: true },
    });
    const ada = anonymous.after(first);
    const { body: second } = await ada.comment('Once more', { authorName: null });
    expect(second).toMatchObject({ authorName: null, visitorToken: null });
    const page = await ada.comments();
    expect(page.pagination).toEqual({ currentPage: 1, totalItems: 2, totalPages: 1, nextCursor: null });
    const { visitorToken: _first, ...written } = first.body;
    const { visitorToken: _second, ...again } = second;
    expect(page.comments).toEqual([again, written]);
    expect((await anonymous.comments()).comments.map(({ byMe }) => byMe)).toEqual([false, false]);
    expect((await anonymous.ask('GET')).body).toMatchObject({ commentCount: 2, commentsEnabled: true });
    expect(await itemOf(id)).toMatchObject({ commentsCount: 2 });
    expect((await mine.call('GET', '/api/shares')).body.shares[0]).toMatchObject({ commentCount: 2, likeCount: 0 });
  });

  test('shows the name of the account, never its email address, and marks comments of the owner', async () => {
    const { anonymous } = await share();
    await mine.call('PATCH', '/api/me', { name: 'Grace' });
    const byOwner = await anonymous.as({ key: owner.key }).said('Thanks', { authorName: 'Somebody' });
    expect(byOwner).toMatchObject({ authorName: 'Grace', byOwner: true, byMe: true, visitorToken: null });
    const nameless = anonymous.as({ key: other.key });
    expect(await nameless.said('Hm')).toMatchObject({ authorName: null, byOwner: false });
    expect(await nameless.said('Hm', { authorName: 'Otto' })).toMatchObject({ authorName: 'Otto' });
    const { comments } = await anonymous.comments();
    expect(comments.map((each) => [each.authorName, each.byOwner])).toEqual([
      ['Otto', false],
      [null, false],
      ['Grace', true],
    ]);
    expect(JSON.stringify(comments)).not.toContain('example.com');
  });

  test('[P-292] can be deleted by its author and by the owner only', async () => {
    const { anonymous } = await share();
    const first = await anonymous.comment('one');
    const { id } = first.body;
    const byOther = await anonymous.as({ key: other.key }).said('two');
    for (const nobody of [
      anonymous,
      anonymous.as({ key: other.key }),
      anonymous.after(await anonymous.comment('three')),
    ])
      expect(await nobody.remove(id)).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect((await anonymous.after(first).remove(id)).status).toBe(204);
    expect(await anonymous.after(first).remove(id)).toMatchObject({ status: 404, body: { code: 'comment_not_found' } });
    expect((await anonymous.as({ key: owner.key }).remove(byOther.id)).status).toBe(204);
    const records = await drive.database.reader
      .selectFrom('audit_log')
      .select(['actor_id', 'target_id'])
      .where('action', '=', 'comment.deleted')
      .execute();
    expect(records).toEqual([{ actor_id: (await mine.call('GET', '/api/me')).body.id, target_id: byOther.id }]);
    expect(await anonymous.bodies()).toEqual(['three']);
    expect((await anonymous.ask('GET')).body.commentCount).toBe(1);
  });

  test('[P-291] is refused if it is empty, too long or not text', async () => {
    const { anonymous } = await share();
    for (const body of ['', ' \n\t ', '\u200b\u2060\u00ad', 'x'.repeat(2001), '\ud800', 'a\0b', 7, null, ['x']])
      expect(await anonymous.ask('POST', '/comments', { body })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ field: 'body' }] },
      });
    for (const authorName of ['', '\u200b', 'x'.repeat(101), 7])
      expect(await anonymous.comment('x', { authorName })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'authorName' }] },
      });
    expect(await anonymous.comment('x', { author: 'x' })).toMatchObject({ status: 400 });
    expect((await anonymous.said('👩‍👩‍👧‍👦'.repeat(10))).body).toHaveLength(110);
    expect([...(await anonymous.said('🦊'.repeat(2000))).body]).toHaveLength(2000);
  });

  test('is stored once when it is repeated with the same Idempotency-Key', async () => {
    const { anonymous } = await share();
    const send = (who: FeedbackApi, body: string, key: string) =>
      who.ask('POST', '/comments', { body }, { headers: { 'idempotency-key': key } });
    const [first, again] = await Promise.all([send(anonymous, 'once', 'a'), send(anonymous, 'once', 'a')]);
    expect(first).toMatchObject({ status: 201 });
    expect(again.body).toEqual(first.body);
    expect(await send(anonymous, 'else', 'a')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await send(anonymous, 'x', 'not visible')).toMatchObject({ status: 400 });
    expect(await anonymous.bodies()).toEqual(['once']);
    const withKey = anonymous.as({ key: other.key });
    const kept = await send(withKey, 'mine', 'a');
    expect((await send(withKey, 'mine', 'a')).body).toEqual(kept.body);
    expect(await anonymous.bodies()).toEqual(['mine', 'once']);
    expect(
      (await anonymous.as({ headers: { 'x-share-visitor': first.body.visitorToken } }).remove(first.body.id)).status,
    ).toBe(204);
  });
});

describe('feedback switched off by the owner', () => {
  test('[P-295] hides comments and likes and refuses new ones until they are enabled again', async () => {
    const { id, token, anonymous } = await share();
    const liked = await anonymous.like();
    const visitor = anonymous.after(liked);
    const { id: commentId } = await visitor.said('hello');
    await visitor.said('stays');
    const patched = await mine.call('PATCH', `/api/files/${id}/share`, {
      shareMode: 'SHARED',
      commentsEnabled: false,
      likesEnabled: false,
    });
    expect(patched).toMatchObject({ status: 200, body: { commentsEnabled: false, likesEnabled: false } });
    for (const refused of [await visitor.like(), await visitor.comment('x'), await visitor.ask('GET', '/comments')])
      expect(refused).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    const { body } = await visitor.ask('GET');
    expect(body).toMatchObject({ likesEnabled: false, commentsEnabled: false, likeCount: null, commentCount: null });
    expect(body).toMatchObject({ likedByMe: false, item: { likesCount: 0, commentsCount: 0 } });
    // Authors can always delete their own feedback, and owners can always read.
    expect((await visitor.unlike()).status).toBe(204);
    expect((await visitor.remove(commentId)).status).toBe(204);
    expect(await anonymous.as({ key: owner.key }).bodies()).toEqual(['stays']);
    expect((await anonymous.as({ key: owner.key }).comment('x')).status).toBe(403);
    expect((await mine.call('GET', '/api/shares')).body.shares[0]).toMatchObject({ commentCount: 1, likeCount: 0 });

    const on = await mine.call('PATCH', `/api/shares/${token}`, { shareMode: 'SHARED', commentsEnabled: true });
    expect(on.body).toMatchObject({ commentsEnabled: true, likesEnabled: false });
    expect(await anonymous.bodies()).toEqual(['stays']);
    expect((await anonymous.like()).status).toBe(403);
  });

  test('[P-293] are off for a new share unless its owner or the server says otherwise', async () => {
    const plain = await startDrive();
    onTestFinished(() => plain.close());
    const theirs = sharedApi(plain, await plain.createUser());
    const shared = await theirs.shareFile(await theirs.put('a', 'a'));
    expect(shared).toMatchObject({ commentsEnabled: false, likesEnabled: false });
    const visitor = feedbackApi(plain, shared.shareToken);
    expect([(await visitor.like()).status, (await visitor.comment('x')).status]).toEqual([403, 403]);
    const folder = await theirs.shareFolder(await theirs.folder('f'), { likesEnabled: true });
    expect(folder).toMatchObject({ commentsEnabled: false, likesEnabled: true });
  });

  test('[P-294] can be switched off when any kind of share is created; both are on if the server says so', async () => {
    expect(await mine.shareFile(await mine.put('b', 'b'))).toMatchObject({ commentsEnabled: true, likesEnabled: true });
    const off = await mine.shareFolder(await mine.folder('f'), { commentsEnabled: false });
    expect(off).toMatchObject({ commentsEnabled: false, likesEnabled: true });
    expect((await feedbackApi(drive, off.shareToken).comment('x')).status).toBe(403);
    expect((await feedbackApi(drive, off.shareToken).like()).status).toBe(200);
    const token = await mine.shareTogether([await mine.put('c', 'c'), await mine.put('d', 'd')], {
      likesEnabled: false,
    });
    expect((await feedbackApi(drive, token).like()).status).toBe(403);
    expect((await feedbackApi(drive, token).comment('x')).status).toBe(201);
    const { id } = await share({ commentsEnabled: false });
    expect(await mine.shareFile(id, { expiresInDays: 3 })).toMatchObject({ commentsEnabled: false });
    expect(await mine.shareFile(id, { commentsEnabled: true })).toMatchObject({ commentsEnabled: true });
  });
});

describe('a link that is not open', () => {
  test('[P-296] refuses and hides feedback while it is locked, except for its owner', async () => {
    const { token, anonymous } = await share({ password: 'open sesame' });
    for (const [method, path, json] of [
      ['PUT', '/like'],
      ['DELETE', '/like'],
      ['GET', '/comments'],
      ['POST', '/comments', { body: 'x' }],
    ] as const)
      expect(await anonymous.ask(method, path, json)).toMatchObject({ status: 401, body: { code: 'share_locked' } });
    expect((await anonymous.ask('GET')).body).not.toHaveProperty('commentCount');
    const { unlockToken } = (await anonymous.ask('POST', '/unlock', { password: 'open sesame' })).body;
    const inside = feedbackApi(drive, token, { headers: { 'x-share-unlock': unlockToken } });
    expect(await inside.said('inside')).toMatchObject({ body: 'inside' });
    const asOwner = anonymous.as({ key: owner.key });
    expect((await asOwner.like()).body.likeCount).toBe(1);
    expect(await asOwner.said('me too')).toMatchObject({ byOwner: true });
    expect((await anonymous.as({ key: other.key }).comment('x')).status).toBe(401);
  });

  test('[P-297] is closed to others if it is private, expired, used up or trashed; its owner can read and delete', async () => {
    const asOwner = (api: FeedbackApi) => api.as({ key: owner.key });
    const closings: readonly [string, number, (id: string, token: string) => Promise<unknown>][] = [
      ['share_not_found', 404, (id) => mine.setMode(id, 'PRIVATE')],
      ['share_not_found', 404, (id) => mine.trash(id)],
      [
        'share_limit_reached',
        410,
        async (id, token) => {
          const { downloadUrl } = (await feedbackApi(drive, token).ask('GET', '/download-url')).body;
          await (await drive.fetch(downloadUrl)).arrayBuffer();
          await drive.drain();
          await mine.shareFile(id, { maxDownloads: 1 });
        },
      ],
      [
        'share_expired',
        410,
        async (id) => {
          await mine.shareFile(id, { expiresInDays: 1 });
          drive.clock.advance(dayMs);
        },
      ],
    ];
    for (const [code, status, close] of closings) {
      const { id, token, anonymous } = await share();
      const first = await anonymous.comment('one');
      await anonymous.said('two');
      await close(id, token);
      const visitor = anonymous.after(first);
      for (const answer of [
        await visitor.like(),
        await visitor.comment('x'),
        await visitor.ask('GET', '/comments'),
        await visitor.remove(first.body.id),
        await asOwner(anonymous).like(),
      ])
        expect(answer).toMatchObject({ status, body: { code } });
      expect(await asOwner(anonymous).bodies()).toEqual(['two', 'one']);
      expect((await asOwner(anonymous).remove(first.body.id)).status).toBe(204);
      expect(await asOwner(anonymous).bodies()).toEqual(['two']);
    }
  });

  test('is closed to everyone while its owner’s account is disabled', async () => {
    const { anonymous } = await share();
    const said = await anonymous.comment('hello');
    const admin = await drive.createUser({ isAdmin: true });
    const { id } = (await mine.call('GET', '/api/me')).body;
    const disable = (disabled: boolean) =>
      drive.fetch(`/api/admin/users/${id}`, { method: 'PATCH', key: admin.key, json: { disabled } });
    expect((await disable(true)).status).toBe(200);
    for (const who of [
      anonymous,
      anonymous.after(said),
      anonymous.as({ key: owner.key }),
      anonymous.as({ key: admin.key }),
    ])
      expect(await who.ask('GET', '/comments')).toMatchObject({ status: 404, body: { code: 'share_not_found' } });
    await drive.jobs.runNow('feedback.sweep');
    await disable(false);
    expect(await anonymous.bodies()).toEqual(['hello']);
  });

  test('loses its comments when it is revoked or purged; a sweep deletes their rows', async () => {
    const rows = async (): Promise<number> => {
      const [comments, likes] = await Promise.all(
        (['share_comments', 'share_likes'] as const).map((table) =>
          drive.database.reader.selectFrom(table).select('author_key').execute(),
        ),
      );
      return (comments?.length ?? 0) + (likes?.length ?? 0);
    };
    const [revoked, purged, kept] = [await share(), await share(), await share()];
    const before = await rows();
    for (const { anonymous } of [revoked, purged, kept]) {
      const liked = await anonymous.like();
      for (let n = 0; n < 3; n += 1) await anonymous.after(liked).said(`comment ${n}`);
    }
    await mine.revoke(revoked.id);
    await mine.trash(purged.id);
    await mine.call('DELETE', `/api/files/${purged.id}/permanent`);
    for (const { anonymous } of [revoked, purged])
      for (const who of [anonymous, anonymous.as({ key: owner.key })])
        expect(await who.ask('GET', '/comments')).toMatchObject({ status: 404, body: { code: 'share_not_found' } });
    // A new share has no feedback.
    await drive.jobs.runNow('feedback.sweep');
    expect((await rows()) - before).toBe(4);
    expect((await kept.anonymous.comments()).pagination.totalItems).toBe(3);
    expect(await itemOf(revoked.id)).toMatchObject({ likesCount: 0, commentsCount: 0 });
  });
});

test('shows the likes and comments of a folder, not those of its items', async () => {
  const folder = await mine.folder('trip');
  const inner = await mine.put('in.txt', 'x', { in: folder });
  const { shareToken: innerToken } = await mine.shareFile(inner);
  const { shareToken } = await mine.shareFolder(folder);
  await feedbackApi(drive, innerToken).like();
  await feedbackApi(drive, shareToken).said('nice trip');
  const anonymous = feedbackApi(drive, shareToken);
  expect((await anonymous.ask('GET')).body).toMatchObject({
    commentCount: 1,
    likeCount: 0,
    item: { commentsCount: 1 },
  });
  expect((await anonymous.ask('GET', '/files')).body.files).toMatchObject([{ likesCount: 0, commentsCount: 0 }]);
  const { body } = await mine.call('GET', `/api/files?parentId=${folder}`);
  expect(body.files).toMatchObject([{ likesCount: 1, commentsCount: 0 }]);
});
