import type { launchChromium } from '../../../packages/server/test/browser/chromium.ts';

export type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of each task that the main thread of a page ran during some work, from a trace of the browser. */
export async function mainThreadTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['__metadata', 'disabled-by-default-devtools.timeline'] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const tasks = new Map<string, number[]>();
  for (const { name, args, pid, tid } of traceEvents)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') tasks.set(`${pid} ${tid}`, []);
  for (const { name, pid, tid, dur } of traceEvents)
    if (name === 'RunTask' && dur !== undefined) tasks.get(`${pid} ${tid}`)?.push(dur / 1000);
  // Chromium keeps a process for the next page ready, which does next to nothing.
  const sum = (all: readonly number[]): number => all.reduce((total, task) => total + task, 0);
  const [busiest = []] = [...tasks.values()].toSorted((a, b) => sum(b) - sum(a));
  if (busiest.length === 0) throw new Error('the trace has no task of a page');
  return busiest;
}
