/**
 * Bytes out: signed addresses, and what they answer. Writes counted_downloads.
 *
 * Who is who: `address-of.ts` makes addresses, `routes.ts` hands them to owners; `target.ts` says what one opens; `serve.ts` answers
 * with the file and `preview.ts` with its thumbnail, with `byte-range.ts`, `response-headers.ts` and `send-blob.ts`, or leaves it to a proxy
 * (`offload.ts`); `count.ts`
 * counts.
 *
 * What always holds: an address opens one file, until its time is up, the file or the link it came through is gone, or the link's password is
 * set or changed; a
 * download is counted once for each address, when its last byte has gone out, or a proxy
 * was told to send it.
 */
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import { createAddressOf, type AddressDeps, type AddressOf } from './address-of.ts';
import { createCounting, type CountDeps } from './count.ts';
import { mountDownloads } from './routes.ts';
import type { ServeDeps } from './serve.ts';
import type { FindProofed } from './target.ts';

export type { Offload } from './offload.ts';
export type { AddressOf } from './address-of.ts';
export { contentDisposition, matchesEtag, sandbox } from './response-headers.ts';

export interface DownloadsDeps extends AddressDeps, CountDeps, Omit<ServeDeps, 'counting' | 'findProofed'> {
  readonly featureLimiter: FeatureLimiter;
}

export interface Downloads {
  readonly addressOf: AddressOf;
  /** Set by the proofings, which are above this module: without them their URLs open nothing. */
  serveProofings(findProofed: FindProofed): void;
  routes(router: Router): void;
}

export function createDownloads(deps: DownloadsDeps): Downloads {
  const counting = createCounting(deps);
  const addressOf = createAddressOf(deps);
  let findProofedFile: FindProofed = async () => undefined;
  const findProofed: FindProofed = (...args) => findProofedFile(...args);
  return {
    addressOf,
    serveProofings: (find) => {
      findProofedFile = find;
    },
    routes: (router) => mountDownloads(router, { ...deps, counting, findProofed }, addressOf),
  };
}
