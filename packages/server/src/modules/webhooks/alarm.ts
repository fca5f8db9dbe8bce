import { secondMs, type Clock } from '../../platform/clock.ts';

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 5 * secondMs;

/** Rings at the earliest time it was set to, and perhaps before: its pauses are short, because clocks are put right. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;
  #at = Infinity;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  set(at: number): void {
    if (this.#at <= at) return;
    this.clear();
    this.#at = at;
    const pauseMs = Math.min(Math.max(at - this.#clock.now(), SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => {
      this.#at = Infinity;
      this.#ring();
    }, pauseMs);
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#at = Infinity;
  }
}
