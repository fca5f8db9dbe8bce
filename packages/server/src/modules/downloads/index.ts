/**
 * Sends bytes: signed URLs and their responses. Writes counted_downloads.
 *
 * Invariants: a signed URL opens one file, until it expires, the file or its link is gone, or the link's password
 * changes. A download is counted once for each URL, after its last byte was sent or handed to a proxy.
 */
import type { Router } from '../../platform/http/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import { DownloadCounting, type CountingDeps } from './download-counting.ts';
import { mountDownloads } from './download-routes.ts';
import type { FindProofed } from './download-target.ts';
import type { ServeDeps } from './serve-download.ts';
import { createSignUrl, type SignedUrlDeps, type SignUrl } from './signed-urls.ts';

export { deliveryOf } from './delivery.ts';
export type { Offload } from './offload.ts';
export { transformOf, type ImageTransform } from './image-transform.ts';
export { etagOf, fileContent } from './serve-download.ts';
export type { SignUrl } from './signed-urls.ts';
export { transformedContent } from './transformed-content.ts';

export interface DownloadsDeps
  extends SignedUrlDeps, CountingDeps, Omit<ServeDeps, 'counting' | 'findProofed' | 'pageOrigin'> {
  readonly featureLimiter: FeatureLimiter;
}

export interface Downloads {
  readonly signUrl: SignUrl;
  /** Set by the module of proofings, which may not be imported here; without it their URLs are refused. */
  serveProofings(findProofed: FindProofed): void;
  routes(router: Router): void;
}

export function createDownloads(deps: DownloadsDeps): Downloads {
  const counting = new DownloadCounting(deps);
  const signUrl = createSignUrl(deps);
  const pageOrigin = deps.config.contentUrl === undefined ? undefined : deps.baseUrl.origin;
  let findProofedFile: FindProofed = async () => undefined;
  const findProofed: FindProofed = (...args) => findProofedFile(...args);
  return {
    signUrl,
    serveProofings: (find) => {
      findProofedFile = find;
    },
    routes: (router) => mountDownloads(router, { ...deps, counting, pageOrigin, findProofed, signUrl }),
  };
}
