/** Seconds over which speed is averaged: long enough to be calm, short enough to follow a change. */
const WINDOW_MS = 5_000;

/** How fast a count grows. */
export interface Rate {
  add(amount: number): void;
  /** Per second, over the last few seconds; 0 when nothing moved. */
  perSecond(): number;
}

export function createRate(now: () => number): Rate {
  const samples: { at: number; total: number }[] = [{ at: now(), total: 0 }];
  let total = 0;

  function sample(): { at: number; total: number } {
    const at = now();
    const last = samples.at(-1);
    // A resolution of a tenth of a second keeps the list short.
    if (last !== undefined && samples.length > 1 && at - last.at < 100) last.total = total;
    else samples.push({ at, total });
    while (samples.length > 2 && (samples[1]?.at ?? at) <= at - WINDOW_MS) samples.shift();
    return { at, total };
  }

  return {
    add(amount) {
      total += amount;
      sample();
    },
    perSecond() {
      const { at } = sample();
      const first = samples[0];
      const elapsed = first === undefined ? 0 : at - first.at;
      return first === undefined || elapsed <= 0 ? 0 : ((total - first.total) * 1000) / elapsed;
    },
  };
}
