import type { UploadProgress } from './upload-types.ts';

const windowMs = 5000;
const reportEveryMs = 100;

/** Computes speed and remaining time over a sliding window. */
export class ProgressMeter {
  readonly #total: number;
  readonly #report: (progress: UploadProgress) => void;
  readonly #samples: { readonly at: number; readonly bytes: number }[] = [];
  #reportedAt = Number.NEGATIVE_INFINITY;
  #reportedBytes: number | undefined;

  constructor(total: number, report: (progress: UploadProgress) => void) {
    this.#total = total;
    this.#report = report;
  }

  /** Sets the total number of bytes. Reports at most ten times per second, and always the end. */
  set(bytes: number): void {
    const now = performance.now();
    // A repeated PUT starts at 0.
    if (bytes < (this.#samples.at(-1)?.bytes ?? 0)) this.#samples.length = 0;
    this.#samples.push({ at: now, bytes });
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > windowMs) this.#samples.shift();
    if (now - this.#reportedAt >= reportEveryMs || bytes >= this.#total) this.#reportNow(now, bytes);
  }

  /** Reports the last number of bytes: after a failure that a later call may resume. */
  flush(): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && last.bytes !== this.#reportedBytes) this.#reportNow(last.at, last.bytes);
  }

  #reportNow(now: number, bytes: number): void {
    this.#reportedAt = now;
    this.#reportedBytes = bytes;
    const oldest = this.#samples[0] ?? { at: now, bytes };
    const seconds = (now - oldest.at) / 1000;
    const sent = bytes - oldest.bytes;
    const bytesPerSecond = seconds > 0 && sent > 0 ? sent / seconds : 0;
    const secondsLeft = bytesPerSecond > 0 ? (this.#total - bytes) / bytesPerSecond : null;
    this.#report({ bytes, total: this.#total, bytesPerSecond, secondsLeft });
  }
}
