import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { typist } from '../../../test/typist.ts';

const me = useDrive({ settings: { MAIL_HOURLY: '0' } });
const { on, records } = me;

interface Shared {
  shareToken: string;
  shareUrl: string;
  shortUrl: string;
}
const share = async (...argv: string[]): Promise<Shared> =>
  (await records('share', ...argv, '--json'))[0] as unknown as Shared;
const list = async () => JSON.parse((await on('shares', 'list', '--json')).out) as Record<string, unknown>[];

describe('shares list', () => {
  it('lists all shares, newest first, as a table and as tabs', async () => {
    await me.grow('/a.txt', '/b.txt', '/Photos/sea.jpg');
    await share('/a.txt', '--public', '--slug', 'a-report');
    me.drive.clock.advance(1000);
    await share('/Photos', '--max-downloads', '3');
    me.drive.clock.advance(1000);
    await me.with({ stdin: 'open sesame' }, 'share', '/a.txt', '/b.txt', '--together', '--password');

    expect((await list()).map(({ kind, name }) => [kind, name])).toEqual([
      ['multi', expect.any(String)],
      ['folder', 'Photos'],
      ['file', 'a.txt'],
    ]);
    const lines = (await on('shares', 'list')).out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(lines[2]).toEqual([`${me.drive.url}/s/a-report`, 'file', 'PUBLIC', '', '', '0', '0', 'a.txt']);
    expect(lines[0]?.slice(1, 4)).toEqual(['multi', 'SHARED', 'password']);
    const table = (await me.with({ terminal: 200 }, 'shares', 'list')).out;
    expect(table).toMatch(/^NAME +KIND +ACCESS +EXPIRES +DOWNLOADS +VIEWS +LINK\n/);
    expect(table).toMatch(/Photos +folder +link +never +0 of 3 +0 +http/);
    expect(table).toMatch(/files +link, password/);
  });

  it('prints nothing without a terminal if there are none', async () => {
    expect(await on('shares', 'list')).toEqual({ code: 0, out: '', err: '' });
    expect((await on('shares', 'list', '--json')).out).toBe('[]\n');
    expect((await me.with({ terminal: 80 }, 'shares', 'list')).err).toBe('no shares yet\n');
  });
});

