import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from './main-thread.ts';

/** MiB. */
export interface Memory {
  /** Memory that no other process uses: what Chromium's task manager shows of a tab. */
  readonly own: number;
  /** All resident memory, with Chromium's program. */
  readonly resident: number;
}

const sampleMs = 50;

/** Memory of a browser's only busy renderer before some work, and its peak during the work. Linux only. */
export async function watchRenderer(
  browser: Browser,
  work: () => Promise<void>,
): Promise<{ readonly before: Memory; readonly peak: Memory }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const [renderer] = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (renderer === undefined) throw new Error('the browser has no renderer');
  const before = memoryOf(renderer.id);
  let peak = before;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const { own, resident } = memoryOf(renderer.id);
      peak = { own: Math.max(peak.own, own), resident: Math.max(peak.resident, resident) };
      await sleep(sampleMs);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return { before, peak };
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { own: mib('RssAnon') + mib('VmSwap'), resident: mib('VmRSS') };
}
