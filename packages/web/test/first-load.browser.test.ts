import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { startWebStage, type WebStage } from './web-user.ts';

/** Limit of what the first screen loads besides the API, gzipped. */
const mostBytes = 200_000;

describe.skipIf(chromiumPath === undefined)('the first load of the web app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test(`takes at most ${mostBytes / 1000} kB until the rows are shown`, async () => {
    const { api, page } = await stage.open();
    await api.put('a.txt', 'a');
    await page.addInitScript(() => {
      // Files that the app loads some seconds later, in advance, do not count, however slow this machine is.
      const { setTimeout: later } = window;
      window.setTimeout = ((act: () => void, ms = 0) => (ms < 3000 ? later(act, ms) : 0)) as typeof setTimeout;
      new MutationObserver((_, observer) => {
        if (document.querySelector('[data-item-name]') === null) return;
        observer.disconnect();
        performance.mark('rows');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    // The library for dragging is loaded last.
    await page.locator('[draggable=true]').waitFor();
    const urls = await page.evaluate(() => {
      const shownAt = performance.getEntriesByName('rows')[0]?.startTime ?? Number.NaN;
      const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shownAt);
      return [location.href, ...resources.map(({ name }) => name)];
    });
    const own = [...new Set(urls)].filter((url) => url.startsWith(`${stage.drive.url}/app/`));
    const sizes = await Promise.all(
      own.map(async (url) => {
        const response = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
        return Number(response.headers()['content-length'] ?? (await response.body()).byteLength);
      }),
    );
    expect(own.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(mostBytes);
  });
});
