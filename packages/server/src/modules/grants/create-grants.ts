import { dayMs, minuteMs, secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { mountGrantRoutes } from './grant-routes.ts';
import { endedGrants, grantsOf, listForsakenUploads, listOpenUploads, revokeGrantsBy } from './grant-store.ts';
import { GrantedUploads, type GrantedUploadsDeps } from './granted-uploads.ts';
import { UploadGrants, type UploadGrantsDeps } from './upload-grants.ts';

export type GrantsDeps = Pick<Ports, 'jobs'> &
  GrantedUploadsDeps &
  Omit<UploadGrantsDeps, 'endUploads'> & {
    readonly config: { readonly sweepMs: number };
  };

export interface Grants {
  /** Deletes the upload grants of a deleted account (users.row_id). It may be called again after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<unknown>;
  routes(router: Router): void;
}

/** Longer than the uploads of the grants, by which doctor counts them, take; shorter than ended uploads are kept. */
const endedKeptMs = limits.grantKeptDays * dayMs;
const endedAtOnce = 100;
const retryDelaysMs = [secondMs, 10 * secondMs, minuteMs, 10 * minuteMs];

export function createGrants(deps: GrantsDeps): Grants {
  const { database, jobs, clock, uploads, accounts, config } = deps;
  const endAll = async (ids: readonly string[], signal: AbortSignal): Promise<void> => {
    for (const id of ids) {
      signal.throwIfAborted();
      await uploads.abandon(id);
    }
  };
  const ending = jobs.define<{ readonly grantId: string }>({
    type: 'grants.revoked',
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async ({ grantId }, { signal }) => endAll(await listOpenUploads(database.reader, grantId), signal),
  });
  const grants = new UploadGrants({
    ...deps,
    endUploads: (tx: Tx, grantId) => ending.enqueue(tx, { grantId }),
  });
  const granted = new GrantedUploads(deps);

  accounts.vouching.onTakeover((tx, userId) => revokeGrantsBy(tx, userId, clock.now()));

  // Uploads of keys that were revoked or expired, of users who were disabled, and of accounts that were taken over are forsaken.
  jobs.every('grants.forsaken', Math.min(config.sweepMs, minuteMs), async ({ signal }) => {
    let ids: string[];
    do {
      ids = await listForsakenUploads(database.reader, clock.now(), endedAtOnce);
      await endAll(ids, signal);
    } while (ids.length === endedAtOnce);
  });
  jobs.sweep('grants.ended', dayMs, (now) => endedGrants(now - endedKeptMs));

  return {
    eraseOwner: (ownerId, signal) => deleteInBatches(database, signal, grantsOf(ownerId)),
    routes: (router) => mountGrantRoutes(router, { grants, granted }),
  };
}
