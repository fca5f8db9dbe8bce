import { type PageRequest, paginationOf } from '@drive/base';
import {
  endpoints,
  foldName,
  itemFilterOf,
  type ItemBatchResult,
  type ItemChange,
  type ItemPage,
} from '@drive/contract';
import { Answer, type Router } from '@drive/http-api';
import { rootOf, type Caller, type Viewer } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { listTags, setStar, tagItems } from './annotations/tags-and-stars.ts';
import type { OwnThumbnails } from './contents/own-thumbnails.ts';
import type { Versions } from './contents/versions.ts';
import type { Copies } from './copies/copies.ts';
import type { CopyOperations } from './copies/copy-operations.ts';
import type { ItemViews } from './items/item-views.ts';
import { listGiven } from './listing/given-listing.ts';
import { listFor } from './listing/listing.ts';
import { searchItems } from './listing/search-items.ts';
import { searchTrees } from './listing/search-trees.ts';
import { listStoredFiles } from './listing/stored-files.ts';
import { listTree } from './listing/tree-listing.ts';
import { moveItems, updateItem, type MoveDeps } from './move-items.ts';
import type { MoveOperations } from './moves/move-operations.ts';
import type { NameSearch } from './search/name-search.ts';
import type { Purge } from './trash/purge.ts';
import { listTrash, listTrashedItems } from './trash/trash-listing.ts';
import { restoreItem, restoreItems, trashItem, trashItems } from './trash/trash.ts';
import { requireDriveOwner, requireItemByPath, requirePath, requireShown } from './tree/find-item.ts';
import { createFolder, type FolderDeps } from './tree/folders.ts';
import type { ChangedItems } from './tree/item-batch.ts';
import { pathRootOf } from './tree/item-path.ts';
import type { ItemWork } from './tree/item-work.ts';
import { getStorageUse } from './tree/storage-breakdown.ts';

type FileRoutesDeps = FolderDeps &
  MoveDeps & {
    readonly search: NameSearch;
    readonly views: ItemViews;
    readonly purge: Purge;
    readonly work: ItemWork;
    readonly versions: Versions;
    readonly ownThumbnails: OwnThumbnails;
    readonly copies: Copies;
    readonly operations: CopyOperations;
    readonly moveOperations: MoveOperations;
  };

export function mountFiles(router: Router, deps: FileRoutesDeps): void {
  mountReads(router, deps);
  mountChanges(router, deps);
  mountCopies(router, deps);
  mountVersions(router, deps);
  mountTrash(router, deps);
}

function mountReads(router: Router, deps: FileRoutesDeps): void {
  const { database, views } = deps;
  const { reader } = database;

  router.mount(endpoints.listFiles, ({ caller, query }) => {
    if (query.sharedWithMe === true) return rootOf(caller) === null ? listGiven(deps, caller, query) : noItems(query);
    return listFor(deps, caller, {
      folderId: query.parentId ?? null,
      filter: itemFilterOf(query),
      wanted:
        query.q === undefined || query.q.trim() === ''
          ? undefined
          : {
              words: [foldName(query.q)],
              kind: 'file',
              belowId: query.driveId === undefined ? rootOf(caller) : (query.parentId ?? null),
            },
      sort: query.sort,
      page: query.page,
      cursor: query.cursor,
      limit: query.limit,
    });
  });

  router.mount(endpoints.searchItems, ({ caller, query }) => {
    const { q = '', in: belowId = null, sort, cursor, limit } = query;
    const owner = ownerSearched(caller, query);
    const request = { root: pathRootOf(caller), q, belowId, filter: itemFilterOf(query), sort, cursor, limit };
    return owner === 'me' ? searchItems(deps, caller, request) : searchTrees(deps, caller, owner, request);
  });

  router.mount(endpoints.getFileByPath, async ({ caller, query }) =>
    views.show(reader, caller, await requireItemByPath(reader, pathRootOf(caller, query.folderId), query.path)),
  );

  router.mount(endpoints.listTree, ({ caller, query }) =>
    listTree(deps, caller, { folderId: query.folderId ?? null, cursor: query.cursor, limit: query.limit }),
  );

  router.mount(endpoints.getFile, async ({ caller, params }) =>
    views.show(reader, caller, await requireShown(reader, caller.userId, params.id)),
  );

  router.mount(endpoints.getFilePath, async ({ caller, params }) =>
    views.showAll(reader, caller, await requirePath(reader, caller.userId, params.id, rootOf(caller))),
  );

  router.mount(endpoints.listTags, ({ caller, query }) => listTags(deps, caller.userId, query.folderId ?? null));

  router.mount(endpoints.getStorageUse, ({ caller }) => getStorageUse(deps, caller.userId));
  router.mount(endpoints.listStoredFiles, ({ caller, query }) => listStoredFiles(deps, caller, query));
}

