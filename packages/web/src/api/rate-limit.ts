/** Shorter waits are not worth a word. */
const shortestShownMs = 1000;

/** Until when requests wait because the server's rate limit is used up. */
class RateLimitWait {
  #until: number | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Time at which the wait ends, which may have passed; undefined: there has been none. */
  readonly get = (): number | undefined => this.#until;

  wait(delayMs: number): void {
    const until = Date.now() + delayMs;
    if (delayMs < shortestShownMs || (this.#until ?? 0) >= until) return;
    this.#until = until;
    for (const listener of this.#listeners) listener();
  }
}

export const rateLimit = new RateLimitWait();
