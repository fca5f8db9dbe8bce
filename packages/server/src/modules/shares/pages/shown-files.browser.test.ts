import { startPainter } from '@drive/thumbnails/test/painter';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityFaults,
  chromiumPath,
  launchChromium,
  overflowPixels,
} from '../../../../test/browser/chromium.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { paper } from '../../../../test/paper.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let mine: SharedApi;
let browser: Browser;
let picture: Buffer;
const pages: Page[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  mine = sharedApi(drive, await drive.createUser());
  browser = await launchChromium();
  const painter = await startPainter();
  picture = painter.encode(painter.flag(90, 60), '.jpg');
  painter.close();
});
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  const all = complaints.splice(0);
  if (all.length > 0) throw new Error(all.join('\n'));
});

async function visit(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  pages.push(page);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  await page.goto(url);
  return page;
}

const share = async (name: string, type: string, bytes: Buffer | string): Promise<string> =>
  (await mine.shareFile(await mine.put(name, bytes, { type }))).shareUrl;
const noScript = { javaScriptEnabled: false };
const jpeg = { type: 'image/jpeg' };

describe.skipIf(chromiumPath === undefined)('a share page shows a file in place', () => {
  test('an image, a text and a player, without JavaScript', async () => {
    const image = await visit(await share('sea.jpg', 'image/jpeg', picture), noScript);
    await image.getByRole('img', { name: 'sea.jpg' }).waitFor();
    const text = await visit(await share('a.txt', 'text/plain', 'Grüße, <b>世界</b>'), noScript);
    await text.frameLocator('iframe[title="a.txt"]').getByText('Grüße, <b>世界</b>').waitFor();
    const song = await visit(await share('song.mp3', 'audio/mpeg', 'x'), noScript);
    expect(await song.locator('audio[controls][preload=metadata]').count()).toBe(1);
  });

  test('formatted Markdown and highlighted code, with the page’s own script', async () => {
    const notes = await visit(await share('notes.md', 'text/markdown', '# Title\n\n<img src=x onerror=alert(1)>'));
    await notes.getByRole('heading', { name: 'Title' }).waitFor();
    expect(await notes.locator('.markdown img').count()).toBe(0);
    expect(await accessibilityFaults(notes)).toEqual([]);
    const code = await visit(await share('a.ts', 'text/typescript', 'const a = 1;'), { colorScheme: 'dark' });
    expect(await code.locator('.hljs-keyword').textContent()).toBe('const');
    expect([await accessibilityFaults(code), await overflowPixels(code)]).toEqual([[], 0]);
  });

  test('a PDF document page by page, with the page’s own script, also in the gallery and on a phone', async () => {
    const bytes = paper(['First words', 'Second words']);
    const page = await visit(await share('paper.pdf', 'application/pdf', bytes));
    await page.getByRole('group', { name: 'Page 1 of 2' }).getByText('First words').waitFor();
    await page.locator('.pdf-page canvas[data-drawn]').first().waitFor();
    expect([await accessibilityFaults(page), await overflowPixels(page)]).toEqual([[], 0]);
    const folderId = await mine.folder('Papers');
    await mine.put('a.pdf', bytes, { type: 'application/pdf', in: folderId });
    const { shareUrl } = await mine.shareFolder(folderId);
    const listing = await visit(shareUrl);
    await listing.getByRole('link', { name: 'a.pdf', exact: true }).click();
    const gallery = listing.getByRole('dialog');
    await gallery.getByRole('group', { name: 'Page 1 of 2' }).getByText('First words').waitFor();
    expect([await accessibilityFaults(listing), await overflowPixels(listing)]).toEqual([[], 0]);
  });

  test('HTML as its source, whose script does not run', async () => {
    const markup = '<h1>x</h1><script>top.document.title="RAN";document.title="RAN"</script>';
    const url = await share('page.html', 'text/html', markup);
    for (const options of [{}, noScript]) {
      const page = await visit(url, options);
      const shown = options === noScript ? page.frameLocator('iframe[title="page.html"]') : page;
      await shown.getByText('<h1>x</h1>').waitFor();
      expect(await page.title()).not.toBe('RAN');
    }
  });

  test('and counts no download for it; a file with limited downloads is not shown', async () => {
    const id = await mine.put('sun.jpg', picture, jpeg);
    const { shareUrl } = await mine.shareFile(id);
    const page = await visit(shareUrl);
    await expect
      .poll(() =>
        page
          .getByRole('img', { name: 'sun.jpg' })
          .evaluate((image) => (image as { naturalWidth?: number }).naturalWidth),
      )
      .toBe(90);
    expect((await mine.call('GET', `/api/files/${id}`)).body.downloadCount).toBe(0);
    const limited = await mine.shareFile(await mine.put('few.jpg', picture, jpeg), { maxDownloads: 2 });
    const html = await (await drive.fetch(`/share/${limited.shareToken}`, { headers: { accept: 'text/html' } })).text();
    expect(html).not.toContain('/view');
  });

  test('but nothing of a locked one', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('secret.jpg', picture, jpeg), {
      password: 'open sesame',
    });
    const answer = await drive.fetch(`/share/${shareToken}`, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    expect(html).not.toMatch(/secret|\/view|previews|data-kind/);
  });
});

