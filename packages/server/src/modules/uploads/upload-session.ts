import { limits } from '@drive/contract';
import { minuteMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';

/** What an upload was reserved for, where a module above wants to hear of its end. */
export type UploadPurpose = 'collection';

/** An upload that has come to its end, as the module hears of it that it was reserved for. */
export interface UploadEnd {
  readonly sessionId: string;
  readonly status: 'COMPLETE' | 'FAILED';
  /** users.row_id */
  readonly ownerId: number;
  readonly fileId: string;
  /** The name the file got. */
  readonly fileName: string;
  readonly sizeBytes: number;
}

/** By purpose: what is done in the transaction that ends an upload, after everything else. */
export type UploadEndings = Map<UploadPurpose, (tx: Tx, end: UploadEnd) => Promise<void>>;

export type SessionStatus = 'PENDING' | 'UPLOADING' | 'COMPLETE' | 'FAILED';

/** A reservation and what became of it. */
export interface Session {
  readonly id: string;
  /** users.row_id */
  readonly ownerId: number;
  /** The id the file has, or will have. */
  readonly fileId: string;
  /** items.row_id of the folder it was sent to. */
  readonly folderRowId: number;
  /** As it was asked for; once complete, as it got it. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
  readonly status: SessionStatus;
  /** null: its owner’s own. */
  readonly purpose: UploadPurpose | null;
  /** Keyed hash of the network of the stranger who reserved it; null if its owner did. */
  readonly networkHash: string | null;
  /** Epoch milliseconds of the last bytes, or of the reservation. */
  readonly activeAt: number;
}

/** A stranger's reservation expires this long after it was made unless bytes arrive. */
export const visitorReservationMs = limits.visitorReservationMinutes * minuteMs;

export const isOpen = ({ status }: Session): boolean => status === 'PENDING' || status === 'UPLOADING';

/** The bytes of a PUT are apart from those of tus: what is left of a cut one is nobody's to go on from. */
export const putStagingId = (sessionId: string): string => `${sessionId}-put`;
/** The session that staged bytes belong to, whichever way they came. */
export const sessionIdOf = (stagingId: string): string =>
  isPutStagingId(stagingId) ? stagingId.slice(0, -4) : stagingId;
export const isPutStagingId = (stagingId: string): boolean => stagingId.endsWith('-put');

export const sessionNotFound = (): DomainError =>
  new DomainError('upload_session_not_found', 'There is no such upload.');
export const sessionExpired = (): DomainError =>
  new DomainError('upload_session_expired', 'This upload was cancelled or has waited too long. Reserve it again.');
export const alreadyComplete = (): DomainError =>
  new DomainError('upload_already_complete', 'This upload is complete. Its status tells the file.');
export const inProgress = (): DomainError =>
  new DomainError('upload_in_progress', 'These bytes are being sent by another request.');
