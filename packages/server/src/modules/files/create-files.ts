import { limits } from '@drive/contract';
import type { ItemBudget } from '@drive/rate-limits';
import { mayDo, rootOf } from '../../platform/access/index.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Plan } from '../accounts/index.ts';
import { starsOf } from './annotations/annotation-store.ts';
import { ItemChanges } from './changes/item-changes.ts';
import { requireTreeLock } from './changes/tree-lock.ts';
import { addFile, requireReplaceable } from './contents/add-file.ts';
import { createContentChecksums } from './contents/content-checksums.ts';
import { DroppedContents, type DroppedContentsDeps } from './contents/dropped-contents.ts';
import { findFileOfEnabled, findPublicFile } from './contents/enabled-file-store.ts';
import { findContent, listContents, requireFileVersion } from './contents/file-contents.ts';
import { OwnThumbnails } from './contents/own-thumbnails.ts';
import { createSumJobs } from './contents/sum-jobs.ts';
import { createThumbnails } from './contents/thumbnail-jobs.ts';
import { findThumbnailSizes } from './contents/thumbnail-store.ts';
import { Versions, type VersionsDeps } from './contents/versions.ts';
import { Copies } from './copies/copies.ts';
import { CopyOperations } from './copies/copy-operations.ts';
import { endOperation, findOperation, listResults, startOperation } from './copies/operation-store.ts';
import { TreeCopy } from './copies/tree-copy.ts';
import { mountFiles } from './file-routes.ts';
import type { Files } from './files.ts';
import { isSameTree } from './items/item-row.ts';
import { ItemViews } from './items/item-views.ts';
import { createToItem } from './items/item.ts';
import { requirePrecondition } from './items/precondition.ts';
import { PublicUrls, type PublicUrlDeps } from './items/public-url.ts';
import { createThumbnailUrl } from './items/url-token.ts';
import { listCurrentItems } from './listing/current-items-store.ts';
import { listGivenTops } from './listing/given-listing.ts';
import { listItems } from './listing/listing.ts';
import { moveToOwner, placeLocked } from './move-items.ts';
import { MoveOperations } from './moves/move-operations.ts';
import { TreeMoves, type OwnerChangeListener } from './moves/tree-move.ts';
import { createHeldBack } from './quarantine/held-back.ts';
import { decideQuarantine } from './quarantine/quarantine.ts';
import { Scans, type ScansDeps } from './quarantine/scan-jobs.ts';
import { replaceByMove } from './replace-by-move.ts';
import { oldNameChanges } from './search/name-change-store.ts';
import type { NameSearch } from './search/name-search.ts';
import { Purge, type PurgeDeps, type PurgeListener } from './trash/purge.ts';
import { trashLocked } from './trash/trash.ts';
import { isWithin } from './tree/ancestor-store.ts';
import { changeTrees } from './tree/change-trees.ts';
import { childrenOfFolder, filesDirectlyIn, treeBelow } from './tree/descendants.ts';
import { findDriveId, listDriveRoots } from './tree/drive-root-store.ts';
import { findBelow, findTreeOf, requireFolder, requireTarget } from './tree/find-item.ts';
import { findAccessTarget, findChild, findFolder, findFolderAt, findFolderAtFor } from './tree/folder-store.ts';
import { addFolderLocked, addNamedFolder, addUnnamedFolder, type FolderDeps } from './tree/folders.ts';
import { findFollowedTree, findGiven, findLinkAccess } from './tree/followed-tree.ts';
import { ensurePlace, findAtPath } from './tree/item-path.ts';
import {
  countDownload,
  countDownloads,
  findFile,
  keepSums,
  listFiles,
  listPath,
  setModifiedAt,
  isAliveFolder,
} from './tree/item-store.ts';
import { ItemWork } from './tree/item-work.ts';
import { ensureRoot, lockTree } from './tree/root-folder.ts';
import { dropStoredBytes, findUsage, releaseRoom, reserveRoom, storeBytes } from './tree/storage-usage-store.ts';
import { TreeQuotas } from './tree/tree-quota-store.ts';

export type FilesDeps = Pick<
  Ports,
  | 'baseUrl'
  | 'database'
  | 'clock'
  | 'random'
  | 'secrets'
  | 'blobs'
  | 'images'
  | 'pictures'
  | 'events'
  | 'jobs'
  | 'log'
  | 'metrics'
