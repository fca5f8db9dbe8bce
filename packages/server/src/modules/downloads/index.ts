/**
 * Bytes out: signed addresses, and what they answer. Writes counted_downloads.
 *
 * Who is who: `routes.ts` hands addresses out, to owners and through shares; `target.ts` says what one opens; `serve.ts` answers
 * with the file and `preview.ts` with its thumbnail, with `byte-range.ts`, `response-headers.ts` and `send-blob.ts`; `count.ts`
 * counts.
 *
 * What always holds: an address opens one file, until its time is up or the file or the share it came through is gone; a
 * download is counted once for each address, when its last byte has gone out.
 */
import type { Clock } from '../../platform/clock.ts';
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import type { Random } from '../../platform/random.ts';
import { createCount, type CountDeps } from './count.ts';
import { mountDownloads } from './routes.ts';
import type { ServeDeps } from './serve.ts';

export interface DownloadsDeps extends CountDeps, Omit<ServeDeps, 'count'> {
  readonly clock: Clock;
  readonly random: Random;
  readonly featureLimiter: FeatureLimiter;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** How long an address opens. */
    readonly urlLifeMs: number;
  };
}

export interface Downloads {
  routes(router: Router): void;
}

export function createDownloads(deps: DownloadsDeps): Downloads {
  const count = createCount(deps);
  return { routes: (router) => mountDownloads(router, { ...deps, count }) };
}
