import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../test/browser/chromium.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../test/browser/page-visits.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';

let drive: Drive;
let browser: PageVisits;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive();
  browser = await startPageVisits(() => drive);
});
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});
afterEach(() => browser?.endTest());

describe.skipIf(chromiumPath === undefined)('the API reference pages', () => {
  it.each([
    ['light', 1280],
    ['light', 320],
    ['dark', 390],
    ['dark', 1920],
  ] as const)('are accessible: %s, %i px wide', async (scheme, width) => {
    const page = await browser.visit('/api/docs', { scheme, width });
    await expectFit(page);
    await page.locator('main a', { hasText: /^Proofing$/ }).click();
    expect(await page.locator('h1').textContent()).toBe('Proofing');
    for (const details of await page.locator('main details.try, #operations').all())
      if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
    await expectFit(page);
  });

  it('filter the operations while typing', async () => {
    const page = await browser.visit('/api/docs', { width: 1280 });
    await page.getByRole('searchbox').fill('folders post');
    await expect.poll(() => page.locator('#found').textContent()).toMatch(/^\d+ operations?$/);
    await page.locator('nav').getByRole('link', { name: 'POST Create a folder' }).click();
    expect(new URL(page.url()).hash).toBe('#createFolder');
    expect(await page.locator('nav a[href$="#listFiles"]').isVisible()).toBe(true);
  });

  it('copy an example in the chosen language, and keep the choice', async () => {
    const page = await browser.visit('/api/docs/trash', {
      width: 1280,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const card = page.locator('#emptyTrash');
    await card.getByRole('radio', { name: 'CLI' }).check();
    await card.getByRole('button', { name: 'Copy' }).first().click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('drive-cli trash empty');
    await page.goto(`${drive.url}/api/docs/uploads`);
    expect(await page.locator('#createUpload').getByRole('radio', { name: 'CLI' }).isChecked()).toBe(true);
  });

  it('call the server with a key, and show its response', async () => {
    const { key } = await drive.createUser();
    const page = await browser.visit('/api/docs/files-and-folders', { width: 1280 });
    const card = page.locator('#createFolder');
    await card.getByText('Try it').click();
    await card.getByRole('textbox', { name: 'Body' }).fill('{"name":"From the reference"}');
    await card.getByRole('button', { name: 'Send POST' }).click();
    await card.getByText(/^401 /).waitFor();
    await card.getByLabel('API key').fill(key);
    await card.getByRole('button', { name: 'Send POST' }).click();
    await card.getByText(/^201 Created after \d+ ms, request /).waitFor();
    expect(await card.getByLabel('Response', { exact: true }).textContent()).toContain('"name": "From the reference"');
    const get = page.locator('#getFileByPath');
    await get.getByText('Try it').click();
    await get.getByLabel('path').fill('/From the reference');
    await get.getByRole('button', { name: 'Send GET' }).click();
    await get.getByText(/^200 /).waitFor();
  });
});
