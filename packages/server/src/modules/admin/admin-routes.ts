import { isoTime, optionalIsoTime } from '@drive/base';
import { endpoints, type AdminJob } from '@drive/contract';
import type { JobView } from '@drive/jobs';
import { DomainError } from '../../platform/errors.ts';
import { Answer, type Router } from '../../platform/http/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Reports } from '../reports/index.ts';
import type { AdminFiles } from './admin-file-listing.ts';
import type { createQuarantineMail } from './quarantine-mails.ts';
import type { UserTransfers } from './user-transfers.ts';

export type AdminRoutesDeps = Pick<Ports, 'database' | 'jobs' | 'audit'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly adminFiles: AdminFiles;
  readonly reports: Reports;
  readonly mails: Mails;
  readonly quarantineMail: ReturnType<typeof createQuarantineMail>;
  readonly userTransfer: UserTransfers;
};

export function mountAdminRoutes(router: Router, deps: AdminRoutesDeps): void {
  mountUserRoutes(router, deps);
  mountFileRoutes(router, deps);
  mountReportRoutes(router, deps);
  mountJobRoutes(router, deps);
  mountServerRoutes(router, deps);
}

function mountUserRoutes(router: Router, deps: AdminRoutesDeps): void {
  const { directory, invites } = deps.accounts;
  router.mount(endpoints.listUsers, ({ query: { q, disabled, ...page } }) => directory.list({ q, disabled }, page));
  router.mount(endpoints.createUser, ({ caller, body, remember }) => directory.create(caller, body, remember));
  router.mount(endpoints.getUser, ({ params }) => directory.get(params));
  router.mount(endpoints.updateUser, ({ caller, params, body }) => directory.change(caller, params, body));
  router.mount(endpoints.transferUser, ({ caller, params, body }) => deps.userTransfer.start(caller, params.id, body));
  router.mount(endpoints.deleteUser, async ({ caller, params, body }) => {
    if ((body.toUserId ?? body.driveId ?? undefined) !== undefined)
      return new Answer(202, await deps.userTransfer.startDeletion(caller, params.id, body));
    await directory.remove(caller, params);
    return new Answer(204, undefined);
  });

  router.mount(endpoints.createInvite, ({ caller, body, remember }) => invites.create(caller, body, remember));
  router.mount(endpoints.listInvites, ({ query }) => invites.list(query));
  router.mount(endpoints.revokeInvite, async ({ caller, params }) => {
    await invites.revoke(caller, params.id);
    return undefined;
  });
}

function mountFileRoutes(router: Router, deps: AdminRoutesDeps): void {
  const { database, accounts, files, adminFiles, reports, quarantineMail, audit } = deps;
  const target = (id: string) => ({ kind: 'file', id }) as const;

  router.mount(endpoints.listAllFiles, ({ query }) => adminFiles.list(query));

  router.mount(endpoints.deleteAnyFile, ({ caller, params: { id } }) =>
    database.write(async (tx) => {
      const file = await files.findFile(tx, id);
      if (file === undefined || file.isFolder) throw fileNotFound();
      const rowIds = [file.rowId];
      // The last file of an anonymous upload takes the folder of that upload with it.
      const isLast = file.parentId !== null && (await files.countFilesIn(tx, file.parentRowId)) === 1;
      if (isLast && (await accounts.isAnonymous(tx, file.ownerId))) rowIds.push(file.parentRowId);
      await reports.closeOfFile(tx, id);
      if ((await files.purge.discard(tx, file.ownerId, rowIds)) === 0) return;
      await audit.record(tx, { action: 'file.deleted', actor: caller, userId: file.ownerId, target: target(id) });
    }),
  );

  router.mount(endpoints.quarantineFile, async ({ caller, params: { id }, body }) => {
    const { quarantined } = body;
    const reason = body.reason === undefined || body.reason === '' ? null : body.reason;
    await database.write(async (tx) => {
      const outcome = await files.decideQuarantine(tx, id, { quarantined, reason });
      if (outcome === undefined) throw fileNotFound();
      if (quarantined) await reports.closeOfFile(tx, id);
      if (outcome.change === 'none') return;
      const about = { actor: caller, userId: outcome.file.ownerId, target: target(id) };
      await (quarantined
        ? audit.record(tx, { action: 'file.quarantined', ...about, details: null })
        : audit.record(tx, { action: 'file.released', ...about }));
      if (outcome.change === 'state') await quarantineMail.enqueue(tx, { fileId: id, quarantined, reason });
    });
    const file = await adminFiles.find(id);
    if (file === undefined) throw fileNotFound();
    return file;
  });
}

function mountReportRoutes(router: Router, { adminFiles, reports }: AdminRoutesDeps): void {
  router.mount(endpoints.listReports, async ({ query }) => {
    const { reports: found, pagination } = await reports.list(query);
    const files = await adminFiles.findMany(found.flatMap(({ fileId }) => fileId ?? []));
    return {
      reports: found.map(({ id, reason, message, email, createdAt, shareName, owner, fileId }) => ({
        id,
        reason,
        message,
        email,
        createdAt: isoTime(createdAt),
        shareName,
        owner,
        file: files.find((file) => file.id === fileId) ?? null,
      })),
      pagination,
    };
  });
  router.mount(endpoints.closeReport, async ({ caller, params }) => {
    await reports.close(caller, params.id);
    return undefined;
  });
}

function mountJobRoutes(router: Router, { database, jobs, audit }: AdminRoutesDeps): void {
  router.mount(endpoints.listJobs, async ({ query: { state, name, ...page } }) => {
    const { jobs: found, pagination } = await jobs.list({ state, type: name }, page);
    return { jobs: found.map(toAdminJob), pagination };
  });

  router.mount(endpoints.retryJob, ({ caller, params: { id } }) =>
    database.write(async (tx) => {
      const job = await jobs.retry(tx, id);
      if (job === undefined)
        throw new DomainError('job_not_found', 'There is no such job. Completed jobs are deleted.');
      const { type } = job;
      await audit.record(tx, { action: 'job.retried', actor: caller, target: { kind: 'job', id }, details: { type } });
      return toAdminJob(job);
    }),
  );
}

function mountServerRoutes(router: Router, { accounts, mails }: AdminRoutesDeps): void {
  router.mount(endpoints.sendTestMail, async ({ caller, body }) => {
    const to = body.to ?? (await accounts.directory.get({ id: caller.accountId })).email;
    return mails.sendTest(caller.userId, to);
  });
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
