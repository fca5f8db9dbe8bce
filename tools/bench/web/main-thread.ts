import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Milliseconds of processor time that the main thread of a page spent in each frame that it drew during some work, from a trace of
 * the browser. Other programs on the processors do not lengthen them.
 */
export async function mainThreadFrames(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  const categories = ['__metadata', 'disabled-by-default-devtools.timeline', 'devtools.timeline.frame'];
  await browser.startTracing(page, { categories });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threads = new Map<string, TraceEvent[]>();
  for (const { name, args, pid, tid } of traceEvents)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, []);
  for (const event of traceEvents)
    if (event.name === 'RunTask' || event.name === 'Commit') threads.get(`${event.pid} ${event.tid}`)?.push(event);
  const frames = [...threads.values()].map(framesOf);
  // Chromium keeps a process for the next page ready, which draws nothing.
  const busiest = frames.toSorted((a, b) => b.length - a.length)[0] ?? [];
  if (busiest.length === 0) throw new Error('the trace has no frame of a page');
  return busiest;
}

/** Sums the tasks of each frame: the one in which it is committed, and those until the next one is. */
function framesOf(events: readonly TraceEvent[]): number[] {
  const commits = events.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  commits.sort((a, b) => a - b);
  const frames = commits.map(() => 0);
  const tasks = events.filter(({ name }) => name === 'RunTask').toSorted((a, b) => a.ts - b.ts);
  let frame = -1;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    while ((commits[frame + 1] ?? Number.POSITIVE_INFINITY) <= ts + dur) frame += 1;
    if (frame >= 0) frames[frame] = (frames[frame] ?? 0) + tdur / 1000;
  }
  return frames;
}
