/**
 * Files for pages of other sites: public URLs. Writes no table.
 *
 * Invariants: a public URL sends one file, to everybody, while the file's own share is open without a password and a download limit; every
 * other request for one gets the same 404. Nothing is counted.
 */
import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import { transformOf } from '../downloads/index.ts';
import { servePublicFile, type PublicFilesDeps } from './public-files.ts';

export function createDelivery(deps: PublicFilesDeps): { routes(router: Router): void } {
  return {
    routes: (router) =>
      router.mountBytes(endpoints.readPublicFile, ({ params, query, request, response }) =>
        servePublicFile(
          deps,
          { shareToken: params.shareToken, version: query.v, transform: transformOf(query) },
          request,
          response,
        ),
      ),
  };
}
