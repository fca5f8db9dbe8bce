import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { accessibilityFaults, launchChromium, overflowPixels } from '../../server/test/browser/chromium.ts';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../server/test/drive.ts';
import { sharedApi, type SharedApi } from '../../server/test/shared.ts';

/** A server and a browser; users of the app in it. */
export interface WebStage {
  readonly drive: Drive;
  /** A new user who is signed in, at a path below `/app/`. */
  open(path?: string, options?: BrowserContextOptions & NewUser): Promise<WebUser>;
  /** Opens a page in a browser in which nobody is signed in. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Throws if a page logged an error, broke its policy or asked another host. */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface NewUser {
  readonly isAdmin?: boolean;
  readonly email?: string;
  /** Called before the page is opened. */
  readonly prepare?: (user: TestUser, context: BrowserContext) => Promise<void>;
}

export interface WebUser {
  readonly user: TestUser;
  readonly api: SharedApi;
  readonly page: Page;
  readonly context: BrowserContext;
  goto(path: string): Promise<void>;
  /** The names in the list, from the top. */
  names(): Promise<string[]>;
}

interface Visit extends BrowserContextOptions {
  /** Default: none is opened. */
  readonly url?: string;
  readonly cookie?: string;
}

/** The browser logs a refused request as an error; the app shows it. */
const expectedErrors =
  /status of (?:400|401|403|404|409|410|412|413|429|502)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED/;

export async function startWebStage(options?: DriveOptions): Promise<WebStage> {
  const drive = await startDrive(options);
  const browser: Browser = await launchChromium(['--disable-dev-shm-usage']);
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  const visit = async ({ url = '', cookie = '', ...options }: Visit): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      acceptDownloads: true,
      locale: 'en-GB',
      ...options,
    });
    contexts.push(context);
    await context.addCookies(
      cookie
        .split('; ')
        .filter((pair) => pair !== '')
        .map((pair) => ({
          name: pair.slice(0, pair.indexOf('=')),
          value: pair.slice(pair.indexOf('=') + 1),
          url: drive.url,
        })),
    );
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expectedErrors.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      // The browser's own viewer of PDF documents has pages of its own.
      const own = [drive.url, 'data:', 'blob:', 'about:', 'chrome://', 'chrome-extension://'];
      if (!own.some((each) => request.url().startsWith(each))) complaints.push(request.url());
    });
    if (url !== '') await page.goto(url);
    return page;
  };
  return {
    drive,
    visit: (url, options) => visit({ ...options, url }),
    async open(path = 'files', { isAdmin = false, email, prepare, ...options } = {}) {
      const user = await drive.createUser({ isAdmin, ...(email === undefined ? {} : { email }) });
      const { cookie } = await drive.signIn(user);
      const page = await visit({ ...options, cookie });
      await prepare?.(user, page.context());
      const goto = async (to: string): Promise<void> => void (await page.goto(`${drive.url}/app/${to}`));
      await goto(path);
      return {
        user,
        api: sharedApi(drive, user),
        page,
        context: page.context(),
        goto,
        names: () => page.locator('[data-item-name]').allInnerTexts(),
      };
    },
    async check() {
      for (const context of contexts.splice(0)) await context.close();
      const all = complaints.splice(0);
      if (all.length > 0) throw new Error(all.join('\n'));
    },
    async close() {
      await browser.close();
      await drive.close();
    },
  };
}

/** Faults of the page as it is now, in light and dark: WCAG 2.2 AA and scrolling sideways. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches && document.getAnimations().length === 0,
      colorScheme,
    );
    const found = await accessibilityFaults(page, { ofColors: colorScheme === 'dark' });
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const overflow = await overflowPixels(page);
  return overflow > 0 ? [...faults, `wider than the window by ${overflow} px`] : faults;
}

/** Faults of the page, small targets among them, in windows of these widths. */
export async function faultsAtWidths(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const found = [...(await smallTargets(page)), ...(await faultsOf(page))];
    faults.push(...found.map((fault) => `${width} px, ${fault}`));
  }
  return faults;
}

/** A notice at the edge of the page. */
export const noticed = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Tries to close a dialog by the keyboard and by a click outside. */
export async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/**
 * Buttons and links that are lower or narrower than a finger needs (44 px), or the denser rows for a mouse (36 px); names of items are
 * as wide as their row instead.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = window.matchMedia('(pointer: coarse)').matches ? 44 : 36;
    return [...document.querySelectorAll('button, a[href], input:not([type=hidden])')]
      .map((element) => element.closest('label') ?? element)
      .filter((element) => !element.hasAttribute('data-item-name'))
      .flatMap((element) => {
        const { width, height, right } = element.getBoundingClientRect();
        const isShown = width > 0 && right > 0;
        return isShown && (width < least - 0.5 || height < least - 0.5)
          ? [`${width}×${height} ${element.outerHTML.slice(0, 90)}`]
          : [];
      });
  });
}
