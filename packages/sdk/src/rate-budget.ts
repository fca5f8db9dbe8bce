import { errorFromThrown } from './error-from.ts';

/** Ends that lie no further apart are of the same window: the server tells whole seconds, and answers take a while. */
const blurMs = 5000;
/** So long the first answer of a server is waited for before more is asked; a dead server must not hold up everybody. */
const firstAnswerMs = 1000;
/** A budget that is full again only later than this is left to the server, which refuses and says why. */
const longestWaitMs = 60_000;

/** What an answer says of a budget: X-RateLimit-Limit, -Remaining and -Reset. */
export interface BudgetNews {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Waiter {
  start(): void;
}

/**
 * Lets calls go as far as the server's budget reaches, in the order in which they came; the rest wait until it is full
 * again instead of being refused. Of calls that are under way it is assumed that the server has not counted them yet, so
 * it errs towards waiting, never towards a 429.
 */
export class RateBudget {
  /** undefined until an answer has told; null where the server has no such limit. */
  #limit: number | null | undefined;
  #remaining = 0;
  /** On the clock of performance.now(); undefined where a window begins with the next call. */
  #endsAt: number | undefined;
  #underWay = 0;
  readonly #waiting = new Set<Waiter>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves when a call may go; each one is followed by one {@link leave}. */
  async enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw errorFromThrown(undefined, '', signal);
    if (this.#waiting.size === 0 && this.#mayGo()) {
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
    });
  }

  /** What came of it: the budget as the answer tells it, undefined where it tells nothing or never came. */
  leave(news: BudgetNews | undefined): void {
    this.#underWay -= 1;
    if (news !== undefined) this.#learn(news);
    else if (this.#limit === undefined) this.#limit = null;
    // Perhaps it was counted, and perhaps that began a window.
    else if (this.#endsAt === undefined && this.#limit !== null) this.#limit = undefined;
    else this.#remaining -= 1;
    this.#admit();
  }

  #learn({ limit, remaining, resetSeconds }: BudgetNews): void {
    const endsAt = performance.now() + resetSeconds * 1000;
    const known = this.#limit === limit ? this.#endsAt : undefined;
    if (known !== undefined && endsAt < known - blurMs) return;
    const isSame = known !== undefined && endsAt <= known + blurMs;
    this.#limit = limit;
    this.#remaining = isSame ? Math.min(this.#remaining, remaining) : remaining;
    // None lies before the true end.
    this.#endsAt = isSame ? Math.min(known, endsAt) : endsAt;
  }

  #mayGo(): boolean {
    if (this.#limit === undefined) return this.#underWay === 0;
    if (this.#limit === null) return true;
    const leftMs = this.#endsAt === undefined ? 0 : this.#endsAt - performance.now();
    if (leftMs > longestWaitMs + blurMs) return true;
    if (this.#endsAt !== undefined && leftMs <= 0) {
      this.#endsAt = undefined;
      this.#remaining = this.#limit;
    }
    return this.#underWay < this.#remaining;
  }

  /** Lets go whoever may, and looks again when that may have changed without an answer. */
  #admit(): void {
    for (const waiter of this.#waiting) {
      if (!this.#mayGo()) break;
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

/** A client's budgets: one for its own credential, one for what counts by network, and one for signing in, of each server. */
export class RateBudgets {
  readonly #budgets = new Map<string, RateBudget>();

  /** undefined for what is not limited. `credential` is undefined where calls count by network. */
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

/** undefined where an answer says nothing of a budget. */
export function budgetNewsIn(headers: Headers): BudgetNews | undefined {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? Number.NaN : Number(value);
  }) as [number, number, number];
  const isWhole = Number.isFinite(limit + remaining + resetSeconds);
  return isWhole ? { limit, remaining, resetSeconds } : undefined;
}
