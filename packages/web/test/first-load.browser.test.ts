import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { startWebStage, type WebStage } from './web-user.ts';

/** Limits of what is loaded besides the API, in gzipped bytes. */
const most = { bytesUntilRows: 190_000, bytesUntilIdle: 230_000, requestsUntilIdle: 45, requestsOfReload: 12 };

describe.skipIf(chromiumPath === undefined)('the first load of the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  /** Marks when the rows are in the page, and when the browser is idle for the first time after it has painted them. */
  const markTimes = (page: Page): Promise<unknown> =>
    page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[data-item-name]') === null) return;
        observer.disconnect();
        performance.mark('rows');
        requestAnimationFrame(() => requestIdleCallback(() => void performance.mark('idle')));
      }).observe(document, { childList: true, subtree: true });
    });

  /** URLs that were asked for before a mark, the page's own first. */
  const urlsBefore = (page: Page, mark: 'rows' | 'idle'): Promise<string[]> =>
    page.evaluate((name) => {
      const end = performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
      const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < end);
      return [location.href, ...resources.map((resource) => resource.name)];
    }, mark);

  /** The icon of the tab is left out: when a browser asks for it is no matter of the page. */
  const bytesOf = async (page: Page, urls: readonly string[]): Promise<number> => {
    const own = [...new Set(urls)].filter((url) => url.startsWith(`${stage.drive.url}/app/`) && !/favicon/.test(url));
    expect(own.length).toBeGreaterThan(5);
    const sizes = await Promise.all(
      own.map(async (url) => {
        const response = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
        return Number(response.headers()['content-length'] ?? (await response.body()).byteLength);
      }),
    );
    return sizes.reduce((sum, bytes) => sum + bytes);
  };

  test('stays within its limits until the rows are shown and until the browser is idle, and a reload asks for little', async () => {
    const { api, page } = await stage.open();
    await api.put('a.txt', 'a');
    await markTimes(page);
    await page.reload();
    // What is loaded in advance comes after the library for dragging.
    await page.locator('[draggable=true]').waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('idle').length > 0);
    expect(await bytesOf(page, await urlsBefore(page, 'rows'))).toBeLessThanOrEqual(most.bytesUntilRows);
    const untilIdle = await urlsBefore(page, 'idle');
    expect(await bytesOf(page, untilIdle)).toBeLessThanOrEqual(most.bytesUntilIdle);
    expect(untilIdle.length).toBeLessThanOrEqual(most.requestsUntilIdle);

    // Everything is loaded when the parts that come last are.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /palette/.test(name)));
    await page.reload();
    await page.locator('[draggable=true]').waitFor();
    const sent = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    expect([...sent, 'the page'].length).toBeLessThanOrEqual(most.requestsOfReload);
  });

  test('asks for the first list once, before the app has arrived', async () => {
    const { api, page } = await stage.open();
    const folder = await api.folder('Trip');
    await api.put('a.txt', 'a', { in: folder });
    let asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(?:files|files\/.*\/path|me)$/.test(pathname)) asked.push(pathname);
    });
    for (const [path, wanted] of [
      ['files', ['/api/files', '/api/me']],
      [`files/${folder}`, ['/api/files', `/api/files/${folder}/path`, '/api/me']],
    ] as const) {
      // The page before may still load its list again, because files were added.
      await page.goto('about:blank');
      asked = [];
      // The app arrives only when its first requests were sent.
      const sent = page.waitForRequest(/\/api\/me$/);
      await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
        await sent;
        await route.continue();
      });
      await page.goto(`${stage.drive.url}/app/${path}`);
      await page.locator('[data-item-name]').waitFor();
      expect(asked.toSorted()).toEqual(wanted);
      await page.unroute(/\/assets\/index-[^/]*\.js$/);
    }
  });

  test('loads nothing in advance for users who save data', async () => {
    const { api, page } = await stage.open();
    await api.put('a.txt', 'a');
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.reload();
    await page.locator('[draggable=true]').waitFor();
    // The browser is idle several times, each of which would load a part.
    await page.evaluate(async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => requestIdleCallback(resolve));
    });
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(names.filter((name) => /viewer|item-menu|palette/.test(name))).toEqual([]);
    await page.getByRole('button', { name: 'Actions for a.txt' }).click();
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
  });
});
