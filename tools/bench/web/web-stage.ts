import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../../packages/server/test/browser/chromium.ts';
import { startServerOf } from '../contenders/drive-contender.ts';
import { stopServer } from '../processes.ts';
import { rowsOf, seedFolders, type SeededFolders } from './seed-folders.ts';

/** The built server with folders, and a browser that is signed in to it. */
export interface WebStage {
  readonly url: string;
  readonly folders: SeededFolders;
  readonly browser: Browser;
  /** A page with an empty cache, whose main thread is slowed so many times. */
  open(slowdown: number): Promise<{ readonly page: Page; readonly session: CDPSession }>;
  close(): Promise<void>;
}

export async function startWebStage(): Promise<WebStage> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-web-'));
  const dataDirectory = join(directory, 'data');
  const folders = await seedFolders(dataDirectory);
  const { child, match } = await startServerOf(dataDirectory);
  const url = (match[1] ?? '').replace(/\/$/, '');
  const browser = await launchChromium(['--disable-dev-shm-usage'], { hasWindows: true });
  const state = await signIn(browser, url, folders);
  return {
    url,
    folders,
    browser,
    async open(slowdown) {
      const viewport = { width: 1280, height: 800 };
      const context = await browser.newContext({ storageState: state, locale: 'en-GB', viewport });
      const page = await context.newPage();
      await page.addInitScript(notePaints);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      return { page, session };
    },
    async close() {
      await browser.close();
      await stopServer(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

async function signIn(browser: Browser, url: string, folders: SeededFolders): Promise<State> {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(`${url}/app/files`);
  await page.getByLabel('Email').fill(folders.owner.email);
  await page.getByLabel('Password').fill(folders.owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: folders.thousand }).waitFor();
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

declare global {
  interface Window {
    /** Times at which the first item of a list was on the screen, by the first word of its name. */
    rowsPaintedAt: Record<string, number>;
    /** Time of the largest contentful paint until now. */
    largestPaintAt: number;
    /** Kinds and durations of interactions that took 16 ms or more, until the next frame was painted. */
    interactions: { readonly type: string; readonly id: number; readonly duration: number }[];
  }
  interface PerformanceEventTiming {
    readonly interactionId: number;
  }
}

function notePaints(): void {
  window.rowsPaintedAt = {};
  window.largestPaintAt = Number.NaN;
  window.interactions = [];
  new PerformanceObserver((list) => {
    window.largestPaintAt = list.getEntries().at(-1)?.startTime ?? window.largestPaintAt;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const timing = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId !== 0)
        window.interactions.push({ type: entry.name, id: entry.interactionId, duration: entry.duration });
  }).observe(timing);
  const seen = new Set<string>();
  new MutationObserver(() => {
    const [word = ''] = (document.querySelector('[data-item-name]')?.textContent ?? '').split(' ');
    if (word === '' || seen.has(word)) return;
    seen.add(word);
    // A message that is sent before a frame arrives after it was painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (window.rowsPaintedAt[word] = performance.now()));
      port1.start();
      port2.postMessage('');
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** The time at which the rows of a folder were painted. */
export async function rowsPaintedAt(page: Page, folder: string): Promise<number> {
  const word = rowsOf(folder);
  await page.waitForFunction((name) => name in window.rowsPaintedAt, word);
  return page.evaluate((name) => window.rowsPaintedAt[name] ?? Number.NaN, word);
}

/** Milliseconds after which a page that still makes requests is measured all the same. */
const patienceMs = 10_000;

/** Waits until the page has made no request, and its main thread had nothing to do, for half a second. */
export async function settled(page: Page): Promise<void> {
  const began = Date.now();
  let last = began;
  const note = (): void => void (last = Date.now());
  page.on('request', note).on('requestfinished', note);
  // The stream of events stays open.
  while (Date.now() - last < 500 && Date.now() - began < patienceMs)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
  page.off('request', note).off('requestfinished', note);
}
