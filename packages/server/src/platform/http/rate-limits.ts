import type { ServerResponse } from 'node:http';
import { minuteMs, type Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { FixedWindow, type WindowState } from './fixed-window.ts';

/** Calls per minute; 0 switches a tier off. */
export interface RateSettings {
  /** Per network, for requests without a valid key. */
  readonly api: number;
  /** Per API key. */
  readonly apikey: number;
  /** Per network, for signing in. */
  readonly auth: number;
  /** Per user, for requests with a session; undefined: they count in `api`. */
  readonly session: number | undefined;
}
export type RateTier = keyof RateSettings;

/** The rate tiers of service-api.md, Rate limits. */
export interface RateLimits {
  readonly hasSessionTier: boolean;
  /** Counts a call, writes the X-RateLimit headers, and throws `rate_limited` where the budget is used up. */
  take(tier: RateTier, who: string, response: ServerResponse): void;
  /** Writes the headers without counting. */
  show(tier: RateTier, who: string, response: ServerResponse): void;
}

export function createRateLimits(clock: Clock, settings: RateSettings): RateLimits {
  const windowFor = (perMinute: number | undefined): FixedWindow | undefined =>
    perMinute === undefined || perMinute === 0 ? undefined : new FixedWindow(clock, perMinute, minuteMs);
  const windows: Record<RateTier, FixedWindow | undefined> = {
    api: windowFor(settings.api),
    apikey: windowFor(settings.apikey),
    auth: windowFor(settings.auth),
    session: windowFor(settings.session),
  };
  return {
    hasSessionTier: settings.session !== undefined,
    take: (tier, who, response) => {
      const state = windows[tier]?.take(who);
      if (state === undefined) return;
      writeHeaders(response, state);
      if (!state.allowed)
        throw new DomainError('rate_limited', `Too many requests. Try again in ${state.resetSeconds} seconds.`, {
          retryAfterSeconds: state.resetSeconds,
        });
    },
    show: (tier, who, response) => {
      const state = windows[tier]?.peek(who);
      if (state !== undefined) writeHeaders(response, state);
    },
  };
}

function writeHeaders(response: ServerResponse, state: WindowState): void {
  response.setHeader('x-ratelimit-limit', state.limit);
  response.setHeader('x-ratelimit-remaining', state.remaining);
  response.setHeader('x-ratelimit-reset', state.resetSeconds);
}
