import { type Clock, dayMs, minuteMs, storageFaultOf } from '@drive/base';

export interface WindowState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the limit resets; at least 1 once something was consumed. */
  readonly resetSeconds: number;
}

/** A budget that every key has for itself. */
export interface RateWindow {
  /** Unique among the windows of a store: two windows never share a count. */
  readonly name: string;
  readonly calls: number;
  /** At most `maxPeriodMs`. */
  readonly periodMs: number;
}

export const maxPeriodMs = dayMs;

/** The time for which a call waits for the database, and by which the clocks of servers differ. */
const SLACK_MS = minuteMs;

/**
 * The latest end of a period that lasts. One that ends later was begun before the clock was set back: it has ended, or else it
 * would refuse calls for as long as the clock was ahead.
 */
export const latestEnd = (now: number, periodMs: number): number => now + periodMs + SLACK_MS;

/**
 * Counts calls per window and key, in periods that begin with a key's first call. Concurrent calls never exceed a
 * window's limit. A clock that is set back ends periods, except those that end within a minute more than a whole period. Not for
 * use inside `database.write`.
 */
export interface RateStore {
  /** Counts so many calls (default 1), or none of them if the budget has not that many left. */
  consume(window: RateWindow, key: string, calls?: number): Promise<WindowState>;
  /** Returns calls that turned out not to count, as long as the period they were consumed in lasts. */
  refund(window: RateWindow, key: string, calls?: number): Promise<void>;
  /** The remaining calls of a key, without counting. */
  peek(window: RateWindow, key: string): Promise<WindowState>;
}

/** Counts limits over all servers of the database: `persistent` survives a restart and costs a durable commit. */
export interface RateStores {
  readonly passing: RateStore;
  readonly persistent: RateStore;
}

/** A restart gives every key a fresh budget, and every process counts for itself. */
export function createMemoryRateStore(clock: Clock): RateStore {
  const windows = new Map<string, FixedWindow>();
  const windowOf = ({ name, calls, periodMs }: RateWindow): FixedWindow => {
    let window = windows.get(name);
    if (window === undefined) windows.set(name, (window = new FixedWindow(clock, calls, periodMs)));
    return window;
  };
  return {
    consume: async (window, key, calls) => windowOf(window).consume(key, calls),
    refund: async (window, key, calls) => windowOf(window).refund(key, calls),
    peek: async (window, key) => windowOf(window).peek(key),
  };
}

/** Counts in `store`, and in memory while its disk refuses writes: what is stored can be read meanwhile. */
export function withMemory(store: RateStore, memory: RateStore): RateStore {
  const either = <T>(counted: Promise<T>, instead: () => Promise<T>): Promise<T> =>
    counted.catch((error: unknown) => {
      if (storageFaultOf(error) === undefined) throw error;
      return instead();
    });
  return {
    consume: (...call) => either(store.consume(...call), () => memory.consume(...call)),
    refund: (...call) => either(store.refund(...call), () => memory.refund(...call)),
    peek: store.peek,
  };
}

interface Window {
  /** Epoch milliseconds. */
  readonly endsAt: number;
  used: number;
}

/** Number of callers to remember; above it the oldest are forgotten, which only resets their limit. */
const MAX_WINDOWS = 100_000;

/**
 * Counts calls per key in windows that begin with a key's first call. In memory: a restart resets all limits, and each
 * process counts separately.
 */
export class FixedWindow {
  readonly limit: number;
  readonly #periodMs: number;
  readonly #clock: Clock;
  /** In the order of their beginning, which is that of their end: all have the same length. */
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, limit: number, periodMs: number) {
    this.#clock = clock;
    this.limit = limit;
    this.#periodMs = periodMs;
  }

  /** The remaining calls of a key, without counting. */
  peek(key: string): WindowState {
    const now = this.#clock.now();
    const window = this.#windows.get(key);
    return window === undefined || this.#hasEnded(window, now)
      ? { allowed: true, limit: this.limit, remaining: this.limit, resetSeconds: 0 }
      : this.#state(window, now, window.used < this.limit);
  }

  /** Counts so many calls, or none of them if the budget has not that many left. */
  consume(key: string, calls = 1): WindowState {
    const now = this.#clock.now();
    let window = this.#windows.get(key);
    if (window === undefined || this.#hasEnded(window, now)) {
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
      if (!this.#hasEnded(window, now) && this.#windows.size < MAX_WINDOWS) return;
      this.#windows.delete(key);
    }
  }

  #hasEnded({ endsAt }: Window, now: number): boolean {
    return endsAt <= now || endsAt > latestEnd(now, this.#periodMs);
  }
}
