import { isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { CollectedFile, Pagination, UploadReservation } from '@drive/contract';
import type { StagedFormFile } from '@drive/upload-protocol';
import { withOrigin } from '../../platform/access/index.ts';
import type { Reader, RowBatch, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts, LinkHolder, MadeLink } from '../accounts/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  checkUpload,
  type FormReception,
  type UploadPurpose,
  type UploadRules,
  type Uploads,
  type VisitorOwner,
} from '../uploads/index.ts';
import type { ReceivedUploadStore, SettledEnd, Uploader } from './received-upload-store.ts';

/** A link that accepts files and can be opened. It may be full or locked. */
export interface ReceivingLink {
  readonly rowId: number;
  readonly token: string;
  /** Owner of the tree that the files arrive in, whose quota they count in. */
  readonly owner: LinkHolder;
  /** items.row_id of the folder that receives the files. */
  readonly folderRowId: number;
  /** Largest size of a file that the link and its owner's plan allow. */
  readonly mostBytes: number;
  /** null: all. */
  readonly allowedTypes: readonly string[] | null;
  readonly requireName: boolean;
  readonly isFull: boolean;
}

interface FileToReceive {
  /** Cleaned by `ItemName`. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt?: number | null | undefined;
}

/** What one kind of link adds to the reception of files. */
interface ReceptionKind<Link extends ReceivingLink> {
  readonly purpose: NonNullable<UploadPurpose>;
  /** Messages to visitors. */
  readonly texts: { readonly isFull: string; readonly nameIsMissing: string };
  readonly received: ReceivedUploadStore;
  /** Reads the link again. Throws if it can no longer be opened. */
  reopen(reader: Reader, link: Link): Promise<Link>;
  /** Counts `places` more pending uploads. False, without a change, if it is closed, expired or has fewer places left. */
  reservePlaces(tx: Tx, rowId: number, places: number, now: number): Promise<boolean>;
  settlePlace(tx: Tx, rowId: number, hasArrived: boolean): Promise<void>;
  /** Also finds a link that is closed: uploads that began before still count. */
  findEvenClosed(tx: Tx, rowId: number): Promise<ReceivingName | undefined>;
  notifyOwner(tx: Tx, rowId: number): Promise<void>;
}

interface ReceivingName extends MadeLink {
  readonly token: string;
  readonly name: string;
}

export type ReceptionDeps = Pick<Ports, 'database' | 'clock' | 'events'> & {
  readonly accounts: Accounts;
  readonly uploads: Uploads;
  readonly notifications: Pick<Notifications, 'add'>;
};

/** What visitors do with links that accept files: reserve uploads and send forms. */
export class VisitorReception<Link extends ReceivingLink> {
  readonly #deps: ReceptionDeps;
  readonly #kind: ReceptionKind<Link>;

