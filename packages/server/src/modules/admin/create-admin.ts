import type { AdminSetting } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Accounts, DeleteUserData } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Reports } from '../reports/index.ts';
import { createAdminFiles } from './admin-file-listing.ts';
import { mountAdminRoutes } from './admin-routes.ts';
import { createQuarantineMail } from './quarantine-mail.ts';

/** `eraseOwner` is idempotent, because it resumes after a crash. */
interface OwnsAccountData {
  readonly eraseOwner: DeleteUserData;
}

export type AdminDeps = Pick<Ports, 'database' | 'clock' | 'jobs' | 'audit'> &
  Record<
    'apiKeys' | 'webhooks' | 'shares' | 'uploads' | 'collections' | 'proofings' | 'pastes' | 'webdav',
    OwnsAccountData
  > & {
    readonly accounts: Accounts;
    readonly reports: Reports;
    readonly files: Files & OwnsAccountData;
    readonly mails: Mails;
    readonly settings: readonly AdminSetting[];
  };

export interface Admin {
  routes(router: Router): void;
}

export function createAdmin(deps: AdminDeps): Admin {
  const { apiKeys, webhooks, shares, uploads, collections, proofings, pastes, webdav, files, reports } = deps;
  // The order matters: a failed upload still notifies its file request, and files are purged once nothing refers to them.
  for (const { eraseOwner } of [
    apiKeys,
    webhooks,
    reports,
    shares,
    uploads,
    collections,
    proofings,
    pastes,
    webdav,
    files,
  ])
    deps.accounts.deletion.add(eraseOwner);
  const routesDeps = { ...deps, adminFiles: createAdminFiles(deps), quarantineMail: createQuarantineMail(deps) };
  return { routes: (router) => mountAdminRoutes(router, routesDeps) };
}
