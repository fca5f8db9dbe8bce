import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { Groups } from './groups/groups.ts';

export function mountGroupRoutes(router: Router, groups: Groups): void {
  router.mount(endpoints.listGroups, ({ query }) => groups.list(query));
  router.mount(endpoints.createGroup, ({ caller, body, remember }) => groups.create(caller, body, remember));
  router.mount(endpoints.getGroup, ({ params }) => groups.get(params.id));
  router.mount(endpoints.updateGroup, ({ caller, params, body }) => groups.rename(caller, params.id, body.name));
  router.mount(endpoints.deleteGroup, async ({ caller, params }) => {
    await groups.remove(caller, params.id);
    return undefined;
  });
  router.mount(endpoints.listGroupMembers, ({ params, query }) => groups.listMembers(params.id, query));
  router.mount(endpoints.addGroupMember, ({ caller, params }) => groups.addMember(caller, params.id, params.userId));
  router.mount(endpoints.removeGroupMember, async ({ caller, params }) => {
    await groups.removeMember(caller, params.id, params.userId);
    return undefined;
  });
}
