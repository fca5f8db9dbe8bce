import type { Database, Tx } from '../../../platform/db/index.ts';
import { OtherTree } from '../changes/tree-lock.ts';
import { lockTree } from './root-folder.ts';

export interface ChangeOptions {
  readonly sharesCommit?: boolean;
  readonly tree?: number | undefined;
}

/**
 * Runs a change in a transaction that has locked the tree of the user, in which almost all changes are. If it turns out to be one
 * of another tree, which the user may change, it begins again with that tree locked as well; trees are locked in the order of
 * their owners, so that no two changes wait for each other. `sharesCommit`: the work locks rows of this one owner only, and may
 * share the commit of others. `tree`: another that is probably changed (owners.row_id), so that it need not begin again.
 */
export async function changeTrees<T>(
  database: Database,
  userId: number,
  work: (tx: Tx, locked: ReadonlySet<number>) => Promise<T>,
  { sharesCommit = false, tree = userId }: ChangeOptions = {},
): Promise<T> {
  const owners = new Set([userId, tree]);
  for (;;) {
    try {
      return await database.write(
        async (tx) => {
          for (const ownerId of [...owners].toSorted((a, b) => a - b)) await lockTree(tx, ownerId);
          return work(tx, owners);
        },
        sharesCommit && owners.size === 1 ? { owner: userId } : {},
      );
    } catch (error) {
      if (!(error instanceof OtherTree) || owners.has(error.ownerId)) throw error;
      owners.add(error.ownerId);
    }
  }
}
