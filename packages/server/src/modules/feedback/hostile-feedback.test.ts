import { withoutTurns } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { feedbackApi, type FeedbackApi } from '../../../test/api/feedback-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user as owner, mine } from '../../../test/use-drive.ts';

driveForAllTests(() =>
  startDrive({
    settings: { SHARE_FEEDBACK: 'on', TRUSTED_PROXIES: '127.0.0.0/8' },
    featureBudgets: { shareResolve: { calls: 10_000, seconds: 60 } },
  }),
);

async function share(options: object = {}): Promise<{ id: string; token: string; anonymous: FeedbackApi }> {
  const id = await mine.put('a.txt', 'a');
  const { shareToken: token } = await mine.shareFile(id, options);
  return { id, token, anonymous: feedbackApi(drive, token) };
}
const from = (address: string, more: object = {}) => ({ headers: { 'x-forwarded-for': address, ...more } });
const tokenOf = async (api: FeedbackApi): Promise<string> => (await api.like()).body.visitorToken;
const counts = async (api: FeedbackApi) => {
  const { likeCount, commentCount } = (await api.ask('GET')).body;
  return { likeCount, commentCount };
};

describe('a visitor', () => {
  test('counts once for concurrent likes', async () => {
    const { token, anonymous } = await share();
    const visitor = anonymous.as({ headers: { 'x-share-visitor': await tokenOf(anonymous) } });
    await visitor.unlike();
    for (const who of [visitor, anonymous.as({ key: owner.key })]) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => who.like()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await counts(anonymous)).toEqual({ likeCount: 2, commentCount: 0 });
    await Promise.all(Array.from({ length: 12 }, () => visitor.unlike()));
    expect(await counts(anonymous)).toEqual({ likeCount: 1, commentCount: 0 });
    const rows = await drive.database.reader
      .selectFrom('share_likes as l')
      .innerJoin('shares as s', 's.row_id', 'l.share_id')
      .select('l.author_key')
      .where('s.token', '=', token)
      .execute();
    expect(rows).toEqual([{ author_key: `u${owner.userId}` }]);
  });

  test('with a forged token is anonymous, and has no identity at another share', async () => {
    const [one, two] = [await share(), await share()];
    const token = await tokenOf(one.anonymous);
    const { id } = await one.anonymous.as({ headers: { 'x-share-visitor': token } }).said('mine');
    const [visitorId = '', signature = ''] = token.split('.');
    const forgeries = [
      visitorId,
      `${visitorId}.`,
      `${visitorId}.${'A'.repeat(signature.length)}`,
      `${'A'.repeat(22)}.${signature}`,
      `${visitorId}.${signature}x`,
      await tokenOf(two.anonymous),
      `u${owner.userId}`,
      `u${owner.userId}${'.'.repeat(30)}`,
      '.'.repeat(4000),
    ];
    for (const forged of forgeries) {
      for (const headers of [{ 'x-share-visitor': forged }, { cookie: `visitor_${one.token}=${forged}` }]) {
        const who = one.anonymous.as({ headers });
        expect(await who.remove(id)).toMatchObject({ status: 403, body: { code: 'access_denied' } });
        expect((await who.ask('GET')).body.likedByMe).toBe(false);
        expect((await who.comments()).comments).toMatchObject([{ byMe: false, byOwner: false }]);
      }
    }
    const cookie = {
      cookie: `visitor_${one.token}=nothing; visitor_${one.token}x=${token}; visitor_${two.token}=${token}`,
    };
    expect((await two.anonymous.as({ headers: cookie }).like()).body.visitorToken).not.toBeNull();
    expect((await one.anonymous.as({ headers: { 'x-share-visitor': token } }).remove(id)).status).toBe(204);
  });

  test('cannot reach comments of another share or use malformed ids', async () => {
    const [one, two] = [await share(), await share()];
    const { id, visitorToken } = await one.anonymous.said('one');
    const there = two.anonymous.as({ headers: { 'x-share-visitor': visitorToken ?? '' } });
    for (const who of [there, two.anonymous.as({ key: owner.key })])
      expect(await who.remove(id)).toMatchObject({ status: 404, body: { code: 'comment_not_found' } });
    for (const wrong of ['x', '%00', '1', `${id}x`, '..', "'--", encodeURIComponent('🦊')])
      expect((await one.anonymous.remove(wrong)).status).toBeGreaterThanOrEqual(404);
    expect(
      (await one.anonymous.as({ headers: { 'x-share-visitor': visitorToken ?? '' } }).remove(id.toUpperCase())).status,
    ).toBe(204);
  });

  test('is rate limited without affecting others, with Retry-After', async () => {
    const { token, anonymous } = await share();
    const flood = anonymous.as(from('203.0.113.7'));
    for (let n = 0; n < 10; n += 1) await flood.said(`${n}`);
    // Visitors without the cookie count as the same network.
    const refused = await flood.comment('more');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await anonymous.as(from('203.0.113.8')).comment('others may')).status).toBe(201);
    expect((await anonymous.as({ ...from('203.0.113.7'), key: owner.key }).comment('the owner may')).status).toBe(201);
    expect((await feedbackApi(drive, (await share()).token, from('203.0.113.7')).comment('elsewhere')).status).toBe(
      201,
    );
    for (let n = 0; n < 30; n += 1) expect((await flood.like()).status).toBe(200);
    expect((await flood.like()).status).toBe(429);
    expect((await counts(feedbackApi(drive, token))).commentCount).toBe(12);
    drive.clock.advance(600_000);
    expect((await flood.comment('later')).status).toBe(201);
  });

  test('does not count refused requests', async () => {
    const { id, anonymous } = await share({ commentsEnabled: false, likesEnabled: false });
    const one = anonymous.as(from('203.0.113.9'));
    for (let n = 0; n < 40; n += 1) {
      expect((await one.comment('x')).status).toBe(403);
      expect((await one.like()).status).toBe(403);
      expect((await one.comment('')).status).toBe(400);
    }
    await mine.shareFile(id, { commentsEnabled: true, likesEnabled: true });
    for (let n = 0; n < 10; n += 1) await one.said('x');
  });
});

