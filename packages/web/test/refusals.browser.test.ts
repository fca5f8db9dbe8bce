import { StorageError } from '@drive/blobs';
import { startPainter } from '@drive/thumbnails/test/painter';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { overriding } from '../../server/test/overriding.ts';
import { faultsOf, noticed, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('what the server refuses', () => {
  let stage: WebStage;
  let isStorageAway = false;
  const requireStorage = (): void => {
    if (isStorageAway) throw new StorageError('The storage is away');
  };
  beforeAll(async () => {
    stage = await startWebStage({
      settings: { ARCHIVE_MAX_BYTES: '10' },
      blobs: (blobs) =>
        overriding(blobs, {
          find: async (key) => {
            requireStorage();
            return blobs.find(key);
          },
          open: async (...place) => {
            requireStorage();
            return blobs.open(...place);
          },
          putBytes: async (...bytes) => {
            requireStorage();
            return blobs.putBytes(...bytes);
          },
        }),
    });
  });
  afterAll(() => stage?.close());
  /** The lists of later pages do not learn what others change meanwhile. */
  const withoutEvents = (page: Page): Promise<unknown> =>
    page.route('**/events/stream**', (route) => route.abort('connectionrefused'));
  afterEach(() => {
    isStorageAway = false;
    return stage.check();
  });

  test('a ZIP that is too large (413) is refused with its size and the limit', async () => {
    const { api, page } = await stage.open();
    for (const name of ['a.txt', 'b.txt']) await api.put(name, 'eight by');
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select a.txt' }).check();
    await page.getByRole('checkbox', { name: 'Select b.txt' }).check();
    await page.getByRole('button', { name: 'Download as ZIP' }).click();
    await noticed(page, 'The ZIP would have 16 bytes, and at most 10 bytes are allowed.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a file that was deleted forever in another window (410) is neither shown nor changed', async () => {
    const { api, page, goto, names } = await stage.open();
    const id = await api.put('gone.txt', 'text');
    await page.reload();
    await page.getByRole('button', { name: 'Actions for gone.txt' }).click();
    await api.trash(id);
    expect((await api.purge(id)).status).toBe(204);
    expect((await api.call('GET', `/api/files/${id}/download-url`)).status).toBe(410);
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await noticed(page, 'This file has been deleted forever.').waitFor();
    await goto(`files?view=${id}`);
    await page.getByText('This file does not exist').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await names()).toEqual([]);
  });

  test.each([
    ['en-GB', 'Your session has ended', 'Password', 'Sign in', 'Sign in to go on.'],
    ['de', 'Deine Sitzung ist abgelaufen', 'Passwort', 'Anmelden', 'Melde dich an, um fortzufahren.'],
  ])(
    'a session that ended (401) asks to sign in in place, in words for people, and then makes the change: %s',
    async (locale, title, password, signIn, reason) => {
      const { api, page, user, names } = await stage.open('files', { locale });
      await api.put('old.txt', 'text');
      await page.reload();
      await page.getByRole('button', { name: 'old.txt', exact: true }).focus();
      await page.keyboard.press('F2');
      const field = page.getByRole('grid').getByRole('textbox');
      await field.fill('new.txt');
      const end = () =>
        stage.drive.database.write((tx) => tx.deleteFrom('sessions').where('user_id', '=', user.userId).execute());
      await end();
      await page.keyboard.press('Enter');
      const ended = page.getByRole('dialog', { name: title, exact: true });
      await ended.waitFor();
      expect(await page.content()).not.toMatch(/apiKey|DRIVE_API_KEY|client\.auth/);
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByText(reason).waitFor();
      expect(await field.inputValue()).toBe('new.txt');
      await field.press('Enter');
      await ended.getByLabel(password, { exact: true }).fill(user.password);
      await ended.getByRole('button', { name: signIn, exact: true }).click();
      await ended.waitFor({ state: 'detached' });
      await expect.poll(names).toEqual(['new.txt']);
    },
  );

  test('a link that ended in another window says that it is gone, and the list is loaded again', async () => {
    const { api, page, goto } = await stage.open();
    const id = await api.put('a.txt', 'text');
    await api.shareFile(id);
    await withoutEvents(page);
    await goto('shared');
    await page.getByRole('button', { name: 'End sharing of a.txt' }).waitFor();
    await api.revoke(id);
    await page.getByRole('button', { name: 'End sharing of a.txt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End sharing' }).click();
    await page.getByRole('dialog', { name: /./ }).getByText('a.txt').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('You share nothing yet').waitFor();
  });

  test('an item that was restored in another window (409) leaves the trash', async () => {
    const { api, page, goto } = await stage.open();
    const id = await api.put('back.txt', 'text');
    await api.trash(id);
    await withoutEvents(page);
    await goto('trash');
    await page.getByText('back.txt').waitFor();
    expect((await api.restore(id)).status).toBe(200);
    await page.getByRole('button', { name: 'Restore: back.txt' }).click();
    await page.getByRole('dialog').getByText('back.txt').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('back.txt').waitFor({ state: 'detached' });
  });

  test('what is restored or tagged while the server is away is done when it is back, and its notice goes', async () => {
    const { api, page, context, goto } = await stage.open();
    await api.put('here.txt', 'text');
    await api.trash(await api.put('back.txt', 'text'));
    const waiting = noticed(page, 'The change is made as soon as it answers.');
    await goto('trash');
    // What says so is loaded after the screen.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /toast-view/.test(name)),
    );
    const restore = page.getByRole('button', { name: 'Restore: back.txt' });
    await restore.waitFor();
    await context.setOffline(true);
    await restore.click();
    await waiting.waitFor();
    await context.setOffline(false);
    await noticed(page, '1 item restored').waitFor();
    await waiting.waitFor({ state: 'detached' });

    await goto('files');
    await page.getByRole('button', { name: 'Actions for here.txt' }).click();
    await page.getByRole('menuitem', { name: 'Tags' }).click();
    await page.getByLabel('New tag').fill('late');
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await waiting.waitFor();
    await context.setOffline(false);
    const tags = page.getByRole('dialog', { name: 'Tags' }).getByRole('link');
    await tags.waitFor();
    expect(await tags.allInnerTexts()).toEqual(['late']);
  });

  test('the dialog of an ended session takes the password at once, and the change that was refused is made', async () => {
    const { user, api, page, context, names } = await stage.open();
    await api.put('a.txt', 'text');
    await page.reload();
    await page.getByRole('button', { name: 'a.txt', exact: true }).focus();
    await page.keyboard.press('F2');
    await page.getByLabel('New name').fill('b.txt');
    await context.clearCookies();
    await page.keyboard.press('Enter');
    await page.locator('[type=password]:focus').waitFor();
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await noticed(page, 'Renamed to “b.txt”').waitFor();
    await page.getByRole('button', { name: 'b.txt', exact: true }).waitFor();
    expect(await names()).toEqual(['b.txt']);
  });

  test('a change that failed by a fault of the server (502) is made again by “Try again” in the notice of its failure', async () => {
    const { api, page, names } = await stage.open();
    await api.put('a.txt', 'text');
    await page.reload();
    const broken = { code: 'storage_failure', message: 'The storage is away' };
    const isCopy = (url: URL): boolean => url.pathname === '/api/files/copy';
    // The app itself repeats the request a few times.
    await page.route(isCopy, (route) => route.fulfill({ status: 502, json: broken }));
    await page.getByRole('button', { name: 'Actions for a.txt' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await noticed(page, 'The server cannot reach its storage.').waitFor();
    expect(await names()).toEqual(['a.txt']);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(isCopy);
    await page.getByRole('button', { name: 'Try again' }).click();
    await noticed(page, '1 item duplicated').waitFor();
    await expect.poll(names).toEqual(['a (1).txt', 'a.txt']);
  });

  test('while the storage is away (502), previews and uploads say so, and succeed when it is back', async () => {
    const { api, page, names } = await stage.open();
    const painter = await startPainter();
    await api.put('sun.png', painter.encode(painter.flag(64, 64), '.png'), { type: 'image/png' });
    painter.close();
    await api.put('notes.txt', 'Remember the milk');
    await page.reload();
    const says = 'The server cannot reach its storage. Try again in a minute.';
    const shown = {
      'notes.txt': page.getByText('Remember the milk'),
      'sun.png': page.getByRole('img', { name: 'sun.png' }),
    };
    for (const [name, content] of Object.entries(shown)) {
      isStorageAway = true;
      await page.getByRole('button', { name, exact: true }).click();
      const viewer = page.getByRole('dialog', { name });
      await viewer.getByText(says).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      isStorageAway = false;
      await viewer.getByRole('button', { name: 'Try again' }).click();
      await content.waitFor();
      await page.keyboard.press('Escape');
    }
    isStorageAway = true;
    await page.setInputFiles('[data-upload=files]', {
      name: 'new.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('new'),
    });
    const panel = page.getByRole('region', { name: 'Uploads' });
    await panel.getByText(says).waitFor();
    isStorageAway = false;
    await panel.getByRole('button', { name: 'Retry new.txt' }).click();
    await panel.getByText('1 file uploaded').waitFor();
    await expect.poll(names).toEqual(['new.txt', 'notes.txt', 'sun.png']);
  });

  test('while a proxy answers 502 for the server, a bar says that it cannot be reached, and uploads wait', async () => {
    const { api, page, names } = await stage.open();
    await page.getByText('This folder is empty').waitFor();
    await api.put('a.txt', 'text');
    // The server is back when the button is pressed, and not before: the app also retries automatically.
    await page.evaluate(() => addEventListener('click', () => (document.body.dataset.isBack = ''), { capture: true }));
    const isBack = page.locator('body[data-is-back]');
    await page.route(/\/(api|files)\//, async (route) =>
      (await isBack.count()) > 0
        ? route.continue()
        : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.setInputFiles('[data-upload=files]', {
      name: 'b.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('b'),
    });
    await page.getByText('The server cannot be reached.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('region', { name: 'Uploads' }).getByText('1 file uploaded').waitFor();
    await expect.poll(names).toEqual(['a.txt', 'b.txt']);
  });
});
