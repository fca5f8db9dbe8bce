import type { Clock } from '@drive/base';
import { createTally, type Database } from '../../platform/db/index.ts';
import {
  countOpenUploads,
  countQuarantined,
  countReports,
  sumApiKeys,
  sumSessions,
  sumShares,
  sumUsers,
  sumWebhooks,
  type UserTotals,
} from './service-store.ts';

/** Totals for metrics and statistics. Counts of large tables are up to a minute old. */
export interface Totals {
  users(): Promise<UserTotals>;
  shares(): Promise<{ readonly active: number; readonly public: number; readonly protected: number }>;
  sessions(): Promise<number>;
  apiKeys(): Promise<number>;
  webhooks(): Promise<number>;
  openUploads(): Promise<number>;
  quarantined(): Promise<number>;
  reports(): Promise<number>;
}

export function createTotals({ database, clock }: { readonly database: Database; readonly clock: Clock }): Totals {
  const { reader } = database;
  const sessions = createTally(clock, (after, limit) => sumSessions(reader, clock.now(), after, limit));
  const apiKeys = createTally(clock, (after, limit) => sumApiKeys(reader, clock.now(), after, limit));
  const webhooks = createTally(clock, (after, limit) => sumWebhooks(reader, after, limit));
  return {
    users: createTally(clock, (after, limit) => sumUsers(reader, after, limit)),
    shares: createTally(clock, (after, limit) => sumShares(reader, after, limit)),
    sessions: async () => (await sessions()).open,
    apiKeys: async () => (await apiKeys()).active,
    webhooks: async () => (await webhooks()).enabled,
    openUploads: () => countOpenUploads(reader),
    quarantined: () => countQuarantined(reader),
    reports: () => countReports(reader),
  };
}
