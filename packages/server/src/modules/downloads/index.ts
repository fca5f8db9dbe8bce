/**
 * Sends bytes: signed URLs, and what they answer. Writes counted_downloads.
 *
 * Invariants: a signed URL opens one file, until it expires, the file or the link it came through is gone, or the link's
 * password changes. A download is counted once for each URL, when its last byte was sent or handed to a proxy.
 */
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import { createSignUrl, type SignedUrlDeps, type SignUrl } from './signed-urls.ts';
import { createCounting, type CountingDeps } from './download-counting.ts';
import { mountDownloads } from './download-routes.ts';
import type { ServeDeps } from './serve-download.ts';
import type { FindProofed } from './download-target.ts';

export type { Offload } from './serve-download.ts';
export type { SignUrl } from './signed-urls.ts';
export { attachmentType, contentDisposition, matchesEtag, sandbox } from './content-headers.ts';
export { parseRange, sendBlob } from './send-blob.ts';

export interface DownloadsDeps extends SignedUrlDeps, CountingDeps, Omit<ServeDeps, 'counting' | 'findProofed'> {
  readonly featureLimiter: FeatureLimiter;
}

export interface Downloads {
  readonly signUrl: SignUrl;
  /** Set by the proofings, which are above this module: without them their URLs open nothing. */
  serveProofings(findProofed: FindProofed): void;
  routes(router: Router): void;
}

export function createDownloads(deps: DownloadsDeps): Downloads {
  const counting = createCounting(deps);
  const signUrl = createSignUrl(deps);
  let findProofedFile: FindProofed = async () => undefined;
  const findProofed: FindProofed = (...args) => findProofedFile(...args);
  return {
    signUrl,
    serveProofings: (find) => {
      findProofedFile = find;
    },
    routes: (router) => mountDownloads(router, { ...deps, counting, findProofed, signUrl }),
  };
}
