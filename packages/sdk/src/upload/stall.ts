/**
 * Milliseconds without progress or a response after which a connection counts as lost. Long, because the server may be
 * syncing a huge file.
 */
export const stallMs = 120_000;

export interface StallWatch {
  /** Call on progress. */
  kick(): void;
  end(): void;
}

/** Calls `onStall` once, after `ms` without progress. */
export function watchForStall(ms: number, onStall: () => void): StallWatch {
  let timer = setTimeout(onStall, ms);
  let kickedAt = performance.now();
  return {
    kick() {
      // Called for every chunk, so a new timer is set only now and then.
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
