/**
 * What administrators do. Writes no table: the rules are those of the modules that own what is looked after.
 *
 * Who is who: `user-routes.ts` is accounts and invitations, `erasing.ts` the order in which all goes that a deleted
 * account owned; `content-routes.ts` is everybody's files (`file-list.ts` finds them, `quarantine-mails.ts` tells owners) and
 * the jobs.
 */
import type { Router } from '../../platform/http/index.ts';
import { createContentRoutes, type ContentRoutesDeps } from './content-routes.ts';
import { eraseWithAccounts, type ErasingDeps } from './erasing.ts';
import { mountUserRoutes, type UserRoutesDeps } from './user-routes.ts';

export interface AdminDeps extends UserRoutesDeps, Omit<ErasingDeps, 'files'>, ContentRoutesDeps {
  readonly files: ErasingDeps['files'] & ContentRoutesDeps['files'];
}

export interface Admin {
  routes(router: Router): void;
}

export function createAdmin(deps: AdminDeps): Admin {
  eraseWithAccounts(deps);
  const mountContent = createContentRoutes(deps);
  return {
    routes: (router) => {
      mountUserRoutes(router, deps);
      mountContent(router);
    },
  };
}
