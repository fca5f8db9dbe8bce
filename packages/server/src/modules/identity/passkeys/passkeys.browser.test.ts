import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityFaults,
  addAuthenticator,
  chromiumPath,
  launchChromium,
} from '../../../../test/browser/chromium.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

/** A secure context, which Chromium resolves to this machine; browsers give no passkeys to an address. */
const baseUrl = 'http://drive.localhost';

let drive: Drive;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let user: TestUser;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive({ settings: { BASE_URL: baseUrl } });
  user = await drive.createUser();
  const { host } = new URL(drive.url);
  browser = await launchChromium([`--host-resolver-rules=MAP drive.localhost ${host}`]);
  context = await browser.newContext();
  page = await context.newPage();
  await addAuthenticator(page);
});
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});

const typePassword = async (): Promise<void> => {
  await page.goto(`${baseUrl}/sign-in?next=/device`);
  await page.getByLabel('Email address').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};
const isSignedIn = (): Promise<void> => page.getByRole('heading', { name: 'Sign in a device' }).waitFor();

async function addPasskey(): Promise<void> {
  await page.goto(`${baseUrl}/app/account/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Virtual');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog', { name: 'Keep your recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('button', { name: 'Remove the passkey Virtual' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
}

describe.skipIf(chromiumPath === undefined)('a passkey of a browser', { timeout: 120_000 }, () => {
  it('[P-1135] is added in the web app, is the second factor after a password, and signs in alone', async () => {
    await typePassword();
    await isSignedIn();
    await addPasskey();

    await context.clearCookies();
    await typePassword();
    await page.getByRole('heading', { name: 'Type your code' }).waitFor();
    const useIt = page.getByRole('button', { name: 'Use a passkey' });
    await useIt.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await useIt.click();
    await isSignedIn();

    await context.clearCookies();
    await page.goto(`${baseUrl}/sign-in?next=/device`);
    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
    await signIn.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await signIn.click();
    await isSignedIn();
  });

  it('[P-1801] signs in on the page to which a device leads, and the device gets a key', async () => {
    const device = (await (await drive.fetch('/api/auth/device', { method: 'POST' })).json()) as Record<
      'verificationUriComplete' | 'userCode' | 'deviceCode',
      string
    >;
    await context.clearCookies();
    await page.goto(device.verificationUriComplete);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(device.userCode).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Device allowed' }).waitFor();
    const json = { deviceCode: device.deviceCode };
    const polled = await drive.fetch('/api/auth/device/token', { method: 'POST', json });
    const { rawKey } = (await polled.json()) as { rawKey: string };
    expect(await (await drive.fetch('/api/me', { key: rawKey })).json()).toMatchObject({ email: user.email });
  });
});
