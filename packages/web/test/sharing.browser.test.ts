import { MailRefusedError } from '@drive/mail';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsAtWidths, faultsOf, noticed, startWebStage, type WebStage, type WebUser } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('sharing in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage({
      settings: { RATE_SESSION: '600', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' },
      onMail: ({ to }) => {
        if (to.startsWith('bad@')) throw new MailRefusedError('The mail server refused the email: 550 no such user');
      },
    });
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  const shareDialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Share “${name}”` });
  /** Opens the dialog of a new file's link, and returns the file's id. */
  const openShare = async (me: WebUser, name: string): Promise<string> => {
    const id = await me.api.put(name, 'content');
    await me.page.reload();
    await me.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await me.page.getByRole('menuitem', { name: 'Share', exact: true }).click();
    await shareDialog(me.page, name).getByLabel('Link', { exact: true }).waitFor();
    return id;
  };
  const linkOf = (page: Page): Promise<string> => page.getByLabel('Link', { exact: true }).inputValue();
  const shareOf = async (me: WebUser): Promise<Record<string, unknown>> => {
    const { body } = await me.api.call('GET', '/api/shares');
    return (body as { shares: Record<string, unknown>[] }).shares[0] ?? {};
  };
  /** Short links lead to the page of the share. */
  const visit = async (url: string): Promise<number> => {
    const { status, headers } = await stage.drive.fetch(url, { headers: { accept: 'text/html' } });
    const location = headers.get('location');
    return location === null ? status : await visit(new URL(location, url).href);
  };

  test('the dialog shows the link at once; it is copied, scanned and opens', async () => {
    const me = await stage.open('files', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = me;
    await openShare(me, 'report.pdf');
    const dialog = shareDialog(page, 'report.pdf');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    const url = await linkOf(page);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await visit(url)).toBe(200);
    await dialog.getByRole('button', { name: 'QR code' }).click();
    await dialog.getByRole('img', { name: `QR code of ${url}` }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await shareOf(me)).toMatchObject({ commentsEnabled: false, likesEnabled: false });
  });

  test('the link is copied on a page without https, which has no clipboard', async () => {
    const me = await stage.open();
    const { page } = me;
    await page.addInitScript(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false });
      document.addEventListener('copy', () => (document.title = String(document.getSelection())));
    });
    await openShare(me, 'plain.txt');
    await shareDialog(page, 'plain.txt').getByRole('button', { name: 'Copy', exact: true }).click();
    await shareDialog(page, 'plain.txt').getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.title()).toBe(await linkOf(page));
  });

  test('each setting is saved by itself and is there after a reload', async () => {
    const me = await stage.open();
    const { page } = me;
    await openShare(me, 'a.txt');
    const dialog = shareDialog(page, 'a.txt');
    await dialog.getByLabel('Who can open it').selectOption('Public');
    await dialog.getByRole('button', { name: 'More settings' }).click();
    await dialog.getByLabel('Expires').selectOption('In 7 days');
    await dialog.getByLabel('Download limit').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('0 of 3 used').waitFor();
    expect(await dialog.getByLabel('at every download').isDisabled()).toBe(true);
    await dialog.getByLabel('when it is downloaded').check();
    await dialog.getByLabel('at every download').check();
    await dialog.getByLabel('write comments').check();
    await dialog.getByRole('button', { name: 'Set: Password' }).click();
    await dialog.getByLabel('New password').fill('abc');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must have at least 4 characters').waitFor();
    await dialog.getByLabel('New password').fill('open sesame');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Visitors need the password').waitFor();
    expect(await shareOf(me)).toMatchObject({
      shareMode: 'PUBLIC',
      maxDownloads: 3,
      notifyOwnerOnDownload: true,
      notifyPerRecipient: true,
      notifyOnView: false,
      commentsEnabled: true,
      likesEnabled: false,
      passwordProtected: true,
    });
    await page.reload();
    await page.getByRole('button', { name: 'Actions for a.txt' }).click();
    await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
    await expect.poll(() => dialog.getByLabel('Who can open it').inputValue()).toBe('PUBLIC');
    await dialog.getByRole('button', { name: 'Password', exact: true }).click();
    expect(await dialog.getByLabel('Download limit').inputValue()).toBe('3');
    expect(await dialog.getByLabel('at every download').isChecked()).toBe(true);
    await dialog.getByLabel('Expires').selectOption('On another day…');
    await dialog.getByLabel('Day', { exact: true }).fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Set', exact: true }).click();
    await dialog.getByText('At most 365 days.').waitFor();
    await dialog.getByLabel('Expires').selectOption('Never');
    await expect.poll(async () => (await shareOf(me))['expiresAt']).toBe(null);
    await dialog.getByRole('button', { name: 'Remove: Password' }).click();
    await dialog.getByText('Without a password').waitFor();
  });

  test('a short link is checked while it is typed, and saved', async () => {
    const me = await stage.open();
    const { page } = me;
    const other = await me.api.put('other.txt', 'x');
    await me.api.shareFile(other);
    await me.api.call('PATCH', `/api/files/${other}/share/slug`, { slug: 'taken-2026' });
    await openShare(me, 'a.txt');
    const dialog = shareDialog(page, 'a.txt');
    await dialog.getByRole('button', { name: 'More settings' }).click();
    const slug = dialog.getByRole('textbox', { name: 'Short link' });
    for (const [text, status] of [
      ['taken-2026', 'Taken. Choose another.'],
      ['admin', 'Reserved for the server.'],
      ['No!', 'Use 3 to 30 lower-case letters'],
      ['report-2026', 'Available'],
    ] as const) {
      await slug.fill(text);
      await dialog.getByText(status).waitFor();
    }
    await slug.press('Enter');
    await expect.poll(() => linkOf(page)).toBe(`${stage.drive.url}/s/report-2026`);
    expect(await visit(`${stage.drive.url}/s/report-2026`)).toBe(200);
    await slug.fill('');
    await slug.press('Enter');
    await expect.poll(async () => (await shareOf(me))['slug']).toBe(null);
  });

  test('a link is sent by email, shows who opened it, and forgets a recipient', async () => {
    const me = await stage.open();
    const { page } = me;
    await openShare(me, 'a.txt');
    const dialog = shareDialog(page, 'a.txt');
    await dialog.getByRole('tab', { name: 'Send' }).click();
    await dialog.getByLabel('Email addresses').fill('anna@example.org, nobody');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('“nobody” is no email address.').waitFor();
    await dialog.getByLabel('Email addresses').fill('anna@example.org, ben@example.org');
    await dialog.getByLabel('Message (optional)').fill('Here it is.');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sent to 2 people').waitFor();
    await stage.drive.drain();
    await dialog.getByText('ben@example.org').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove ben@example.org' }).click();
    await expect.poll(() => dialog.getByText('ben@example.org').count()).toBe(0);
    await dialog.getByText('anna@example.org').waitFor();
  });

  test('a recipient whom the mail server refuses is shown with the reason', async () => {
    const me = await stage.open();
    await openShare(me, 'a.txt');
    const dialog = shareDialog(me.page, 'a.txt');
    await dialog.getByRole('tab', { name: 'Send' }).click();
    await dialog.getByLabel('Email addresses').fill('bad@bücher.example jürgen@example.org');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await me.page.getByText('Sent to 2 people').waitFor();
    await dialog.getByText('Waiting to be sent').first().waitFor();
    await stage.drive.drain();
    // The list is loaded again as long as the answer of the mail server is missing.
    await dialog.getByText('550 no such user').waitFor();
    expect(await dialog.getByText(/^Not delivered \(/).count()).toBe(1);
    await dialog.getByText('Not opened yet').waitFor();
    expect(await faultsOf(me.page)).toEqual([]);
  });

  test('without a mail server, sending a link says that no email was sent', async () => {
    const mailless = await startWebStage();
    try {
      const me = await mailless.open();
      await openShare(me, 'a.txt');
      const dialog = shareDialog(me.page, 'a.txt');
      await dialog.getByRole('tab', { name: 'Send' }).click();
      await dialog.getByLabel('Email addresses').fill('anna@example.org');
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await me.page.getByText('Nothing was sent: this server only wrote the email').first().waitFor();
      await dialog.getByText('Not sent: this server sends no emails').waitFor();
      expect(await me.page.getByText('Sent to 1 person').count()).toBe(0);
      await mailless.check();
    } finally {
      await mailless.close();
    }
  });

  test('a setting that is refused returns to its value, and the reason stays when a later one is saved', async () => {
    const me = await stage.open();
    const { page } = me;
    await openShare(me, 'a.txt');
    const dialog = shareDialog(page, 'a.txt');
    await dialog.getByRole('button', { name: 'More settings' }).click();
    const refusal = Promise.withResolvers<void>();
    await page.route('**/api/shares/*/notify', async (route) => {
      await refusal.promise;
      const error = {
        timestamp: '2026-01-01T00:00:00.000Z',
        status: 403,
        error: 'x',
        code: 'access_denied',
        message: 'x',
      };
      await route.fulfill({ status: 403, json: error });
    });
    await dialog.getByLabel('when it is downloaded').check();
    await dialog.getByLabel('write comments').check();
    refusal.resolve();
    await dialog.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await expect.poll(async () => (await shareOf(me))['commentsEnabled']).toBe(true);
    await expect.poll(() => dialog.getByText('Saving…').count()).toBe(0);
    expect(await dialog.getByLabel('write comments').isChecked()).toBe(true);
    expect(await dialog.getByLabel('when it is downloaded').isChecked()).toBe(false);
    expect(await dialog.getByRole('alert').filter({ hasText: /./ }).count()).toBe(1);
    expect(await dialog.getByText('Saved', { exact: true }).count()).toBe(0);
  });

  test('a setting that fails after the dialog was closed is reported', async () => {
    const me = await stage.open();
    const { page } = me;
    await openShare(me, 'report.pdf');
    const dialog = shareDialog(page, 'report.pdf');
    const closed = Promise.withResolvers<void>();
    await page.route('**/notify', async (route) => {
      await closed.promise;
      await route.fulfill({ status: 502, json: { code: 'storage_failure', message: 'x', status: 502 } });
    });
    await dialog.getByRole('button', { name: 'More settings' }).click();
    await dialog.getByLabel('when it is downloaded').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    closed.resolve();
    await noticed(page, 'The server cannot reach its storage. Try again in a minute.').waitFor();
  });

  test('sharing an item keeps the settings of a share that the list does not show yet', async () => {
    const me = await stage.open();
    const { page } = me;
    const id = await me.api.put('a.txt', 'content');
    await page.reload();
    await page.getByRole('button', { name: 'Actions for a.txt' }).click();
    await me.api.shareFile(id, { commentsEnabled: true });
    await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
    await shareDialog(page, 'a.txt').getByLabel('Link', { exact: true }).waitFor();
    expect(await shareOf(me)).toMatchObject({ commentsEnabled: true });
  });

  test('a link that opens for nobody is not copied: its settings are shown', async () => {
    const me = await stage.open();
    const { page } = me;
    const id = await me.api.put('a.txt', 'content');
    await me.api.shareFile(id);
    await me.api.setMode(id, 'PRIVATE');
    await page.reload();
    await page.getByRole('button', { name: 'Actions for a.txt' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const dialog = shareDialog(page, 'a.txt');
    await expect.poll(() => dialog.getByLabel('Who can open it').inputValue()).toBe('PRIVATE');
    expect(await page.getByText('Link copied.').count()).toBe(0);
  });

  test('wrong passwords are counted and listed', async () => {
    const me = await stage.open();
    const { page } = me;
    const id = await me.api.put('a.txt', 'x');
    const { shareToken } = await me.api.shareFile(id, { password: 'open sesame' });
    for (const password of ['one', 'two', 'open sesame'])
      await stage.drive.fetch(`/api/public/share/${shareToken}/unlock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      });
    await page.reload();
    await page.getByLabel('Select a.txt').check();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = shareDialog(page, 'a.txt');
    await dialog.getByRole('tab', { name: 'Activity' }).click();
    await dialog.getByText('2 wrong passwords in 24 hours').waitFor();
    expect(await dialog.getByText('Wrong password', { exact: true }).count()).toBe(2);
    await dialog.getByText('Right password').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('sharing ends after a question, and the link is closed', async () => {
    const me = await stage.open();
    const { page } = me;
    await openShare(me, 'a.txt');
    const url = await linkOf(page);
    await shareDialog(page, 'a.txt').getByRole('button', { name: 'End sharing' }).click();
    const question = page.getByRole('dialog', { name: 'End sharing?' });
    expect(await faultsOf(page)).toEqual([]);
    await question.getByRole('button', { name: 'End sharing' }).click();
    await page.getByText('Sharing ended. The link no longer works.').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await visit(url)).toBe(404);
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog', { name: 'New folder' }).waitFor();
  });

  test('several files get one link, and files with folders a link each', async () => {
    const me = await stage.open('files', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = me;
    await me.api.folder('Folder');
    for (const name of ['1.txt', '2.txt']) await me.api.put(name, name);
    await page.reload();
    for (const name of ['1.txt', '2.txt']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share 2 items' });
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByLabel('Link', { exact: true }).waitFor();
    expect(await shareOf(me)).toMatchObject({ kind: 'multi', fileCount: 2, commentsEnabled: false });
    expect(await visit(await linkOf(page))).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Select Folder').check();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const three = page.getByRole('dialog', { name: 'Share 3 items' });
    const unchosen = three.getByRole('radio', { name: 'One link to all files' });
    expect(await unchosen.isDisabled()).toBe(true);
    expect(await unchosen.evaluate((radio) => getComputedStyle(radio).borderRadius)).toBe('50%');
    await three.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => three.getByRole('listitem').count()).toBe(3);
    await three.getByRole('button', { name: 'Copy all' }).click();
    await page.getByText('3 links copied').waitFor();
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(3);
  });

  test('the list of links shows their use, changes many at once and ends one', async () => {
    const me = await stage.open();
    const { page } = me;
    const ids = [];
    for (const name of ['1.txt', '2.txt', '3.txt']) ids.push(await me.api.put(name, name));
    await me.api.shareFile(ids[0] ?? '', { password: 'open sesame', maxDownloads: 5 });
    await me.api.shareFolder(await me.api.folder('Photos'));
    await me.api.shareTogether(ids.slice(1));
    await me.goto('shared');
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('1.txt').getByText('0 of 5 downloads').waitFor();
    await row('1.txt').getByText('Password').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    for (const name of ['1.txt', 'Photos', '2 files']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Make public' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
    await page.getByText('3 links changed').waitFor();
    await expect.poll(() => page.getByText('Public', { exact: true }).count()).toBe(3);
    await page.getByRole('button', { name: 'Edit the link to Photos' }).click();
    await shareDialog(page, 'Photos').getByLabel('Who can open it').selectOption('Nobody for now');
    await shareDialog(page, 'Photos').getByRole('button', { name: 'Done' }).click();
    await row('Photos').getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End sharing of 1.txt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End sharing' }).click();
    await expect.poll(() => row('1.txt').count()).toBe(0);
    await page.getByText('2 links', { exact: true }).waitFor();
  });

  test('a share that ended meanwhile is reported, and the others are changed', async () => {
    const me = await stage.open('files', { locale: 'de' });
    const { page } = me;
    const [first, second] = [await me.api.put('1.txt', '1'), await me.api.put('2.txt', '2')];
    await me.api.shareFile(first);
    await me.api.shareFile(second);
    await me.goto('shared');
    for (const name of ['1.txt', '2.txt']) await page.getByLabel(`${name} auswählen`).check();
    await me.api.revoke(first);
    await page.getByRole('button', { name: 'Ausschalten' }).click();
    const failed = page.getByRole('dialog', { name: 'Einige Elemente konnten nicht geändert werden' });
    await failed.getByText('1.txt').waitFor();
    await failed.getByText('Dieser Link wurde beendet.').waitFor();
    await failed.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByText('Aus', { exact: true }).waitFor();
    expect(await page.getByText('Aus', { exact: true }).count()).toBe(1);
  });

  test('the list of links fits windows of 320 and 1280 px, also when it is empty or offline', async () => {
    const me = await stage.open('shared', { locale: 'de' });
    const { page } = me;
    const widths = [1280, 320];
    await page.getByText('Du teilst noch nichts').waitFor();
    expect(await faultsAtWidths(page, widths)).toEqual([]);
    const id = await me.api.put(`${'x'.repeat(90)}.txt`, 'x');
    await me.api.shareFile(id, { password: 'open sesame', maxDownloads: 5, shareMode: 'PUBLIC', expiresInDays: 1 });
    await page.reload();
    await page.getByRole('checkbox').check();
    expect(await faultsAtWidths(page, widths)).toEqual([]);
    await page.route('**/api/shares?*', (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
    expect(await faultsAtWidths(page, widths)).toEqual([]);
  });

  test('a refused share says what to do, and the dialog tries again', async () => {
    const me = await stage.open('files', { locale: 'de' });
    const { page } = me;
    const refusals = [
      [403, 'access_denied'],
      [404, 'file_not_found'],
      [429, 'too_many_requests'],
      [502, 'storage_failure'],
    ] as const;
    for (const [, code] of refusals) await me.api.put(`${code}.txt`, 'x');
    await page.reload();
    for (const [status, code] of refusals) {
      const body = { timestamp: '2026-01-01T00:00:00.000Z', status, error: 'x', code, message: 'English text' };
      await page.route('**/api/files/*/share', (route) =>
        route.fulfill({ status, json: body, headers: { 'retry-after': '90' } }),
      );
      await page.getByRole('button', { name: `Aktionen für ${code}.txt` }).click();
      await page.getByRole('menuitem', { name: 'Teilen', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `„${code}.txt“ teilen` });
      const alert = dialog.getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).not.toContain('English');
      expect(await faultsOf(page)).toEqual([]);
      await page.unroute('**/api/files/*/share');
      await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
      await dialog.getByLabel('Link', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.count()).toBe(0);
    }
  });

  test('the dialog fits windows of 320 and 1280 px, in German, by keyboard', async () => {
    const me = await stage.open('files', { locale: 'de' });
    const { page } = me;
    await me.api.put('Ein recht langer Name eines Vertrags von 2026.txt', 'x');
    await page.reload();
    const actions = page.getByRole('button', { name: /^Aktionen für/ });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Teilen', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Link', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Weitere Einstellungen' }).click();
    for (const tab of ['Zugriff', 'Senden', 'Aktivität']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await dialog.getByRole('tabpanel', { name: tab }).waitFor();
      expect(await faultsAtWidths(page, [1280, 320])).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => actions.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
