import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsAtWidths, faultsOf, smallTargets, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('the administration in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage({ settings: { REGISTRATION: 'invite' } });
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('users without the right are told whom to ask, and have no entry in the menu', async () => {
    const { page } = await stage.open('admin/users');
    await page.getByText('This is for administrators.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
  });

  test('the overview shows the numbers of the server', async () => {
    const { page } = await stage.open('files', { isAdmin: true });
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await page.getByRole('region', { name: 'Users', exact: true }).getByText('Administrators: ').waitFor();
    await page.getByRole('region', { name: 'Server', exact: true }).getByText('SQLite').waitFor();
    expect(await page.title()).toBe('Overview · Drive');
  });

  test('the overview shows charts over time, each with its values as a table', async () => {
    stage.drive.clock.advance(15 * 60_000);
    await stage.drive.drain();
    const { page } = await stage.open('admin', { isAdmin: true });
    const storage = page.getByRole('region', { name: 'Storage', exact: true });
    await storage
      .getByRole('img', { name: /^Chart: Storage/ })
      .locator('canvas')
      .waitFor();
    await storage.getByText('Values as a table').click();
    const table = storage.getByRole('region', { name: 'Storage: values as a table' });
    await table.getByRole('columnheader', { name: 'Stored' }).waitFor();
    expect(await table.getByRole('row').count()).toBeGreaterThan(1);
    for (const chart of ['Traffic', 'Users', 'Deliveries of webhooks', 'Job queue'])
      await page
        .getByRole('img', { name: new RegExp(`^Chart: ${chart}`) })
        .locator('canvas')
        .waitFor();
    await page.getByLabel('Period').selectOption('Last 30 days');
    await table.getByRole('columnheader', { name: 'Stored' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page)).toEqual([]);
    }
    expect(await smallTargets(page)).toEqual([]);
  });

  test('a user gets a quota, is disabled, enabled and deleted after a question', async () => {
    const other = await stage.drive.createUser({ email: 'grace@example.com' });
    const { page, user } = await stage.open('admin/users', { isAdmin: true });
    await page.getByLabel('Email or name').fill('grace@');
    await page.getByRole('button', { name: 'Edit grace@example.com' }).click();
    await page.getByLabel('Quota in GiB').fill('much');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Type a number of GiB').waitFor();
    await page.getByLabel('Quota in GiB').fill('1.5');
    await page.getByLabel('Plan').selectOption('Paid');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 bytes of 1.5 GiB used').waitFor();
    // Another administrator changes the account while the list shows the old state.
    const found = await stage.drive.fetch('/api/admin/users?q=grace', { key: user.key });
    const { users } = (await found.json()) as { users: readonly { id: string }[] };
    const changed = await stage.drive.fetch(`/api/admin/users/${users[0]?.id}`, {
      method: 'PATCH',
      key: user.key,
      json: { isAdmin: true },
    });
    expect(changed.status).toBe(200);
    await page.getByRole('button', { name: 'Edit grace@example.com' }).click();
    await page.getByLabel('Quota in GiB').fill(' ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Paid · 0 bytes used').waitFor();
    await page.getByText('Administrator', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disable grace@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable grace@example.com' }).waitFor();
    expect((await stage.drive.fetch('/api/me', { key: other.key })).status).toBe(401);
    await page.getByRole('button', { name: 'Enable grace@example.com' }).click();
    await page.getByRole('button', { name: 'Disable grace@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Delete grace@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No account matches').waitFor();
  });

  test('the settings are shown with their source, filtered by words and by what was changed', async () => {
    const { page } = await stage.open('admin/settings', { isAdmin: true });
    await page.getByLabel('Show').selectOption('All settings');
    await page.getByText('DRIVE_WEBHOOK_ALLOW_CIDRS', { exact: true }).waitFor();
    await page.getByLabel('Show').selectOption('Only changed ones');
    const list = page.getByRole('list', { name: 'Users and directory' });
    const registration = list.getByRole('listitem').filter({ hasText: 'DRIVE_REGISTRATION' });
    await registration.getByText('Set by the operator: environment').waitFor();
    await registration.getByText('default: invite').waitFor();
    expect(await page.getByText('DRIVE_WEBHOOK_ALLOW_CIDRS').count()).toBe(0);
    await page.getByLabel('Name or meaning').fill('quota of nothing');
    await page.getByText('No setting matches').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a name and a logo that are saved show on the page of the app without a restart', async () => {
    const { page } = await stage.open('admin/settings', { isAdmin: true });
    await page.getByRole('button', { name: 'Change: Appearance' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of this drive').fill('Acme Files');
    const buffer = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>',
    );
    await dialog.getByLabel('Logo').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer });
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Reset Logo' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Acme Files' }).first().waitFor();
    await page.getByRole('button', { name: 'Reset Name of this drive' }).click();
    await page.getByRole('button', { name: 'Reset Logo' }).click();
    await page.getByRole('button', { name: 'Reset Logo' }).waitFor({ state: 'detached' });
  });

  test('an invitation shows its link, is listed and revoked', async () => {
    const { page } = await stage.open('admin/invites', { isAdmin: true });
    await page.getByText('No open invitation').waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email (optional)').fill('new@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('This server sends no emails').waitFor();
    const link = await dialog.getByRole('textbox', { name: 'Link' }).innerText();
    expect((await stage.drive.fetch(link)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation: new@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No open invitation').waitFor();
    expect((await stage.drive.fetch(link)).status).toBe(403);
  });

  test('a file is put in quarantine with a reason, released and deleted', async () => {
    const owner = await stage.open();
    const file = await owner.api.put('virus.exe', 'x');
    const { shareUrl } = await owner.api.shareFile(file);
    const { page } = await stage.open('admin/files', { isAdmin: true });
    await page.getByText('No file is in quarantine').waitFor();
    // The address ends like that of the user's own files, whose rows this screen does not have.
    await page.getByRole('button', { name: 'Notifications' }).waitFor();
    await page.getByLabel('Show').selectOption('All files');
    await page.getByLabel('Name, id or link').fill('no such file');
    await page.getByText('No file matches').waitFor();
    await page.getByLabel('Name, id or link').fill(shareUrl);
    await page.getByRole('button', { name: 'Quarantine virus.exe' }).click();
    await page.getByLabel('Reason').fill('Reported as malware');
    await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click();
    await page.getByText('Reported as malware').waitFor();
    await page.getByRole('button', { name: 'Release virus.exe' }).click();
    await page.getByRole('button', { name: 'Quarantine virus.exe' }).waitFor();
    await page.getByRole('button', { name: 'Delete virus.exe' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No file matches').waitFor();
    expect(await owner.api.names()).toEqual([]);
  });

  test('a visitor reports a file, and an administrator puts it in quarantine or closes the report', async () => {
    const me = await stage.open('admin/files', { isAdmin: true });
    const { page } = me;
    const [bad, good] = [await me.api.put('setup.exe', 'a'), await me.api.put('notes.txt', 'b')];
    const visitor = await me.context.newPage();
    for (const [id, reason] of [
      [bad, 'Malware or phishing'],
      [good, 'Something else'],
    ] as const) {
      await visitor.goto((await me.api.shareFile(id)).shareUrl);
      await visitor.getByRole('link', { name: 'Report a problem' }).click();
      await visitor.getByLabel('What is wrong?').selectOption(reason);
      await visitor.getByLabel('What should they know?').fill('Please look at it.');
      expect(await faultsOf(visitor)).toEqual([]);
      await visitor.getByRole('button', { name: 'Send the report' }).click();
      await visitor.getByText('The administrators of this server will look at it.').waitFor();
      expect(await faultsOf(visitor)).toEqual([]);
    }
    // A tab behind another one paints once a second at most.
    await page.bringToFront();
    await page.reload();
    const reports = page.getByRole('list', { name: 'Reports of visitors' });
    await reports.getByText('Please look at it.').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await reports.getByRole('button', { name: 'Quarantine setup.exe' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click();
    await reports.getByText('setup.exe').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Release setup.exe' }).waitFor();
    await reports.getByRole('button', { name: 'Close the report about notes.txt' }).click();
    await page.getByText('The report about “notes.txt” is closed.').first().waitFor();
    await reports.waitFor({ state: 'detached' });
    await visitor.reload();
  });

  test('the audit log is filtered and exported as CSV', async () => {
    const { page, user } = await stage.open('admin/audit', { isAdmin: true });
    await page.getByLabel('Action').selectOption('sign_in.succeeded');
    await page.getByLabel('User (email)').fill(user.email);
    await page.getByText(/\b1 of 1\b/).waitFor();
    await page.getByRole('listitem').getByText('Signed in', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`sign_in.succeeded,${user.email},user`);
    await page.getByLabel('User (email)').fill('@example.com');
    await page.getByText('Several users match “@example.com”. Type the complete email.').waitFor();
    await page.getByLabel('User (email)').fill('nobody');
    await page.getByText('No user matches “nobody”').waitFor();
    await page.getByLabel('User (email)').fill(user.email.toUpperCase());
    await page.getByText(/\b1 of 1\b/).waitFor();
  });

  test('the audit log of a user shows nobody whose email only contains the typed one', async () => {
    const email = 'longer.name@example.com';
    await stage.drive.signIn(await stage.drive.createUser({ email: `a.${email}` }));
    await stage.drive.createUser({ email });
    const { page } = await stage.open('admin/audit', { isAdmin: true });
    await page.getByLabel('Action').selectOption('sign_in.succeeded');
    await page.getByLabel('User (email)').fill(email);
    await page.getByText('No entry matches').waitFor();
    expect(await page.getByText(`a.${email}`).count()).toBe(0);
  });

  test('a form says in the language of the user what the server refuses', async () => {
    const { page } = await stage.open('admin/invites', { isAdmin: true, locale: 'de' });
    await page.getByRole('button', { name: 'Einladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail').fill('keine Adresse');
    await dialog.getByRole('button', { name: 'Einladen' }).click();
    await dialog.getByText('Dieser Wert hat das falsche Format.').waitFor();
    expect(await dialog.getByText('must be an email address').count()).toBe(0);
  });

  test('every screen fits 320 and 1280 px, accessible and with large targets', { timeout: 180_000 }, async () => {
    const { page, goto } = await stage.open('admin', { isAdmin: true, locale: 'de' });
    const screens = ['', '/users', '/groups', '/drives', '/invites', '/files', '/jobs', '/audit', '/settings'];
    for (const path of screens) {
      await goto(`admin${path}`);
      await page.getByRole('heading', { name: 'Verwaltung' }).waitFor();
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      expect(await faultsAtWidths(page, [1280, 320])).toEqual([]);
    }
  });
});
