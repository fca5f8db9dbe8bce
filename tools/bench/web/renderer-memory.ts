import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { UnwatchedPage } from './unwatched-page.ts';

/** Memory of a page after a collection of garbage. */
export interface PageMemory {
  /** MiB that its scripts use. */
  readonly heap: number;
  /** MiB of its process that no other process uses: what Chromium's task manager shows of a tab. */
  readonly own: number;
  /** Nodes of documents, also of those that are not shown. */
  readonly nodes: number;
  readonly listeners: number;
}

/** Reads the memory of the only busy page of a browser. Linux only. */
export async function memoryReader(browser: Browser, page: UnwatchedPage): Promise<() => Promise<PageMemory>> {
  const ofBrowser = await browser.newBrowserCDPSession();
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
  const [renderer] = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (renderer === undefined) throw new Error('the browser has no renderer');
  await page.send('Performance.enable');
  await page.send('HeapProfiler.enable');
  return () => readMemory(page, renderer.id);
}

async function readMemory(page: UnwatchedPage, pid: number): Promise<PageMemory> {
  // A second collection frees what the first finalizes.
  await page.send('HeapProfiler.collectGarbage');
  await page.send('HeapProfiler.collectGarbage');
  const { metrics } = await page.send<{
    readonly metrics: readonly { readonly name: string; readonly value: number }[];
  }>('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return {
    heap: metric('JSHeapUsedSize') / 2 ** 20,
    own: mib('RssAnon') + mib('VmSwap'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}
