import { minuteMs } from '@drive/base';
import { limits, type NewGrantedUpload, type OnConflict, type Origin, type UploadReservation } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { givenBytes, type GivenAnnotations, type Precondition } from '../../files/index.ts';

/** The purpose of an upload: null for one of its owner. */
export type UploadPurpose = 'collection' | 'grant' | 'share' | null;

/** The end of an upload, for the module that is notified of its purpose. */
export interface UploadEnd {
  readonly sessionId: string;
  readonly status: 'COMPLETE' | 'FAILED';
  /** owners.row_id */
  readonly ownerId: number;
  readonly fileId: string;
  /** Name of the stored file. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** items.id of the file whose content it replaced; null: it made a new file. */
  readonly replacedId: string | null;
  /** What the upload was reserved by. */
  readonly origin: Origin;
}

/** The permission that an upload of a purpose depends on until it ends, as it was when it was read. */
export interface UploadPermission {
  /** Media types, `type/*` and `.extension` that the content may have; null: all. */
  readonly allowedTypes: readonly string[] | null;
  /** Throws unless it is still given. */
  require(): Promise<void>;
}

/** Reads the permissions of uploads of a purpose. */
export interface UploadPermissions {
  /** Throws unless the permission is given to pages of this origin; undefined: to a program. */
  require(session: Session, origin: string | undefined): Promise<UploadPermission>;
  /** The types that the content may have, also after the permission has ended; null: all. */
  listTypes(session: Session): Promise<readonly string[] | null>;
}

/** An upload that a client of tus creates with the token of a grant. */
export interface GrantedUpload {
  readonly token: string;
  readonly upload: NewGrantedUpload;
  /** Of the page that sends it; undefined: a program does. */
  readonly origin: string | undefined;
  readonly tusMetadata?: string;
}

export type SessionStatus = 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';

/** A reservation and its state. */
export interface Session {
  readonly id: string;
  /** owners.row_id */
  readonly ownerId: number;
  /** items.id of the file that the upload makes unless it replaces another's content. */
  readonly fileId: string;
  /** items.row_id of the target folder. */
  readonly folderRowId: number;
  /** items.id of the folder to which the key or grant that reserved it is confined; null: none. */
  readonly rootId: string | null;
  /** The requested name; once complete, the name of the stored file. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
  readonly status: SessionStatus;
  readonly purpose: UploadPurpose;
  /** Whether it holds the bytes of one request, whose client does not know it: it becomes no file after a crash. */
  readonly endsWithRequest: boolean;
  /** Whether it counts as an item of its owner while it is open; not if it is to replace a file. */
  readonly holdsItem: boolean;
  /** `Upload-Metadata` as a client of tus sent it; null: none. */
  readonly tusMetadata: string | null;
  /** users.row_id of who reserved it; null: a visitor, or a server of an earlier version did. */
  readonly reservedBy: number | null;
  /** Keyed hash of the network of the visitor who reserved it; null if the owner did. */
  readonly networkHash: string | null;
  /** Epoch milliseconds, as the client gave it; null if it gave none. */
  readonly modifiedAt: number | null;
  /** Metadata and tags of the file to be; null: none were given. */
  readonly annotations: GivenAnnotations | null;
  /** The action if the folder contains an item of the name when the upload completes. */
  readonly onConflict: OnConflict;
  /** null: none. */
  readonly precondition: Precondition | null;
  /** items.id of the file whose content the complete upload replaced; null: it made a new file. */
  readonly replacedId: string | null;
  /** Whether the client has a URL of the storage itself to send the bytes to. */
  readonly isDirect: boolean;
  /** What the upload was reserved by, and its file is made by. */
  readonly origin: Origin;
  /** Epoch milliseconds of the last bytes, or of the reservation. */
  readonly activeAt: number;
}

/** Bytes that an upload takes in the quota: those of the file and of its metadata. */
export const quotaBytesOf = ({
  sizeBytes,
  annotations,
}: {
  readonly sizeBytes: number;
  readonly annotations?: GivenAnnotations | null | undefined;
}): number => (annotations ? sizeBytes + givenBytes(annotations) : sizeBytes);

/** A visitor's reservation expires after this time unless bytes arrive. */
export const visitorReservationMs = limits.visitorReservationMinutes * minuteMs;

