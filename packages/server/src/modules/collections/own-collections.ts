import {
  Id,
  ItemName,
  type CollectedFile,
  type Collection,
  type CollectionChange,
  type NewCollection,
} from '@drive/contract';
import { changedNames, type Audit } from '../../platform/audit/index.ts';
import { isoTime, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { paginationOf, rowsOf, type PageWish } from '../../platform/paging.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Downloads } from '../downloads/index.ts';
import type { Files } from '../files/index.ts';
import { createLinkToken, hashLinkOptions } from '../links/index.ts';
import type { CollectionRow } from './collection-row.ts';
import {
  changeCollection,
  closeCollection,
  countCollections,
  findCollection,
  insertCollection,
  listCollections,
} from './store.ts';
import { listArrived } from './upload-store.ts';

export interface OwnCollectionsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Audit;
  readonly passwords: PasswordHasher;
  readonly files: Files;
  /** Ends reservations that have not begun, in the transaction that closes a request or sets its password. */
  readonly endReservations: (tx: Tx, collectionRowId: number) => Promise<void>;
  readonly downloads: Pick<Downloads, 'addressOf'>;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly maxExpiryDays: number;
  };
}

const collectionNotFound = (): DomainError => new DomainError('collection_not_found', 'There is no such file request.');

export type OwnCollections = ReturnType<typeof createOwnCollections>;

/** What an owner does with file requests. */
export function createOwnCollections({
  endReservations,
  database,
  clock,
  random,
  audit,
  passwords,
  files,
  downloads,
  config,
}: OwnCollectionsDeps) {
  /** null where it is gone, or in the trash. */
  const folderOf = async (reader: Reader, row: CollectionRow): Promise<string | null> =>
    (await files.findFolder(reader, row.ownerId, row.folderId)) === undefined ? null : row.folderId;

  const describe = async (reader: Reader, row: CollectionRow): Promise<Collection> => ({
    id: row.id,
    token: row.token,
    url: `${config.baseUrl}/collect/${row.token}`,
    name: row.name,
    message: row.message,
    folderId: await folderOf(reader, row),
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

  const requireOwn = async (reader: Reader, ownerId: number, id: string): Promise<CollectionRow> => {
    const row = await findCollection(reader, { id });
    if (row === undefined) throw collectionNotFound();
    if (row.ownerId !== ownerId) throw new DomainError('access_denied', 'This file request is somebody else’s.');
    return row;
  };

  const requireFolder = async (reader: Reader, ownerId: number, folderId: string): Promise<string> => {
    if ((await files.findFolder(reader, ownerId, folderId)) !== undefined) return folderId;
    throw new DomainError('folder_not_found', 'There is no such folder among yours.');
  };

  return {
    create: async (
      ownerId: number,
      { folderId, ...wanted }: NewCollection,
      remember: (tx: Tx, answer: Collection) => Promise<void>,
    ): Promise<Collection> => {
      const changes = await hashLinkOptions({ clock, passwords, config }, ownerId, wanted);
      return database.write(async (tx) => {
        const id = random.uuid();
        await insertCollection(tx, {
          ...changes,
          id,
          name: wanted.name,
          token: createLinkToken(random),
          ownerId,
          folderId:
            folderId === null || folderId === undefined
              ? await files.addNamedFolder(tx, ownerId, folderNameOf(wanted.name))
              : await requireFolder(tx, ownerId, folderId),
          createdAt: clock.now(),
        });
        const answer = await describe(tx, await requireOwn(tx, ownerId, id));
        await audit.record(tx, {
          action: 'collection.created',
          actor: { userId: ownerId },
          target: { kind: 'collection', id },
          details: { hasPassword: answer.passwordProtected, expiresAt: answer.expiresAt },
        });
        await remember(tx, answer);
        return answer;
      });
    },

    list: async (ownerId: number, wish: PageWish) => {
      const { reader } = database;
      const rows = await listCollections(reader, ownerId, rowsOf(wish));
      const collections: Collection[] = [];
      for (const row of rows) collections.push(await describe(reader, row));
      return { collections, pagination: paginationOf(wish, await countCollections(reader, ownerId)) };
    },

    /** Also of one that is closed to others for want of a folder. */
    getByToken: async (ownerId: number, token: string): Promise<Collection> => {
      const row = await findCollection(database.reader, { token });
      // To its owner alone it is there at all.
      if (row?.ownerId !== ownerId) throw collectionNotFound();
      return describe(database.reader, row);
    },

    /** Where the bytes of a file that came in are. `file_not_found` where it is gone. */
    addressOfFile: async (ownerId: number, fileId: string): Promise<string> => {
      const file = Id.safeParse(fileId).success ? await files.findFile(database.reader, fileId) : undefined;
      if (file?.ownerId !== ownerId || file.isFolder || file.state !== 'alive')
        throw new DomainError('file_not_found', 'This file is not there any more.');
      return downloads.addressOf(file, { kind: 'attachment' });
    },

    listUploads: async (ownerId: number, id: string, wish: PageWish) => {
      const { rowId, fileCount } = await requireOwn(database.reader, ownerId, id);
      const rows = await listArrived(database.reader, rowId, rowsOf(wish));
      const uploads = rows.map(({ fileId, fileName, sizeBytes, uploader, arrivedAt }): CollectedFile => ({
        fileId,
        fileName,
        sizeBytes,
        uploaderName: uploader.name,
        uploaderEmail: uploader.email,
        uploadedAt: isoTime(arrivedAt),
      }));
      return { uploads, pagination: paginationOf(wish, fileCount) };
    },

    get: async (ownerId: number, id: string): Promise<Collection> =>
      describe(database.reader, await requireOwn(database.reader, ownerId, id)),

    change: async (ownerId: number, id: string, wanted: CollectionChange): Promise<Collection> => {
      await requireOwn(database.reader, ownerId, id);
      const changes = await hashLinkOptions({ clock, passwords, config }, ownerId, wanted);
      return database.write(async (tx) => {
        const { rowId } = await requireOwn(tx, ownerId, id);
        if (changes.folderId !== undefined) await requireFolder(tx, ownerId, changes.folderId);
        await changeCollection(tx, rowId, changes);
        if (typeof changes.passwordHash === 'string') await endReservations(tx, rowId);
        await audit.record(tx, {
          action: 'collection.changed',
          actor: { userId: ownerId },
          target: { kind: 'collection', id },
          details: { changed: changedNames(wanted) },
        });
        return describe(tx, await requireOwn(tx, ownerId, id));
      });
    },

    close: (ownerId: number, id: string): Promise<void> =>
      database.write(async (tx) => {
        const { rowId } = await requireOwn(tx, ownerId, id);
        if (!(await closeCollection(tx, rowId, clock.now()))) throw collectionNotFound();
        const target = { kind: 'collection', id } as const;
        await audit.record(tx, { action: 'collection.deleted', actor: { userId: ownerId }, target });
        await endReservations(tx, rowId);
      }),
  };
}

/** A folder's name can't be everything a request's can. */
function folderNameOf(name: string): string {
  const folderName = ItemName.safeParse(name.replaceAll(/[/\\]/g, '-'));
  return folderName.success ? folderName.data : 'Received files';
}