describe('the owner', () => {
  test('keeps correct counts when the share is revoked or switched off during concurrent feedback', async () => {
    for (const end of ['revoke', 'off'] as const) {
      const { id, token } = await share();
      const writers = Array.from({ length: 12 }, (_, n) => feedbackApi(drive, token, from(`198.51.100.${n}`)));
      const [, ...answers] = await Promise.all([
        end === 'revoke' ? mine.revoke(id) : mine.shareFile(id, { commentsEnabled: false, likesEnabled: false }),
        ...writers.flatMap((who) => [who.like(), who.comment('quick')]),
      ]);
      for (const { status } of answers) expect([200, 201, end === 'revoke' ? 404 : 403]).toContain(status);
      const row = await drive.database.reader
        .selectFrom('shares')
        .select(['row_id', 'like_count', 'comment_count'])
        .where('token', '=', token)
        .executeTakeFirstOrThrow();
      for (const [table, count] of [
        ['share_likes', row.like_count],
        ['share_comments', row.comment_count],
      ] as const)
        expect(
          await drive.database.reader
            .selectFrom(table)
            .select('author_key')
            .where('share_id', '=', row.row_id)
            .execute(),
        ).toHaveLength(count);
    }
  });

  test('cannot delete comments of another share', async () => {
    const { anonymous } = await share();
    const { id } = await anonymous.said('stays');
    const another = await drive.createUser({ isAdmin: true });
    expect(await anonymous.as({ key: another.key }).remove(id)).toMatchObject({ status: 403 });
    expect((await anonymous.as({ key: another.key }).comments()).comments).toMatchObject([{ byOwner: false }]);
    expect(await anonymous.bodies()).toEqual(['stays']);
  });
});

test('pages ten thousand comments and deletes them with their share without delaying others', async () => {
  const { id, token, anonymous } = await share();
  const { row_id: shareRowId } = await drive.database.reader
    .selectFrom('shares')
    .select('row_id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const count = 10_000;
  const batch = 500;
  for (let at = 0; at < count; at += batch)
    await drive.database.write(async (tx) => {
      const rows = Array.from({ length: batch }, (_, n) => ({
        id: crypto.randomUUID(),
        share_id: shareRowId,
        author_key: `v${n}`,
        author_name: null,
        body: `${at + n}`,
        once_key: null,
        created_at: 1,
      }));
      await tx.insertInto('share_comments').values(rows).execute();
      await tx
        .updateTable('shares')
        .set({ comment_count: at + batch })
        .where('row_id', '=', shareRowId)
        .execute();
    });
  const page = await anonymous.comments('?page=50&limit=500');
  expect(page.pagination).toEqual({ currentPage: 50, totalItems: count, totalPages: 50, nextCursor: null });
  expect(page.comments).toHaveLength(200);
  expect([page.comments[0]?.body, page.comments.at(-1)?.body]).toEqual(['199', '0']);
  expect((await anonymous.comments('?page=51&limit=200')).comments).toEqual([]);
  for (const query of ['?page=0', '?limit=0', '?page=x', '?limit=-1'])
    expect((await anonymous.ask('GET', `/comments${query}`)).status).toBe(400);
  await mine.revoke(id);
  await drive.jobs.runNow('feedback.sweep');
  const left = await drive.database.reader
    .selectFrom('share_comments')
    .select('id')
    .where('share_id', '=', shareRowId)
    .execute();
  expect(left).toEqual([]);
});

test('returns the text unchanged and stores nothing about the sender', async () => {
  const { token, anonymous } = await share();
  const bodies = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '"\'`${7*7}{{7*7}}%s%n\\',
    "'; drop table share_comments; --",
    '\u202egnp.exe\u2066',
    'Z̴̧̛͕͈͎a̷̛̹l̶͇͝g̵̗̀o'.normalize('NFC'),
    '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'שלום\u200f (x)',
  ];
  for (const body of bodies)
    expect(await anonymous.as(from('203.0.113.77')).said(body, { authorName: body })).toMatchObject({
      body,
      authorName: withoutTurns(body),
    });
  expect(await anonymous.bodies()).toEqual(bodies.toReversed());
  const rows = await drive.database.reader.selectFrom('share_comments').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  expect(JSON.stringify(drive.logged)).not.toContain(token);
});