> & {
  readonly scanner: ScansDeps['scanner'];
  readonly onVirus: ScansDeps['onVirus'];
  readonly search: NameSearch;
  readonly itemBudget: ItemBudget;
  /** null: none. */
  readonly planQuotaBytes: (plan: Plan) => number | null;
  readonly config: FolderDeps['config'] &
    PurgeDeps['config'] &
    DroppedContentsDeps['config'] &
    VersionsDeps['config'] &
    PublicUrlDeps['config'] &
    Parameters<typeof createHeldBack>[0];
};

const findAdding: Files['findAdding'] = async (reader, userId, { ownerId, rowId }) => {
  const found = await findFolderAtFor(reader, userId, rowId);
  // What is added to a folder that has moved to another owner would come to lie in the root of the former one.
  const folder = found !== undefined && isSameTree(found, { ownerId }) ? found : undefined;
  return { mayAdd: mayDo(userId, folder, 'add'), mayReplace: mayDo(userId, folder, 'write') };
};

/** The services of this module, which call each other. */
function createServices(ports: FilesDeps) {
  const thumbnailUrl = createThumbnailUrl(ports);
  const heldBack = createHeldBack(ports.config);
  const publicUrls = new PublicUrls(ports, (file) => heldBack.heldBackFor(file) === undefined);
  const toItem = createToItem(thumbnailUrl, publicUrls);
  const thumbnails = createThumbnails(ports);
  const scans = new Scans(ports);
  const changes = new ItemChanges(ports);
  const contents = new DroppedContents(ports);
  const versions = new Versions({ ...ports, changes, contents, thumbnails, scans });
  const views = new ItemViews({ toItem, dialect: ports.database.dialect });
  const quotas = new TreeQuotas(ports);
  const ownerChangeListeners: OwnerChangeListener[] = [];
  const treeMoves = new TreeMoves({
    dialect: ports.database.dialect,
    config: ports.config,
    changes,
    quotas,
    heldBack,
    ownerChangeListeners,
  });
  const sums = createSumJobs(ports);
  const work = new ItemWork(ports);
  const deps = { ...ports, changes, views, quotas, treeMoves, work, thumbnails, scans, versions, sums };
  const purgeListeners: PurgeListener[] = [];
  const purge = new Purge({ ...deps, contents, purgeListeners });
  const treeCopy = new TreeCopy({ ...deps, heldBack });
  const operations = new CopyOperations({ ...deps, treeCopy, purge });
  const operationPort: Files['operations'] = {
    start: startOperation,
    find: findOperation,
    end: endOperation,
    listResults,
    onRead: (kind, read) => operations.onRead(kind, read),
  };
  const moveOperations = new MoveOperations(deps);
  const copies = new Copies({ ...deps, treeCopy, operations });
  const ownThumbnails = new OwnThumbnails({ ...deps, contents });
  return {
    deps,
    heldBack,
    publicUrls,
    thumbnailUrl,
    toItem,
    purgeListeners,
    ownerChangeListeners,
    purge,
    work,
    treeCopy,
    operations,
    operationPort,
    moveOperations,
    copies,
    ownThumbnails,
  };
}

const limitsOf = ({ maxItems }: FilesDeps['config'], quotaBytes: number | null) => ({ quotaBytes, maxItems });

const findReplaced: Files['findReplaced'] = async (reader, { folderRowId, name, onConflict, precondition }) => {
  if (onConflict === 'rename' && precondition === null) return undefined;
  const child = await findChild(reader, folderRowId, name);
  if (precondition !== null) requirePrecondition(precondition, child && (await findFile(reader, child.id)));
  requireReplaceable(name, onConflict, child);
  return onConflict === 'rename' ? undefined : child?.id;
};

