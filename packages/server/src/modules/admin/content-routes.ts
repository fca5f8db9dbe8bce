import { endpoints, type AdminJob } from '@drive/contract';
import type { Audit } from '../../platform/audit/index.ts';
import { isoTime, optionalIsoTime } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs, JobView } from '../../platform/jobs/index.ts';
import { paginationOf, rowsOf } from '../../platform/paging.ts';
import { createFileList, type FileListDeps } from './file-list.ts';
import { createQuarantineMails, type QuarantineMailsDeps } from './quarantine-mails.ts';

export interface ContentRoutesDeps extends FileListDeps, QuarantineMailsDeps {
  readonly jobs: Jobs;
  readonly audit: Audit;
  readonly config: {
    /** The most rows a page of a list has. */
    readonly listMax: number;
  };
}

/** Everybody's files and the work behind the requests, for administrators. */
export function createContentRoutes(deps: ContentRoutesDeps): (router: Router) => void {
  const { database, accounts, files, jobs, audit, config } = deps;
  const list = createFileList(deps);
  const tellOwner = createQuarantineMails(deps);
  const target = (id: string) => ({ kind: 'file', id }) as const;

  return (router) => {
    router.mount(endpoints.listAllFiles, ({ query }) =>
      list.list({ ...query, limit: Math.min(query.limit, config.listMax) }),
    );

    router.mount(endpoints.deleteAnyFile, ({ caller, params: { id } }) =>
      database.write(async (tx) => {
        const file = await files.findFile(tx, id);
        if (file === undefined || file.isFolder) throw fileNotFound();
        const rowIds = [file.rowId];
        // What came without an account lies in a folder of its own, which is of no use without it.
        const isLast = file.parentId !== null && (await files.countFilesIn(tx, file.parentRowId)) === 1;
        if (isLast && (await accounts.isAnonymous(tx, file.ownerId))) rowIds.push(file.parentRowId);
        if ((await files.purge.discard(tx, file.ownerId, rowIds)) === 0) return;
        await audit.record(tx, { action: 'file.deleted', actor: caller, userId: file.ownerId, target: target(id) });
      }),
    );

    router.mount(endpoints.quarantineFile, async ({ caller, params: { id }, body }) => {
      const { quarantined } = body;
      const reason = body.reason === undefined || body.reason === '' ? null : body.reason;
      await database.write(async (tx) => {
        const outcome = await files.changeQuarantine(tx, id, { quarantined, reason });
        if (outcome === undefined) throw fileNotFound();
        if (outcome.change === 'none') return;
        const action = quarantined ? 'file.quarantined' : 'file.released';
        await audit.record(tx, { action, actor: caller, userId: outcome.file.ownerId, target: target(id) });
        if (outcome.change === 'done') await tellOwner(tx, { fileId: id, quarantined, reason });
      });
      const file = await list.find(id);
      if (file === undefined) throw fileNotFound();
      return file;
    });

    router.mount(endpoints.listJobs, async ({ query: { state, name, page, ...query } }) => {
      const limit = Math.min(query.limit, config.listMax);
      const { total, jobs: found } = await jobs.list({ state, type: name, ...rowsOf({ page, limit }) });
      return {
        jobs: found.map(toAdminJob),
        pagination: paginationOf({ page, limit }, total),
      };
    });

    router.mount(endpoints.retryJob, ({ caller, params: { id } }) =>
      database.write(async (tx) => {
        const job = await jobs.retry(tx, id);
        if (job === undefined) throw new DomainError('job_not_found', 'There is no such job. What is done is gone.');
        const { type } = job;
        await audit.record(tx, {
          action: 'job.retried',
          actor: caller,
          target: { kind: 'job', id },
          details: { type },
        });
        return toAdminJob(job);
      }),
    );
  };
}

const fileNotFound = (): DomainError => new DomainError('file_not_found', 'There is no such file.');

const toAdminJob = (job: JobView): AdminJob => ({
  id: job.id,
  name: job.type,
  state: job.state,
  attempts: job.attempts,
  createdAt: isoTime(job.createdAt),
  runAt: isoTime(job.runAt),
  failedAt: optionalIsoTime(job.failedAt),
  lastError: job.lastError,
});
