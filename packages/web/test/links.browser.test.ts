import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, smallTargets, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('file requests, proofings and pastes in the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('a file request is created, receives a file from a visitor, is changed and deleted', async () => {
    const { page, context } = await stage.open('shared');
    await page.getByRole('link', { name: 'File requests' }).click();
    await page.getByText('No file request yet').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'New file request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Photos of the party');
    await dialog.getByLabel('Message to visitors').fill('Originals, please.');
    await dialog.getByLabel('Most files').fill('2');
    await dialog.getByLabel('Largest file in MiB').fill('1,5');
    await dialog.getByLabel('File types').fill('.txt image/*');
    await dialog.getByLabel('Password').first().selectOption({ label: 'New password' });
    await dialog.getByRole('textbox', { name: 'New password' }).fill('open sesame');
    await dialog.getByLabel('Senders must give their name').check();
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();

    await page.getByRole('heading', { name: 'Photos of the party' }).waitFor();
    const facts = page.locator('dl');
    await facts.getByText('0 of 2').waitFor();
    await facts.getByText('1.5 MiB').waitFor();
    await facts.getByText('.txt, image/*').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();

    const visitor = await context.newPage();
    await visitor.goto(url);
    await visitor.getByLabel('Password').fill('open sesame');
    await visitor.getByRole('button', { name: 'Open' }).click();
    await visitor.getByText('Originals, please.').waitFor();
    await visitor.getByLabel('Your name').fill('Grace');
    await visitor
      .getByLabel('Files')
      .setInputFiles({ name: 'greeting.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await visitor.getByRole('button', { name: 'Send', exact: true }).click();
    await visitor.getByText('Your file has arrived.').waitFor();
    await visitor.close();

    await page.bringToFront();
    await page.reload();
    await page.getByRole('list', { name: 'Received files' }).getByText('Grace').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'greeting.txt' }).click();
    await page.getByRole('dialog').getByText('hello').waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Photos');
    await dialog.getByLabel('Most files').fill('');
    await dialog.getByLabel('Password').first().selectOption({ label: 'Without a password' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Photos', exact: true }).waitFor();
    await facts.getByText('1 file').waitFor();
    expect(await page.getByText('Visitors need the password').count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No file request yet').waitFor();
    expect((await page.goto(url))?.status()).toBe(404);
  });

  test('a proofing of selected files receives a selection, is changed and deleted', async () => {
    const { page, context, api } = await stage.open('files');
    const folder = await api.folder('Wedding');
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await api.put(name, name, { type: 'image/jpeg', in: folder });
    await page.goto(`${stage.drive.url}/app/files/${folder}`);
    for (const name of ['1.jpg', '2.jpg', '3.jpg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Actions for 1.jpg' }).click();
    await page.getByRole('menuitem', { name: 'Create a proofing' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Shows 3 files.').waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Your album');
    await dialog.getByLabel('Message to visitors').fill('Choose two.');
    await dialog.getByLabel('Most files in a selection').fill('0');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await dialog.getByLabel('Most files in a selection').fill('2');
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Your album' }).waitFor();
    await page.getByText('Nothing came in yet.').waitFor();
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();

    const visitor = await context.newPage();
    await visitor.goto(url);
    await visitor.getByText('Choose two.').waitFor();
    for (const name of ['1.jpg', '3.jpg']) await visitor.getByRole('checkbox', { name }).check();
    await visitor.getByLabel('Your name').fill('Grace');
    await visitor.getByLabel('Comment').fill('Brighter, please.');
    await visitor.getByRole('button', { name: 'Send the selection' }).click();
    await visitor.getByText('Your selection has been sent.').waitFor();
    await visitor.close();

    await page.bringToFront();
    await page.reload();
    const selections = page.getByRole('list', { name: 'Selections' });
    await selections.getByText('Brighter, please.').waitFor();
    await selections.getByText('Grace').waitFor();
    await page.getByRole('button', { name: 'Files of round 1' }).click();
    await expect.poll(() => selections.getByRole('link').allInnerTexts()).toEqual(['1.jpg', '3.jpg']);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await smallTargets(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
    }
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as ZIP' }).click(),
    ]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
    const [chosen] = await Promise.all([
      page.waitForEvent('download'),
      selections.getByRole('button', { name: 'Download 3.jpg' }).click(),
    ]);
    expect(chosen.suggestedFilename()).toBe('3.jpg');
    await selections.getByRole('link', { name: '3.jpg' }).click();
    await page.getByRole('dialog', { name: '3.jpg' }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Album');
    await dialog.getByLabel('Most files in a selection').fill('');
    await dialog.getByLabel('Password').first().selectOption({ label: 'New password' });
    await dialog.getByRole('textbox', { name: 'New password' }).fill('open sesame');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Album', exact: true }).waitFor();
    await page.getByText('No limit').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No proofing yet').waitFor();
    expect((await page.goto(url))?.status()).toBe(404);
  });

  test('a proofing of a folder is created from the list of proofings', async () => {
    const { page, api } = await stage.open('shared/proofings', { viewport: { width: 390, height: 844 } });
    await api.folder('Wedding');
    await page.getByText('No proofing yet').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'New proofing' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Album');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('Open the folder whose files are shown.').waitFor();
    await dialog.getByRole('button', { name: 'Wedding' }).click();
    await dialog.getByText('Shows the files that are directly in “Wedding”.').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Album' }).waitFor();
    await page.getByRole('link', { name: 'All proofings' }).click();
    await page.getByRole('link', { name: 'Album' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a paste is created, read with colors, and deleted; a paste to read once is not shown to its owner', async () => {
    const { page, context } = await stage.open('shared/pastes', { viewport: { width: 390, height: 844 } });
    await page.getByText('No paste yet').waitFor();
    await page.getByRole('button', { name: 'New paste' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Type or paste a text.').waitFor();
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill("const greeting = 'hello';\n");
    await dialog.getByLabel('Title').fill('Greeting');
    await dialog.getByLabel('Language').fill('typescript');
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Greeting' }).waitFor();
    await page.locator('.source .hljs-keyword', { hasText: 'const' }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No paste yet').waitFor();

    await page.getByRole('button', { name: 'New paste' }).click();
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('the code is 1234');
    await dialog.getByLabel('Delete after the first reading').check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('It is not shown here.').waitFor();
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    const reader = await context.newPage();
    await reader.goto(url);
    await reader.getByRole('button').first().click();
    await reader.getByText('the code is 1234').waitFor();
    await reader.close();
    await page.reload();
    await page.getByText('The text is deleted.').waitFor();
    await page.getByRole('link', { name: 'All pastes' }).click();
    await page.getByRole('list', { name: 'Pastes' }).getByText('Read', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
