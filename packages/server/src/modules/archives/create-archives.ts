import { dayMs } from '@drive/base';
import { endpoints, type ArchiveUrl } from '@drive/contract';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { deleteArchive, listStaleArchives, partsOf } from './archive-store.ts';
import { requireChosen } from './chosen-items.ts';
import { createCount, type CountDeps } from './count-archive.ts';
import { createArchive, type CreateDeps, type NewArchive } from './create-archive.ts';
import { serveArchive, type ServeDeps } from './serve-archive.ts';

export type ArchivesDeps = CreateDeps &
  Omit<ServeDeps, 'beginDelivery'> &
  CountDeps & { readonly config: { readonly sweepMs: number } };

export interface Archives {
  /** The URL is valid for one download within ten minutes. Throws `archive_size_exceeded`, `file_quarantined`. */
  create(archive: NewArchive): Promise<ArchiveUrl>;
  routes(router: Router): void;
}

export function createArchives(deps: ArchivesDeps): Archives {
  const beginDelivery = createCount(deps);
  deps.jobs.every('archives.sweep', deps.config.sweepMs, ({ signal }) => sweepArchives(deps, signal));
  return {
    create: (archive) => createArchive(deps, archive),
    routes: (router) => mountArchives(router, { ...deps, beginDelivery }),
  };
}

function mountArchives(router: Router, deps: CreateDeps & ServeDeps): void {
  router.mount(endpoints.createArchive, async ({ caller, body }) => {
    const chosen = await requireChosen(deps, caller.userId, body);
    return createArchive(deps, { ownerId: caller.userId, share: null, ...chosen });
  });

  router.mountBytes(endpoints.downloadArchive, ({ params, request, response }) =>
    serveArchive(deps, params.token, request, response),
  );
}

/** A transfer needs the plan of its archive to its end. */
const consumedKeptMs = 7 * dayMs;
const archivesPerQuery = 50;
const partsPerTransaction = 20;

/** Deletes archives that expired unused, and consumed ones after a week. */
async function sweepArchives(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (;;) {
    const stale = await listStaleArchives(database.reader, {
      expiredAt: now,
      consumedBefore: now - consumedKeptMs,
      limit: archivesPerQuery,
    });
    for (const rowId of stale) {
      await deleteInBatches(database, signal, partsOf(rowId), partsPerTransaction);
      if (!signal.aborted) await database.write((tx) => deleteArchive(tx, rowId));
    }
    if (signal.aborted || stale.length < archivesPerQuery) return;
  }
}
