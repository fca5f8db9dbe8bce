import { recoverBy } from '../browser/load-early.ts';
import { client } from './client.ts';
import { isUnreachable } from './error-text.ts';

/** Whether the server answers, and if not, when the app tries again. */
export type Connection =
  | { readonly state: 'online' }
  | { readonly state: 'offline' }
  | { readonly state: 'unreachable'; readonly retryAt: number };

const firstDelayMs = 2000;
const longestDelayMs = 60_000;

type Listener = () => void;

/** Knows whether the server can be reached; while it cannot, asks again with growing delays. */
class ConnectionWatch {
  #current: Connection = { state: 'online' };
  #delayMs = firstDelayMs;
  #timer: number | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #onBack = new Set<Listener>();

  constructor() {
    // Without a network a server on this machine still answers, so the server is asked in any case.
    if (!navigator.onLine) void this.retry();
    window.addEventListener('offline', () => void this.retry());
    window.addEventListener('online', () => void this.retry());
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): Connection => this.#current;

  /** Calls the listener each time the server answers again. */
  onBack(listener: Listener): () => void {
    this.#onBack.add(listener);
    return () => this.#onBack.delete(listener);
  }

  /** Resolves the next time that the server answers again. */
  back(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onBack(() => {
        stop();
        resolve();
      });
    });
  }

  /** To be called with each error of a request. */
  report(error: unknown): void {
    if (isUnreachable(error) && this.#current.state === 'online') this.#schedule();
  }

  readonly retry = async (): Promise<void> => {
    window.clearTimeout(this.#timer);
    try {
      await client.server.health({ maxRetries: 0 });
    } catch {
      this.#schedule();
      return;
    }
    this.#delayMs = firstDelayMs;
    if (this.#current.state === 'online') return;
    this.#set({ state: 'online' });
    for (const listener of this.#onBack) listener();
  };

  #schedule(): void {
    window.clearTimeout(this.#timer);
    this.#set(navigator.onLine ? { state: 'unreachable', retryAt: Date.now() + this.#delayMs } : { state: 'offline' });
    this.#timer = window.setTimeout(() => void this.retry(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs);
  }

  #set(connection: Connection): void {
    this.#current = connection;
    for (const listener of this.#listeners) listener();
  }
}

export const connection = new ConnectionWatch();

recoverBy(async () => {
  const before = connection.get().state;
  await connection.retry();
  if (connection.get().state === 'online') return before !== 'online';
  await connection.back();
  return true;
});
