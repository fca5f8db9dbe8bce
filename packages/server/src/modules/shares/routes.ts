import { endpoints } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { toDescriptor } from './descriptor.ts';
import { requireOpenShare, shareNotFound } from './open-share.ts';
import { toPublicShare } from './public-share.ts';
import type { OwnShares } from './own-share.ts';

export interface RoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
  readonly config: { readonly baseUrl: string };
}

export function mountShares(router: Router, deps: RoutesDeps, own: OwnShares): void {
  const { database, accounts, files, featureLimiter } = deps;
  const { baseUrl } = deps.config;

  router.mount(endpoints.createFileShare, async ({ caller, params, body }) =>
    toDescriptor(baseUrl, await own.put(caller.userId, params.fileId, body)),
  );

  router.mount(endpoints.setFileShareMode, async ({ caller, params, body }) =>
    toDescriptor(baseUrl, await own.setMode(caller.userId, params.fileId, body.shareMode)),
  );

  router.mount(endpoints.revokeFileShare, async ({ caller, params }) => {
    await own.revoke(caller.userId, params.fileId);
    return undefined;
  });

  router.mount(endpoints.resolveShare, async ({ params, clientNetwork }) => {
    featureLimiter.take('shareResolve', clientNetwork);
    const share = await requireOpenShare(deps, database.reader, { token: params.token });
    if (share.kind !== 'file') throw shareNotFound();
    const owner = await accounts.findUser(database.reader, share.ownerId);
    return toPublicShare({ baseUrl, files }, share, owner?.name ?? null);
  });
}
