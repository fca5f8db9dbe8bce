import { endpoints, type ArchiveUrl } from '@drive/contract';
import { dayMs } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { FileRow } from '../files/index.ts';
import { deleteArchive, listStaleArchives, partsOf } from './archive-store.ts';
import { createCount, type CountDeps } from './count-archive.ts';
import { createArchive, type CreateDeps, type NewArchive } from './create-archive.ts';
import { serveArchive, type ServeDeps } from './serve-archive.ts';

export type ArchivesDeps = CreateDeps &
  Omit<ServeDeps, 'count'> &
  CountDeps & { readonly config: { readonly sweepMs: number } };

export interface Archives {
  /** The URL is valid for one download within ten minutes. Throws `archive_size_exceeded`, `file_quarantined`. */
  create(archive: NewArchive): Promise<ArchiveUrl>;
  routes(router: Router): void;
}

export function createArchives(deps: ArchivesDeps): Archives {
  const count = createCount(deps);
  deps.jobs.every('archives.sweep', deps.config.sweepMs, ({ signal }) => sweepArchives(deps, signal));
  return {
    create: (archive) => createArchive(deps, archive),
    routes: (router) => mountArchives(router, { ...deps, count }),
  };
}

function mountArchives(router: Router, deps: CreateDeps & ServeDeps): void {
  router.mount(endpoints.createArchive, async ({ caller, body }) => {
    const wanted = await requireOwnFiles(deps, caller.userId, new Set(body.fileIds));
    return createArchive(deps, {
      ownerId: caller.userId,
      share: null,
      entries: [wanted.map((file) => ({ file, folderNames: [] }))],
    });
  });

  router.mountBytes(endpoints.downloadArchive, ({ params, request, response }) =>
    serveArchive(deps, params.token, request, response),
  );
}

/** The files in the order of `ids`. Throws unless all of them are alive files of the owner. */
async function requireOwnFiles(
  { database, files }: Pick<ServeDeps, 'database' | 'files'>,
  ownerId: number,
  ids: ReadonlySet<string>,
): Promise<FileRow[]> {
  const found = new Map((await files.listFiles(database.reader, [...ids])).map((file) => [file.id, file]));
  return [...ids].map((id) => {
    const file = found.get(id);
    if (file === undefined || file.ownerId !== ownerId || file.isFolder || file.state !== 'alive')
      throw new DomainError(
        'access_denied',
        'An archive can contain only your own files that are not in the trash. At least one of these is not.',
      );
    return file;
  });
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
