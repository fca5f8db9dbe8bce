import { dayMs } from '@drive/base';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Downloads } from '../downloads/index.ts';
import { PasswordLock, type LinkLockDeps } from '../links/index.ts';
import { mountProofingPage } from './pages/proofing-page.tsx';
import { createProofingOwner, type ProofingOwnerDeps } from './proofing-owner.ts';
import { mountProofingRoutes } from './proofing-routes.ts';
import { proofingStore } from './proofing-store.ts';
import { ProofingVisitor, type OpenProofing, type ProofingVisitorDeps } from './proofing-visitor.ts';
import { createSubmissionMails, type SubmissionMailsDeps } from './submission-mails.ts';

export type ProofingsDeps = Pick<Ports, 'jobs'> &
  LinkLockDeps &
  SubmissionMailsDeps &
  ProofingOwnerDeps &
  Omit<ProofingVisitorDeps, 'notifyOwner'> & { readonly downloads: Pick<Downloads, 'serveProofings'> };

export interface Proofings {
  /** Deletes the proofings of a deleted account (users.row_id). It may be called again after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<unknown>;
  routes(router: Router): void;
}

const endedKeptMs = 30 * dayMs;

export function createProofings(deps: ProofingsDeps): Proofings {
  const { database, jobs, downloads } = deps;
  const owner = createProofingOwner(deps);
  const visitor = new ProofingVisitor({ ...deps, notifyOwner: createSubmissionMails(deps) });
  const lock = new PasswordLock<OpenProofing>(deps, 'proofing');

  downloads.serveProofings((...asked) => visitor.findProofed(...asked));
  jobs.sweep('proofings.sweep', dayMs, (now) => proofingStore.deleteEnded(now - endedKeptMs));

  return {
    eraseOwner: (ownerId, signal) => deleteInBatches(database, signal, proofingStore.deleteOwned(ownerId)),
    routes: (router) => {
      const page = { ...deps, owner, visitor, lock };
      mountProofingRoutes(router, page);
      mountProofingPage(router, page);
    },
  };
}
