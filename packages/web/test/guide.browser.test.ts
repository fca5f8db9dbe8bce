import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, smallTargets, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('the first steps in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test.each([320, 1280])('a new administrator is welcomed once, at %i px', async (width) => {
    const { page, goto } = await stage.open('', { isAdmin: true, viewport: { width, height: 800 } });
    await page.getByRole('heading', { name: 'Welcome to your drive' }).waitFor();
    await page.getByText('This server sends no emails').waitFor();
    await page.getByText('For developers').click();
    const login = page.getByRole('textbox', { name: 'Then sign in' });
    expect(await login.innerText()).toBe(`drive-cli login --url ${stage.drive.url}`);
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to my files' }).click();
    await page.getByText('This folder is empty').waitFor();
    await goto('');
    await page.getByText('This folder is empty').waitFor();
  });

  test('a first upload is followed by a first link', async () => {
    const { page } = await stage.open('start', { viewport: { width: 390, height: 800 }, hasTouch: true });
    const makeLink = page.getByRole('button', { name: 'Create a link' });
    expect(await makeLink.isDisabled()).toBe(true);
    await page
      .locator('input[data-upload=files]')
      .setInputFiles({ name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('1') });
    await page.getByText('“first.txt” is in your drive.').waitFor();
    await makeLink.click();
    const link = await page.getByRole('textbox', { name: 'Link to “first.txt”' }).innerText();
    await page.getByRole('listitem', { name: 'Share it with a link' }).getByRole('img', { name: 'Done' }).waitFor();
    expect(await (await page.request.get(link, { headers: { 'user-agent': 'curl/8' } })).text()).toBe('1');
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a test email shows the answer of the mail server, and whether it was accepted', async () => {
    let refusal: string | undefined = '535 Authentication failed';
    const sending = await startWebStage({
      settings: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' },
      onMail: () => {
        if (refusal !== undefined) throw new Error(refusal);
      },
    });
    try {
      const viewport = { width: 320, height: 800 };
      const { page, user } = await sending.open('', { isAdmin: true, viewport });
      const send = page.getByRole('button', { name: 'Send me a test email' });
      await send.click();
      await page.getByText(refusal).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      refusal = undefined;
      await send.click();
      await page.getByText(`The mail server accepted the email to ${user.email}`).waitFor();
      expect(sending.drive.mails).toHaveLength(1);
      await sending.check();
    } finally {
      await sending.close();
    }
  });

  test('a user who has files is not welcomed, and other users learn nothing about emails', async () => {
    const { page, api, goto } = await stage.open();
    await api.put('a.txt', 'a');
    await goto('');
    await page.getByRole('button', { name: 'a.txt', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'First steps' }).click();
    await page.getByRole('heading', { name: 'Share it with a link' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Emails' }).count()).toBe(0);
  });
});