/** A key for one folder searches nothing else. */
function ownerSearched(
  caller: Caller,
  { owner, in: folderId }: { readonly owner: string; readonly in?: string | undefined },
): string {
  if (owner === 'me' || owner === caller.accountId || rootOf(caller) !== null) return 'me';
  if (folderId === undefined) return owner;
  const message = 'must be given without in and driveId';
  throw new DomainError('validation_failed', `owner ${message}`, {
    issues: [{ field: 'owner', message, code: 'invalid' }],
  });
}

function mountChanges(router: Router, deps: FileRoutesDeps): void {
  const { database, views } = deps;
  const { reader } = database;

  router.mount(endpoints.createFolder, ({ caller, body, remember }) =>
    createFolder(deps, caller, { name: body.name, parentId: body.parentId ?? null }, remember),
  );

  router.mount(endpoints.updateFile, async ({ caller, params, body, ifMatch }) =>
    views.show(
      reader,
      caller,
      await updateItem(deps, caller, params.id, {
        name: body.name ?? undefined,
        parentId: destinationOf(body),
        modifiedAt: body.modifiedAt ?? undefined,
        ifMatch,
        metadata: body.metadata,
        tags: body.tags,
      }),
    ),
  );

  router.mount(endpoints.tagFiles, async ({ caller, body }) =>
    Answer.ofBatch(await shownBatch(deps, caller, await tagItems(deps, caller.userId, body))),
  );

  router.mount(endpoints.starFile, ({ caller, params }) => setStar(deps, caller.userId, params.id, true));

  router.mount(endpoints.unstarFile, ({ caller, params }) => setStar(deps, caller.userId, params.id, false));

  router.mount(endpoints.moveFiles, async ({ caller, body }) => {
    const { updated, failed } = await moveItems(deps, caller, body.ids, destinationOf(body) ?? null);
    return { moved: await views.showAll(reader, caller, updated), failed: [...failed] };
  });
}

function mountCopies(router: Router, { copies, operations, moveOperations }: FileRoutesDeps): void {
  router.mount(endpoints.copyFiles, async ({ caller, body, ifMatch }) => {
    const { ids, parentId = null } = body;
    const answer = await copies.copy(caller, { ids, rootId: rootOf(caller), parentId, ifMatch });
    return 'operationId' in answer ? new Answer(202, answer) : Answer.ofBatch(answer);
  });

  router.mount(endpoints.startMove, async ({ caller, body }) => {
    const move = { ids: body.ids, parentId: destinationOf(body) ?? null, rootId: rootOf(caller) };
    return { operationId: await moveOperations.startMove(caller, move) };
  });

  router.mount(endpoints.getOperation, ({ caller, params }) =>
    operations.get(caller.userId, rootOf(caller), params.id),
  );

  router.mount(endpoints.cancelOperation, ({ caller, params }) =>
    operations.cancel(caller.userId, rootOf(caller), params.id),
  );
}

