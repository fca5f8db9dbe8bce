import type { ArchiveUrl } from '@drive/contract';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import { createCount } from './count.ts';
import { createArchive, type ArchiveToMake } from './create-archive.ts';
import { mountArchives } from './routes.ts';
import { sweepArchives } from './sweep.ts';

export interface ArchivesDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly files: Files;
  readonly shares: Shares;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** What the files of an archive may come to together. */
    readonly maxBytes: number;
    readonly sweepMs: number;
  };
}

export interface Archives {
  /**
   * Makes an address that is good for one download within ten minutes. `archive_size_exceeded` over the cap in bytes, and
   * where there are more than 100,000 files; `file_quarantined` where a file of a share's archive is held back.
   */
  create(wanted: ArchiveToMake): Promise<ArchiveUrl>;
  routes(router: Router): void;
}

export function createArchives(deps: ArchivesDeps): Archives {
  const count = createCount(deps);
  deps.jobs.every('archives.sweep', deps.config.sweepMs, ({ signal }) => sweepArchives(deps, signal));
  return {
    create: (wanted) => createArchive(deps, wanted),
    routes: (router) => mountArchives(router, { ...deps, count }),
  };
}
