import type { User } from '@drive/contract';
import { isoTime } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/index.ts';
import type { Account, Plan, PlanLimits } from './account.ts';
import { getUsage } from './user-store.ts';

/** What the API tells of an account to its owner. */
export async function readProfile(
  reader: Reader,
  account: Account,
  plans: Readonly<Record<Plan, PlanLimits>>,
): Promise<User> {
  const usage = await getUsage(reader, account.userId);
  const { quotaBytes, maxFileBytes } = plans[account.plan];
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.plan,
    isAdmin: account.isAdmin,
    createdAt: isoTime(account.createdAt),
    usedBytes: usage.storedBytes + usage.reservedBytes,
    trashBytes: usage.trashBytes,
    quotaBytes: account.quotaBytes ?? quotaBytes,
    maxFileBytes,
  };
}
