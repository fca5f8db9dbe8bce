import { featureLimits, type FeatureLimit } from '@drive/contract';
import type { Clock } from '../clock.ts';
import { secondMs } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { FixedWindow } from './fixed-window.ts';

/** Limits on single features (service-api.md, Feature limits), beside the rate tiers that every request counts in. */
export interface FeatureLimiter {
  /** Counts one call; throws `too_many_requests` where there have been too many. `who` is a user, a network, a share … */
  take(feature: FeatureLimit, who: string): void;
  /** Gives a call back that turned out not to count. */
  refund(feature: FeatureLimit, who: string): void;
}

export type FeatureBudgets = Readonly<
  Partial<Record<FeatureLimit, { readonly calls: number; readonly seconds: number }>>
>;

/** `budgets` replaces those of the contract, for tests. */
export function createFeatureLimiter(
  clock: Clock,
  options: { readonly enabled: boolean; readonly budgets?: FeatureBudgets },
): FeatureLimiter {
  if (!options.enabled) return { take: () => undefined, refund: () => undefined };
  const windows = new Map<FeatureLimit, FixedWindow>();
  for (const [feature, budget] of Object.entries({ ...featureLimits, ...options.budgets }))
    windows.set(feature as FeatureLimit, new FixedWindow(clock, budget.calls, budget.seconds * secondMs));
  return {
    take: (feature, who) => {
      const state = windows.get(feature)?.take(who);
      if (state === undefined || state.allowed) return;
      throw new DomainError('too_many_requests', `Too many calls. Try again in ${state.resetSeconds} seconds.`, {
        retryAfterSeconds: state.resetSeconds,
      });
    },
    refund: (feature, who) => windows.get(feature)?.refund(who),
  };
}
