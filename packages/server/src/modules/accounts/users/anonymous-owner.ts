import { findAnonymousOwner } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { insertSystemUser } from './enabled-owner-store.ts';

/** The hidden user that owns anonymous uploads: it cannot sign in, and no list contains it. */
export function createAnonymousOwner({ clock, random }: Pick<Ports, 'clock' | 'random'>) {
  // Set by `find` only: the row that `ensure` inserts may still be rolled back.
  let known: number | undefined;

  return {
    /** owners.row_id; undefined before the first upload without an account. */
    find: async (reader: Reader): Promise<number | undefined> => (known ??= await findAnonymousOwner(reader)),

    /** owners.row_id; inserts user and owner if they are missing. Concurrent calls insert one. */
    ensure: async (tx: Tx): Promise<number> => {
      const found = known ?? (await findAnonymousOwner(tx));
      if (found !== undefined) return found;
      await insertSystemUser(tx, { id: random.uuid(), createdAt: clock.now() });
      const created = await findAnonymousOwner(tx);
      if (created === undefined) throw new Error('the anonymous owner could not be inserted');
      return created;
    },
  };
}
