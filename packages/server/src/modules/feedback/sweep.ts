import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Shares } from '../shares/index.ts';
import { deleteSomeOfShare } from './store.ts';

/** So many shares are looked at before others get their turn. */
const sharesAtOnce = 200;

/** What was said at a share is unseen from the moment it is revoked or purged; the sweep takes it away. */
export function sweepEnded({
  database,
  jobs,
  shares,
  sweepMs,
}: {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly shares: Shares;
  readonly sweepMs: number;
}): void {
  jobs.every('feedback.sweep', sweepMs, async ({ signal }) => {
    for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
      const { ended, last } = await shares.feedback.listEnded(database.reader, { after, limit: sharesAtOnce });
      for (const rowId of ended) {
        await deleteInBatches(database, signal, (tx, limit) => deleteSomeOfShare(tx, rowId, limit));
        if (!signal.aborted) await database.write((tx) => shares.feedback.clear(tx, rowId));
      }
      after = last;
    }
  });
}
