import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { execute } from '../processes.ts';
import { interactions, rowAt } from './interactions.ts';
import { mainThreadFrames } from './main-thread.ts';
import { rowsPaintedAt, settled, startWebStage, type WebStage } from './web-stage.ts';

/** A line of the table: what, figure, goal. */
type Row = readonly [what: string, figure: string, goal: string];

/** How much slower than this machine the browser's main threads are made. */
const slowdown = 4;
/** The slow 4G of Lighthouse: bytes a second, and milliseconds until the answer to a request begins. */
const slow4G = { downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
const parts = { load: firstLoad, open: openFolder, interact, scroll: scrollFolder };

export const webParts = Object.keys(parts);

/** Measures the built web app in Chromium, as a table. Linux only. */
export async function measureWeb(
  { rounds, only }: { readonly rounds: number; readonly only: readonly string[] },
  tell: (line: string) => void,
): Promise<string> {
  const stage = await startWebStage();
  try {
    const rows: Row[] = [];
    for (const [name, part] of Object.entries(parts)) {
      if (!only.includes(name)) continue;
      const measured = await part(stage, rounds);
      for (const [what, figure] of measured) tell(`  ${what}: ${figure}`);
      rows.push(...measured);
    }
    const processors = (await execute('nproc', [])).stdout.trim();
    return [
      `Chromium ${stage.browser.version()}, headless and without a GPU, ${processors} shared processors; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      `Medians of ${rounds} rounds (lowest to highest).`,
      '',
      '| | figure | goal |',
      '|---|---:|---:|',
      ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ].join('\n');
  } finally {
    await stage.close();
  }
}

const openLarge = async ({ url, folders }: WebStage, page: Page): Promise<void> => {
  await page.goto(`${url}/app/files/${folders.ids[folders.hundredThousand]}`);
  await rowsPaintedAt(page, folders.hundredThousand);
  await settled(page);
};

async function firstLoad(stage: WebStage, rounds: number): Promise<Row[]> {
  const { url, folders } = stage;
  const largest: number[] = [];
  const rows: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, session } = await stage.open(slowdown);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G });
    await page.goto(`${url}/app/files/${folders.ids[folders.thousand]}`);
    rows.push(await rowsPaintedAt(page, folders.thousand));
    await settled(page);
    largest.push(await page.evaluate(() => window.largestPaintAt));
    await page.reload();
    await rowsPaintedAt(page, folders.thousand);
    await settled(page);
    again.push(await page.evaluate(() => window.largestPaintAt));
    await page.context().close();
  }
  return [
    [
      'first load of a folder with slow 4G and a slow processor, largest contentful paint',
      milliseconds(largest),
      '2500 ms',
    ],
    ['the same until its rows are painted', milliseconds(rows), ''],
    ['the same again, with what the browser has stored', milliseconds(again), '2500 ms'],
  ];
}

async function openFolder(stage: WebStage, rounds: number): Promise<Row[]> {
  const { url, folders } = stage;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page } = await stage.open(slowdown);
    await page.goto(`${url}/app/files`);
    await page.getByRole('main').getByRole('link', { name: folders.thousand }).click();
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
    [
      'folder of 1,000 items with a slow processor, from the arrival of its data until its rows are painted',
      milliseconds(times),
      '300 ms',
    ],
  ];
}

/** Longest time from a key or a click until the next frame is painted, by interaction. */
async function interact(stage: WebStage, rounds: number): Promise<Row[]> {
  const { url, folders } = stage;
  const longest = new Map<string, number[]>(interactions.map(([what]) => [what, []]));
  for (let round = 0; round < rounds; round++) {
    const { page } = await stage.open(slowdown);
    await page.goto(`${url}/app/files/${folders.ids[folders.thousand]}`);
    await rowsPaintedAt(page, folders.thousand);
    await settled(page);
    await rowAt(page, 3).click({ position: { x: 420, y: 12 } });
    for (const [what, perform, undo] of interactions) {
      await settled(page);
      await page.evaluate(() => void (window.interactions = []));
      await perform(page);
      await settled(page);
      // Events below 16 ms are not reported.
      longest
        .get(what)
        ?.push(await page.evaluate(() => Math.max(16, ...window.interactions.map(({ duration }) => duration))));
      await undo?.(page);
    }
    await page.context().close();
  }
  return Array.from(longest, ([what, times]) => [
    `interaction with 1,000 items and a slow processor: ${what}`,
    milliseconds(times),
    '100 ms',
  ]);
}

async function scrollFolder(stage: WebStage, rounds: number): Promise<Row[]> {
  const medians: number[] = [];
  const high: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, session } = await stage.open(1);
    await openLarge(stage, page);
    let lasted = 0;
    const frames = await mainThreadFrames(stage.browser, page, async () => {
      const start = performance.now();
      await session.send('Input.synthesizeScrollGesture', {
        x: 640,
        y: 500,
        yDistance: -25_000,
        speed: 5000,
        gestureSourceType: 'mouse',
      });
      lasted = performance.now() - start;
    });
    const sorted = frames.toSorted((a, b) => a - b);
    medians.push(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
    high.push(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN);
    rates.push((1000 * frames.length) / lasted);
    await page.context().close();
  }
  return [
    [
      'scrolling 100,000 items at 5,000 px/s, processor time of the main thread in a frame, median',
      milliseconds(medians, 1),
      '16 ms',
    ],
    ['the same, 95th percentile', milliseconds(high, 1), '16 ms'],
    ['frames a second meanwhile', spread(rates), ''],
  ];
}

function spread(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((a, b) => a - b).map((value) => value.toFixed(digits));
  return `${sorted[Math.floor(sorted.length / 2)] ?? ''} (${sorted[0] ?? ''}–${sorted.at(-1) ?? ''})`;
}

const milliseconds = (values: readonly number[], digits = 0): string => `${spread(values, digits)} ms`;
