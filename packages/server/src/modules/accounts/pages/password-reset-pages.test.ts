import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestBrowser } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' } });
});
afterAll(() => drive.close());

describe('the pages for a forgotten password', () => {
  test('lead from the sign-in page through the email to a new password', async () => {
    const { email, password } = await drive.createUser();
    const browser = createTestBrowser(drive);
    expect((await browser.open('/sign-in')).html).toContain('href="/forgot"');
    const sent = await browser.submit(await browser.open('/forgot'), { email });
    expect(sent).toMatchObject({ path: '/forgot?sent=1', heading: 'Check your email' });
    await drive.drain();
    const path = /\/reset\?token=[\w-]+/.exec(drive.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const page = await browser.open(path);
    expect(page.heading).toBe('Set a new password');
    const refused = await browser.submit(page, { password: 'short' });
    expect(refused).toMatchObject({ status: 400, errors: { password: 'Must have at least 8 characters.' } });
    const after = await browser.submit(refused, { password: 'another horse' });
    expect(after).toMatchObject({
      path: '/sign-in?done=reset',
      notice: 'Your new password is set. Sign in with it.',
    });
    expect((await browser.submit(after, { email, password })).status).toBe(401);
    expect((await browser.submit(after, { email, password: 'another horse' })).path).toBe('/app/');
    expect(await browser.open(path)).toMatchObject({ status: 403, heading: 'This link no longer works' });
    expect(await browser.submit(page, { password: 'a third horse' })).toMatchObject({ status: 403 });
  });

  test('say the same for an address without an account', async () => {
    const browser = createTestBrowser(drive);
    const sent = await browser.submit(await browser.open('/forgot'), { email: 'nobody@example.com' });
    expect(sent).toMatchObject({ status: 200, path: '/forgot?sent=1' });
    const blank = await browser.submit(await browser.open('/forgot'), { email: '' });
    expect(blank).toMatchObject({ status: 400, errors: { email: 'Type your email address.' } });
  });

  test('say that the link is written to the outbox if there is no mail server, whether or not the account exists', async () => {
    const other = await startDrive();
    try {
      const { email } = await other.createUser();
      const browser = createTestBrowser(other);
      const pages: string[] = [];
      for (const address of [email, 'nobody@example.com']) {
        const form = await browser.open('/forgot');
        expect(form.html).toContain('it writes the link to outbox/');
        const sent = await browser.submit(form, { email: address });
        expect(sent).toMatchObject({ status: 200, path: '/forgot?sent=1', heading: 'Ask your administrator' });
        pages.push(sent.html);
      }
      expect(pages[0]).toBe(pages[1]);
      await other.drain();
      expect(other.mails.map(({ to }) => to)).toEqual([email]);
    } finally {
      await other.close();
    }
  });
});
