import { readFileSync } from 'node:fs';

export interface Use {
  /** Median of the resident memory. */
  readonly residentMiB: number;
  readonly mostResidentMiB: number;
  /** Share of one processor. */
  readonly processor: number;
}

const ticksPerSecond = 100;

/** What a process takes. Linux only. */
export class ProcessUse {
  readonly #pid: number;
  #resident: number[] = [];
  #began = performance.now();
  #seconds: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#seconds = this.#processorSeconds();
  }

  sample(): void {
    const kB = Number(/VmRSS:\s+(\d+) kB/.exec(this.#read('status'))?.[1] ?? 0);
    if (kB > 0) this.#resident.push(kB / 1024);
  }

  /** Since the last call. */
  take(): Use {
    this.sample();
    const sorted = this.#resident.toSorted((a, b) => a - b);
    const seconds = this.#processorSeconds();
    const elapsed = (performance.now() - this.#began) / 1000;
    const use = {
      residentMiB: Math.round(sorted[sorted.length >> 1] ?? 0),
      mostResidentMiB: Math.round(sorted.at(-1) ?? 0),
      processor: Number(((seconds - this.#seconds) / elapsed).toFixed(4)),
    };
    this.#resident = [];
    this.#seconds = seconds;
    this.#began = performance.now();
    return use;
  }

  #processorSeconds(): number {
    const fields = this.#read('stat')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
  }

  #read(name: string): string {
    try {
      return readFileSync(`/proc/${this.#pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  }
}
