import { readClientScript } from '../../pages/assets.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { createLinkLock, type LinkLockDeps } from '../links/index.ts';
import { createOwnPastes, type OwnPastesDeps } from './own-pastes.ts';
import { mountNewPastePages } from './pages/new-paste-pages.tsx';
import { mountPastePages } from './pages/paste-pages.tsx';
import type { PasteRow } from './paste-row.ts';
import { mountRawPastes } from './raw-route.ts';
import { createPasteReading, type ReadingDeps } from './reading.ts';
import { mountPastes } from './routes.ts';
import { deletePastesOf, sweepPastes, type SweepDeps } from './sweep.ts';

export type PastesDeps = OwnPastesDeps &
  ReadingDeps &
  LinkLockDeps &
  SweepDeps & {
    readonly jobs: Jobs;
    readonly config: {
      /** Without a slash at the end. */
      readonly baseUrl: string;
      /** What `expiresInDays` may be at most. */
      readonly maxExpiryDays: number;
      readonly sweepMs: number;
    };
  };

/** Texts with a link. */
export interface Pastes {
  /** Takes away the pastes of a deleted account (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

export function createPastes(deps: PastesDeps): Pastes {
  const { jobs, accounts, guests, config } = deps;
  const own = createOwnPastes(deps);
  const reading = createPasteReading(deps);
  const lock = createLinkLock<PasteRow>(deps, 'paste');

  jobs.every('pastes.sweep', config.sweepMs, ({ signal }) => sweepPastes(deps, guests.retentionDays * dayMs, signal));

  return {
    eraseOwner: async (ownerId, signal) => void (await deletePastesOf(deps, ownerId, Number.MAX_SAFE_INTEGER, signal)),
    routes: (router) => {
      const face = { own, reading, lock, accounts, guests, config };
      mountPastes(router, face);
      mountRawPastes(router, face);
      const basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '');
      mountPastePages(router, { ...face, basePath });
      mountNewPastePages(router, { ...face, basePath, captchaScript: readClientScript('paste', import.meta.url) });
    },
  };
}
