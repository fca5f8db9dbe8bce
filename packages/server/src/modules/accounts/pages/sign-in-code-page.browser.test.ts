import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUserWithTwoFactor } from '../../../../test/api/authenticator.ts';
import { chromiumPath } from '../../../../test/browser/chromium.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../../test/browser/page-visits.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';

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

describe.skipIf(chromiumPath === undefined)('the code of a sign-in, in a browser', { timeout: 120_000 }, () => {
  it.each([
    ['light', 1000, true],
    ['dark', 320, true],
    ['light', 320, false],
  ] as const)(
    'is asked for on an accessible page: %s, %i px wide, JavaScript %s',
    async (scheme, width, javaScriptEnabled) => {
      const { user, authenticator } = await createUserWithTwoFactor(drive);
      const page = await browser.visit('/device', { scheme, width, javaScriptEnabled });
      // axe needs timers on the page.
      const fits = async (): Promise<void> => {
        if (javaScriptEnabled) await expectFit(page);
      };
      await page.getByLabel('Email address').fill(user.email);
      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Type your code' }).waitFor();
      const code = page.getByRole('textbox', { name: 'Code' });
      expect(await code.evaluate((field) => field.getAttribute('autocomplete'))).toBe('one-time-code');
      await fits();
      await code.fill('nothing');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The code is wrong').waitFor();
      await fits();
      await code.fill(authenticator());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Sign in a device' }).waitFor();
    },
  );
});
