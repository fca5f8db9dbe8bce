import type { Clock } from '../clock.ts';
import { FixedWindow, type WindowState } from './fixed-window.ts';

/** A budget that every key has for itself. */
export interface RateWindow {
  /** Unique among the windows of a store: two windows never share a count. */
  readonly name: string;
  readonly calls: number;
  readonly periodMs: number;
}

/**
 * Counts calls per window and key, in periods that begin with a key's first call. Calls that arrive together never pass
 * a window's budget. Not for use inside `database.write`.
 */
export interface RateStore {
  /** Counts so many calls (default 1), or none of them if the budget has not that many left. */
  consume(window: RateWindow, key: string, calls?: number): Promise<WindowState>;
  /** Returns calls that turned out not to count, as long as the period they were consumed in lasts. */
  refund(window: RateWindow, key: string, calls?: number): Promise<void>;
  /** What a key has left, without counting. */
  peek(window: RateWindow, key: string): Promise<WindowState>;
}

/** Where budgets are counted: `persistent` survives a restart and costs a commit, `memory` neither. */
export interface RateStores {
  readonly memory: RateStore;
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
