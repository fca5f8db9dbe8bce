import { shownRole } from '../../../platform/access/index.ts';
import { compileOnce, type Reader } from '../../../platform/db/index.ts';
import type { Plan } from '../../accounts/index.ts';
import type { StorageOf } from './storage-usage-store.ts';

/** The sender of a request, with the plan of the own tree. */
export interface Planned {
  /** users.row_id */
  readonly userId: number;
  readonly plan: Plan;
}

/** What limits the bytes of a tree, besides a quota of its own. */
export interface TreeQuota {
  /** null: none. */
  readonly planQuotaBytes: number | null;
  /** Whose storage it is in the eyes of the caller: a member does not learn how full it is. */
  readonly storageOf: StorageOf;
}

/** The quotas of the trees in which a caller stores something: what members add counts in that of the tree's owner. */
export class TreeQuotas {
  readonly #planQuotaBytes: (plan: Plan) => number | null;

  constructor({ planQuotaBytes }: { readonly planQuotaBytes: (plan: Plan) => number | null }) {
    this.#planQuotaBytes = planQuotaBytes;
  }

  /** Costs a statement for a tree of others only. */
  async of(reader: Reader, caller: Planned, ownerId: number): Promise<TreeQuota> {
    if (shownRole(caller.userId, { ownerId }) === 'owner')
      return { planQuotaBytes: this.#planQuotaBytes(caller.plan), storageOf: 'caller' };
    const [owner] = await selectPlan(reader, { ownerId });
    const planQuotaBytes = owner === undefined || owner.kind === 'drive' ? null : this.#planQuotaBytes(owner.plan);
    return { planQuotaBytes, storageOf: 'owner' };
  }
}

const selectPlan = compileOnce((reader: Reader, { ownerId }: { ownerId: number }) =>
  reader
    .selectFrom('owners')
    .innerJoin('users', 'users.row_id', 'owners.row_id')
    .select(['users.plan', 'owners.kind'])
    .where('owners.row_id', '=', ownerId),
);
