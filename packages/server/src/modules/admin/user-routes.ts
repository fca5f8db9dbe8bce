import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import { paginationOf } from '../../platform/paging.ts';
import type { Accounts } from '../accounts/index.ts';

export interface UserRoutesDeps {
  readonly accounts: Accounts;
  readonly config: {
    /** The most rows a page of a list has. */
    readonly listMax: number;
  };
}

/** Accounts and invitations, for administrators; the rules are those of the module that owns them. */
export function mountUserRoutes(router: Router, { accounts: { directory, invites }, config }: UserRoutesDeps): void {
  router.mount(endpoints.listUsers, async ({ query: { q, disabled, page, ...query } }) => {
    const limit = Math.min(query.limit, config.listMax);
    const { users, totalItems } = await directory.list({ q, disabled }, { page, limit });
    return { users, pagination: paginationOf({ page, limit }, totalItems) };
  });

  router.mount(endpoints.createUser, ({ caller, body, remember }) => directory.create(caller, body, remember));

  router.mount(endpoints.getUser, ({ params }) => directory.get(params));

  router.mount(endpoints.updateUser, ({ caller, params, body }) => directory.change(caller, params, body));

  router.mount(endpoints.deleteUser, async ({ caller, params }) => {
    await directory.remove(caller, params);
    return undefined;
  });

  router.mount(endpoints.createInvite, ({ caller, body, remember }) => invites.create(caller, body, remember));

  router.mount(endpoints.listInvites, async ({ query: { page, ...query } }) => {
    const limit = Math.min(query.limit, config.listMax);
    const { totalItems, ...listed } = await invites.list({ page, limit });
    return { ...listed, pagination: paginationOf({ page, limit }, totalItems) };
  });

  router.mount(endpoints.revokeInvite, async ({ caller, params }) => {
    await invites.revoke(caller, params.id);
    return undefined;
  });
}
