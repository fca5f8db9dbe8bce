import { dayMs } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { createLinkLock, type LinkLockDeps } from '../links/index.ts';
import { createOwnProofings, type OwnProofingsDeps } from './own-proofings.ts';
import { mountProofPages } from './pages/proof-pages.tsx';
import { mountSelectionsPages } from './pages/selections-pages.tsx';
import { createProofer, type ProofingDeps } from './proofing.ts';
import type { ProofingRow } from './proofing-row.ts';
import { mountProofings } from './routes.ts';
import { deleteEndedProofings, deleteProofingsOf } from './store.ts';
import { createSubmissionMails, type SubmissionMailsDeps } from './submission-mails.ts';

export type ProofingsDeps = Omit<ProofingDeps, 'tellOwner'> &
  SubmissionMailsDeps &
  OwnProofingsDeps &
  LinkLockDeps & {
    readonly jobs: Jobs;
    readonly config: {
      /** Without a slash at the end. */
      readonly baseUrl: string;
      /** What `expiresInDays` may be at most. */
      readonly maxExpiryDays: number;
    };
  };

/** Proofings. */
export interface Proofings {
  /** Takes away the proofings of a deleted account (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

/** So long an ended proofing is remembered. */
const endedKeptMs = 30 * dayMs;

export function createProofings(deps: ProofingsDeps): Proofings {
  const { database, clock, jobs, accounts, config } = deps;
  const own = createOwnProofings(deps);
  const proofer = createProofer({ ...deps, tellOwner: createSubmissionMails(deps) });
  deps.downloads.serveProofings(proofer.findProofed);
  const lock = createLinkLock<ProofingRow>(deps, 'proofing');

  jobs.every('proofings.sweep', dayMs, ({ signal }) => {
    const endedUntil = clock.now() - endedKeptMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteEndedProofings(tx, endedUntil, limit));
  });

  return {
    eraseOwner: (ownerId, signal) =>
      deleteInBatches(database, signal, (tx, limit) => deleteProofingsOf(tx, ownerId, limit)),
    routes: (router) => {
      const face = { own, proofer, lock, config };
      mountProofings(router, face);
      const page = { ...face, accounts, basePath: new URL(config.baseUrl).pathname.replace(/\/$/, '') };
      mountProofPages(router, page);
      mountSelectionsPages(router, page);
    },
  };
}