function mountVersions(router: Router, { database, views, versions, ownThumbnails }: FileRoutesDeps): void {
  router.mount(endpoints.setThumbnail, async ({ caller, params, body, ifMatch }) =>
    views.show(database.reader, caller, await ownThumbnails.set(caller.userId, params.id, body, ifMatch)),
  );

  router.mount(endpoints.listFileVersions, ({ caller, params, query }) =>
    versions.list(caller.userId, params.id, query),
  );

  router.mount(endpoints.restoreFileVersion, async ({ caller, params, ifMatch }) =>
    views.show(database.reader, caller, await versions.restore(caller.userId, params.id, params.version, ifMatch)),
  );

  router.mount(endpoints.deleteFileVersions, ({ caller, params }) => versions.removeAll(caller.userId, params.id));

  router.mount(endpoints.deleteFileVersion, ({ caller, params }) =>
    versions.remove(caller.userId, params.id, params.version),
  );
}

function mountTrash(router: Router, deps: FileRoutesDeps): void {
  const { database, views, purge, work } = deps;
  const { reader } = database;

  router.mount(endpoints.trashFile, ({ caller, params, query, ifMatch }) =>
    trashItem(deps, caller.userId, params.id, { ...query, ifMatch }),
  );

  router.mountStreamed(endpoints.listTrash, ({ caller, query }) =>
    listTrash(deps, caller, { ...query, rootId: rootOf(caller) }),
  );

  router.mount(endpoints.listTrashedItems, ({ caller, query }) =>
    listTrashedItems(deps, caller, { ...query, rootId: rootOf(caller) }),
  );

  router.mount(endpoints.restoreFile, async ({ caller, params }) => {
    await work.drawItems(caller.userId, [params.id]);
    return views.show(reader, caller, await restoreItem(deps, caller.userId, params.id, rootOf(caller)));
  });

  router.mount(endpoints.purgeFile, async ({ caller, params }) => {
    await work.drawItems(caller.userId, [params.id]);
    return purge.purgeItem(caller.userId, params.id);
  });

  router.mount(endpoints.trashFiles, async ({ caller, body }) =>
    Answer.ofBatch(await trashedBatch(deps, caller, await trashItems(deps, caller.userId, body.ids))),
  );

  router.mount(endpoints.restoreFiles, async ({ caller, body }) => {
    await work.drawItems(caller.userId, body.ids);
    const restored = await restoreItems(deps, caller.userId, body.ids, rootOf(caller));
    return Answer.ofBatch(await shownBatch(deps, caller, restored));
  });

  router.mount(endpoints.purgeFiles, async ({ caller, body }) => {
    await work.drawItems(caller.userId, body.ids);
    return Answer.ofBatch(await trashedBatch(deps, caller, await purge.purgeItems(caller.userId, body.ids)));
  });

  router.mount(endpoints.emptyTrash, async ({ caller, query }) => {
    const { userId } = caller;
    const { driveId } = query;
    const ownerId = driveId === undefined ? userId : await requireDriveOwner(reader, userId, driveId, 'delete');
    await work.drawTrash(userId, ownerId);
    return purge.emptyTrash(ownerId);
  });
}

/** A key with a folder reaches nothing of others. */
const noItems = async (page: PageRequest): Promise<ItemPage> => ({
  files: [],
  pagination: paginationOf(page, 0, null),
});

type ShowDeps = Pick<FileRoutesDeps, 'database' | 'views'>;

const shownBatch = async (
  { database, views }: ShowDeps,
  viewer: Viewer,
  { updated, failed }: ChangedItems,
): Promise<ItemBatchResult> => ({
  updated: await views.showAll(database.reader, viewer, updated),
  failed: [...failed],
});

const trashedBatch = async (
  { database, views }: ShowDeps,
  viewer: Viewer,
  { updated, failed }: ChangedItems,
): Promise<ItemBatchResult> => ({
  updated: await views.showTrashed(database.reader, viewer, updated),
  failed: [...failed],
});

/** A folder's id, null for the root, undefined if the request moves nothing. */
const destinationOf = ({
  parentId,
  moveToRoot,
}: Pick<ItemChange, 'parentId' | 'moveToRoot'>): string | null | undefined =>
  moveToRoot === true ? null : (parentId ?? undefined);
