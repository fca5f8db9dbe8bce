import { errorFromThrown } from './error-from.ts';

/**
 * Window ends closer together than this belong to the same window: the server reports whole seconds, and responses take
 * time.
 */
const windowToleranceMs = 5000;
/** Maximum wait for the first response before more calls are sent, so that a dead server does not block them. */
const firstAnswerMs = 1000;
/** Longest wait for a new window. For longer ones the call is sent, and the server's refusal gives the reason. */
const longestWaitMs = 60_000;

/** The rate limit in a response: X-RateLimit-Limit, -Remaining and -Reset. */
export interface RateLimitStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Waiter {
  start(): void;
}

/**
 * Sends calls in order while the server's rate limit permits, and delays the rest until the next window. Calls under
 * way are assumed to be not yet counted, so it waits rather than risk a 429.
 */
export class RateBudget {
  /** `undefined` until the first response; `null` if the server has no limit. */
  #limit: number | null | undefined;
  #remaining = 0;
  /** By performance.now(); `undefined` if the next call starts a window. */
  #endsAt: number | undefined;
  #underWay = 0;
  readonly #waiting = new Set<Waiter>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves when a call may be sent. Each call must be followed by {@link leave}. */
  async enter(signal: AbortSignal | undefined, onWait?: (delayMs: number) => void): Promise<void> {
    if (signal?.aborted === true) throw errorFromThrown(undefined, '', signal);
    if (this.#waiting.size === 0 && this.#canSend()) {
      this.#underWay += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      const stop = (): void => {
        this.#waiting.delete(waiter);
        this.#admit();
        reject(errorFromThrown(undefined, '', signal));
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.add(waiter);
      this.#admit();
      const leftMs = this.#endsAt === undefined ? 0 : this.#endsAt - performance.now();
      // Calls that only wait for the responses of others wait for milliseconds.
      if (this.#waiting.has(waiter) && leftMs > 0 && this.#remaining <= 0) onWait?.(leftMs);
    });
  }

  /** Records the limit in the response; `undefined` if there was none. */
  leave(status: RateLimitStatus | undefined): void {
    this.#underWay -= 1;
    if (status !== undefined) this.#learn(status);
    else if (this.#limit === undefined) this.#limit = null;
    // The call may have been counted, and may have started a window.
    else if (this.#endsAt === undefined && this.#limit !== null) this.#limit = undefined;
    else this.#remaining -= 1;
    this.#admit();
  }

  #learn({ limit, remaining, resetSeconds }: RateLimitStatus): void {
    const endsAt = performance.now() + resetSeconds * 1000;
    const known = this.#limit === limit ? this.#endsAt : undefined;
    if (known !== undefined && endsAt < known - windowToleranceMs) return;
    const isSame = known !== undefined && endsAt <= known + windowToleranceMs;
    this.#limit = limit;
    this.#remaining = isSame ? Math.min(this.#remaining, remaining) : remaining;
    // No reported end is before the true end.
    this.#endsAt = isSame ? Math.min(known, endsAt) : endsAt;
  }

  #canSend(): boolean {
    if (this.#limit === undefined) return this.#underWay === 0;
    if (this.#limit === null) return true;
    const leftMs = this.#endsAt === undefined ? 0 : this.#endsAt - performance.now();
    if (leftMs > longestWaitMs + windowToleranceMs) return true;
    if (this.#endsAt !== undefined && leftMs <= 0) {
      this.#endsAt = undefined;
      this.#remaining = this.#limit;
    }
    return this.#underWay < this.#remaining;
  }

  /** Releases the waiting calls that may be sent, and sets a timer for the next check. */
  #admit(): void {
    for (const waiter of this.#waiting) {
      if (!this.#canSend()) break;
      this.#waiting.delete(waiter);
      this.#underWay += 1;
      waiter.start();
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    if (this.#limit === undefined) {
      this.#timer = setTimeout(() => {
        this.#limit ??= null;
        this.#admit();
      }, firstAnswerMs);
    } else if (this.#endsAt !== undefined) {
      this.#timer = setTimeout(() => this.#admit(), Math.max(0, this.#endsAt - performance.now()) + 1);
    }
  }
}

/**
 * Rate budgets of a client, per server: one for the credential, one for calls counted per network, one for sign-ins.
 */
export class RateBudgets {
  readonly #budgets = new Map<string, RateBudget>();

  /** `undefined` for paths without a limit. Without `credential`, calls count per network. */
  find(baseUrl: string, path: string, credential: string | undefined): RateBudget | undefined {
    if (!path.startsWith('/api/')) return undefined;
    const isOfNetwork = credential === undefined || path.startsWith('/api/public/') || path === '/api/openapi.json';
    const tier = path.startsWith('/api/auth/') ? 'auth' : isOfNetwork ? 'network' : 'key';
    const name = `${tier} ${baseUrl}`;
    const budget = this.#budgets.get(name) ?? new RateBudget();
    this.#budgets.set(name, budget);
    return budget;
  }
}

/** `undefined` if the response has no rate limit headers. */
export function readRateLimit(headers: Headers): RateLimitStatus | undefined {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? Number.NaN : Number(value);
  }) as [number, number, number];
  const isWhole = Number.isFinite(limit + remaining + resetSeconds);
  return isWhole ? { limit, remaining, resetSeconds } : undefined;
}
