/**
 * Limits on calls: the stores that count them, and the limits on features and on work by the item. The rate tiers of all
 * requests are in `platform/http`.
 */
export { createFeatureLimiter, noFeatureLimits, type FeatureBudgets, type FeatureLimiter } from './feature-limiter.ts';
export { createItemBudget, noItemBudget, type ItemBudget } from './item-budget.ts';
export {
  createMemoryRateStore,
  FixedWindow,
  withMemory,
  type RateStore,
  type RateStores,
  type RateWindow,
  type WindowState,
} from './rate-store.ts';
export { createRowRateStore } from './row-rate-store.ts';
