import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where this machine has a Chromium; undefined where it has none, and tests that need one are skipped. */
export const chromiumPath: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

if (chromiumPath === undefined)
  console.warn(
    `No browser was tried: none of ${names.join(', ')} is on the PATH. Install Debian's chromium, or any other.`,
  );

/** `flags` for this test alone. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    // Where no language is set, a machine's own, names of files beyond ASCII are not to be had.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      // Root has no sandbox to be put into.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
}

/** What of WCAG 2.2 AA a machine can find fault with on the page as it is now, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: onPage } = globalThis as unknown as { axe: typeof axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await onPage.run({ runOnly: { type: 'tag', values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** How far the page is wider than its window; nobody should have to scroll sideways. */
export function overflowPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/** Controls that are smaller than a finger needs (WCAG 2.5.8), one line each; links within a text may be. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { querySelectorAll(what: string): Iterable<Target> } };
    const small: string[] = [];
    for (const target of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')) {
      const { width, height, right } = target.getBoundingClientRect();
      // What is shown only with the focus is out of the way until then.
      if (width > 0 && right > 0 && (width < 24 || height < 24))
        small.push(`${width}×${height}: ${target.outerHTML.slice(0, 100)}`);
    }
    return small;
  });
}

interface Target {
  readonly outerHTML: string;
  getBoundingClientRect(): { readonly width: number; readonly height: number; readonly right: number };
}
