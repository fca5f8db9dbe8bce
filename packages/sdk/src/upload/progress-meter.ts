import type { UploadProgress } from './upload-types.ts';

const windowMs = 5000;
const reportEveryMs = 100;

/** Turns counts of bytes into speed and time left, over a window that moves along. */
export class ProgressMeter {
  readonly #total: number;
  readonly #report: (progress: UploadProgress) => void;
  readonly #samples: { readonly at: number; readonly bytes: number }[] = [];
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(total: number, report: (progress: UploadProgress) => void) {
    this.#total = total;
    this.#report = report;
  }

  /** `bytes` in all. Reports at most ten times a second, but always the end. */
  set(bytes: number): void {
    const now = performance.now();
    // A PUT that is sent again begins at the beginning.
    if (bytes < (this.#samples.at(-1)?.bytes ?? 0)) this.#samples.length = 0;
    this.#samples.push({ at: now, bytes });
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > windowMs) this.#samples.shift();
    if (now - this.#reportedAt < reportEveryMs && bytes < this.#total) return;
    this.#reportedAt = now;

    const oldest = this.#samples[0] ?? { at: now, bytes };
    const seconds = (now - oldest.at) / 1000;
    const sent = bytes - oldest.bytes;
    const bytesPerSecond = seconds > 0 && sent > 0 ? sent / seconds : 0;
    const secondsLeft = bytesPerSecond > 0 ? (this.#total - bytes) / bytesPerSecond : null;
    this.#report({ bytes, total: this.#total, bytesPerSecond, secondsLeft });
  }
}
