import { endpoints, foldName, itemFilterOf, type ItemChange } from '@drive/contract';
import { Answer, type Router } from '@drive/http-api';
import { rootOf } from '../../platform/access/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Plan } from '../accounts/index.ts';
import { listTags, setStar, tagItems } from './annotations/tags-and-stars.ts';
import type { OwnThumbnails } from './contents/own-thumbnails.ts';
import type { Versions } from './contents/versions.ts';
import type { Copies } from './copies/copies.ts';
import type { CopyOperations } from './copies/copy-operations.ts';
import type { ToItem } from './items/item.ts';
import { listItems } from './listing/listing.ts';
import { searchItems } from './listing/search-items.ts';
import { listTree } from './listing/tree-listing.ts';
import { moveItems, updateItem } from './move-items.ts';
import type { NameSearch } from './search/name-search.ts';
import type { Purge } from './trash/purge.ts';
import { listTrash, listTrashedItems } from './trash/trash-listing.ts';
import { restoreItem, restoreItems, trashItem, trashItems } from './trash/trash.ts';
import { requireItemByPath, requireOwnItem, requirePath } from './tree/find-item.ts';
import { createFolder, type FolderDeps } from './tree/folders.ts';
import { pathRootOf } from './tree/item-path.ts';
import type { ItemWork } from './tree/item-work.ts';
import { getStorageUse } from './tree/storage-breakdown.ts';
import { dropStoredBytes, requireRoom, storeBytes } from './tree/storage-usage-store.ts';

type FileRoutesDeps = FolderDeps &
  Pick<Ports, 'database'> & {
    readonly search: NameSearch;
    readonly toItem: ToItem;
    readonly purge: Purge;
    readonly work: ItemWork;
    readonly versions: Versions;
    readonly ownThumbnails: OwnThumbnails;
    readonly copies: Copies;
    readonly operations: CopyOperations;
    readonly planQuotaBytes: (plan: Plan) => number | null;
  };

export function mountFiles(router: Router, deps: FileRoutesDeps): void {
  mountTree(router, deps);
  mountCopies(router, deps);
  mountVersions(router, deps);
  mountTrash(router, deps);
}

function mountTree(router: Router, deps: FileRoutesDeps): void {
  const { database, toItem } = deps;

  router.mount(endpoints.listFiles, ({ caller, query }) =>
    listItems(deps, {
      ownerId: caller.userId,
      folderId: query.parentId ?? null,
      filter: itemFilterOf(query),
      wanted:
        query.q === undefined || query.q.trim() === ''
          ? undefined
          : { words: [foldName(query.q)], kind: 'file', belowId: rootOf(caller) },
      sort: query.sort,
      page: query.page,
      cursor: query.cursor,
      limit: query.limit,
    }),
  );

  router.mount(endpoints.searchItems, ({ caller, query }) =>
    searchItems(deps, {
      root: pathRootOf(caller),
      q: query.q ?? '',
      belowId: query.in ?? null,
      filter: itemFilterOf(query),
      sort: query.sort,
      cursor: query.cursor,
      limit: query.limit,
    }),
  );

  router.mount(endpoints.createFolder, ({ caller, body, remember }) =>
    createFolder(deps, { ownerId: caller.userId, name: body.name, parentId: body.parentId ?? null }, remember),
  );

  router.mount(endpoints.getFileByPath, async ({ caller, query }) =>
    toItem(await requireItemByPath(database.reader, pathRootOf(caller, query.folderId), query.path)),
  );

  router.mount(endpoints.listTree, ({ caller, query }) =>
    listTree(deps, {
      ownerId: caller.userId,
      folderId: query.folderId ?? null,
      cursor: query.cursor,
      limit: query.limit,
    }),
  );

  router.mount(endpoints.getFile, async ({ caller, params }) =>
    toItem(await requireOwnItem(database.reader, caller.userId, params.id)),
  );

  router.mount(endpoints.getFilePath, async ({ caller, params }) =>
    (await requirePath(database.reader, caller.userId, params.id, rootOf(caller))).map((row) => toItem(row)),
  );

  router.mount(endpoints.updateFile, ({ caller, params, body, ifMatch }) =>
    updateItem(deps, caller.userId, params.id, {
      name: body.name ?? undefined,
      parentId: destinationOf(body),
      modifiedAt: body.modifiedAt ?? undefined,
      ifMatch,
      metadata: body.metadata,
      tags: body.tags,
      countBytes: async (tx, bytes) => {
        if (bytes < 0) return dropStoredBytes(tx, caller.userId, -bytes);
        const limits = { quotaBytes: deps.planQuotaBytes(caller.plan), maxItems: deps.config.maxItems };
        requireRoom(await storeBytes(tx, caller.userId, { bytes, files: 0 }, limits));
      },
    }),
  );

  router.mount(endpoints.tagFiles, async ({ caller, body }) =>
    Answer.ofBatch(await tagItems(deps, caller.userId, body)),
  );

  router.mount(endpoints.listTags, ({ caller }) => listTags(deps, caller.userId, rootOf(caller)));

  router.mount(endpoints.starFile, ({ caller, params }) => setStar(deps, caller.userId, params.id, true));

  router.mount(endpoints.unstarFile, ({ caller, params }) => setStar(deps, caller.userId, params.id, false));

  router.mount(endpoints.moveFiles, ({ caller, body }) =>
    moveItems(deps, caller.userId, body.ids, destinationOf(body) ?? null),
  );

  router.mount(endpoints.getStorageUse, ({ caller }) => getStorageUse(deps, caller.userId));
}

