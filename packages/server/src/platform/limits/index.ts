/** Limits on single features. What counts calls is `@drive/rate-limits`; the rate tiers of all requests are in `@drive/http-api`. */
export { createFeatureLimiter, noFeatureLimits, type FeatureBudgets, type FeatureLimiter } from './feature-limiter.ts';
