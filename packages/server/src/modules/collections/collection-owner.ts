import { isoTime, optionalIsoTime, type PageRequest } from '@drive/base';
import { type Collection, type CollectionChange, type NewCollection } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { Remember } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { folderNameFrom, folderNotFound, isSameTree, ownerOfList, type Files, type InDrive } from '../files/index.ts';
import { LinkOwner, type LinkOwnerDeps } from '../links/index.ts';
import type { VisitorReception } from '../visitor-uploads/index.ts';
import { collectionStore, type CollectionRow } from './collection-store.ts';
import type { OpenCollection } from './collection-visitor.ts';

export type CollectionOwnerDeps = LinkOwnerDeps &
  Pick<Ports, 'baseUrl'> & {
    readonly files: Files;
    /** Ends reservations that have not begun, in the transaction that closes a file request or sets its password. */
    readonly endReservations: (tx: Tx, collectionRowId: number) => Promise<void>;
    readonly reception: VisitorReception<OpenCollection>;
  };

export type CollectionOwner = ReturnType<typeof createCollectionOwner>;

export function createCollectionOwner(deps: CollectionOwnerDeps) {
  const { endReservations, reception, database, files, baseUrl } = deps;

  const urlOf = ({ token }: { readonly token: string }): string => baseUrl.link(`/collect/${token}`);
  const describe = async (reader: Reader, row: CollectionRow, driveId: string | null): Promise<Collection> => ({
    id: row.id,
    token: row.token,
    url: urlOf(row),
    name: row.name,
    message: row.message,
    folderId: (await files.findFolder(reader, row.ownerId, row.folderId)) === undefined ? null : row.folderId,
    driveId,
    expiresAt: optionalIsoTime(row.expiresAt),
    passwordProtected: row.passwordHash !== null,
    maxFiles: row.maxFiles,
    maxFileBytes: row.maxFileBytes,
    allowedTypes: row.allowedTypes === null ? null : [...row.allowedTypes],
    requireName: row.requireName,
    fileCount: row.fileCount,
    pendingCount: row.pendingCount,
    createdAt: isoTime(row.createdAt),
  });

  const names = { kind: 'collection', noun: 'file request', eventKind: 'file_request' } as const;
  const links = new LinkOwner<CollectionRow, Collection>(deps, {
    ...names,
    store: collectionStore,
    describe,
    urlOf,
    findAccess: files.findLinkAccess,
    findDriveId: files.findDriveId,
  });

  return {
    get: (userId: number, id: string) => links.get(userId, id),
    getByToken: (userId: number, token: string) => links.getByToken(userId, token),

    /** A root receives nothing itself: a folder with the name of the file request is created in it. */
    create: (userId: number, { folderId, ...options }: NewCollection, remember: Remember<Collection>) =>
      links.create(userId, options, remember, async (tx, link, hashed) => {
        const isGiven = folderId !== null && folderId !== undefined;
        const given = isGiven ? await files.requireFolder(tx, userId, folderId, 'share') : undefined;
        const ownerId = given?.ownerId ?? userId;
        const folder =
          isGiven && given?.isRoot !== true
            ? folderId
            : await files.addNamedFolder(tx, ownerId, folderNameFrom(options.name, 'Received files'));
        await collectionStore.insert(tx, { ...link, ownerId }, { ...hashed, folderId: folder });
      }),

    list: async (caller: Caller, { driveId, ...page }: PageRequest & InDrive) => {
      const { views, pagination } = await links.list(await ownerOfList(database.reader, caller, driveId), page);
      return { collections: views, pagination };
    },

    change: (userId: number, id: string, change: CollectionChange): Promise<Collection> =>
      links.change(userId, id, change, async (tx, { rowId, ownerId }, hashed) => {
        if (hashed.folderId !== undefined) {
          const folder = await files.requireFolder(tx, userId, hashed.folderId, 'share');
          if (!isSameTree(folder, { ownerId }) || folder.isRoot) throw folderNotFound();
        }
        await collectionStore.change(tx, rowId, hashed);
        if (typeof hashed.passwordHash === 'string') await endReservations(tx, rowId);
      }),

    close: (userId: number, id: string): Promise<void> =>
      links.end(userId, id, (tx, { rowId }) => endReservations(tx, rowId)),

    listUploads: async (userId: number, id: string, page: PageRequest) =>
      reception.listArrived(await links.requireOwn(database.reader, userId, id), page),
  };
}