function mountCopies(router: Router, { copies, operations, planQuotaBytes }: FileRoutesDeps): void {
  router.mount(endpoints.copyFiles, async ({ caller, body, ifMatch }) => {
    const order = {
      ownerId: caller.userId,
      planQuotaBytes: planQuotaBytes(caller.plan),
      rootId: rootOf(caller),
      parentId: body.parentId ?? null,
      ifMatch,
    };
    const answer = await copies.copy(order, body.ids);
    return 'operationId' in answer ? new Answer(202, answer) : Answer.ofBatch(answer);
  });

  router.mount(endpoints.getOperation, ({ caller, params }) =>
    operations.get(caller.userId, rootOf(caller), params.id),
  );

  router.mount(endpoints.cancelOperation, ({ caller, params }) =>
    operations.cancel(caller.userId, rootOf(caller), params.id),
  );
}

function mountVersions(router: Router, { toItem, versions, ownThumbnails }: FileRoutesDeps): void {
  router.mount(endpoints.setThumbnail, async ({ caller, params, body, ifMatch }) =>
    toItem(await ownThumbnails.set(caller.userId, params.id, body, ifMatch)),
  );

  router.mount(endpoints.listFileVersions, ({ caller, params, query }) =>
    versions.list(caller.userId, params.id, query),
  );

  router.mount(endpoints.restoreFileVersion, async ({ caller, params, ifMatch }) =>
    toItem(await versions.restore(caller.userId, params.id, params.version, ifMatch)),
  );

  router.mount(endpoints.deleteFileVersion, ({ caller, params }) =>
    versions.remove(caller.userId, params.id, params.version),
  );
}

function mountTrash(router: Router, deps: FileRoutesDeps): void {
  const { database, purge, work } = deps;

  router.mount(endpoints.trashFile, ({ caller, params, query, ifMatch }) =>
    trashItem(deps, caller.userId, params.id, { ...query, ifMatch }),
  );

  router.mountStreamed(endpoints.listTrash, ({ caller, query }) =>
    listTrash(database, caller.userId, { ...query, rootId: rootOf(caller) }),
  );

  router.mount(endpoints.listTrashedItems, ({ caller, query }) =>
    listTrashedItems(database, { ...query, ownerId: caller.userId, rootId: rootOf(caller) }),
  );

  router.mount(endpoints.restoreFile, async ({ caller, params }) => {
    await work.drawItems(caller.userId, [params.id]);
    return restoreItem(deps, caller.userId, params.id, rootOf(caller));
  });

  router.mount(endpoints.purgeFile, async ({ caller, params }) => {
    await work.drawItems(caller.userId, [params.id]);
    return purge.purgeItem(caller.userId, params.id);
  });

  router.mount(endpoints.trashFiles, async ({ caller, body }) =>
    Answer.ofBatch(await trashItems(deps, caller.userId, body.ids)),
  );

  router.mount(endpoints.restoreFiles, async ({ caller, body }) => {
    await work.drawItems(caller.userId, body.ids);
    return Answer.ofBatch(await restoreItems(deps, caller.userId, body.ids, rootOf(caller)));
  });

  router.mount(endpoints.purgeFiles, async ({ caller, body }) => {
    await work.drawItems(caller.userId, body.ids);
    return Answer.ofBatch(await purge.purgeItems(caller.userId, body.ids));
  });

  router.mount(endpoints.emptyTrash, async ({ caller }) => {
    await work.drawTrash(caller.userId);
    return purge.emptyTrash(caller.userId);
  });
}

/** A folder's id, null for the root, undefined if the request moves nothing. */
const destinationOf = ({
  parentId,
  moveToRoot,
}: Pick<ItemChange, 'parentId' | 'moveToRoot'>): string | null | undefined =>
  moveToRoot === true ? null : (parentId ?? undefined);
