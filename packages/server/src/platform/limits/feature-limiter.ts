import { secondMs } from '@drive/base';
import { featureLimits, type FeatureLimit, type FeatureLimitSpec } from '@drive/contract';
import type { RateStores, RateWindow } from '@drive/rate-limits';
import { DomainError } from '../errors.ts';

/**
 * Limits on single features (`featureLimits` of the contract), in addition to the rate tiers of all requests. Not for
 * use inside `database.write`: count first, then write.
 */
export interface FeatureLimiter {
  /**
   * Counts so many calls (default 1) of a user, a network, a share …; throws `too_many_requests`, and counts none of them,
   * if they exceed the budget. Returns how many calls are left; undefined if nothing is limited.
   */
  consume(feature: FeatureLimit, key: string, calls?: number): Promise<number | undefined>;
  /** Returns calls that turned out not to count. */
  refund(feature: FeatureLimit, key: string, calls?: number): Promise<void>;
}

export type FeatureBudgets = Readonly<Partial<Record<FeatureLimit, Pick<FeatureLimitSpec, 'calls' | 'seconds'>>>>;

export const noFeatureLimits: FeatureLimiter = {
  consume: () => Promise.resolve(undefined),
  refund: () => Promise.resolve(),
};

/** `budgets` replaces those of the contract, for tests. */
export function createFeatureLimiter(
  stores: RateStores,
  options: { readonly enabled: boolean; readonly budgets?: FeatureBudgets },
): FeatureLimiter {
  if (!options.enabled) return noFeatureLimits;
  const specs: Readonly<Record<FeatureLimit, FeatureLimitSpec>> = featureLimits;
  const windowOf = (feature: FeatureLimit): RateWindow => {
    const { calls, seconds } = options.budgets?.[feature] ?? specs[feature];
    return { name: feature, calls, periodMs: seconds * secondMs };
  };
  const storeOf = (feature: FeatureLimit) => (specs[feature].persistent === true ? stores.persistent : stores.passing);
  return {
    consume: async (feature, key, calls) => {
      const { allowed, remaining, resetSeconds } = await storeOf(feature).consume(windowOf(feature), key, calls);
      if (allowed) return remaining;
      throw new DomainError('too_many_requests', `Too many calls. Try again in ${resetSeconds} seconds.`, {
        retryAfterSeconds: resetSeconds,
      });
    },
    refund: (feature, key, calls) => storeOf(feature).refund(windowOf(feature), key, calls),
  };
}
