import type { TortureRequest } from './request.ts';
import type { Outcome } from './torture-connection.ts';
import type { MemorySample } from './torture-memory.ts';

export interface Finding {
  readonly what: string;
  /** Method and path of the target. */
  readonly pattern: string;
  readonly request: string;
  /** The argument for `--replay`; blank if no single request is the cause. */
  readonly replay: string;
}

interface Slow {
  readonly request: TortureRequest;
  readonly busyMs: number;
  readonly idleMs: number;
}

const MOST_SLOW = 10;
/** Fewer samples do not show growth, because the first ones are of a server that warms up. */
const LEAST_SAMPLES = 15;
/** Maximum number of findings of one kind. */
const MOST_ALIKE = 3;

/** Counts and findings of a run. */
export class Summary {
  requests = 0;
  /** Index of the first request that was not sent. */
  next = 0;
  readonly findings: Finding[] = [];
  /** By `2xx`, or `none` without a response. */
  readonly classes = new Map<string, number>();
  readonly #alike = new Map<string, number>();
  readonly #patterns = new Set<string>();
  readonly #memory: MemorySample[] = [];
  readonly #startedAt = Date.now();
  #slowest: { request: TortureRequest; ms: number }[] = [];
  #slow: Slow[] = [];

  add(request: TortureRequest, { answer, ms }: Outcome): void {
    const name = answer === undefined ? 'none' : `${Math.floor(answer.status / 100)}xx`;
    this.classes.set(name, (this.classes.get(name) ?? 0) + 1);
    if (answer !== undefined && answer.status < 400) this.#patterns.add(request.pattern);
    if (answer === undefined || ms <= (this.#slowest[MOST_SLOW - 1]?.ms ?? 0)) return;
    this.#slowest = [...this.#slowest, { request, ms }].toSorted((a, b) => b.ms - a.ms).slice(0, MOST_SLOW);
  }

  addSlow(request: TortureRequest, busyMs: number, idleMs: number): void {
    this.#slow = [...this.#slow, { request, busyMs, idleMs }]
      .toSorted((a, b) => b.idleMs - a.idleMs)
      .slice(0, MOST_SLOW);
  }

  addMemory(sample: MemorySample): void {
    if (sample.rssBytes > 0) this.#memory.push(sample);
  }

  /** Whether it is new enough to be printed. */
  report(finding: Finding): boolean {
    const { what, pattern } = finding;
    const kind = what.startsWith('status 5')
      ? `${what} ${pattern}`
      : what.startsWith('status')
        ? what
        : what.replaceAll(/\d+/g, 'N');
    const count = (this.#alike.get(kind) ?? 0) + 1;
    this.#alike.set(kind, count);
    if (count > MOST_ALIKE) return false;
    this.findings.push(finding);
    return true;
  }

  /** Number of targets that have answered with success. */
  get targetsWithSuccess(): number {
    return this.#patterns.size;
  }

  /** Median resident memory of the last third divided by that of the second; undefined with too few samples. */
  memoryGrowth(): number | undefined {
    if (this.#memory.length < LEAST_SAMPLES) return undefined;
    const [, second = 0, last = 0] = this.#thirds('rssBytes');
    return last / second;
  }

  #thirds(name: keyof MemorySample): number[] {
    const third = Math.max(1, Math.floor(this.#memory.length / 3));
    const values = this.#memory.map((sample) => sample[name]);
    return [values.slice(0, third), values.slice(third, 2 * third), values.slice(2 * third)].map(median);
  }

  line(): string {
    const seconds = (Date.now() - this.#startedAt) / 1_000;
    const sent = [...this.classes.values()].reduce((sum, count) => sum + count, 0);
    const { rssBytes, heapBytes } = this.#memory.at(-1) ?? { rssBytes: 0, heapBytes: 0 };
    return `${Math.round(sent / seconds)}/s, ${this.#classLine()}, ${inMiB(rssBytes)} (heap ${inMiB(heapBytes)}), ${this.findings.length} findings`;
  }

  table(title: string): string {
    const growth = this.memoryGrowth();
    const rows: [string, string][] = [
      ['requests', String(this.requests)],
      ['seconds', String(Math.round((Date.now() - this.#startedAt) / 1_000))],
      ['answers', this.#classLine()],
      ['targets with a success', String(this.#patterns.size)],
      ['RSS, median of each third', this.#thirds('rssBytes').map(inMiB).join(', ')],
      ['heap after GC, median of each third', this.#thirds('heapBytes').map(inMiB).join(', ')],
      ['RSS, last third by second', growth === undefined ? 'too little measured' : growth.toFixed(2)],
      ['findings', String(this.findings.length)],
    ];
    return [
      '',
      `| ${title} | |`,
      '|---|---|',
      ...rows.map(([name, value]) => `| ${name} | ${value} |`),
      '',
      'slowest answers under load:',
      ...this.#slowest.map(({ request, ms }) => `  ${Math.round(ms)} ms  ${described(request)}`),
      ...(this.#slow.length === 0 ? [] : ['over a second under load, repeated against the idle server:']),
      ...this.#slow.map(
        ({ request, busyMs, idleMs }) => `  ${Math.round(busyMs)} → ${Math.round(idleMs)} ms  ${described(request)}`,
      ),
      ...this.findings.map(
        ({ what, request, replay }) => `FINDING ${what}: ${request}${replay && ` (--replay ${replay})`}`,
      ),
      ...[...this.#alike].filter(([, count]) => count > MOST_ALIKE).map(([kind, count]) => `  ${count} times: ${kind}`),
    ].join('\n');
  }

  #classLine(): string {
    const names = [...this.classes.keys()].toSorted();
    return names.map((name) => `${name} ${this.classes.get(name)}`).join(', ');
  }
}

const described = ({ index, method, path }: TortureRequest): string => `${index}: ${method} ${path.slice(0, 100)}`;
const inMiB = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