describe.skipIf(chromiumPath === undefined)('the gallery of a shared folder', () => {
  test('shows the next file by keys and buttons; Back and Escape return to the page', async () => {
    const folder = await mine.folder('Photos');
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await mine.put(name, picture, { ...jpeg, in: folder });
    await mine.put('4.md', '# Four', { type: 'text/markdown', in: folder });
    const { shareUrl } = await mine.shareFolder(folder);
    const page = await visit(shareUrl);
    const shown = (name: string) => page.getByRole('dialog', { name });
    await page.getByRole('link', { name: '2.jpg', exact: true }).click();
    await shown('2.jpg').getByText('2 of 4').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await shown('3.jpg').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await shown('4.md').getByRole('heading', { name: 'Four' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflowPixels(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toBe(shareUrl);
    await page.getByRole('link', { name: '1.jpg', exact: true }).click();
    await shown('1.jpg').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download 1.jpg' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('1.jpg');
  });

  test('[P-1856] has all files of a long listing, which continues while it is scrolled, and offers what browsers cannot draw as a download', async () => {
    const folder = await mine.folder('Many');
    await mine.put('00.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { type: 'image/svg+xml', in: folder });
    await mine.put('01.tif', 'II*', { type: 'image/tiff', in: folder });
    for (let n = 10; n < 40; n += 1) await mine.put(`${n}.jpg`, picture, { ...jpeg, in: folder });
    const { shareUrl } = await mine.shareFolder(folder);
    const page = await visit(shareUrl);
    const shown = (name: string) => page.getByRole('dialog', { name });
    for (const name of ['00.svg', '01.tif']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
    }
    // The second page follows the first one, and everything in it works.
    await page.getByRole('link', { name: '39.jpg', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);
    await page.getByRole('link', { name: '37.jpg', exact: true }).click();
    await shown('37.jpg').getByText('28 of 30').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await shown('38.jpg').getByText('29 of 30').waitFor();
    await page.keyboard.press('ArrowRight');
    await shown('39.jpg').waitFor();
    expect(await page.getByRole('button', { name: 'Next file' }).isVisible()).toBe(false);
    await page.goto(`${shareUrl}?page=2`);
    await page.getByRole('link', { name: '38.jpg', exact: true }).click();
    await shown('38.jpg').getByText('1 of 2 · Page 2 of 2').waitFor();
    await page.keyboard.press('ArrowLeft');
    await shown('37.jpg').waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toBe(`${shareUrl}?page=1`);
  });

  test('costs little: the page with its script has at most 30 KiB before the first file is shown', async () => {
    const folder = await mine.folder('Weight');
    for (let n = 10; n < 40; n += 1) await mine.put(`${n}.jpg`, picture, { ...jpeg, in: folder });
    const { shareToken } = await mine.shareFolder(folder);
    const html = await (await drive.fetch(`/share/${shareToken}`, { headers: { accept: 'text/html' } })).text();
    const [path = ''] = /\/app\/assets\/share-page-[^"]+\.js/.exec(html) ?? [];
    const script = await (await drive.fetch(path)).text();
    expect(script).toContain('.entries');
    expect(Buffer.byteLength(html) + Buffer.byteLength(script)).toBeLessThan(30 * 1024);
  });
});