export const isOpen = ({ status }: Session): boolean => status === 'PENDING' || status === 'UPLOADING';

/** The bytes of a PUT are staged apart from those of tus, because an aborted PUT cannot be resumed. */
export const putStagingId = (sessionId: string): string => `${sessionId}-put`;
/** The session that staged bytes belong to. */
export const sessionIdOf = (stagingId: string): string => stagingId.replace(/-(?:put|direct)$/, '');
export const isPutStagingId = (stagingId: string): boolean => stagingId.endsWith('-put');

export const sessionNotFound = (): DomainError =>
  new DomainError('upload_session_not_found', 'There is no such upload.');
export const sessionExpired = (): DomainError =>
  new DomainError('upload_session_expired', 'This upload was cancelled or has expired. Reserve it again.');
export const alreadyComplete = (): DomainError =>
  new DomainError('upload_already_complete', 'This upload is complete. Its status names the file.');
export const inProgress = (): DomainError =>
  new DomainError('upload_in_progress', 'Another request is sending these bytes.');

/** A file that is shared with its upload. */
export interface UploadToShare {
  readonly fileId: string;
  /** owners.row_id */
  readonly ownerId: number;
  readonly fileName: string;
  readonly publicListing: boolean;
  /** items.id of the file whose content the upload will replace, as far as is known. */
  readonly replacedId?: string | undefined;
}

export interface UploadLink {
  readonly token: string;
  readonly shortUrl: string;
}

/** Runs in the transaction that reserves the upload, or adds its file. The link opens once the file is there. */
export type ShareUpload = (tx: Tx, upload: UploadToShare) => Promise<UploadLink>;

/** Runs in the transaction that ends an upload. An error keeps it open. */
export type NotifyOfEnd = (tx: Tx, end: UploadEnd) => Promise<void>;

/** Runs outside of transactions. Throws the refusals of the grant. */
export type ReserveGranted = (granted: GrantedUpload) => Promise<UploadReservation>;

/** Functions of the modules above, which take part in the transactions of uploads. */
export class UploadListeners {
  readonly #endings = new Map<UploadPurpose, readonly NotifyOfEnd[]>();
  readonly #permissions = new Map<UploadPurpose, UploadPermissions>();
  #share: ShareUpload | undefined;
  #reserveGranted: ReserveGranted | undefined;

  /** `notify` runs at the end of each upload of this purpose, after those that were given before. */
  onEnd(purpose: UploadPurpose, notify: NotifyOfEnd): void {
    this.#endings.set(purpose, [...(this.#endings.get(purpose) ?? []), notify]);
  }

  /** Each request that sends bytes of an upload of this purpose needs its permission. */
  onBytes(purpose: UploadPurpose, permissions: UploadPermissions): void {
    this.#permissions.set(purpose, permissions);
  }

  /** `reserve` reserves uploads by the token of a grant. */
  onGranted(reserve: ReserveGranted): void {
    this.#reserveGranted = reserve;
  }

  /** `share` creates the links of uploads that are shared. */
  onShare(share: ShareUpload): void {
    this.#share = share;
  }

  share(tx: Tx, upload: UploadToShare): Promise<UploadLink> {
    if (this.#share === undefined) throw new Error('no module shares uploads');
    return this.#share(tx, upload);
  }

  /** undefined: the upload needs none. Throws if it is not given. */
  async requirePermission(session: Session, origin: string | undefined): Promise<UploadPermission | undefined> {
    return this.#permissions.get(session.purpose)?.require(session, origin);
  }

  /** null: all. */
  async listTypes(session: Session): Promise<readonly string[] | null> {
    return (await this.#permissions.get(session.purpose)?.listTypes(session)) ?? null;
  }

  reserveGranted(granted: GrantedUpload): Promise<UploadReservation> {
    if (this.#reserveGranted === undefined) throw new Error('no module knows grants');
    return this.#reserveGranted(granted);
  }

  async ended(
    tx: Tx,
    { id, ownerId, fileId, sizeBytes, purpose, origin }: Session,
    end: Pick<UploadEnd, 'status' | 'fileName' | 'replacedId'>,
  ): Promise<void> {
    for (const notify of this.#endings.get(purpose) ?? [])
      await notify(tx, { sessionId: id, ownerId, fileId, sizeBytes, origin, ...end });
  }
}
