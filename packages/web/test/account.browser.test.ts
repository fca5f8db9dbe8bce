import { readFileSync } from 'node:fs';
import type { ApiKey } from '@drive/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { authenticatorOf } from '../../server/test/api/authenticator.ts';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { dismiss, faultsAtWidths, faultsOf, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('the account in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('old versions are found and deleted, then the account is deleted: on a phone, in German and dark', async () => {
    await stage.drive.createUser({ isAdmin: true });
    const viewport = { width: 390, height: 844 };
    const me = await stage.open('account/storage', { viewport, locale: 'de-DE', colorScheme: 'dark' });
    const { page, api } = me;
    for (const content of ['eins', 'zwei', 'drei']) {
      const upload = { fileName: 'plan.txt', contentType: 'text/plain', fileSizeBytes: 4, onConflict: 'replace' };
      const { uploadUrl } = (await api.call('POST', '/api/uploads', upload)).body as { uploadUrl: string };
      await stage.drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: content });
    }
    await page.reload();
    await page.getByRole('button', { name: 'Versionen von plan.txt', exact: true }).click();
    await page.getByRole('dialog').getByText('Aktuell').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Alte Versionen von plan.txt löschen' }).click();
    await page.getByRole('button', { name: 'Alte Versionen löschen', exact: true }).click();
    await page.getByText('Keine Datei hat frühere Versionen.').waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await me.goto('account');
    await page.getByRole('button', { name: 'Konto löschen' }).click();
    await page.getByText('Nach 30 Tagen wird alles endgültig gelöscht').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('dialog').getByLabel('Dein Passwort').fill(me.user.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Konto löschen' }).click();
    await page.getByRole('heading', { name: 'Dein Konto ist gelöscht' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await stage.drive.drain();
    const url = /http\S+keep-account\S+/.exec(stage.drive.mails.at(-1)?.text ?? '')?.[0] ?? '';
    await page.goto(url);
    await page.getByRole('button', { name: 'Konto behalten' }).click();
    await page.getByRole('heading', { name: 'Dein Konto bleibt' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await stage.drive.signIn(me.user);
  });

  test('name, language and theme are changed and stay', async () => {
    const me = await stage.open();
    const { page } = me;
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'For developers' }).click();
    expect(await page.getByRole('menuitem', { name: 'Install the command line' }).getAttribute('href')).toBe(
      '/install',
    );
    await page.getByRole('menuitem', { name: 'For developers' }).click();
    await page.getByRole('menuitem', { name: 'Account settings' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Dein Konto: Ada Lovelace' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  });

  test('a wrong password is refused at its field without ending the session; the right one is changed', async () => {
    const me = await stage.open('account');
    const { page } = me;
    const change = page.getByRole('button', { name: 'Change the password' });
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password').fill('short');
    await change.click();
    await page.getByText('The new password needs at least 8 characters.').waitFor();
    await page.getByLabel('New password').fill('battery staple');
    await change.click();
    await page.getByText('This password is not correct.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel('Current password').fill(me.user.password);
    await change.click();
    await page.getByText('Password changed.').waitFor();
    await stage.drive.signIn({ email: me.user.email, password: 'battery staple' });
  });

  test('two-factor authentication is turned on with a QR code, gives recovery codes, and is turned off', async () => {
    const me = await stage.open('account/security');
    const { page } = me;
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This password is not correct.').waitFor();
    await page.getByLabel('Your password').fill(me.user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const secret = await page.getByRole('textbox', { name: 'Or type this key into the app' }).innerText();
    const authenticator = authenticatorOf(stage.drive, secret);
    await page.getByLabel('Code from the app').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('This code is not correct or has expired.').waitFor();
    await page.getByLabel('Code from the app').fill(authenticator());
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keep your recovery codes' }).waitFor();
    // The codes are shown only once.
    await dismiss(page);
    await page.getByRole('dialog', { name: 'Keep your recovery codes' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    expect(
      readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toEqual(codes);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Your password').fill(me.user.password);
    await page.keyboard.press('Enter');
    await page.getByText('Two-factor authentication is off.').waitFor();
  });

  test('sessions are shown as a browser on a system, and others can be ended', async () => {
    const me = await stage.open('account/security');
    const { page } = me;
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
    await stage.drive.fetch('/api/auth/login', {
      method: 'POST',
      json: { email: me.user.email, password: me.user.password },
      headers: { 'user-agent': agent },
    });
    await page.reload();
    await page.getByText('This browser').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the session: Chrome on Linux' }).click();
    await page.getByText('The session has ended.').waitFor();
    await expect.poll(() => page.getByText('Chrome on Linux').count()).toBe(0);
  });

  test('a key is shown once, works within its scopes and its folder, and is refused when revoked', async () => {
    const me = await stage.open();
    const { page } = me;
    // The browser decides what has expired.
    await page.clock.setFixedTime(stage.drive.clock.now());
    await me.goto('account/keys');
    await me.api.folder('Projects');
    await me.api.put('secret.txt', 'secret');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('ci');
    await dialog.getByLabel('In one folder only').check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Projects' }).click();
    await dialog.getByText('The key reaches only “Projects”').waitFor();
    await dialog.getByLabel('Only what is ticked').check();
    await dialog.getByLabel('List and download files').check();
    await dialog.getByLabel('Expires').selectOption('After 30 days');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    await dismiss(page);
    const key = await page.getByRole('textbox', { name: 'API key' }).innerText();
    const list = () => stage.drive.fetch('/api/files', { key });
    const { pagination } = (await (await list()).json()) as { pagination: { totalItems: number } };
    expect(pagination.totalItems).toBe(0);
    expect((await stage.drive.fetch('/api/me/api-keys', { key })).status).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.getByText(key).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke the key ci' }).click();
    await page.getByRole('dialog', { name: 'Revoke “ci”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The key is revoked.').waitFor();
    expect((await list()).status).toBe(401);
    await page.getByRole('button', { name: 'Show 1 revoked key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
  });

  test('a key takes the password in place if the sign-in is older than ten minutes, and keeps what was typed', async () => {
    const me = await stage.open('account/keys', { isAdmin: true });
    const { page } = me;
    await page.clock.setFixedTime(stage.drive.clock.now());
    stage.drive.clock.advance(11 * 60_000);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('backup');
    expect(await dialog.getByLabel('Everything but administering the server').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const password = dialog.getByLabel('Your password');
    await password.waitFor();
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await password.fill('a guess');
    await page.keyboard.press('Enter');
    await dialog.getByText('This password is not correct.').waitFor();
    await password.fill(me.user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    const [created] = (await (await stage.drive.fetch('/api/me/api-keys', { key: me.user.key })).json()) as ApiKey[];
    expect(created).toMatchObject({
      label: 'backup',
      scopes: ['files:read', 'files:write', 'shares', 'webhooks', 'account'],
      expiresAt: new Date(stage.drive.clock.now() + 90 * 86_400_000).toISOString(),
    });
  });

  test('the storage screen shows each kind of file and the trash with its size', async () => {
    const me = await stage.open('account/storage', { viewport: { width: 320, height: 800 } });
    const { page } = me;
    await page.getByText('You have no files yet.').waitFor();
    await me.api.put('notes.txt', 'four');
    await me.api.put('sea.jpg', 'twelve bytes');
    const gone = await me.api.put('gone.zip', 'x'.repeat(2048));
    await stage.drive.fetch(`/api/files/${gone}`, { method: 'DELETE', key: me.user.key });
    await page.reload();
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('progressbar') });
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Images\s+1 file · 12 bytes/),
        expect.stringMatching(/^Text and code\s+1 file · 4 bytes/),
        expect.stringMatching(/^Trash\s+1 file · 2.0 KiB/),
      ]);
    expect(await page.getByRole('progressbar', { name: /^Trash: 99\s?% of the used storage$/ }).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('every screen of the account fits 320 and 1280 px, accessible and with large targets', async () => {
    const { page, goto } = await stage.open('account', { locale: 'de' });
    await page.getByRole('button', { name: 'Passwort ändern' }).waitFor();
    for (const [path, ready] of [
      ['account', 'Passwort ändern'],
      ['account/security', 'Einschalten'],
      ['account/keys', 'Neuer Schlüssel'],
      ['account/grants', 'Neue Upload-Berechtigung'],
      ['account/storage', 'Du hast noch keine Dateien.'],
    ] as const) {
      await goto(path);
      await page.getByRole('button', { name: ready }).or(page.getByText(ready)).first().waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      expect(await faultsAtWidths(page, [1280, 320])).toEqual([]);
    }
  });
});
