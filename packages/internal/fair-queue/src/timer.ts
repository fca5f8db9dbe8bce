const MIN_PAUSE_MS = 20;
/** Bounds the delay after the system clock was set forward. */
const MAX_PAUSE_MS = 5000;

/** Calls back at the earliest time it is set to, or up to a few seconds before, because the clock may change. */
export class Timer {
  readonly #now: () => number;
  readonly #fire: () => void;
  #timeout: NodeJS.Timeout | undefined;
  #at = Infinity;

  /** `now` returns epoch milliseconds. */
  constructor(now: () => number, fire: () => void) {
    this.#now = now;
    this.#fire = fire;
  }

  set(at: number): void {
    if (this.#at <= at) return;
    this.clear();
    this.#at = at;
    const pauseMs = Math.min(Math.max(at - this.#now(), MIN_PAUSE_MS), MAX_PAUSE_MS);
    this.#timeout = setTimeout(() => {
      this.#at = Infinity;
      this.#fire();
    }, pauseMs);
    this.#timeout.unref();
  }

  clear(): void {
    clearTimeout(this.#timeout);
    this.#at = Infinity;
  }
}
