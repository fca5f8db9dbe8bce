import type { Clock } from '../clock.ts';

export interface WindowState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the budget is full again; at least 1 once something was consumed. */
  readonly resetSeconds: number;
}

interface Window {
  /** Epoch milliseconds. */
  readonly endsAt: number;
  used: number;
}

/** So many callers are remembered; past that the longest known are forgotten, which only gives them a fresh budget. */
const MAX_WINDOWS = 100_000;

/**
 * Counts calls per key in windows that begin with a key's first call. In memory: a restart gives everybody a fresh
 * budget, and another process counts for itself.
 */
export class FixedWindow {
  readonly limit: number;
  readonly #periodMs: number;
  readonly #clock: Clock;
  /** In order of their end, because all last equally long and a new one is put last. */
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, limit: number, periodMs: number) {
    this.#clock = clock;
    this.limit = limit;
    this.#periodMs = periodMs;
  }

  /** What a key has left, without counting. */
  peek(key: string): WindowState {
    const now = this.#clock.now();
    const window = this.#windows.get(key);
    return window === undefined || window.endsAt <= now
      ? { allowed: true, limit: this.limit, remaining: this.limit, resetSeconds: 0 }
      : this.#state(window, now, window.used < this.limit);
  }

  /** Counts so many calls, or none of them if the budget has not that many left. */
  consume(key: string, calls = 1): WindowState {
    const now = this.#clock.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#forget(now);
      window = { endsAt: now + this.#periodMs, used: 0 };
      this.#windows.set(key, window);
    }
    const allowed = window.used + calls <= this.limit;
    if (allowed) window.used += calls;
    return this.#state(window, now, allowed);
  }

  /** Returns calls, as long as the window they were consumed in lasts. */
  refund(key: string, calls = 1): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.used >= calls) window.used -= calls;
  }

  #state(window: Window, now: number, allowed: boolean): WindowState {
    return {
      allowed,
      limit: this.limit,
      remaining: this.limit - window.used,
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }

  #forget(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_WINDOWS) return;
      this.#windows.delete(key);
    }
  }
}
