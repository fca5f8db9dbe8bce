import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';

/** The hidden user that owns anonymous uploads: it cannot sign in, and no list contains it. */
export function createAnonymousOwner({ clock, random }: Pick<Ports, 'clock' | 'random'>) {
  // Set by `find` only: the row that `ensure` inserts may still be rolled back.
  let known: number | undefined;

  const query = async (reader: Reader): Promise<number | undefined> => {
    const isSystem = sql.lit<1>(1);
    const row = await reader.selectFrom('users').select('row_id').where('is_system', '=', isSystem).executeTakeFirst();
    return row?.row_id;
  };

  return {
    /** users.row_id; undefined before the first upload without an account. */
    find: async (reader: Reader): Promise<number | undefined> => (known ??= await query(reader)),

    /** users.row_id; inserts the user if it is missing. Concurrent calls insert one. */
    ensure: async (tx: Tx): Promise<number> => {
      const found = known ?? (await query(tx));
      if (found !== undefined) return found;
      await tx
        .insertInto('users')
        .values({
          id: random.uuid(),
          // Invalid as an e-mail address and as a hash, so that nobody can sign in.
          email: 'nobody',
          email_key: 'nobody',
          name: null,
          password_hash: '!',
          plan: 'free',
          is_admin: 0,
          is_system: 1,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const created = await query(tx);
      if (created === undefined) throw new Error('the anonymous owner could not be inserted');
      return created;
    },
  };
}
