import type { Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts, DeleteUserData } from '../accounts/index.ts';
import type { Files, VirusFound } from '../files/index.ts';
import type { Reports } from '../reports/index.ts';
import { AdminFiles } from './admin-file-listing.ts';
import { mountAdminRoutes } from './admin-routes.ts';
import { createQuarantineMail, createVirusMail } from './quarantine-mails.ts';
import { UserTransfers } from './user-transfers.ts';

/** `eraseOwner` is idempotent, because it resumes after a crash. */
interface OwnsAccountData {
  readonly eraseOwner: DeleteUserData;
}

export type AdminDeps = Pick<Ports, 'database' | 'clock' | 'jobs' | 'audit'> &
  Record<
    | 'access'
    | 'apiKeys'
    | 'identity'
    | 'webhooks'
    | 'shares'
    | 'uploads'
    | 'collections'
    | 'grants'
    | 'proofings'
    | 'pastes'
    | 'webdav'
    | 'notifications',
    OwnsAccountData
  > & {
    readonly accounts: Accounts;
    readonly reports: Reports;
    readonly files: Files & OwnsAccountData;
    readonly mails: Mails;
  };

export interface Admin {
  /** Records that a scan has put a file in quarantine, and notifies its owner and the administrators. */
  virusFound(tx: Tx, found: VirusFound): Promise<void>;
  routes(router: Router): void;
}

export function createAdmin(deps: AdminDeps): Admin {
  const { access, apiKeys, identity, webhooks, shares, uploads, collections, grants, proofings } = deps;
  const { pastes, webdav, files, reports, notifications } = deps;
  // The order matters: a failed upload still notifies its file request, and files are purged once nothing refers to them.
  for (const { eraseOwner } of [
    access,
    apiKeys,
    identity,
    webhooks,
    reports,
    shares,
    uploads,
    collections,
    grants,
    proofings,
    pastes,
    webdav,
    notifications,
    files,
  ])
    deps.accounts.deletion.add(eraseOwner);
  const quarantineMail = createQuarantineMail(deps);
  const virusMail = createVirusMail(deps);
  const userTransfer = new UserTransfers(deps);
  const routesDeps = { ...deps, userTransfer, adminFiles: new AdminFiles(deps), quarantineMail };
  return {
    virusFound: async (tx, { file: { id, ownerId }, change, virus }) => {
      if (change === 'none') return;
      const target = { kind: 'file', id } as const;
      await deps.audit.record(tx, {
        action: 'file.quarantined',
        actor: 'server',
        userId: ownerId,
        target,
        details: { virus },
      });
      if (change !== 'state') return;
      await reports.closeOfFile(tx, id);
      await quarantineMail.enqueue(tx, { fileId: id, quarantined: true, reason: virus, virus });
      for (const adminId of await deps.accounts.listAdmins(tx))
        await virusMail.enqueue(tx, { fileId: id, virus, adminId });
    },
    routes: (router) => mountAdminRoutes(router, routesDeps),
  };
}
