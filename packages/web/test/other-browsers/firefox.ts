import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { findProgram, patienceMs, type VisitedBrowser } from './visited-browser.ts';

const path = findProgram('firefox-esr') ?? findProgram('firefox');

export const firefoxIsMissing = path === undefined ? 'there is no firefox-esr' : undefined;

/** Firefox, by WebDriver BiDi, which saves downloads in a folder. */
export async function openFirefox(downloads: string): Promise<VisitedBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path ?? '',
    headless: true,
    timeout: 2 * patienceMs,
    protocolTimeout: 4 * patienceMs,
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'intl.locale.requested': 'en-GB',
    },
  });
  const errors: string[] = [];
  const page: Page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewport({ width: 1280, height: 800 });
  page.on('pageerror', (error) => void errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const locate = (xpath: string) => page.locator(`xpath/.${xpath}`);
  const find = async (xpath: string) => {
    const found = await page.waitForSelector(`xpath/.${xpath}`);
    if (found === null) throw new Error(`nothing is ${xpath}`);
    return found;
  };
  return {
    goto: async (url) => void (await page.goto(url)),
    click: (xpath) => locate(xpath).click(),
    waitFor: async (xpath) => void (await page.waitForSelector(`xpath/.${xpath}`, { visible: true })),
    valueOf: async (xpath) => (await find(xpath)).evaluate((field) => (field as HTMLInputElement).value),
    choose: async (xpath, file) => {
      const field = (await find(xpath)) as ElementHandle<HTMLInputElement>;
      await field.uploadFile(file);
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    forgetCookies: async () => {
      const context = browser.defaultBrowserContext();
      await context.deleteCookie(...(await context.cookies()));
    },
    errors: async () => errors,
    close: () => browser.close(),
  };
}
