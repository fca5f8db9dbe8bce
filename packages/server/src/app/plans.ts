import type { Config } from '../config.ts';
import type { Plan, PlanLimits } from '../modules/accounts/index.ts';

const quotaOf = (bytes: number): number | null => (bytes === 0 ? null : bytes);

export const plansOf = (config: Config): Record<Plan, PlanLimits> => ({
  free: { maxFileBytes: config.freeUserMaxBytes, quotaBytes: quotaOf(config.freeQuotaBytes) },
  paid: { maxFileBytes: config.paidUserMaxBytes, quotaBytes: quotaOf(config.paidQuotaBytes) },
});
