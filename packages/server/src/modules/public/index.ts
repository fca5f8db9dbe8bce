/**
 * What strangers see: shares by their links, what is in them, and the search over what is public. Writes no table.
 *
 * Who is who: `visitor.ts` says who comes (what unlocks, whose personal link, a person or a bot), `public-share.ts` what a
 * stranger gets to see, `shared-listing.ts` what lies in a share, `public-names.ts` what anybody may find and `search.ts` looks through it;
 * `routes.ts` mounts the JSON, `pages/` what people and search engines see.
 *
 * What always holds: nothing is told of what is not open, and while a share is locked no name, size or count; nothing is
 * reached that is not shared, not the folder above, a sibling, or what was moved away or trashed.
 */
import type { Router } from '../../platform/http/index.ts';
import { createPublicNames } from './public-names.ts';
import { createPublicFace, mountPublic, type PublicDeps } from './routes.ts';
import { mountCrawlerFiles } from './pages/crawlers.ts';
import { mountSharePages } from './pages/share-pages.tsx';
import { createVisitors } from './visitor.ts';

export interface Public {
  routes(router: Router): void;
}

export function createPublic(deps: PublicDeps): Public {
  const face = createPublicFace(deps);
  const visitors = createVisitors(deps);
  const publicNames = createPublicNames(deps);
  return {
    routes: (router) => {
      mountPublic(router, deps, { face, visitors, publicNames });
      mountSharePages(router, deps, face, visitors);
      mountCrawlerFiles(router, deps, publicNames);
    },
  };
}
