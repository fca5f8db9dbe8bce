import { limits, type OnConflict } from '@drive/contract';
import { minuteMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Precondition } from '../files/index.ts';

/** The purpose of an upload, if another module is notified of its end. */
export type UploadPurpose = 'collection';

/** The end of an upload, for the module that it was reserved for. */
export interface UploadEnd {
  readonly sessionId: string;
  readonly status: 'COMPLETE' | 'FAILED';
  /** users.row_id */
  readonly ownerId: number;
  readonly fileId: string;
  /** Name of the stored file. */
  readonly fileName: string;
  readonly sizeBytes: number;
}

/** By purpose: called last in the transaction that ends an upload. */
export type UploadEndings = Map<UploadPurpose, (tx: Tx, end: UploadEnd) => Promise<void>>;

export type SessionStatus = 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';

/** A reservation and its state. */
export interface Session {
  readonly id: string;
  /** users.row_id */
  readonly ownerId: number;
  /** items.id of the file that the upload makes unless it replaces another's content. */
  readonly fileId: string;
  /** items.row_id of the target folder. */
  readonly folderRowId: number;
  /** The requested name; once complete, the name of the stored file. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
  readonly status: SessionStatus;
  /** null for an upload of the owner. */
  readonly purpose: UploadPurpose | null;
  /** Whether it holds the bytes of one request, whose client does not know it: it becomes no file after a crash. */
  readonly endsWithRequest: boolean;
  /** Whether it counts as an item of its owner while it is open; not if it is to replace a file. */
  readonly holdsItem: boolean;
  /** `Upload-Metadata` as a client of tus sent it; null: none. */
  readonly tusMetadata: string | null;
  /** Keyed hash of the network of the visitor who reserved it; null if the owner did. */
  readonly networkHash: string | null;
  /** Epoch milliseconds, as the client gave it; null if it gave none. */
  readonly modifiedAt: number | null;
  /** The action if the folder contains an item of the name when the upload completes. */
  readonly onConflict: OnConflict;
  /** null: none. */
  readonly precondition: Precondition | null;
  /** items.id of the file whose content the complete upload replaced; null: it made a new file. */
  readonly replacedId: string | null;
  /** Whether the client has a URL of the storage itself to send the bytes to. */
  readonly isDirect: boolean;
  /** Epoch milliseconds of the last bytes, or of the reservation. */
  readonly activeAt: number;
}

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
