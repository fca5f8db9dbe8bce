import { isoTime, optionalIsoTime } from '@drive/base';
import type { PublicCollection, UploadReservation } from '@drive/contract';
import type { StagedFormFile } from '@drive/upload-protocol';
import { withOrigin } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Account, Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { limitGuesses } from '../links/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  checkUpload,
  type FormReception,
  type UploadEnd,
  type UploadRules,
  type Uploads,
  type VisitorOwner,
} from '../uploads/index.ts';
import { completeUpload, forgetUpload, insertUploads, setMailed, type Uploader } from './collected-upload-store.ts';
import { collectionStore, isFull, type CollectionRow } from './collection-store.ts';

export type CollectionVisitorDeps = Pick<Ports, 'database' | 'clock' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly featureLimiter: FeatureLimiter;
  readonly notifications: Pick<Notifications, 'add'>;
  readonly notifyOwner: (tx: Tx, collectionRowId: number) => Promise<void>;
};

/** A file request that can be opened. It may be full or locked. */
export interface OpenCollection extends CollectionRow {
  readonly owner: Account;
  readonly folderRowId: number;
  /** Largest size of a file that the file request and its owner's plan allow. */
  readonly mostBytes: number;
}

export interface FileToCollect {
  /** Cleaned by `ItemName`. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt?: number | null | undefined;
}

export class CollectionVisitor {
  readonly #deps: CollectionVisitorDeps;

  constructor(deps: CollectionVisitorDeps) {
    this.#deps = deps;
    deps.uploads.onEnd('collection', async (tx, end) => {
      if (end.status === 'FAILED') {
        const rowId = await forgetUpload(tx, end.sessionId);
        if (rowId !== undefined) await collectionStore.settlePlace(tx, rowId, false);
      } else await this.#onArrival(tx, end);
    });
  }

  /** `too_many_requests` after 40 wrong tokens a minute from one network. */
  open(token: string, clientNetwork: string): Promise<OpenCollection> {
    const { featureLimiter, database } = this.#deps;
    return limitGuesses(featureLimiter, clientNetwork, () => this.#requireOpen(database.reader, token));
  }

  describe(collection: OpenCollection, isUnlocked: boolean): PublicCollection {
    const { token, passwordHash, expiresAt, name, message, owner, mostBytes, allowedTypes, requireName } = collection;
    const shown = { token, passwordProtected: passwordHash !== null, expiresAt: optionalIsoTime(expiresAt) };
    if (!isUnlocked) return { ...shown, locked: true };
    return {
      ...shown,
      locked: false,
      name,
      message,
      ownerName: owner.name,
      full: isFull(collection),
      maxFileBytes: mostBytes,
      allowedTypes: allowedTypes === null ? null : [...allowedTypes],
      requireName,
    };
  }

  ownerOf(collection: OpenCollection, clientNetwork: string): VisitorOwner {
    return {
      userId: collection.owner.userId,
      quotaBytes: this.#deps.accounts.planLimits(collection.owner.plan).quotaBytes,
      rules: rulesOf(collection),
      clientNetwork,
    };
  }

  async reserve(
    collection: OpenCollection,
    file: FileToCollect,
    uploader: Uploader,
    clientNetwork: string,
  ): Promise<UploadReservation> {
    const { database, uploads } = this.#deps;
    requireUploader(collection, uploader);
    checkUpload([file], { rules: rulesOf(collection) });
    requireRoom(collection);
    return this.asVisitor(collection, () =>
      database.write(async (tx) => {
        const now = await this.#requireOpen(tx, collection.token);
        const [reservation] = await uploads.reserve(tx, this.ownerOf(now, clientNetwork), [this.#toReserve(now, file)]);
        if (reservation === undefined) throw new Error('the reservation returned no upload');
        await this.#book(tx, now, uploader, [{ ...reservation, sizeBytes: file.sizeBytes }]);
        return reservation;
      }),
    );
  }

  /** Runs work, which has the file request as its origin. */
  asVisitor<Result>({ token }: Pick<OpenCollection, 'token'>, work: () => Result): Result {
    return withOrigin({ kind: 'request', id: token }, work);
  }

  commit(
    collection: OpenCollection,
    taken: readonly (FileToCollect & StagedFormFile)[],
    uploader: Uploader,
    form: FormReception,
  ) {
    requireUploader(collection, uploader);
    let current = collection;
    return form.commit(
      async (tx) => {
        current = await this.#requireOpen(tx, collection.token);
        // The rules may have changed since the files arrived.
        checkUpload(taken, { rules: rulesOf(current) });
        return taken.map((file) => this.#toReserve(current, file));
      },
      (tx) => this.#book(tx, current, uploader, taken),
    );
  }

  async #requireOpen(reader: Reader, token: string): Promise<OpenCollection> {
    const { accounts, files, clock } = this.#deps;
    const row = await collectionStore.find(reader, { token });
    const owner = row && (await accounts.findUser(reader, row.ownerId));
    const folder = row && (await files.findFolder(reader, row.ownerId, row.folderId));
    if (row === undefined || owner === undefined || folder === undefined)
      throw new DomainError('collection_not_found', 'There is nothing at this link.');
    if (row.expiresAt !== null && row.expiresAt <= clock.now())
      throw new DomainError('collection_expired', 'This file request has ended.');
    const { maxFileBytes } = accounts.planLimits(owner.plan);
    return {
      ...row,
      owner,
      folderRowId: folder.rowId,
      mostBytes: Math.min(row.maxFileBytes ?? Infinity, maxFileBytes),
    };
  }

  /** Books the reserved uploads in the transaction of their reservation, after the owner's usage row is locked. */
  async #book(
    tx: Tx,
    collection: OpenCollection,
    uploader: Uploader,
    reserved: readonly { readonly sessionId: string; readonly sizeBytes: number }[],
  ): Promise<void> {
    const { clock } = this.#deps;
    if (!(await collectionStore.reservePlaces(tx, collection.rowId, reserved.length, clock.now()))) {
      // The file request may have been closed in the meantime.
      await this.#requireOpen(tx, collection.token);
      throw full();
    }
    await insertUploads(tx, collection.rowId, reserved, uploader, clock.now());
  }

  #toReserve(collection: OpenCollection, file: FileToCollect & Partial<StagedFormFile>) {
    return {
      ...file,
      folderRowId: collection.folderRowId,
      purpose: 'collection' as const,
    };
  }

  async #onArrival(tx: Tx, end: UploadEnd): Promise<void> {
    const { clock, events, notifications, notifyOwner } = this.#deps;
    const { fileId, fileName, sizeBytes } = end;
    const upload = await completeUpload(tx, end, clock.now());
    const collection = upload && (await collectionStore.findEvenClosed(tx, upload.collectionRowId));
    if (upload === undefined || collection === undefined) return;
    await collectionStore.settlePlace(tx, collection.rowId, true);
    events.publish(tx, {
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
      item: { id: fileId },
    });
    const isMailedNow = await notifications.add(tx, {
      userId: collection.ownerId,
      type: 'file_arrived',
      gather: `collection ${collection.rowId}`,
      item: { id: fileId, name: fileName },
      details: { linkName: collection.name, visitor: upload.uploaderName },
    });
    if (isMailedNow) await notifyOwner(tx, collection.rowId);
    else await setMailed(tx, [upload.rowId], clock.now());
  }
}

const full = (): DomainError => new DomainError('collection_full', 'This file request accepts no more files.');

export const requireRoom = (collection: OpenCollection): void => {
  if (isFull(collection)) throw full();
};

const requireUploader = ({ requireName }: OpenCollection, { name }: Uploader): void => {
  if (!requireName || name !== null) return;
  throw new DomainError('validation_failed', 'Enter your name: this file request requires it.', {
    issues: [{ field: 'uploaderName', message: 'is required', code: 'required' }],
  });
};

/** What the file request and its owner's plan accept. */
const rulesOf = ({ allowedTypes, mostBytes }: OpenCollection): UploadRules => ({
  maxFileBytes: mostBytes,
  allowedTypes,
  storageOf: 'requester',
});
