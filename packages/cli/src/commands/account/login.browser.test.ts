import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUserWithTwoFactor, type UserWithTwoFactor } from '../../../../server/test/api/authenticator.ts';
import { chromiumPath, launchChromium } from '../../../../server/test/browser/chromium.ts';
import { startDrive, type Drive } from '../../../../server/test/drive.ts';
import { cli } from '../../../test/cli.ts';
import { createFakeWorld, createTestDirectory } from '../../../test/fake-world.ts';
import { run } from '../../run.ts';

let drive: Drive;
let browser: Awaited<ReturnType<typeof launchChromium>> | undefined;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive();
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});

/** Signs in from a terminal, and follows the page in a real browser. */
async function signIn(home: string, decision: 'Approve' | 'Refuse', withCodes?: UserWithTwoFactor) {
  const user = withCodes?.user ?? (await drive.createUser());
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
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  if (withCodes !== undefined) {
    await page.getByRole('textbox', { name: 'Code' }).fill(withCodes.authenticator());
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  // The page and the terminal show the same code.
  const code = (await page.locator('.usercode').textContent()) ?? '';
  expect(world.err()).toContain(`the code ${code}`);
  await page.getByRole('button', { name: decision }).click();
  await page.getByRole('heading', { name: decision === 'Approve' ? 'Device allowed' : 'Device refused' }).waitFor();
  decided.resolve();
  return { user, code: await ended, err: world.err() };
}

it.skipIf(chromiumPath === undefined)(
  'opens the page, and is signed in once the user has signed in there and approved',
  { timeout: 60_000 },
  async () => {
    const home = createTestDirectory();
    const { user, code, err } = await signIn(home, 'Approve');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(`as ${user.email}`) as string });
    expect((await cli(['whoami', '--json'], { home })).out).toContain(user.email);
  },
);

it.skipIf(chromiumPath === undefined)('requires the two-factor code on the page', { timeout: 60_000 }, async () => {
  const home = createTestDirectory();
  const { user, code } = await signIn(home, 'Approve', await createUserWithTwoFactor(drive));
  expect(code).toBe(0);
  expect((await cli(['whoami', '--json'], { home })).out).toContain(user.email);
});

it.skipIf(chromiumPath === undefined)('is not signed in if the user refuses', { timeout: 60_000 }, async () => {
  const home = createTestDirectory();
  const { code, err } = await signIn(home, 'Refuse');
  expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('refused in the browser') as string });
  expect((await cli(['whoami'], { home, env: { DRIVE_BASE_URL: drive.url } })).code).toBe(4);
});
