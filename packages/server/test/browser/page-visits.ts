import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Drive, TestSession } from '../drive.ts';
import { accessibilityFaults, launchChromium, overflowPixels, smallTargets } from './chromium.ts';

/** Visits a server's pages in a real browser, and collects their errors. */
export interface PageVisits {
  /** Opens a new browser; `path` is below the server, or a complete URL. */
  visit(
    path: string,
    options?: BrowserContextOptions & {
      readonly as?: TestSession;
      readonly scheme?: 'light' | 'dark';
      readonly width?: number;
    },
  ): Promise<Page>;
  /** Call after each test: fails if a policy was violated, a script threw, or another host was requested. */
  endTest(): Promise<void>;
  close(): Promise<void>;
}

export async function startPageVisits(drive: () => Drive): Promise<PageVisits> {
  const browser: Browser = await launchChromium();
  const pages: Page[] = [];
  const complaints: string[] = [];
  return {
    visit: async (path, { as, scheme = 'light', width = 390, ...options } = {}) => {
      const { url } = drive();
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 800 }, ...options });
      if (as !== undefined)
        await context.addCookies(
          as.cookie.split('; ').map((pair) => {
            const [name = '', ...value] = pair.split('=');
            return { name, value: value.join('='), url };
          }),
        );
      const page = await context.newPage();
      pages.push(page);
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
      });
      page.on('request', (request) => {
        if (![url, 'data:', 'about:'].some((own) => request.url().startsWith(own))) complaints.push(request.url());
      });
      await page.goto(path.startsWith('/') ? `${url}${path}` : path);
      return page;
    },
    endTest: async () => {
      for (const page of pages.splice(0)) await page.context().close();
      expect(complaints.splice(0)).toEqual([]);
    },
    close: () => browser.close(),
  };
}

/** Checks WCAG 2.2 AA with axe, overflow, and the size of targets. */
export async function expectFit(page: Page): Promise<void> {
  expect([await accessibilityFaults(page), await overflowPixels(page), await smallTargets(page)]).toEqual([[], 0, []]);
}
