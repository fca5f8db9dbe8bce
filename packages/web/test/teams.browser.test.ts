import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, noticed, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('colleagues in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('[P-1300] who is given a folder finds it, sees and changes what the role allows, and loses it with the role', async () => {
    const owner = await stage.open();
    const member = await stage.open('shared-with-me', { viewport: { width: 390, height: 800 } });
    await member.page.getByText('Nobody has shared anything with you').waitFor();
    await owner.api.put('plan.txt', 'a', { in: await owner.api.folder('Work') });
    await owner.page.reload();

    // By the keyboard alone, once the menu is open.
    await owner.page.getByRole('button', { name: 'Actions for Work' }).click();
    await owner.page.getByRole('menuitem', { name: 'Access' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Access to “Work”' });
    await dialog.getByLabel('Name or email').fill(member.user.email);
    await dialog.getByRole('option').first().waitFor();
    await owner.page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Tell them by email' }).uncheck();
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await noticed(owner.page, 'Access given').waitFor();
    await dialog.getByRole('button', { name: /^Take access away/ }).waitFor();
    expect(await faultsOf(owner.page)).toEqual([]);

    await member.page.reload();
    await member.page.getByRole('link', { name: 'Work', exact: true }).waitFor();
    expect(await faultsOf(member.page)).toEqual([]);
    await member.page.getByRole('link', { name: 'Work', exact: true }).click();
    await member.page.getByText('You may look at this folder, and not add to it.').waitFor();
    await member.page.getByRole('button', { name: 'Actions for plan.txt' }).click();
    await member.page.getByRole('menuitem', { name: 'Details' }).waitFor();
    const offered = await member.page.getByRole('menuitem').allInnerTexts();
    expect(offered.filter((label) => /^(Rename|Move|Share|Tags|Move to trash)$/.test(label.trim()))).toEqual([]);
    await member.page.keyboard.press('Escape');

    await dialog.getByRole('combobox', { name: /^Role of/ }).selectOption('editor');
    await noticed(owner.page, 'Editor').waitFor();
    await member.page.reload();
    await member.page.getByRole('button', { name: 'Add', exact: true }).waitFor();
    await member.page.getByRole('button', { name: 'Actions for plan.txt' }).click();
    await member.page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await member.page.getByText('This folder is empty').waitFor();

    await dialog.getByRole('button', { name: /^Take access away/ }).click();
    await noticed(owner.page, 'has no access any more').waitFor();
    await member.page.reload();
    await member.page.getByText('This folder does not exist').waitFor();
  });
});
