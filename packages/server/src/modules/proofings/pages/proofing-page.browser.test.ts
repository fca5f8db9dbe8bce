import type { Proofing } from '@drive/contract';
import { startPainter } from '@drive/thumbnails/test/painter';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../../test/browser/chromium.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../../test/browser/page-visits.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let user: TestUser;
let mine: SharedApi;
let browser: PageVisits;
let picture: Buffer;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  browser = await startPageVisits(() => drive);
  const painter = await startPainter();
  picture = painter.encode(painter.flag(300, 200), '.jpg');
  painter.close();
});
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});
beforeEach(async () => {
  if (chromiumPath === undefined) return;
  user = await drive.createUser();
  mine = sharedApi(drive, user);
});
afterEach(() => browser?.endTest());

const create = async (json: Record<string, unknown>): Promise<Proofing> => {
  const { status, body } = await mine.call('POST', '/api/proofings', { name: 'Wedding', ...json });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Proofing;
};
async function putAll(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(await mine.put(name, picture, { type: 'image/jpeg' }));
  await drive.drain();
  return ids;
}
const selections = async ({ id }: Proofing) =>
  (await mine.call('GET', `/api/proofings/${id}/submissions`)).body.submissions;

describe.skipIf(chromiumPath === undefined)('the page of a proofing', { timeout: 120_000 }, () => {
  it.each([
    ['light', 1000, true],
    ['dark', 320, true],
    ['light', 320, false],
  ] as const)('accepts a selection and is accessible: %s, %i px wide, JavaScript %s', async (scheme, width, runs) => {
    const long = 'AnExtremelyLongNameWithoutAnyBlankThatHasToBeBrokenSomewhere.jpg';
    const fileIds = [
      ...(await putAll('1.jpg', '2.jpg', long)),
      await mine.put('c.pdf', 'x', { type: 'application/pdf' }),
    ];
    const fit = runs ? expectFit : async () => undefined;
    const made = await create({ fileIds, maxSelections: 1, password: 'secret', message: 'Hello', expiresInDays: 2 });
    const page = await browser.visit(made.url, { scheme, width, javaScriptEnabled: runs });
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('checkbox', { name: '1.jpg' }).check();
    await page.getByRole('checkbox', { name: '2.jpg' }).check();
    await page.getByLabel('Comment').fill('Two lines,\nthe second brighter');
    await fit(page);
    await page.getByRole('button', { name: 'Send the selection' }).click();
    await page.getByText('the maximum is 1').waitFor();
    await fit(page);
    expect(await page.getByLabel('Comment').inputValue()).toBe('Two lines,\nthe second brighter');
    await page.getByRole('checkbox', { name: '1.jpg' }).uncheck();
    expect(await page.getByRole('checkbox', { name: '2.jpg' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Send the selection' }).click();
    await page.getByText('Your selection has been sent.').waitFor();
    await fit(page);
    expect(await selections(made)).toMatchObject([
      { fileIds: [fileIds[1]], comment: 'Two lines,\nthe second brighter', round: 1 },
    ]);
  });

  it('shows each file enlarged, with a checkbox and links to the next and the previous one', async () => {
    const made = await create({ fileIds: await putAll('1.jpg', '2.jpg', '3.jpg') });
    const page = await browser.visit(made.url, { width: 320 });
    expect(await page.locator('.proofs img').count()).toBe(3);
    await page.getByRole('link', { name: 'Enlarge 1.jpg' }).click();
    await expectFit(page);
    const { width = 0, height = 0 } = (await page.locator('li:target').boundingBox()) ?? {};
    expect([width, height]).toEqual([320, 800]);
    await page.locator('li:target').getByRole('link', { name: 'Next' }).click();
    await page.locator('li:target').getByRole('checkbox', { name: '2.jpg' }).check();
    await page.locator('li:target').getByRole('link', { name: 'Next' }).click();
    await page.locator('li:target').getByRole('checkbox', { name: '3.jpg' }).check();
    await page.locator('li:target').getByRole('link', { name: 'Back to all' }).click();
    await expectFit(page);
    const counted = "getComputedStyle(document.querySelector('.chosen'), '::before').content";
    expect(await page.evaluate(counted)).toBe('counter(chosen)');
    expect(await page.locator('input:checked').count()).toBe(2);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Send the selection' }).click();
    await page.getByText('Your selection has been sent.').waitFor();
    expect((await selections(made))[0].fileIds).toHaveLength(2);
  });
});
