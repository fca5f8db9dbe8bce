import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('the installed app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('can be installed: the browser has no objection to its manifest', async () => {
    const { page, context } = await stage.open();
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Drive', share_target: { action: 'share-target' } });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The test's windows are incognito, in which nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  test('says so in a page of its own when it is opened without a network, and goes on afterwards', async () => {
    const { page, context, goto } = await stage.open();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('search').waitFor();
    await goto('files');
  });

  test('uploads the files that another app shares with it', async () => {
    const { page, names } = await stage.open();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.getByRole('search').waitFor();
    await page.evaluate(async () => {
      const form = new FormData();
      form.append('files', new File(['hello'], 'Grüße & more.txt', { type: 'text/plain' }));
      await fetch('share-target', { method: 'POST', body: form, redirect: 'manual' });
    });
    await page.reload();
    const question = page.getByRole('dialog', { name: 'Upload 1 file?' });
    await question.getByText('Grüße & more.txt').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await question.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.poll(names, { timeout: 30_000 }).toEqual(['Grüße & more.txt']);
    await page.reload();
    await page.getByRole('search').waitFor();
    expect(await names()).toEqual(['Grüße & more.txt']);
  });

  test.each(['the app', 'a page of the server'])(
    'keeps no shared files for the next user after signing out in %s',
    async (place) => {
      const { page, goto } = await stage.open();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await page.getByRole('search').waitFor();
      const waiting = (): Promise<boolean> => page.evaluate(() => caches.has('drive-shared-files'));
      await page.evaluate(async () => {
        const form = new FormData();
        form.append('files', new File(['secret'], 'secret.txt', { type: 'text/plain' }));
        await fetch('share-target', { method: 'POST', body: form, redirect: 'manual' });
      });
      expect(await waiting()).toBe(true);
      if (place === 'the app') {
        await page.getByRole('button', { name: 'Your account' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      } else {
        await page.goto(`${stage.drive.url}/device`);
        await page.getByRole('button', { name: 'Sign out' }).click();
      }
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      await expect.poll(waiting).toBe(false);
      await goto('files');
      expect(page.url()).toContain('/sign-in');
    },
  );

  test('asks before it uploads files, because any site can send it some', async () => {
    const { page, names, goto } = await stage.open();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto('about:blank');
    await page.evaluate((action) => {
      document.body.innerHTML = `<form method="post" enctype="multipart/form-data" action="${action}"><input type="file" name="files"></form>`;
      const transfer = new DataTransfer();
      transfer.items.add(new File(['planted'], 'planted.txt'));
      const field = document.querySelector('input');
      if (field !== null) field.files = transfer.files;
      document.forms[0]?.submit();
    }, `${stage.drive.url}/app/share-target`);
    await page.getByRole('dialog', { name: 'Upload 1 file?' }).getByRole('button', { name: 'Do not upload' }).click();
    await goto('files');
    await page.getByText('This folder is empty').waitFor();
    expect(await names()).toEqual([]);
  });
});
