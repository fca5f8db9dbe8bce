import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../../test/browser/chromium.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../../test/browser/page-visits.ts';
import { authenticatorOf } from '../../../../test/api/authenticator.ts';

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

describe.skipIf(chromiumPath === undefined)('two-factor authentication, in a browser', { timeout: 120_000 }, () => {
  it.each([
    ['light', 1000, true],
    ['dark', 320, true],
    ['light', 320, false],
  ] as const)(
    'is turned on, asked for and turned off on accessible pages: %s, %i px wide, JavaScript %s',
    async (scheme, width, javaScriptEnabled) => {
      const user = await drive.createUser({ email: `somebody-with-a-long-address-${scheme}-${width}@example.com` });
      const page = await browser.visit('/account', { scheme, width, javaScriptEnabled });
      // axe needs timers on the page.
      const fits = async (): Promise<void> => {
        if (javaScriptEnabled) await expectFit(page);
      };
      const type = async (): Promise<void> => {
        await page.getByLabel('Email address').fill(user.email);
        await page.getByLabel('Password').fill(user.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      await type();
      await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
      await fits();

      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
      await fits();
      const secret = (await page.locator('.usercode').innerText()).replaceAll(' ', '');
      const authenticator = authenticatorOf(drive, secret);
      await page.getByRole('textbox', { name: 'Code' }).fill('000000');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('Wrong code. Check the clock of the device.').waitFor();
      await fits();
      await page.getByRole('textbox', { name: 'Code' }).fill(authenticator());
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('Two-factor authentication is on. Signing in now asks for a code.').waitFor();
      await fits();
      expect((await page.locator('pre').innerText()).trim().split('\n')).toHaveLength(10);
      await page.getByRole('link', { name: 'I have saved them' }).click();
      await page.getByText('10 of your recovery codes are left').waitFor();
      await fits();

      await page.getByRole('button', { name: 'Sign out' }).click();
      drive.clock.advance(60_000);
      await page.goto(`${drive.url}/account`);
      await type();
      await page.getByRole('heading', { name: 'Type your code' }).waitFor();
      expect(
        await page.getByRole('textbox', { name: 'Code' }).evaluate((field) => field.getAttribute('autocomplete')),
      ).toBe('one-time-code');
      await fits();
      await page.getByRole('textbox', { name: 'Code' }).fill('nothing');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The code is wrong').waitFor();
      await fits();
      await page.getByRole('textbox', { name: 'Code' }).fill(authenticator());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByText('Two-factor authentication is off.').waitFor();
    },
  );
});
