import { endpoints } from '@drive/contract';
import { outgoingOf, type Router } from '../../platform/http/index.ts';
import type { Changes } from './changes.ts';

export function mountChanges(router: Router, changes: Changes): void {
  router.mount(endpoints.listChanges, ({ caller, query, context }) => {
    const wait = context.req.method === 'HEAD' ? 0 : query.wait;
    return changes.list(caller, { ...query, wait }, outgoingOf(context));
  });

  router.mount(endpoints.getLatestChange, ({ caller, query }) => changes.latest(caller, query.folderId));
}
