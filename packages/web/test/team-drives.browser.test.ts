import { startSmtp, type TestSmtp } from '@drive/mail/test';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, noticed, smallTargets, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('team drives in the web app', { timeout: 180_000 }, () => {
  let stage: WebStage;
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await startSmtp();
    stage = await startWebStage({
      settings: { RATE_SESSION: '600', FEATURE_LIMITS: 'off', REGISTRATION: 'invite' },
      mailer: smtp.mailer(),
    });
  });
  afterAll(async () => {
    await stage?.close();
    await smtp?.close();
  });
  afterEach(() => stage.check());

  const upload = (page: Page, name: string): Promise<void> =>
    page.setInputFiles('[data-upload=files]', { name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const row = (page: Page, name: string) => page.locator('[data-item-name]', { hasText: name });
  const act = async (page: Page, name: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  test('[P-1530] two colleagues work in a team drive, see what the other does, and the activity tells all of it', async () => {
    const boss = await stage.open('drives', { isAdmin: true });
    const { page } = boss;

    await page.getByText('There is no team drive').waitFor();
    await page.getByRole('navigation').getByRole('button', { name: 'New team drive' }).click();
    await page.getByLabel('Name').fill('Design');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Design', exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Design' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Folders above' }).innerText()).toBe('Design');

    await page.getByRole('button', { name: 'Members' }).click();
    const members = page.getByRole('dialog', { name: 'Members of “Design”' });
    await members.getByLabel('Name or email').fill('grace@example.com');
    await members.getByRole('option', { name: 'Give access to grace@example.com' }).waitFor();
    await page.keyboard.press('Enter');
    await members.getByLabel('Role', { exact: true }).selectOption('editor');
    await members.getByRole('button', { name: 'Give access' }).click();
    await noticed(page, 'Invitation sent').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await members.getByRole('button', { name: 'Done' }).click();

    // The email of the invitation leads to an account, and the account to the drive.
    await stage.drive.drain();
    const [, invitation = ''] = /(http\S+\/register\?invite=\S+)/.exec(smtp.mails.at(-1)?.mail.text ?? '') ?? [];
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true };
    const theirs = await stage.visit(invitation, phone);
    await theirs.getByLabel('Name (optional)').fill('Grace');
    await theirs.getByLabel('Password').fill('correct horse battery');
    await theirs.getByRole('button', { name: 'Create the account' }).click();
    await theirs.waitForURL(/\/app\//);
    await theirs.goto(`${stage.drive.url}/app/files`);

    const more = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'More for Design' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };

    // The bell rings by itself, and leads to the drive.
    await theirs.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await theirs.getByRole('menuitem', { name: /gave you access to Design/ }).waitFor();
    expect(await faultsOf(theirs)).toEqual([]);
    await theirs.getByRole('menuitem', { name: /gave you access to Design/ }).click();
    await theirs.getByRole('heading', { name: 'Design', exact: true }).waitFor();
    await theirs.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await theirs.getByRole('link', { name: 'Team drives' }).waitFor();

    await upload(page, 'boss.txt');
    await row(theirs, 'boss.txt').waitFor();
    await upload(theirs, 'member.txt');
    await row(page, 'member.txt').waitFor();
    expect(await faultsOf(theirs)).toEqual([]);
    expect(await smallTargets(theirs)).toEqual([]);

    await boss.page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Inbox');
    await page.keyboard.press('Enter');
    await row(theirs, 'Inbox').waitFor();
    await act(page, 'member.txt', 'Move');
    const move = page.getByRole('dialog', { name: 'Move “member.txt”' });
    await move.getByRole('button', { name: 'Inbox' }).click();
    await move.getByRole('button', { name: 'Move to “Inbox”' }).click();
    await noticed(page, '1 item moved to “Inbox”').waitFor();
    await row(theirs, 'member.txt').waitFor({ state: 'detached' });

    await act(theirs, 'boss.txt', 'Move to trash');
    await row(page, 'boss.txt').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Trash of this folder' }).click();
    await page.getByRole('heading', { name: 'Trash of “Design”' }).waitFor();
    await page.getByRole('button', { name: 'Empty the trash' }).waitFor();
    await page.getByRole('button', { name: /^Restore/ }).click();
    await row(theirs, 'boss.txt').waitFor();

    await page.goBack();
    await act(page, 'Inbox', 'Share');
    const share = page.getByRole('dialog', { name: 'Share “Inbox”' });
    await share.getByRole('button', { name: 'More settings' }).click();
    await share.getByRole('checkbox', { name: 'Visitors can add files' }).check();
    const url = await share.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    await share.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await row(theirs, 'Inbox').click();
    for (const [name, javaScriptEnabled] of [
      ['visitor.txt', true],
      ['without-script.txt', false],
    ] as const) {
      const visitor = await stage.visit(url, { javaScriptEnabled });
      await visitor.getByLabel('Your name (optional)').fill('Alan');
      const file = { name, mimeType: 'text/plain', buffer: Buffer.from('hello') };
      await visitor.getByLabel('Files', { exact: true }).setInputFiles(file);
      await visitor.getByRole('button', { name: 'Send', exact: true }).click();
      await visitor.getByText('Your file has arrived.').waitFor();
      // The member sees it arrive.
      await row(theirs, name).waitFor();
    }
    await row(theirs, 'member.txt').waitFor();

    await page.getByRole('button', { name: 'Members' }).click();
    await members.getByRole('button', { name: /^Take access away/ }).click();
    await theirs.getByText('This folder does not exist').waitFor();
    await members.getByRole('button', { name: 'Done' }).click();

    await more('Activity');
    const activity = page.getByRole('dialog', { name: 'Activity in “Design”' });
    for (const said of [
      /added boss\.txt/,
      /added member\.txt/,
      /moved member\.txt/,
      /moved boss\.txt to the trash/,
      /restored boss\.txt/,
      /made a link to Inbox/,
      /^Alan sent visitor\.txt/,
      /^Alan sent without-script\.txt/,
      /took the access of .* to Design away/,
    ])
      await activity.getByText(said).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await more('Settings');
    await page.getByRole('dialog', { name: 'Settings of “Design”' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the drive' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the team drive “Design”?' })
      .getByRole('button', { name: 'Delete the drive' })
      .click();
    await page.getByText('There is no team drive').waitFor();

    await boss.goto('admin/drives');
    await page.getByLabel('Show').selectOption('deleted');
    await page.getByRole('button', { name: 'Delete forever: Design' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore Design' }).click();
    await noticed(page, '“Design” is restored').waitFor();
    await page.getByText('No team drive is deleted').waitFor();
  });
});
