import { dayMs } from '@drive/base';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { PasswordLock, type LinkLock, type LinkLockDeps } from '../links/index.ts';
import { mountNewPastePage } from './pages/new-paste-page.tsx';
import { mountPastePage } from './pages/paste-page.tsx';
import { PasteOwner, type PasteOwnerDeps } from './paste-owner.ts';
import { mountPasteRoutes, mountRawPastes } from './paste-routes.ts';
import { deletePastesOf, sweepPastes, type PasteSweepDeps } from './paste-sweep.ts';
import { createPasteVisitor, type OpenPaste, type PasteVisitorDeps } from './paste-visitor.ts';

export type PastesDeps = Pick<Ports, 'jobs'> &
  PasteOwnerDeps &
  PasteVisitorDeps &
  LinkLockDeps &
  PasteSweepDeps & { readonly config: { readonly sweepMs: number } };

export interface Pastes {
  /** Deletes the pastes of a deleted account (users.row_id). It may be called again after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<unknown>;
  routes(router: Router): void;
}

export function createPastes(deps: PastesDeps): Pastes {
  const { jobs, guests, config } = deps;
  const owner = new PasteOwner(deps);
  const visitor = createPasteVisitor(deps);
  const passwordLock = new PasswordLock<OpenPaste>(deps, 'paste');
  const lock: LinkLock<OpenPaste> = {
    isUnlocked: (request, paste) => paste.isOwn || passwordLock.isUnlocked(request, paste),
    requireUnlocked: (request, paste) => {
      if (!paste.isOwn) passwordLock.requireUnlocked(request, paste);
    },
    unlock: (context, paste, password) => passwordLock.unlock(context, paste, password),
  };

  jobs.every('pastes.sweep', config.sweepMs, ({ signal }) => sweepPastes(deps, guests.retentionDays * dayMs, signal));

  return {
    eraseOwner: (ownerId, signal) => deletePastesOf(deps, ownerId, Number.MAX_SAFE_INTEGER, signal),
    routes: (router) => {
      const page = { ...deps, owner, visitor, lock };
      mountPasteRoutes(router, page);
      mountRawPastes(router, page);
      mountPastePage(router, page);
      mountNewPastePage(router, page);
    },
  };
}
