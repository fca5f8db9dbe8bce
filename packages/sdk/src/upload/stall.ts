/** So long without a byte moved or an answer, and the connection is taken for dead; the server may be syncing a huge file. */
export const stallMs = 120_000;

export interface StallWatch {
  /** Something moved. */
  kick(): void;
  end(): void;
}

/** Calls `onStall` once when nothing has moved for `ms`. */
export function watchForStall(ms: number, onStall: () => void): StallWatch {
  let timer = setTimeout(onStall, ms);
  let kickedAt = performance.now();
  return {
    kick() {
      // Called for every chunk: a new timer each time would cost more than the rest.
      const now = performance.now();
      if (now - kickedAt < ms / 20) return;
      kickedAt = now;
      clearTimeout(timer);
      timer = setTimeout(onStall, ms);
    },
    end: () => clearTimeout(timer),
  };
}

export class Stalled extends Error {}

export const stalled = (ms: number): Stalled => new Stalled(`nothing has moved for ${ms / 1000} seconds`);