describe('a share', () => {
  const named: [string, (shared: Shared) => string][] = [
    ['path', () => '/a.txt'],
    ['token', ({ shareToken }) => shareToken],
    ['link', ({ shareUrl }) => shareUrl],
    ['short link', ({ shortUrl }) => shortUrl],
    ['link with a query and a slash', ({ shareUrl }) => `${shareUrl}/?utm_source=x`],
  ];

  it.each(named)('is shown, changed and revoked by its %s', async (_, nameOf) => {
    await me.grow('/a.txt');
    const name = nameOf(await share('/a.txt'));
    expect((await on('shares', 'show', '--', name)).out).toMatch(/^name +a\.txt\nkind +file\nlink +http\S+\/s\/\w+\n/);
    expect(await records('shares', 'set', '--public', '--expires', '1d', '--json', '--', name)).toMatchObject([
      { share: name, shareMode: 'PUBLIC', expiresAt: expect.any(String) as string },
    ]);
    expect(await on('shares', 'rm', '--', name)).toEqual({ code: 0, out: '', err: `revoked the share of ${name}\n` });
    expect(await list()).toEqual([]);
  });

  it('that is private or expired is still found by its short link', async () => {
    await me.grow('/a.txt', '/b.txt');
    const [off, expired] = [await share('/a.txt'), await share('/b.txt', '--expires', '1d')];
    await on('shares', 'set', off.shortUrl, '--private');
    me.drive.clock.advance(2 * 24 * 3600 * 1000);
    expect(await on('shares', 'set', `${off.shortUrl}/`, '--link')).toMatchObject({
      code: 0,
      out: `${off.shortUrl}\n`,
    });
    expect((await me.with({ terminal: 100 }, 'shares', 'show', expired.shortUrl)).out).toMatch(/access +expired\n/);
    expect((await on('shares', 'set', expired.shortUrl, '--expires', 'never')).code).toBe(0);
    expect((await fetch(expired.shortUrl)).status).toBe(200);
  });

  it('changes only the given fields', async () => {
    await me.grow('/a.txt');
    await share('/a.txt', '--public', '--max-downloads', '5', '--notify', 'view');
    const set = async (...flags: string[]) => (await records('shares', 'set', '/a.txt', ...flags, '--json'))[0];
    expect(await set('--max-downloads', '7')).toMatchObject({
      shareMode: 'PUBLIC',
      maxDownloads: 7,
      notifyOnView: true,
    });
    expect(await set('--link')).toMatchObject({ shareMode: 'SHARED', maxDownloads: 7 });
    expect(await set('--slug', 'named-alone')).toMatchObject({ shortUrl: `${me.drive.url}/s/named-alone` });
    expect(await set('--no-slug', '--max-downloads', 'none', '--notify', 'none')).toMatchObject({
      shortUrl: expect.not.stringContaining('named-alone') as string,
      maxDownloads: null,
      notifyOnView: false,
    });
    await me.with(typist('open sesame', 'open sesame'), 'shares', 'set', '/a.txt', '--password');
    expect((await list())[0]).toMatchObject({ passwordProtected: true, shareMode: 'SHARED' });
    expect(await set('--no-password')).toMatchObject({ passwordProtected: false });
  });

  it('in a list is changed although others of the list do not exist', async () => {
    await me.grow('/a.txt', '/b.txt', '/Photos/');
    await share('/a.txt', '/Photos');
    const { code, out, err } = await on('shares', 'set', '/a.txt', '/b.txt', '/missing', '/Photos', '--expires', '1d');
    expect([code, out.trimEnd().split('\n').length]).toEqual([3, 2]);
    expect(err).toMatch(/\/b\.txt is not shared; .*\n.*\/missing: no such file/);
  });

  it('that does not exist is reported as not found, and usage errors before any request', async () => {
    await me.grow('/a.txt');
    const missing = [
      await on('shares', 'show', '/a.txt'),
      await on('shares', 'show', 'q3J8mZ0sT1vW5xY7zA2bC4'),
      await on('shares', 'set', '/a.txt', '--expires', '1d'),
      await on('shares', 'rm', `${me.drive.url}/share/q3J8mZ0sT1vW5xY7zA2bC4`),
      await on('shares', 'events', `${me.drive.url}/s/nothing`),
      await on('shares', 'events', '/missing'),
    ];
    expect(missing.map(({ code, out }) => [code, out])).toEqual(missing.map(() => [5, '']));
    const wrong = [
      await on('shares', 'set', '/a.txt'),
      await on('shares', 'set', '/a.txt', '--public', '--private'),
      await on('shares', 'set', '/a.txt', '/b.txt', '--slug', 'x'),
      await on('shares', 'set', '/a.txt', '--notify', 'everything'),
      await on('shares', 'set', '/a.txt', '--max-downloads', '0'),
      await on('shares', 'show', 'a.txt'),
      await on('shares', 'show', 'https://example.com/other'),
      await on('shares', 'rm', '/'),
    ];
    expect(wrong.map(({ code, out }) => [code, out])).toEqual(wrong.map(() => [2, '']));
  });

  it('whose token begins with a dash needs -- before it', async () => {
    const { code, err } = await on('shares', 'show', '-zJ8mZ0sT1vW5xY7zA2bC4');
    expect([code, err]).toEqual([2, expect.stringContaining('shares show -- -zJ8mZ0sT1vW5xY7zA2bC4')]);
  });

  it('of another user is not found', async () => {
    await me.grow('/a.txt');
    const { shareUrl } = await share('/a.txt');
    const other = { DRIVE_API_KEY: (await me.drive.createUser()).key };
    for (const command of [['show'], ['rm'], ['events']])
      expect(await me.with({ env: other }, 'shares', ...command, shareUrl)).toMatchObject({ code: 5, out: '' });
    expect(await me.with({ env: other }, 'send', shareUrl, 'ada@example.com')).toMatchObject({ code: 5 });
    expect(me.drive.mails.filter(({ to }) => to === 'ada@example.com')).toEqual([]);
  });
});

