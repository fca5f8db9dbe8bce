/**
 * The activity of items and drives: who did what, and when. Reads `events`, and writes no table.
 *
 * Invariant: a member sees only what happened below what they were given, and links, visitors and roles only as a manager.
 */
import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import { ActivityLog, type ActivityLogDeps } from './activity-log.ts';

export function createActivityLog(deps: ActivityLogDeps): { routes(router: Router): void } {
  const log = new ActivityLog(deps);
  return {
    routes: (router) => {
      router.mount(endpoints.listItemActivity, ({ caller, params, query }) => log.ofItem(caller, params.id, query));
      router.mount(endpoints.listActivity, ({ caller, query }) => log.ofDrive(caller, query.driveId, query));
    },
  };
}
