import type { Clock } from '../../platform/clock.ts';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Grant } from './lanes.ts';
import { claimDeliveries, findNextDue, type ClaimedDelivery } from './queue-store.ts';
import { findAwakeWebhook, type WebhookRow } from './store.ts';

export interface ClaimDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/** What came of a look for one webhook. */
export interface Claimed {
  /** As it is now; undefined where nothing may be sent to it. */
  readonly webhook: WebhookRow | undefined;
  readonly deliveries: readonly ClaimedDelivery[];
  /** When to look again: -Infinity at once, Infinity never. */
  readonly nextAt: number;
}

/** Longer than any turn of attempts takes. */
const LEASE_MS = minuteMs;

/** For each grant as many deliveries as it may attempt, in one transaction. They are to be sent at once. */
export async function claimFor(deps: ClaimDeps, grants: readonly Grant[]): Promise<readonly Claimed[]> {
  const claim = deps.random.uuid();
  return deps.database.write(async (tx) => {
    const claimed: Claimed[] = [];
    for (const grant of grants) claimed.push(await claimOne(tx, deps, grant, claim));
    return claimed;
  });
}

async function claimOne(
  tx: Tx,
  { database, clock }: ClaimDeps,
  { lane, attempts }: Grant,
  claim: string,
): Promise<Claimed> {
  const now = clock.now();
  const webhook = await findAwakeWebhook(tx, lane.webhookRowId);
  if (webhook?.isEnabled !== true) return { webhook: undefined, deliveries: [], nextAt: Infinity };
  const order = { now, leaseEnd: now + LEASE_MS, claim, limit: attempts };
  const deliveries = await claimDeliveries(tx, database.dialect, webhook, order);
  if (deliveries.length === attempts) return { webhook, deliveries, nextAt: -Infinity };
  const nextAt = (await findNextDue(tx, webhook)) ?? Infinity;
  // What is due and can't be had is in another process's hands.
  return { webhook, deliveries, nextAt: nextAt > now ? nextAt : now + secondMs };
}
