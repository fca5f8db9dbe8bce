import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, chromiumPath, launchChromium } from '../../../../test/browser/chromium.ts';
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
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
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
});