  constructor(deps: ReceptionDeps, kind: ReceptionKind<Link>) {
    this.#deps = deps;
    this.#kind = kind;
    deps.uploads.onEnd(kind.purpose, (tx, end) => this.#onEnd(tx, end));
  }

  /** Settles uploads that ended without notice. */
  readonly settleEnded: RowBatch = async (tx, limit) => {
    const ended = await this.#kind.received.listEnded(tx, limit);
    for (const end of ended) await this.#onEnd(tx, end);
    return ended.length;
  };

  ownerOf(link: Link, clientNetwork: string): VisitorOwner {
    return {
      userId: link.owner.userId,
      quotaBytes: this.#deps.accounts.limitsOf(link.owner).quotaBytes,
      rules: rulesOf(link),
      clientNetwork,
    };
  }

  async reserve(
    link: Link,
    file: FileToReceive,
    uploader: Uploader,
    clientNetwork: string,
  ): Promise<UploadReservation> {
    const { database, uploads } = this.#deps;
    this.#requireUploader(link, uploader);
    checkUpload([file], { rules: rulesOf(link) });
    this.requireRoom(link);
    return this.asVisitor(link, () =>
      database.write(async (tx) => {
        const now = await this.#kind.reopen(tx, link);
        const [reservation] = await uploads.reserve(tx, this.ownerOf(now, clientNetwork), [this.#toReserve(now, file)]);
        if (reservation === undefined) throw new Error('the reservation returned no upload');
        await this.#book(tx, now, uploader, [{ ...reservation, sizeBytes: file.sizeBytes }]);
        return reservation;
      }),
    );
  }

  /** Runs work, which has the link as its origin. */
  asVisitor<Result>({ token }: Pick<Link, 'token'>, work: () => Result): Result {
    return withOrigin({ kind: 'request', id: token }, work);
  }

  commit(
    link: Link,
    taken: readonly (FileToReceive & StagedFormFile)[],
    uploader: Uploader,
    form: FormReception,
  ): Promise<readonly string[]> {
    this.#requireUploader(link, uploader);
    let current = link;
    return form.commit(
      async (tx) => {
        current = await this.#kind.reopen(tx, link);
        // The rules may have changed since the files arrived.
        checkUpload(taken, { rules: rulesOf(current) });
        return taken.map((file) => this.#toReserve(current, file));
      },
      (tx) => this.#book(tx, current, uploader, taken),
    );
  }

  /** Throws `collection_full`. */
  requireRoom({ isFull }: Pick<Link, 'isFull'>): void {
    if (isFull) throw this.#full();
  }

  /** Newest first. `fileCount`: files that have arrived. */
  async listArrived(
    { rowId, fileCount }: { readonly rowId: number; readonly fileCount: number },
    page: PageRequest,
  ): Promise<{ readonly uploads: CollectedFile[]; readonly pagination: Pagination }> {
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => this.#kind.received.listArrived(this.#deps.database.reader, rowId, slice),
      (upload) => [upload.arrivedAt, upload.rowId],
    );
    const uploads = rows.map(({ rowId: _rowId, arrivedAt, ...file }): CollectedFile => ({
      ...file,
      uploadedAt: isoTime(arrivedAt),
    }));
    return { uploads, pagination: paginationOf(page, fileCount, nextCursor) };
  }

  /** Books the reserved uploads in the transaction of their reservation, after the owner's usage row is locked. */
  async #book(
    tx: Tx,
    link: Link,
    uploader: Uploader,
    reserved: readonly { readonly sessionId: string; readonly sizeBytes: number }[],
  ): Promise<void> {
    const { clock } = this.#deps;
    const { reopen, reservePlaces, received } = this.#kind;
    if (!(await reservePlaces(tx, link.rowId, reserved.length, clock.now()))) {
      // The link may have been closed in the meantime.
      const { isFull } = await reopen(tx, link);
      throw isFull
        ? this.#full()
        : new DomainError('collection_full', 'Fewer files than these are accepted. Remove some.');
    }
    await received.insert(tx, link.rowId, reserved, uploader, clock.now());
  }

  #toReserve({ folderRowId }: Link, file: FileToReceive & Partial<StagedFormFile>) {
    return { ...file, folderRowId, purpose: this.#kind.purpose };
  }

  async #onEnd(tx: Tx, end: SettledEnd): Promise<void> {
    if (end.status === 'COMPLETE') return this.#onArrival(tx, end);
    const rowId = await this.#kind.received.forget(tx, end.sessionId);
    if (rowId !== undefined) await this.#kind.settlePlace(tx, rowId, false);
  }

  async #onArrival(tx: Tx, end: SettledEnd): Promise<void> {
    const { clock, events, notifications } = this.#deps;
    const { purpose, received, findEvenClosed, settlePlace, notifyOwner } = this.#kind;
    const { fileId, fileName, sizeBytes, ownerId: userId } = end;
    const upload = await received.complete(tx, end, clock.now());
    const link = upload && (await findEvenClosed(tx, upload.linkRowId));
    if (upload === undefined || link === undefined) return;
    await settlePlace(tx, upload.linkRowId, true);
    events.publish(tx, {
      type: 'collect.uploaded',
      userId,
      data: {
        collection_token: link.token,
        collection_name: link.name,
        file_id: fileId,
        file_name: fileName,
        file_size: sizeBytes,
        uploader_name: upload.uploaderName,
        occurred_at: isoTime(clock.now()),
      },
      item: { id: fileId },
    });
    const responsible = await this.#deps.accounts.listResponsible(tx, link);
    let isMailedNow = false;
    for (const userId of responsible)
      isMailedNow = await notifications.add(tx, {
        userId,
        type: 'file_arrived',
        gather: `${purpose} ${upload.linkRowId}`,
        item: { id: fileId, name: fileName },
        details: { linkName: link.name, visitor: upload.uploaderName },
        // Of one email with all files there is one receiver.
        hasOwnMail: responsible.length === 1,
      });
    if (isMailedNow) await notifyOwner(tx, upload.linkRowId);
    else await received.setMailed(tx, [upload.rowId], clock.now());
  }

  #requireUploader({ requireName }: Link, { name }: Uploader): void {
    if (!requireName || name !== null) return;
    throw new DomainError('validation_failed', this.#kind.texts.nameIsMissing, {
      issues: [{ field: 'uploaderName', message: 'is required', code: 'required' }],
    });
  }

  #full(): DomainError {
    return new DomainError('collection_full', this.#kind.texts.isFull);
  }
}

/** What the link and its owner's plan accept. */
const rulesOf = ({ allowedTypes, mostBytes }: ReceivingLink): UploadRules => ({
  maxFileBytes: mostBytes,
  allowedTypes,
  storageOf: 'requester',
});
