// Another user, in a separate process: sends simple requests at a constant rate, and reports the latency of each from
// its due time. Started by waits.ts, which announces phases.
import { performance } from 'node:perf_hooks';
import { createRequests } from './requests.ts';

/** From the parent: the target; a name, when the next phase begins; the end. */
export type LoadOrder =
  | { readonly url: string; readonly key: string; readonly perSecond: number }
  | { readonly phase: string }
  | 'stop';

/** The answer to `stop`: milliseconds of every request by phase and kind. */
export type LoadReport = readonly (readonly [phase: string, kind: string, latencies: readonly number[]])[];

const connections = 64;
const oneKilobyte = Buffer.alloc(1000, 'a small file ');
const latencies = new Map<string, Map<string, number[]>>();
let phase = '';
let timer: NodeJS.Timeout | undefined;
let underWay = 0;

function note(inPhase: string, kind: string, ms: number): void {
  let kinds = latencies.get(inPhase);
  if (kinds === undefined) latencies.set(inPhase, (kinds = new Map()));
  const figures = kinds.get(kind);
  if (figures === undefined) kinds.set(kind, [ms]);
  else figures.push(ms);
}

function begin({ url, key, perSecond }: { url: string; key: string; perSecond: number }): void {
  const requests = createRequests(url, key, connections);
  let uploads = 0;
  const kinds: readonly ((since: number, inPhase: string) => Promise<void>)[] = [
    async (since, inPhase) =>
      note(inPhase, 'GET /api/files', (await requests.send('/api/files?limit=20', { since })).totalMs),
    async (since, inPhase) => note(inPhase, 'GET /api/me', (await requests.send('/api/me', { since })).totalMs),
    async (since, inPhase) => {
      const body = {
        fileName: `mine ${++uploads}.txt`,
        contentType: 'text/plain',
        fileSizeBytes: oneKilobyte.length,
      };
      const reserved = await requests.send('/api/uploads', { method: 'POST', body, since });
      note(inPhase, 'POST /api/uploads', reserved.totalMs);
      const { uploadUrl } = JSON.parse(reserved.text) as { uploadUrl: string };
      note(inPhase, 'PUT of 1 kB', (await requests.send(uploadUrl, { method: 'PUT', body: oneKilobyte })).totalMs);
    },
  ];

  const began = performance.now();
  let sent = 0;
  // Late by a timer's whim, a request is still counted from when it was due.
  timer = setInterval(() => {
    for (;;) {
      const due = began + (sent * 1000) / perSecond;
      if (due > performance.now()) return;
      underWay += 1;
      void kinds[sent++ % kinds.length]!(due, phase).finally(() => (underWay -= 1));
    }
  }, 1);
}

process.on('message', (order: LoadOrder) => {
  if (order === 'stop') {
    clearInterval(timer);
    const wait = setInterval(() => {
      if (underWay > 0) return;
      clearInterval(wait);
      const report: LoadReport = [...latencies].flatMap(([name, kinds]) =>
        [...kinds].map(([kind, figures]) => [name, kind, figures] as const),
      );
      process.send?.(report, () => process.exit(0));
    }, 10);
  } else if ('phase' in order) phase = order.phase;
  else begin(order);
});
