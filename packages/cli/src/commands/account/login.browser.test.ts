import { PassThrough } from 'node:stream';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserWithTwoFactor } from '../../../../server/test/api/authenticator.ts';
import { chromiumPath, launchChromium } from '../../../../server/test/browser/chromium.ts';
import { startDrive, type Drive, type TestUser } from '../../../../server/test/drive.ts';
import { startIssuer, type TestIssuer } from '../../../../server/test/network/test-issuer.ts';
import { cli } from '../../../test/cli.ts';
import { createFakeWorld, createTestDirectory } from '../../../test/fake-world.ts';
import { run } from '../../run.ts';

let issuer: TestIssuer;
let drive: Drive;
let browser: Awaited<ReturnType<typeof launchChromium>> | undefined;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  issuer = await startIssuer();
  drive = await startDrive({ settings: issuer.settings });
  issuer.register(drive);
  // The first account of a server comes by its set-up.
  await drive.createUser({ isAdmin: true });
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await drive?.close();
  await issuer?.close();
});

/** Signs in from a terminal; `prove` says on the page in a real browser who the user is. */
async function signIn(home: string, decision: 'Approve' | 'Refuse', prove: (page: Page) => Promise<void>) {
  const opened = Promise.withResolvers<string>();
  const decided = Promise.withResolvers<void>();
  const world = createFakeWorld({
    home,
    argv: ['login', '--url', drive.url],
    stdin: new PassThrough(),
    stdinIsTerminal: true,
    openBrowser(url) {
      opened.resolve(url);
      return true;
    },
    async sleep(ms) {
      await decided.promise;
      drive.clock.advance(ms);
    },
  });
  const ended = run(world);
  const page = await (await browser!.newContext()).newPage();
  await page.goto(await opened.promise);
  await prove(page);
  // The page and the terminal show the same code.
  expect(world.err()).toContain(`the code ${await decide(page, decision)}`);
  decided.resolve();
  return { code: await ended, err: world.err() };
}

/** Returns the code that the page shows. */
async function decide(page: Page, decision: 'Approve' | 'Refuse'): Promise<string> {
  const code = (await page.locator('.usercode').textContent()) ?? '';
  await page.getByRole('button', { name: decision }).click();
  await page.getByRole('heading', { name: decision === 'Approve' ? 'Device allowed' : 'Device refused' }).waitFor();
  return code;
}

const typePassword =
  ({ email, password }: TestUser) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
const whoami = async (home: string): Promise<string> => (await cli(['whoami', '--json'], { home })).out;

describe.skipIf(chromiumPath === undefined)('drive-cli login', { timeout: 60_000 }, () => {
  it('opens the page, and is signed in once the user has signed in there and approved', async () => {
    const home = createTestDirectory();
    const user = await drive.createUser();
    const { code, err } = await signIn(home, 'Approve', typePassword(user));
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(`as ${user.email}`) as string });
    expect(await whoami(home)).toContain(user.email);
  });

  it('requires the two-factor code on the page', async () => {
    const home = createTestDirectory();
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const { code } = await signIn(home, 'Approve', async (page) => {
      await typePassword(user)(page);
      await page.getByRole('textbox', { name: 'Code' }).fill(authenticator());
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    });
    expect(code).toBe(0);
    expect(await whoami(home)).toContain(user.email);
  });

  it('[P-1800] takes a user whom the issuer of single sign-on knows, with a new account', async () => {
    const home = createTestDirectory();
    const email = 'grace@example.org';
    issuer.users.set('grace', { email, email_verified: true, name: 'Grace' });
    issuer.expect('grace');
    const { code } = await signIn(home, 'Approve', (page) =>
      page.getByRole('link', { name: 'Sign in with Example login' }).click(),
    );
    expect(code).toBe(0);
    expect(await whoami(home)).toContain(email);
  });

  it('is not signed in if the user refuses', async () => {
    const home = createTestDirectory();
    const { code, err } = await signIn(home, 'Refuse', typePassword(await drive.createUser()));
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('refused in the browser') as string });
    expect((await cli(['whoami'], { home, env: { DRIVE_BASE_URL: drive.url } })).code).toBe(4);
  });
});
