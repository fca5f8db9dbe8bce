import { describe, expect, test } from 'vitest';
import { feedbackApi } from '../../../../test/api/feedback-api.ts';
import { browser } from '../../../../test/api/visitor-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, user, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on' } }));

type Headers = Readonly<Record<string, string>>;
const share = async (wishes: object = {}): Promise<{ id: string; token: string }> => {
  const id = await mine.put('a.txt', 'a');
  return { id, token: (await mine.shareFile(id, wishes)).shareToken };
};
const look = async (path: string, headers: Headers = {}) => {
  const response = await drive.fetch(path, { headers: { ...browser, ...headers } });
  return { status: response.status, html: await response.text(), response };
};
const post = async (path: string, fields: Record<string, string> = {}, headers: Headers = {}) => {
  const response = await drive.fetch(path, {
    method: 'POST',
    headers: { ...browser, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, html: await response.text(), response };
};
const hiddenIn = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const cookieOf = ({ response }: { response: Response }): Headers => ({
  cookie: response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; '),
});

describe('the page of a share', () => {
  test('accepts and withdraws a like; a repeated form is one like', async () => {
    const { token } = await share();
    const { html, response } = await look(`/share/${token}`);
    expect(response.headers.getSetCookie()).toEqual([]);
    const fields = { visitor: hiddenIn(html, 'visitor') };
    const [first, again] = await Promise.all([1, 2].map(() => post(`/share/${token}/like`, fields)));
    for (const answer of [first, again])
      expect([answer?.status, answer?.response.headers.get('location')]).toEqual([
        303,
        `/share/${token}?from=like#talk`,
      ]);
    const known = cookieOf(first!);
    const liked = (await look(`/share/${token}`, known)).html;
    expect(liked).toContain('aria-pressed="true"');
    expect(liked).toContain('Liked · 1');
    expect(liked).not.toContain('name="visitor"');
    expect((await post(`/share/${token}/unlike`, {}, known)).status).toBe(303);
    expect((await look(`/share/${token}`, known)).html).toContain('aria-pressed="false"');
    // Returning to the page counts no view.
    expect((await mine.call('GET', '/api/shares')).body.shares[0].viewCount).toBe(3);
    await look(`/share/${token}?from=like`);
    expect((await mine.call('GET', '/api/shares')).body.shares[0].viewCount).toBe(3);
  });

  test('accepts a comment once, and shows the error of an invalid one beside the typed text', async () => {
    const { token } = await share();
    const { html } = await look(`/share/${token}`);
    const fields = {
      visitor: hiddenIn(html, 'visitor'),
      once: hiddenIn(html, 'once'),
      body: 'Hello <b>you</b>\r\nand you',
      authorName: 'Ada & Co',
    };
    const posts = await Promise.all([1, 2].map(() => post(`/share/${token}/comments`, fields)));
    expect(posts.map(({ status }) => status)).toEqual([303, 303]);
    const known = cookieOf(posts[0]!);
    const shown = (await look(`/share/${token}/comments`, known)).html;
    expect(shown.match(/Hello &lt;b&gt;you&lt;\/b&gt;\nand you/g)).toHaveLength(1);
    expect(shown).toContain('<bdi>Ada &amp; Co</bdi>');
    for (const [wrong, message] of [
      [{ body: '   ' }, 'The comment must not be blank.'],
      [{ body: 'x'.repeat(2001), authorName: '"Otto"' }, 'The comment must have at most 2000 characters.'],
      [{ body: 'kept', authorName: 'x'.repeat(101) }, 'Your name must have at most 100 characters.'],
    ] as const) {
      const refused = await post(`/share/${token}/comments`, wrong, known);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(message);
      expect(refused.html).toContain(`${wrong.body.trim()}</textarea>`);
    }
    const [id] = (await feedbackApi(drive, token).comments()).comments.map((each) => each.id);
    expect((await post(`/share/${token}/comments/${id}/delete`, {})).status).toBe(403);
    expect((await post(`/share/${token}/comments/${id}/delete`, {}, known)).status).toBe(303);
    expect((await post(`/share/${token}/comments/${id}/delete`, {}, known)).status).toBe(404);
    expect((await post(`/share/${token}/comments/%00/delete`, {}, known)).status).toBe(404);
  });

  test('refuses cross-site forms, and forms of signed-in users without their token', async () => {
    const { token } = await share();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      for (const path of ['like', 'unlike', 'comments', `comments/${crypto.randomUUID()}/delete`])
        expect((await post(`/share/${token}/${path}`, { body: 'x' }, headers)).status).toBe(403);
    const session = await drive.signIn(user);
    const signedIn = { cookie: session.cookie };
    expect((await post(`/share/${token}/comments`, { body: 'x' }, signedIn)).status).toBe(403);
    expect((await post(`/share/${token}/comments`, { body: 'x', xsrf: session.xsrf }, signedIn)).status).toBe(303);
    await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'Grace \u202eecarG' } });
    const { html } = await look(`/share/${token}`, signedIn);
    expect(html).toContain('Comment as Grace ecarG');
    expect(html).toContain('Owner');
    expect(html).toContain('Delete');
    expect(html).not.toContain(user.email);
    expect((await look(`/share/${token}`)).html).not.toContain('Delete');
  });

  test('has no feedback forms if they are off, and still shows existing feedback to its owner', async () => {
    const { id, token } = await share();
    await feedbackApi(drive, token).said('was said');
    const session = await drive.signIn(user);
    await mine.shareFile(id, { commentsEnabled: false });
    const likesOnly = (await look(`/share/${token}`)).html;
    expect(likesOnly).toContain(`action="/share/${token}/like"`);
    expect(likesOnly).not.toContain('was said');
    expect(likesOnly).not.toContain('<textarea');
    expect((await look(`/share/${token}/comments`)).status).toBe(403);
    expect((await post(`/share/${token}/comments`, { body: 'x' })).status).toBe(403);
    const own = (await look(`/share/${token}/comments`, { cookie: session.cookie })).html;
    expect(own).toContain('was said');
    expect(own).not.toContain('<textarea');
    await mine.shareFile(id, { likesEnabled: false });
    const none = (await look(`/share/${token}`)).html;
    expect(none).not.toContain('<form');
    expect(none).not.toContain('id="talk"');
    expect((await post(`/share/${token}/like`)).status).toBe(403);
  });

  test('asks for the password first, on the page of comments and for every form', async () => {
    const { token } = await share({ password: 'open sesame' });
    expect((await look(`/share/${token}/comments`)).status).toBe(401);
    for (const path of ['like', 'unlike', 'comments', `comments/${crypto.randomUUID()}/delete`])
      expect((await post(`/share/${token}/${path}`, { body: 'x' })).status).toBe(401);
    expect((await look('/share/nothing/comments')).status).toBe(404);
    expect((await post('/share/nothing/like')).status).toBe(404);
  });

  test('of a folder or a multi-share links to the comments', async () => {
    const trip = await mine.folder('Trip');
    const { shareToken: folder } = await mine.shareFolder(trip);
    const multi = await mine.shareTogether([await mine.put('a', 'a'), await mine.put('b', 'b')]);
    for (const token of [folder, multi]) {
      expect((await look(`/share/${token}`)).html).toContain(`href="/share/${token}/comments">Comment</a>`);
      await feedbackApi(drive, token).said('hello');
      await feedbackApi(drive, token).like();
      const { html } = await look(`/share/${token}`);
      expect(html).toContain(`href="/share/${token}/comments">1 comment</a>`);
      expect(html).toContain('Like · 1');
      expect((await look(`/share/${token}/comments`)).html).toContain('hello');
    }
    expect((await look(`/share/${folder}?page=2`)).html).not.toContain('id="talk"');
  });
});

test('every page stays under 30 KiB for any comments, and shows one comment completely', async () => {
  const { token } = await share();
  const longest = ['🦊'.repeat(2000), '&"<>'.repeat(500), 'wort '.repeat(399), 'x\n'.repeat(1000)];
  const api = feedbackApi(drive, token);
  for (let n = 0; n < 12; n += 1) await api.said(longest[n % 4] ?? '', { authorName: '&'.repeat(100) });
  const session = await drive.signIn(user);
  for (const path of ['', '/comments', '/comments?page=2'])
    for (const headers of [{}, { cookie: session.cookie }]) {
      const { status, html } = await look(`/share/${token}${path}`, headers);
      expect(status).toBe(200);
      expect(Buffer.byteLength(html)).toBeLessThan(30 * 1024);
    }
  const { html } = await look(`/share/${token}/comments`);
  const whole = /comments\?comment=[^"]+/.exec(html)?.[0];
  expect((await look(`/share/${token}/${whole}`)).html).toContain('x\n'.repeat(900));
  expect((await look(`/share/${token}/comments?comment=none`)).status).toBe(404);
  expect((await look(`/share/${token}/comments?page=99`)).html).toContain('There is nothing on this page.');
});
