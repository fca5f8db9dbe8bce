import type { Clock } from '../../platform/clock.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Random } from '../../platform/random.ts';
import { findSystemUser, insertSystemUser } from './user-store.ts';

/** Owns what nobody owns: no account, no password, in no list, and it never was the first user. */
export interface AnonymousOwner {
  /** users.row_id; made where it is missing. Two at once make one. */
  ensure(tx: Tx): Promise<number>;
  /** undefined until something was uploaded without an account for the first time. */
  find(reader: Reader): Promise<number | undefined>;
}

export function createAnonymousOwner({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): AnonymousOwner {
  // It never changes once it is there; but a row that a transaction has just made may still be taken back.
  let known: number | undefined;

  const find = async (reader: Reader): Promise<number | undefined> => {
    known ??= await findSystemUser(reader);
    return known;
  };

  return {
    find,
    ensure: async (tx) => {
      const found = known ?? (await findSystemUser(tx));
      if (found !== undefined) return found;
      await insertSystemUser(tx, { id: random.uuid(), createdAt: clock.now() });
      const made = await findSystemUser(tx);
      if (made === undefined) throw new Error('the system owner that stood in the way of another is gone');
      return made;
    },
  };
}
