import { dayMs, findSigned } from '@drive/base';
import { endpoints, type ArchiveUrl } from '@drive/contract';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  consumeArchive,
  deleteArchive,
  findArchive,
  hashedTokenOf,
  listStaleArchives,
  partsOf,
} from './archive-store.ts';
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
  /** Ends the URL of a token, and deletes its plan. Without `evenBegun` a download that has begun keeps both. */
  discard(token: string, options: { readonly evenBegun: boolean }, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

export function createArchives(deps: ArchivesDeps): Archives {
  const beginDelivery = createCount(deps);
  deps.jobs.every('archives.sweep', deps.config.sweepMs, ({ signal }) => sweepArchives(deps, signal));
  return {
    create: (archive) => createArchive(deps, archive),
    discard: (token, options, signal) => discardArchive(deps, token, options, signal),
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
    for (const rowId of stale) await deletePlan(database, rowId, signal);
    if (signal.aborted || stale.length < archivesPerQuery) return;
  }
}

async function deletePlan(database: Ports['database'], rowId: number, signal: AbortSignal): Promise<void> {
  await deleteInBatches(database, signal, partsOf(rowId), partsPerTransaction);
  if (!signal.aborted) await database.write((tx) => deleteArchive(tx, rowId));
}

async function discardArchive(
  { database, clock, secrets }: Pick<Ports, 'database' | 'clock' | 'secrets'>,
  token: string,
  { evenBegun }: { readonly evenBegun: boolean },
  signal: AbortSignal,
): Promise<void> {
  const archive = await findSigned(secrets, hashedTokenOf(token), (hash) => findArchive(database.reader, hash));
  if (archive === undefined) return;
  const now = clock.now();
  // A download that begins meanwhile finds it consumed.
  const isConsumedHere = await database.write((tx) => consumeArchive(tx, archive.rowId, now));
  const hasBegun = archive.consumedAt !== null || (!isConsumedHere && archive.expiresAt > now);
  if (evenBegun || !hasBegun) await deletePlan(database, archive.rowId, signal);
}
