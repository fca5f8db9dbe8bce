import { hourMs, secondMs, type Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';

/** Takes away what a module keeps of a deleted account (users.row_id). It may be called again, after a crash anywhere. */
export type DeleteUserData = (userId: number, signal: AbortSignal) => Promise<void>;

/** What follows when an account was deleted: all that it owned goes. */
export interface AccountDeletion {
  /** In the transaction that deletes the account. */
  begin(tx: Tx, userId: number): Promise<void>;
  /** Before the jobs begin: each module that keeps something of users says how it goes, in the order it is to go. */
  add(erase: DeleteUserData): void;
}

const longestPauseMs = hourMs;

export function createAccountDeletion({
  clock,
  jobs,
}: {
  readonly clock: Clock;
  readonly jobs: Jobs;
}): AccountDeletion {
  const erases: DeleteUserData[] = [];
  const job = jobs.define<{ readonly userId: number }>({
    type: 'accounts.erase',
    concurrency: 1,
    run: async ({ userId }, { signal }) => {
      // Programs beside the server delete accounts and run no jobs.
      if (erases.length === 0) throw new Error('nothing is known of what an account owns');
      for (const erase of erases) {
        signal.throwIfAborted();
        await erase(userId, signal);
      }
    },
    // It never gives up: what was promised to be gone must go.
    retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, longestPauseMs),
  });
  return {
    begin: async (tx, userId) => {
      await job.enqueue(tx, { userId });
      // Once more for what a request has put there that was under way when the account was deleted.
      await job.enqueue(tx, { userId }, { runAt: clock.now() + hourMs });
    },
    add: (erase) => void erases.push(erase),
  };
}
