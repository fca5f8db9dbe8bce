/** Counters of calls per key and window, in memory or in rows. This package alone writes the tables. */
export { createItemBudget, noItemBudget, type ItemBudget } from './item-budget.ts';
export type { RateLimitsSchema, RateWindowsTable } from './rate-limits-schema.ts';
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
