import type { PublicCollection, UploadReservation } from '@drive/contract';
import { isoTime, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/index.ts';
import type { Events } from '../../platform/events/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/http/index.ts';
import type { Account, Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { StrangersOwner, UploadEnd, Uploads } from '../uploads/index.ts';
import { limitGuesses } from '../links/index.ts';
import { requireAllowed } from './allowed-types.ts';
import type { CollectionMails } from './collection-mails.ts';
import { isFull, type CollectionRow } from './collection-row.ts';
import { findCollection, findEvenClosed, settlePlace, takePlaces } from './store.ts';
import { completeUpload, forgetUpload, insertUploads, type Uploader } from './upload-store.ts';

export interface CollectingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly featureLimiter: FeatureLimiter;
  readonly mails: CollectionMails;
}

/** A file request that takes files, or would if it were not full or locked. */
export interface OpenCollection extends CollectionRow {
  readonly owner: Account;
  /** items.row_id */
  readonly folderRowId: number;
  /** What the request and its owner's plan allow. */
  readonly mostBytes: number;
}

export interface FileToCollect {
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export type Collecting = ReturnType<typeof createCollecting>;

/** What strangers do with a file request, by the API as by the page. */
export function createCollecting(deps: CollectingDeps) {
  const { database, clock, events, accounts, files, uploads, featureLimiter, mails } = deps;

  /** As it is now; the same within the transaction that reserves. */
  const requireOpen = async (reader: Reader, token: string): Promise<OpenCollection> => {
    const row = await findCollection(reader, { token });
    const owner = row && (await accounts.findUser(reader, row.ownerId));
    const folder = row && (await files.findFolder(reader, row.ownerId, row.folderId));
    if (row === undefined || owner === undefined || folder === undefined) throw nothingHere();
    if (row.expiresAt !== null && row.expiresAt <= clock.now())
      throw new DomainError('collection_expired', 'This file request has ended.');
    const { maxFileBytes } = accounts.planLimits(owner.plan);
    return {
      ...row,
      owner,
      folderRowId: folder.rowId,
      mostBytes: Math.min(row.maxFileBytes ?? Infinity, maxFileBytes),
    };
  };

  const ownerOf = ({ owner }: OpenCollection, clientNetwork: string): StrangersOwner => ({
    userId: owner.userId,
    quotaBytes: accounts.planLimits(owner.plan).quotaBytes,
    clientNetwork,
  });

  const requireRoom = (collection: OpenCollection): void => {
    if (isFull(collection)) throw full();
  };

  const requireFits = (collection: OpenCollection, file: FileToCollect): void => {
    requireAllowed(collection.allowedTypes, file);
    if (file.sizeBytes > collection.mostBytes) throw tooLarge(collection.mostBytes);
  };

  const requireUploader = ({ requireName }: OpenCollection, { name }: Uploader): void => {
    if (!requireName || name !== null) return;
    throw new DomainError('validation_failed', 'Say who you are: this file request asks for a name.', {
      issues: [{ field: 'uploaderName', message: 'is asked for', code: 'required' }],
    });
  };

  /** Writes down what was reserved for whom, in the transaction of the reservation. After the owner's usage row, as when it ends. */
  const book = async (
    tx: Tx,
    collection: OpenCollection,
    uploader: Uploader,
    reserved: readonly { readonly sessionId: string; readonly sizeBytes: number }[],
  ): Promise<void> => {
    if (!(await takePlaces(tx, collection.rowId, reserved.length, clock.now()))) {
      // It may have been closed since it was looked at.
      await requireOpen(tx, collection.token);
      throw full();
    }
    await insertUploads(tx, collection.rowId, reserved, uploader, clock.now());
  };

  const toReserve = (collection: OpenCollection, file: FileToCollect & { readonly sessionId?: string }) => ({
    ...file,
    folderRowId: collection.folderRowId,
    purpose: 'collection' as const,
  });

  uploads.whenEnded('collection', async (tx, end) => {
    if (end.status === 'FAILED') {
      const rowId = await forgetUpload(tx, end.sessionId);
      if (rowId !== undefined) await settlePlace(tx, rowId, false);
    } else await arrived(tx, end);
  });

  async function arrived(tx: Tx, end: UploadEnd): Promise<void> {
    const { fileId, fileName, sizeBytes } = end;
    const upload = await completeUpload(tx, end, clock.now());
    const collection = upload && (await findEvenClosed(tx, upload.collectionRowId));
    if (upload === undefined || collection === undefined) return;
    await settlePlace(tx, collection.rowId, true);
    await events.publish(tx, {
      type: 'collect.uploaded',
      userId: collection.ownerId,
      data: {
        collection_token: collection.token,
        collection_name: collection.name,
        file_id: fileId,
        file_name: fileName,
        file_size: sizeBytes,
        uploader_name: upload.uploaderName,
        occurred_at: isoTime(clock.now()),
      },
    });
    await mails.arrived(tx, collection.rowId);
  }

  return {
    /** Counts a guess, and nothing where it was right: `too_many_requests` after 40 wrong ones a minute. */
    open: async (token: string, clientNetwork: string): Promise<OpenCollection> =>
      limitGuesses(featureLimiter, clientNetwork, () => requireOpen(database.reader, token)),

    describe: (collection: OpenCollection, isUnlocked: boolean): PublicCollection => {
      const { token, passwordHash, expiresAt, name, message, owner, mostBytes, allowedTypes, requireName } = collection;
      const face = { token, passwordProtected: passwordHash !== null, expiresAt: optionalIsoTime(expiresAt) };
      if (!isUnlocked) return { ...face, locked: true };
      return {
        ...face,
        locked: false,
        name,
        message,
        ownerName: owner.name,
        full: isFull(collection),
        maxFileBytes: mostBytes,
        allowedTypes: allowedTypes === null ? null : [...allowedTypes],
        requireName,
      };
    },

    requireRoom,
    requireUploader,
    ownerOf,

    /** One file that is announced before it comes. */
    reserve: async (
      collection: OpenCollection,
      file: FileToCollect,
      uploader: Uploader,
      clientNetwork: string,
    ): Promise<UploadReservation> => {
      requireUploader(collection, uploader);
      requireFits(collection, file);
      requireRoom(collection);
      return withoutTelling(() =>
        database.write(async (tx) => {
          const now = await requireOpen(tx, collection.token);
          requireFits(now, file);
          const [reservation] = await uploads.reserve(tx, ownerOf(now, clientNetwork), [toReserve(now, file)]);
          if (reservation === undefined) throw new Error('one upload was asked for and none reserved');
          await book(tx, now, uploader, [{ ...reservation, sizeBytes: file.sizeBytes }]);
          return reservation;
        }),
      );
    },

    /** What a form brought, which is there already. */
    commit: (
      collection: OpenCollection,
      taken: readonly (FileToCollect & { readonly sessionId: string })[],
      uploader: Uploader,
      commit: Awaited<ReturnType<Uploads['openIntake']>>['commit'],
    ) => {
      requireUploader(collection, uploader);
      for (const file of taken) requireFits(collection, file);
      let current = collection;
      return commit(
        async (tx) => {
          current = await requireOpen(tx, collection.token);
          for (const file of taken) requireFits(current, file);
          return taken.map((file) => toReserve(current, file));
        },
        (tx) => book(tx, current, uploader, taken),
      );
    },

    withoutTelling,
  };
}

/** How full the owner's drive is, is nobody else's business. */
async function withoutTelling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDomainError(error, 'storage_quota_exceeded')) throw error;
    throw new DomainError('storage_quota_exceeded', 'There is no room for this. Tell whoever asked you for files.');
  }
}

const nothingHere = (): DomainError => new DomainError('collection_not_found', 'There is nothing at this link.');
const full = (): DomainError => new DomainError('collection_full', 'This file request takes no more files.');
const tooLarge = (mostBytes: number): DomainError =>
  new DomainError('payload_too_large', `A file may have at most ${mostBytes} bytes here.`);
