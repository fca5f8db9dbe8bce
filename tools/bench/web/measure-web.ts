import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { launchChromium } from '../../../packages/server/test/browser/chromium.ts';
import { startServerOf } from '../contenders/drive-contender.ts';
import { execute, stopServer } from '../processes.ts';
import { mainThreadTasks, type Browser, type Page } from './main-thread.ts';
import { watchRenderer } from './renderer-memory.ts';
import { rowsOf, seedFolders, type SeededFolders } from './seed-folders.ts';

export interface WebOptions {
  readonly rounds: number;
  /** Size of the uploaded file. */
  readonly mib: number;
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
/** A line of the table: what, figure, goal. */
type Row = readonly [what: string, figure: string, goal: string];

/** How much slower than this machine the browser's main threads are made. */
const slowdown = 4;
const root = join(import.meta.dirname, '../../..');

/** Builds the web app and measures it in Chromium on a slowed processor, as a table. Linux only. */
export async function measureWeb(options: WebOptions, tell: (line: string) => void): Promise<string> {
  for (const name of ['@drive/web', 'drive-server'])
    await execute('pnpm', ['--filter', name, 'run', 'build'], { cwd: root });
  const directory = mkdtempSync(join(tmpdir(), 'drive-web-'));
  const dataDirectory = join(directory, 'data');
  const folders = await seedFolders(dataDirectory);
  const { child, match } = await startServerOf(dataDirectory);
  const stage: Stage = { url: (match[1] ?? '').replace(/\/$/, ''), folders, ...options, directory };
  const browser = await launchChromium(['--disable-dev-shm-usage']);
  try {
    const state = await signIn(browser, stage);
    const rows: Row[] = [];
    for (const part of [firstLoad, openFolder, typeSearch, scrollFolder, uploadFile]) {
      const measured = await part(browser, state, stage);
      for (const [what, figure] of measured) tell(`  ${what}: ${figure}`);
      rows.push(...measured);
    }
    return [
      `Chromium ${browser.version()}, headless and without a GPU, main threads slowed ${slowdown} times; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      `Medians of ${options.rounds} rounds (lowest to highest).`,
      '',
      '| | figure | goal |',
      '|---|---:|---:|',
      ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ].join('\n');
  } finally {
    await browser.close();
    await stopServer(child);
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Stage extends WebOptions {
  readonly url: string;
  readonly folders: SeededFolders;
  readonly directory: string;
}

async function signIn(browser: Browser, { url, folders }: Stage): Promise<State> {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(`${url}/app/files`);
  await page.getByLabel('Email').fill(folders.owner.email);
  await page.getByLabel('Password').fill(folders.owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: folders.thousand }).waitFor();
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

/** An empty page with an empty cache, which notes when rows are painted. */
async function openPage(browser: Browser, storageState: State): Promise<Page> {
  const context = await browser.newContext({ storageState, locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(notePaints);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

declare global {
  interface Window {
    /** Times at which the first item of a list was on the screen, by the first word of its name. */
    rowsPaintedAt: Record<string, number>;
  }
}

function notePaints(): void {
  window.rowsPaintedAt = {};
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

async function rowsPaintedAt(page: Page, folder: string): Promise<number> {
  const word = rowsOf(folder);
  await page.waitForFunction((name) => name in window.rowsPaintedAt, word);
  return page.evaluate((name) => window.rowsPaintedAt[name] ?? Number.NaN, word);
}

/** Waits until no request has begun or ended for half a second. The stream of events stays open. */
async function requestsEnded(page: Page): Promise<void> {
  let last = Date.now();
  const note = (): void => void (last = Date.now());
  page.on('request', note).on('requestfinished', note);
  while (Date.now() - last < 500) await setTimeout(100);
  page.off('request', note).off('requestfinished', note);
}

async function firstLoad(browser: Browser, state: State, { url, rounds, folders }: Stage): Promise<Row[]> {
  const times: number[] = [];
  let assets: string[] = [];
  let shellBytes = 0;
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, state);
    await page.goto(`${url}/app/files/${folders.ids[folders.thousand]}`);
    times.push(await rowsPaintedAt(page, folders.thousand));
    assets = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    shellBytes = await page.evaluate(
      () => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.encodedBodySize ?? 0,
    );
    await page.context().close();
  }
  const own = new Set(assets.filter((asset) => asset.includes('/app/')));
  const sizes = await Promise.all([...own].map(gzippedBytes));
  const bytes = sizes.reduce((sum, size) => sum + size, shellBytes);
  return [
    ['first load of a folder, gzipped, without the API', `${(bytes / 1000).toFixed(0)} kB`, '200 kB'],
    ['first load of a folder until its rows are painted', milliseconds(times), ''],
  ];
}

async function gzippedBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  const decoded = (await response.arrayBuffer()).byteLength;
  const sent = response.headers.get('content-length');
  return sent === null ? decoded : Number(sent);
}

async function openFolder(browser: Browser, state: State, { url, rounds, folders }: Stage): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, state);
    await page.goto(`${url}/app/files`);
    await page.getByRole('link', { name: folders.thousand }).click();
    const painted = await rowsPaintedAt(page, folders.thousand);
    const arrived = await page.evaluate(
      (id) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes(`parentId=${id}`))
          .map((entry) => (entry as PerformanceResourceTiming).responseEnd)[0] ?? Number.NaN,
      folders.ids[folders.thousand],
    );
    times.push(painted - arrived);
    await page.context().close();
  }
  return [
    ['folder of 1,000 items, from the arrival of its data until its rows are painted', milliseconds(times), '300 ms'],
  ];
}

async function typeSearch(browser: Browser, state: State, { url, rounds, folders }: Stage): Promise<Row[]> {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, state);
    await page.goto(`${url}/app/files/${folders.ids[folders.hundredThousand]}`);
    await rowsPaintedAt(page, folders.hundredThousand);
    const field = page.getByRole('search').getByRole('textbox');
    await field.click();
    await requestsEnded(page);
    const tasks = await mainThreadTasks(browser, page, async () => {
      // Slower than the pause of the field, so that there is a search after each letter, and faster.
      await field.pressSequentially('item', { delay: 450 });
      await field.pressSequentially(' 00012', { delay: 120 });
      await page.getByRole('heading', { name: 'item 00012' }).waitFor();
      await requestsEnded(page);
    });
    longest.push(Math.max(...tasks));
    await page.context().close();
  }
  return [['typing in search, longest task of the main thread', milliseconds(longest), '50 ms']];
}

async function scrollFolder(browser: Browser, state: State, { url, rounds, folders }: Stage): Promise<Row[]> {
  const rates: number[] = [];
  const longest: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, state);
    await page.goto(`${url}/app/files/${folders.ids[folders.hundredThousand]}`);
    await rowsPaintedAt(page, folders.hundredThousand);
    await requestsEnded(page);
    const session = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      const frames: number[] = [];
      const next = (time: number): void => void (frames.push(time), requestAnimationFrame(next));
      requestAnimationFrame(next);
      Object.assign(window, { frames });
    });
    let times: number[] = [];
    const tasks = await mainThreadTasks(browser, page, async () => {
      const began = await page.evaluate(() => performance.now());
      await session.send('Input.synthesizeScrollGesture', {
        x: 640,
        y: 500,
        yDistance: -25_000,
        speed: 5000,
        gestureSourceType: 'mouse',
      });
      times = await page.evaluate(
        (from) => (window as unknown as { frames: number[] }).frames.filter((time) => time >= from),
        began,
      );
    });
    const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
    rates.push((1000 * (times.length - 1)) / lasted);
    longest.push(Math.max(...tasks));
    busy.push((100 * tasks.reduce((sum, task) => sum + task, 0)) / lasted);
    await page.context().close();
  }
  return [
    ['scrolling 100,000 items at 5,000 px/s, animation frames a second', spread(rates), '50'],
    ['longest task of the main thread meanwhile', milliseconds(longest), ''],
    ['the main thread is busy', `${spread(busy)} %`, ''],
  ];
}

async function uploadFile(_: Browser, state: State, { url, mib, directory }: Stage): Promise<Row[]> {
  const source = join(directory, 'large.bin');
  await execute('dd', ['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${mib}`]);
  // A browser of its own, so that one renderer is that of the page.
  const browser = await launchChromium(['--disable-dev-shm-usage']);
  try {
    const page = await openPage(browser, state);
    await page.goto(`${url}/app/files`);
    await page.locator('[data-upload=files]').waitFor({ state: 'attached' });
    await requestsEnded(page);
    const memory = await watchRenderer(browser, async () => {
      await page.locator('[data-upload=files]').setInputFiles(source);
      await page.getByRole('grid').getByText('large.bin').waitFor({ timeout: 600_000 });
    });
    const shown = ({ own, resident }: { readonly own: number; readonly resident: number }) =>
      `${own.toFixed(0)} MiB (${resident.toFixed(0)} resident)`;
    return [
      ["memory of the page's process, without what it shares, before an upload", shown(memory.before), ''],
      [`the same, peak of an upload of ${mib} MiB`, shown(memory.peak), '150 MiB'],
    ];
  } finally {
    await browser.close();
  }
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b).map((value) => value.toFixed(0));
  return `${sorted[Math.floor(sorted.length / 2)] ?? ''} (${sorted[0] ?? ''}–${sorted.at(-1) ?? ''})`;
}

const milliseconds = (values: readonly number[]): string => `${spread(values)} ms`;
