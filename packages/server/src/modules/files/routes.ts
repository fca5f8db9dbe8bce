import { endpoints } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Random } from '../../platform/random.ts';
import { createFolder } from './folders.ts';
import { toItem } from './item.ts';
import { listItems } from './listing.ts';
import { requireItemByPath, requireOwnItem } from './lookup.ts';

export interface RoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: { readonly listMax: number };
}

export function mountFiles(router: Router, deps: RoutesDeps): void {
  const { database, config } = deps;

  router.mount(endpoints.listFiles, ({ caller, query }) =>
    listItems(database, {
      ownerId: caller.userId,
      folderId: query.parentId ?? null,
      q: query.q ?? '',
      sort: query.sort,
      page: query.page,
      limit: Math.min(query.limit, config.listMax),
    }),
  );

  router.mount(endpoints.createFolder, ({ caller, body, remember }) =>
    createFolder(deps, { ownerId: caller.userId, name: body.name, parentId: body.parentId ?? null }, remember),
  );

  router.mount(endpoints.getFileByPath, async ({ caller, query }) =>
    toItem(await requireItemByPath(database.reader, caller.userId, query.path)),
  );

  router.mount(endpoints.getFile, async ({ caller, params }) =>
    toItem(await requireOwnItem(database.reader, caller.userId, params.id)),
  );
}
