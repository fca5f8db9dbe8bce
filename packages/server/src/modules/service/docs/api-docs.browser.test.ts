import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../../test/chromium.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../../test/page-visits.ts';

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
    ['light', 1200],
    ['dark', 320],
  ] as const)('are accessible: %s, %i px wide', async (scheme, width) => {
    const page = await browser.visit('/api/docs', { scheme, width });
    await expectFit(page);
    await page.getByRole('link', { name: 'Proofing', exact: true }).first().click();
    expect(await page.locator('h1').textContent()).toBe('Proofing');
    for (const details of await page.locator('details').all()) await details.locator('summary').click();
    await expectFit(page);
  });
});
