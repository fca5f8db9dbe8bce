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
    await page.locator('nav a', { hasText: /^Proofing$/ }).click();
    expect(await page.locator('h1').textContent()).toBe('Proofing');
    expect(await page.locator('nav a[aria-current]').textContent()).toBe('Proofing');
    await expectFit(page);
  });

  it('lead without a script from the list of operations to one of them, and to the schema of its response', async () => {
    const page = await browser.visit('/api/docs', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'POST /api/files/folders', exact: true }).click();
    expect(new URL(page.url()).hash).toBe('#createFolder');
    await page.locator('#createFolder').getByRole('link', { name: 'Item', exact: true }).click();
    expect(new URL(page.url()).hash).toBe('#Item');
    expect(await page.locator('#Item > ul > li', { hasText: 'mimeType' }).isVisible()).toBe(true);
  });

  it('select an example with a click, to copy it', async () => {
    const page = await browser.visit('/api/docs/trash', { width: 1280 });
    const example = page.locator('#emptyTrash').getByLabel('CLI');
    await example.click();
    const selected = await page.evaluate('getSelection().toString()');
    expect(String(selected).trim()).toBe((await example.textContent())?.trim());
  });
});
