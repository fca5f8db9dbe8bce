import { hourMs, secondMs } from '@drive/base';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';

/** Deletes what a module stores of a deleted account (users.row_id). Idempotent: it runs again after a crash. */
export type DeleteUserData = (userId: number, signal: AbortSignal) => Promise<unknown>;

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

export function createAccountDeletion({ clock, jobs }: Pick<Ports, 'clock' | 'jobs'>) {
  const steps: DeleteUserData[] = [];
  const job = jobs.define<{ readonly userId: number }>({
    type: 'accounts.erase',
    concurrency: 1,
    run: async ({ userId }, { signal }) => {
      // Programs beside the server delete accounts, but run no jobs and add no steps.
      if (steps.length === 0) throw new Error('no module has registered an account cleanup');
      for (const step of steps) {
        signal.throwIfAborted();
        await step(userId, signal);
      }
    },
    // Retries forever: data that was promised to be deleted must be deleted.
    retryDelayMs: (attempt) => Math.min(secondMs * 2 ** attempt, hourMs),
  });
  return {
    /** Call in the transaction that deletes the account. */
    schedule: async (tx: Tx, userId: number): Promise<void> => {
      await job.enqueue(tx, { userId });
      // The second run deletes what requests wrote that were in progress when the account was deleted.
      await job.enqueue(tx, { userId }, { runAt: clock.now() + hourMs });
    },
    /** Adds a step to run after those added before. Call before jobs start. */
    add: (step: DeleteUserData): void => void steps.push(step),
  };
}