describe('shares events', () => {
  it('enables likes and comments as told', async () => {
    await me.grow('/a.txt', '/b.txt');
    expect(await share('/a.txt', '--no-comments', '--likes')).toMatchObject({
      commentsEnabled: false,
      likesEnabled: true,
    });
    expect(await share('/a.txt', '--comments', '--no-likes')).toMatchObject({
      commentsEnabled: true,
      likesEnabled: false,
    });
    expect((await records('shares', 'set', '/a.txt', '--likes', '--private', '--json'))[0]).toMatchObject({
      shareMode: 'PRIVATE',
      commentsEnabled: true,
      likesEnabled: true,
    });
    expect((await records('shares', 'set', '/a.txt', '--no-likes', '--json'))[0]).toMatchObject({
      shareMode: 'PRIVATE',
    });
    expect((await on('shares', 'show', '/a.txt')).out).toMatch(/likes +off\ncomments +0/);
    expect((await on('share', '/a.txt', '--revoke', '--no-likes')).code).toBe(2);
  });

  it('shows comments, also if they are off, and deletes given ones', async () => {
    await me.grow('/a.txt');
    const { shareToken, shareUrl } = await share('/a.txt', '--comments');
    const say = async (body: string, authorName?: string) => {
      const json = { body, ...(authorName === undefined ? {} : { authorName }) };
      const answer = await me.drive.fetch(`/api/public/share/${shareToken}/comments`, { method: 'POST', json });
      return ((await answer.json()) as { id: string }).id;
    };
    expect((await me.with({ terminal: 80 }, 'shares', 'comments', '/a.txt')).err).toBe('no comments yet\n');
    expect((await on('shares', 'comments', '/a.txt', '--json')).out).toBe('[]\n');
    const ids = [await say('Lovely\nindeed'), await say('\u202eevil', 'A\u001b[31mda')];
    await on('shares', 'set', '/a.txt', '--private');
    const shown = (await me.with({ terminal: 80 }, 'shares', 'comments', '/a.txt')).out;
    expect(shown).toMatch(/^A \[31mda, .*\n {2}\ufffdevil\n\nsomebody, .*\n {2}Lovely\n {2}indeed\n$/);
    const lines = (await on('shares', 'comments', '--', shareToken)).out.trimEnd().split('\n');
    expect(lines.map((line) => line.split('\t').slice(2))).toEqual([
      ['', 'A [31mda', '\ufffdevil'],
      ['', '', 'Lovely indeed'],
    ]);
    const removed = await on('shares', 'uncomment', '--', shareToken, ids[0] ?? '', crypto.randomUUID());
    expect([removed.code, removed.err]).toEqual([3, expect.stringContaining('no such comment')]);
    expect(JSON.parse((await on('shares', 'comments', '/a.txt', '--json')).out)).toMatchObject([{ id: ids[1] }]);
    expect((await on('shares', 'uncomment', '/a.txt', ids[0] ?? '')).code).toBe(5);
    expect((await on('shares', 'comments', '/none')).code).toBe(5);
    expect((await on('shares', 'comments', `${shareUrl}x`)).code).toBe(5);
  });

  it('shows the attempts to unlock it', async () => {
    await me.grow('/a.txt');
    await me.with({ stdin: 'open sesame' }, 'share', '/a.txt', '--password');
    const { shareToken } = (await records('share', '/a.txt', '--json'))[0] as unknown as Shared;
    for (const password of ['wrong', 'open sesame'])
      await me.drive.fetch(`/api/public/share/${shareToken}/unlock`, { method: 'POST', json: { password } });
    const { out, err } = await on('shares', 'events', '/a.txt');
    expect(out).toMatch(/^\S+Z\tsuccess\n\S+Z\tfailure\n$/);
    expect(err).toBe('1 failed attempt in the last 24 hours\n');
    expect((await me.with({ terminal: 80 }, 'shares', 'events', '/a.txt')).out).toMatch(/unlocked\n.*wrong password\n/);
    expect(JSON.parse((await on('shares', 'events', '--json', '--', shareToken)).out)).toMatchObject({
      failedLast24h: 1,
    });
  });
});

describe('send with a mail server', () => {
  const mailing = useDrive({ settings: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' } });

  it('says to whom it was mailed', async () => {
    await mailing.grow('/a.txt');
    await mailing.on('share', '/a.txt');
    const sent = await mailing.on('send', '/a.txt', 'ada@example.com', 'grace@example.com');
    expect(sent).toEqual({ code: 0, out: '', err: 'mailed to 2 recipients, each with a personal link\n' });
    expect(JSON.parse((await mailing.on('send', '/a.txt', 'ada@example.com', '--json')).out)).toMatchObject({
      email: 'ada@example.com',
      mailDelivery: 'smtp',
    });
  });
});

describe('send', () => {
  it('sends each recipient a personal link, and shares show contains the result', async () => {
    await me.grow('/a.txt');
    await share('/a.txt');
    const sent = await on(
      'send',
      '/a.txt',
      'ada@example.com',
      'grace@example.com',
      'ada@example.com',
      '--message',
      'Look.',
    );
    expect(sent).toEqual({
      code: 0,
      out: expect.stringMatching(/^ada@example\.com\thttp\S+\?r=\S+\ngrace@example\.com\thttp\S+\?r=\S+\n$/) as string,
      err: 'warning: the emails are written to outbox/ on the server, not sent, because DRIVE_SMTP_URL is not set there: pass the personal links on yourself\n',
    });
    await me.drive.drain();
    const mails = me.drive.mails.filter(({ text }) => text.includes('Look.'));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'grace@example.com']);
    const link = /http\S+r=[\w.-]+/.exec(mails.find(({ to }) => to === 'ada@example.com')?.text ?? '')?.[0] ?? '';
    expect(sent.out).toContain(`ada@example.com\t${link}\n`);
    expect((await on('download', link)).code).toBe(0);
    await me.drive.drain();
    const { out } = await on('shares', 'show', '/a.txt');
    expect(out).toMatch(/ada@example\.com {2}opened .*, 1 download\n/);
    expect(out).toMatch(/grace@example\.com {2}not opened, 0 downloads\n/);
    expect(JSON.parse((await on('shares', 'show', '/a.txt', '--json')).out)).toMatchObject({
      downloadCount: 1,
      recipients: [{ email: expect.any(String) as string }, {}],
    });
  });

  it('sends nothing if an argument is invalid', async () => {
    await me.grow('/a.txt');
    const before = me.drive.mails.length;
    const refused = [await on('send', '/a.txt', 'ada@example.com')];
    await share('/a.txt');
    refused.push(await on('send', '/a.txt', 'ada@example.com', 'nonsense'), await on('send', '/a.txt'));
    await me.drive.drain();
    expect(refused.map(({ code }) => code)).toEqual([5, 2, 2]);
    expect(refused[0]?.err).toContain('drive-cli share /a.txt');
    expect(me.drive.mails).toHaveLength(before);
  });

  it('sends to more recipients than one request allows', async () => {
    await me.grow('/a.txt');
    await share('/a.txt');
    const many = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`);
    const sent = await records('send', '/a.txt', ...many, '--json');
    expect(sent.map(({ email }) => email)).toEqual(many);
  });
});