export function createFiles(ports: FilesDeps): Files {
  const services = createServices(ports);
  const { deps, publicUrls, toItem, purge, work, treeCopy, operations } = services;
  const { changes, views, quotas } = deps;
  const { config } = ports;
  if (ports.database.dialect === 'postgres')
    ports.jobs.sweep('files.name-changes', config.sweepMs, () => oldNameChanges);
  return {
    ensureRoot: (tx, ownerId) => ensureRoot(deps, tx, ownerId),
    changeTrees: (userId, work, options) => changeTrees(ports.database, userId, work, options),
    findTreeOf,
    requireTarget: (tx, userId, folderId, action) => requireTarget(deps, tx, userId, folderId, action),
    requireFolder,
    findTree: findFollowedTree,
    findGiven: (reader, userId, ownerId, items) =>
      findGiven(reader, ports.database.dialect, { userId, ownerId }, items),
    findAdding,
    findLinkAccess,
    findDriveId,
    requireLocked: requireTreeLock,
    findAccessTarget,
    quotaOf: (reader, caller, ownerId) => quotas.of(reader, caller, ownerId),
    findFolder,
    findAtPath,
    ensurePlace: (tx, root, path, action) => ensurePlace(deps, tx, root, path, action),
    addUnnamedFolder: (tx, ownerId) => addUnnamedFolder(deps, tx, ownerId),
    lockTree,
    isAliveFolder,
    addFolder: (tx, folder) => addFolderLocked(deps, tx, folder),
    place: (tx, userId, id, place) => placeLocked(deps, tx, userId, id, place),
    moveToOwner: (tx, caller, move) => moveToOwner(deps, tx, caller, { ...move, most: limits.movedAtOnce }),
    replaceByMove: (tx, ...move) => replaceByMove({ ...deps, purge }, tx, ...move),
    trash: (tx, userId, id) => trashLocked(deps, tx, userId, id),
    addNamedFolder: (tx, ownerId, name) => addNamedFolder(deps, tx, ownerId, name),
    reserveRoom: (tx, ownerId, room, quotaBytes) => reserveRoom(tx, ownerId, room, limitsOf(config, quotaBytes)),
    releaseRoom,
    storeBytes: (tx, ownerId, bytes, quotaBytes) =>
      storeBytes(tx, ownerId, { bytes, files: 0 }, limitsOf(config, quotaBytes)),
    dropStoredBytes,
    addFile: (tx, file) => addFile(deps, tx, file),
    copyShared: (caller, request) => services.copies.copy(caller, { ...request, rootId: rootOf(caller) }),
    onLink: (isOpen) => treeCopy.onLink(isOpen),
    copyItem: (tx, order, source, place) => treeCopy.copyItem(tx, order, source, place),
    reportCopy: (tx, rowId) => treeCopy.publish(tx, rowId),
    findReplaced,
    findFile,
    findFileOfEnabled,
    findPublicFile: (reader, shareToken) => findPublicFile(publicUrls, reader, shareToken),
    listFiles,
    findContent,
    requireFileVersion,
    listContents,
    listCurrent: (reader, ownerId, wanted) => listCurrentItems(reader, ports.database.dialect, { ownerId, ...wanted }),
    listPath,
    findBelow,
    listGivenTops: (reader, userId) => listGivenTops(ports.database, reader, userId),
    listDriveRoots,
    childrenOf: childrenOfFolder,
    findThumbnailSizes,
    findUsage,
    isWithin,
    treeBelow,
    countFilesIn: async (reader, folderRowId) => (await findFolderAt(reader, folderRowId))?.childFiles ?? 0,
    filesIn: filesDirectlyIn,
    list: async (request, through) => {
      const { rows, pagination } = await listItems(deps, request);
      return { files: rows.map((row) => toItem(row, through)), pagination };
    },
    ...services.heldBack,
    decideQuarantine: (tx, id, change) => decideQuarantine(deps, tx, id, change),
    countDownload,
    countDownloads,
    checksums: createContentChecksums(ports),
    keepSums,
    setModifiedAt: async (tx, item, modifiedAt) => {
      if ((await setModifiedAt(tx, item.rowId, modifiedAt)) && 'id' in item) changes.updated(tx, item, ['modifiedAt']);
    },
    changes,
    toItem,
    views,
    thumbnailUrl: services.thumbnailUrl,
    publicUrls,
    purge,
    work,
    maxItems: () => (config.maxItems === 0 ? Infinity : config.maxItems),
    onPurge: (listener) => void services.purgeListeners.push(listener),
    onOwnerChange: (listener) => void services.ownerChangeListeners.push(listener),
    operations: services.operationPort,
    transfers: services.moveOperations,
    eraseOwner: async (ownerId, signal) => {
      await operations.forgetAll(ownerId);
      await deleteInBatches(deps.database, signal, starsOf(ownerId));
      await purge.eraseOwner(ownerId, signal);
    },
    routes: (router) => mountFiles(router, { ...deps, ...services }),
  };
}
