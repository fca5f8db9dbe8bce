import type { Reader, Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findSystemUser, insertSystemUser } from './owner-store.ts';

/** The hidden user that owns anonymous uploads: it cannot sign in, and no list contains it. */
export function createAnonymousOwner({ clock, random }: Pick<Ports, 'clock' | 'random'>) {
  // Set by `find` only: the row that `ensure` inserts may still be rolled back.
  let known: number | undefined;

  return {
    /** users.row_id; undefined before the first upload without an account. */
    find: async (reader: Reader): Promise<number | undefined> => (known ??= await findSystemUser(reader)),

    /** users.row_id; inserts the user if it is missing. Concurrent calls insert one. */
    ensure: async (tx: Tx): Promise<number> => {
      const found = known ?? (await findSystemUser(tx));
      if (found !== undefined) return found;
      await insertSystemUser(tx, { id: random.uuid(), createdAt: clock.now() });
      const created = await findSystemUser(tx);
      if (created === undefined) throw new Error('the anonymous owner could not be inserted');
      return created;
    },
  };
}
