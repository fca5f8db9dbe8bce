import { DomainError } from '@drive/access';
import { minuteMs } from '@drive/base';
import type { WindowState, RateStores, RateWindow } from '@drive/rate-limits';

/** Calls per minute; 0 switches a tier off. */
export interface RateSettings {
  /** Per network, for requests without a valid key. */
  readonly api: number;
  /** Per API key. */
  readonly apikey: number;
  /** Per network, for signing in. */
  readonly auth: number;
  /** Per network, for requests below /files without a valid key or signature, such as guessed URLs. */
  readonly files: number;
  /** For the other requests below /files: per API key, per user with a session, or per network if only the URL is signed. */
  readonly transfers: number;
  /** Per network, for files that are open to everybody. */
  readonly public: number;
  /** Per user, for requests with a session; undefined: they count in `api`. */
  readonly session: number | undefined;
}
export type RateTier = keyof RateSettings;

/** A ServerResponse, or a collection of headers for a response that is written by hand. */
interface HeaderSink {
  setHeader(name: string, value: number): unknown;
  removeHeader(name: string): unknown;
}

/** The rate tiers of the API: every request counts in one. */
export interface RateLimits {
  readonly hasSessionTier: boolean;
  /** Counts a call, writes the X-RateLimit headers if there is a response, and throws `rate_limited` if the budget is used up. */
  consume(tier: RateTier, key: string, response?: HeaderSink): Promise<void>;
  /** Throws `rate_limited` if the budget is used up, without counting. */
  requireLeft(tier: RateTier, key: string): Promise<void>;
  /** Writes the headers without counting. */
  show(tier: RateTier, key: string, response: HeaderSink): Promise<void>;
}

/** The tier that protects passwords is stored, so that a restart does not reset it. */
const persistentTiers: ReadonlySet<RateTier> = new Set<RateTier>(['auth']);

export function createRateLimits(stores: RateStores, settings: RateSettings): RateLimits {
  const windowOf = (tier: RateTier): RateWindow | undefined => {
    const calls = settings[tier] ?? 0;
    return calls === 0 ? undefined : { name: `tier ${tier}`, calls, periodMs: minuteMs };
  };
  const storeOf = (tier: RateTier) => (persistentTiers.has(tier) ? stores.persistent : stores.passing);
  return {
    hasSessionTier: settings.session !== undefined,
    consume: async (tier, key, response) => {
      const window = windowOf(tier);
      if (window === undefined) {
        // Headers of another tier, set before the tier of the request was known.
        if (response !== undefined) removeHeaders(response);
        return;
      }
      const state = await storeOf(tier).consume(window, key);
      if (response !== undefined) writeHeaders(response, state);
      requireAllowed(state);
    },
    requireLeft: async (tier, key) => {
      const window = windowOf(tier);
      if (window !== undefined) requireAllowed(await storeOf(tier).peek(window, key));
    },
    show: async (tier, key, response) => {
      const window = windowOf(tier);
      if (window !== undefined) writeHeaders(response, await storeOf(tier).peek(window, key));
    },
  };
}

function requireAllowed({ allowed, resetSeconds }: WindowState): void {
  if (allowed) return;
  throw new DomainError('rate_limited', `Too many requests. Try again in ${resetSeconds} seconds.`, {
    retryAfterSeconds: resetSeconds,
  });
}

function removeHeaders(response: HeaderSink): void {
  for (const name of ['limit', 'remaining', 'reset']) response.removeHeader(`x-ratelimit-${name}`);
}

function writeHeaders(response: HeaderSink, state: WindowState): void {
  response.setHeader('x-ratelimit-limit', state.limit);
  response.setHeader('x-ratelimit-remaining', state.remaining);
  response.setHeader('x-ratelimit-reset', state.resetSeconds);
}
