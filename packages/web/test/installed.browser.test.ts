import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/chromium.ts';
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
    await expect.poll(names, { timeout: 30_000 }).toEqual(['Grüße & more.txt']);
    await page.reload();
    await page.getByRole('search').waitFor();
    expect(await names()).toEqual(['Grüße & more.txt']);
  });
});
