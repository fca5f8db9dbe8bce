import { AsyncLocalStorage } from 'node:async_hooks';

/** Knows whether the code that runs now was called by a `write` of one database. */
export interface NestingGuard {
  /** Throws when the caller is inside `write`: `what` names what it tried to use. */
  assertOutside(what: string): void;
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createNestingGuard(): NestingGuard {
  const storage = new AsyncLocalStorage<{ open: boolean }>();
  return {
    assertOutside: (what) => {
      if (storage.getStore()?.open === true)
        throw new Error(`${what} was used inside database.write: use the tx that was handed to it`);
    },
    run: async (work) => {
      // What `work` leaves behind (a timer, a promise) inherits the store, and is outside once `work` is over.
      const here = { open: true };
      try {
        return await storage.run(here, work);
      } finally {
        here.open = false;
      }
    },
  };
}
