/**
 * The change feed: what happened to the files and folders of a user, for copies that are kept up to date.
 *
 * Each change of an item is a row in `events`, written in the transaction of its cause. A cursor names the last row that a reader
 * has; it belongs to its user and to the folder of its key.
 */
import type { Router } from '../../platform/http/index.ts';
import { mountChanges } from './change-routes.ts';
import { Changes, type ChangesDeps } from './changes.ts';

export function createChanges(deps: ChangesDeps): { routes(router: Router): void } {
  const changes = new Changes(deps);
  return { routes: (router) => mountChanges(router, changes) };
}
