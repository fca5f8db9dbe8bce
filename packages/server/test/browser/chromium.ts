import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Names of Chromium's headless shell, which is the browser without windows. A page takes a fifth of the processor time in it. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

/** Path of Chromium on this machine; undefined if there is none, and its tests are skipped. */
export const chromiumPath: string | undefined = findOnPath(names);

function findOnPath(programs: readonly string[]): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

if (chromiumPath === undefined)
  console.warn(
    `No browser was tried: none of ${names.join(', ')} is on the PATH. Install Debian's chromium, or any other.`,
  );

/** Features of Chromium's windows that are turned off: each window would load pages of its own for them and take twice the time. */
const windowFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];
/** Features that Playwright turns off. Chromium takes the last list only. */
const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** `flags` apply to this test only. `hasWindows`: for what the browser does outside of its pages, such as to show a PDF. */
export function launchChromium(
  flags: readonly string[] = [],
  { hasWindows = false }: { readonly hasWindows?: boolean } = {},
): Promise<Browser> {
  const shell = hasWindows ? undefined : findOnPath(shellNames);
  return chromium.launch({
    executablePath: shell ?? chromiumPath ?? '',
    // Without a language in the environment, file names beyond ASCII would fail.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      // Chromium has no sandbox for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...playwrightFeatures, ...windowFeatures].join()}`,
      ...flags,
    ],
  });
}

/** Gives the page a virtual authenticator, which holds passkeys and always verifies its user. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
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
}

const wcagTags = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const;
/** Those of `wcagTags` that depend on colors. */
const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Faults of the current page against WCAG 2.2 AA that axe can detect, one line each. */
export async function accessibilityFaults(page: Page, { ofColors = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ type, values }) => {
      const { axe: onPage } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await onPage.run({ runOnly: { type, values: [...values] } });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    ofColors ? colorRules : wcagTags,
  );
}

/** Number of pixels by which the page is wider than its window. */
export function overflowPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/** Controls that are too small for a finger (WCAG 2.5.8), one line each, except for links within a text. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { querySelectorAll(what: string): Iterable<Target> } };
    const small: string[] = [];
    for (const target of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')) {
      const { width, height, right } = target.getBoundingClientRect();
      // Elements that are visible only with the focus are outside the page until then.
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
