/**
 * Starts work in small bursts with a pause after each: the other work of the process gets its turns, and no more answers
 * arrive together than were requested together.
 */
export class Pacer {
  readonly #burst: number;
  readonly #pauseMs: number;
  readonly #waiting: (() => void)[] = [];
  #started = 0;
  #isPausing = false;

  constructor({ burst, pauseMs }: { readonly burst: number; readonly pauseMs: number }) {
    this.#burst = burst;
    this.#pauseMs = pauseMs;
  }

  /** Resolves when the caller may start, in the order of the calls. */
  async pass(): Promise<void> {
    if (this.#started < this.#burst) {
      this.#count();
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #count(): void {
    this.#started += 1;
    if (this.#isPausing) return;
    this.#isPausing = true;
    // Node.js calls timers that have become due meanwhile in the same turn of the event loop.
    setTimeout(() => setImmediate(() => this.#resume()), this.#pauseMs);
  }

  #resume(): void {
    this.#isPausing = false;
    this.#started = 0;
    for (const resolve of this.#waiting.splice(0, this.#burst)) {
      this.#count();
      resolve();
    }
  }
}
