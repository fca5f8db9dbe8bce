import type { Router } from '../../platform/http/index.ts';
import { mountCrawlerFiles } from './pages/crawlers.ts';
import { SharePages } from './pages/share-page-routes.tsx';
import { createPublicNames } from './visitor/public-search.ts';
import { mountPublicShareRoutes } from './visitor/public-share-routes.ts';
import { createPublicSharesService, type PublicSharesDeps } from './visitor/public-shares.ts';
import { createVisitors } from './visitor/visitors.ts';

export function createPublicShares(deps: PublicSharesDeps): { routes(router: Router): void } {
  const publicShares = createPublicSharesService(deps);
  const visitors = createVisitors(deps);
  const publicNames = createPublicNames(deps);
  return {
    routes: (router) => {
      mountPublicShareRoutes(router, deps, { publicShares, visitors, publicNames });
      new SharePages(deps, publicShares, visitors).mount(router);
      mountCrawlerFiles(router, deps, publicNames);
    },
  };
}
