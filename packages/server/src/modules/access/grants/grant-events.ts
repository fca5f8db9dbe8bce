import { isoTime } from '@drive/base';
import { currentOrigin } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { GrantRow } from './grant-store.ts';

interface ChangedItem {
  /** items.id */
  readonly id: string;
  readonly name: string;
  /** owners.row_id */
  readonly ownerId: number;
}

/** Publishes to the owner of the tree what became of a role. */
export function publishAccess(
  { events, clock }: Pick<Ports, 'events' | 'clock'>,
  tx: Tx,
  change: 'given' | 'changed' | 'revoked',
  item: ChangedItem,
  grant: GrantRow,
): void {
  events.publish(tx, {
    type: `access.${change}`,
    userId: item.ownerId,
    data: {
      item_id: item.id,
      item_name: item.name,
      principal_type: grant.userId === null ? 'group' : 'user',
      principal_id: grant.principalId,
      principal_name: grant.principalName,
      role: grant.role,
      origin: currentOrigin(),
      occurred_at: isoTime(clock.now()),
    },
    item: { id: item.id },
  });
}
