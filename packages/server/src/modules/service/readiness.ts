import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log.ts';

export interface ReadinessDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  readonly log: Log;
}

/** Throws `unavailable` if a dependency of the server does not answer. Only the log names it. */
export function createReadiness({ database, blobs, jobs, log }: ReadinessDeps): () => Promise<void> {
  return async () => {
    const [db, storage] = await Promise.allSettled([database.ping(), blobs.freeBytes()]);
    const failures = [
      ...(db.status === 'rejected' ? [{ event: 'database does not answer', error: db.reason as unknown }] : []),
      ...(storage.status === 'rejected'
        ? [{ event: 'storage does not answer', error: storage.reason as unknown }]
        : []),
      ...(jobs.isAlive() ? [] : [{ event: 'job loop is stalled', error: undefined }]),
    ];
    for (const { event, error } of failures) log.warn(event, { error });
    if (failures.length > 0) throw new DomainError('unavailable', 'The server is not ready.', { retryAfterSeconds: 5 });
  };
}
