import { DomainError } from '../../../platform/errors.ts';
import { folderNotFound, requireRoom, type RoomTaken, type StorageOf } from '../../files/index.ts';
import { sessionNotFound } from './upload-session.ts';

export interface UploadFacts {
  readonly fileName: string;
  readonly contentType: string;
  /** undefined: unknown until the bytes have arrived. */
  readonly sizeBytes: number | undefined;
}

/** What the target of an upload accepts. */
export interface UploadRules {
  readonly maxFileBytes: number;
  /** Media types, `type/*` and `.extension`. Default, and null: all. */
  readonly allowedTypes?: readonly string[] | null;
  /** Whose storage it is, in the eyes of the sender. Default: the caller's. */
  readonly storageOf?: StorageOf;
}

/** What a caller of `checkUpload` has found out so far; undefined: not yet. */
export interface UploadStanding {
  readonly isOwnerEnabled?: boolean;
  readonly isFolderWritable?: boolean;
  readonly rules?: UploadRules;
  /** Result of the guarded update that takes bytes and items. */
  readonly room?: RoomTaken;
}

/**
 * Decides alone whether uploads may be stored. Called with what is known: before the bytes are read, so that a refusal costs
 * none, and in the transaction that reserves or stores them. Throws the first refusal.
 */
export function checkUpload(uploads: readonly UploadFacts[], standing: UploadStanding): void {
  const { isOwnerEnabled = true, isFolderWritable = true, rules, room } = standing;
  if (!isOwnerEnabled) throw sessionNotFound();
  if (!isFolderWritable) throw folderNotFound();
  if (rules !== undefined) for (const upload of uploads) checkFile(upload, rules);
  if (room !== undefined) requireRoom(room, rules?.storageOf);
}

/** The name and the declared type are compared: the bytes have not arrived. */
function checkFile(upload: UploadFacts, { maxFileBytes, allowedTypes = null }: UploadRules): void {
  if (allowedTypes !== null && !allowedTypes.some((allowed) => matchesType(upload, allowed)))
    throw typeNotAllowed(`“${upload.fileName}” has a type that is not accepted.`, allowedTypes);
  if (upload.sizeBytes !== undefined && upload.sizeBytes > maxFileBytes) throw fileTooLarge(maxFileBytes);
}

export const typeNotAllowed = (problem: string, allowedTypes: readonly string[]): DomainError =>
  new DomainError('file_type_not_allowed', `${problem} Accepted types: ${allowedTypes.join(', ')}.`);

/** Whether the name or the declared type of a file is the accepted one. */
export function matchesType({ fileName, contentType }: UploadFacts, allowed: string): boolean {
  const name = fileName.toLowerCase();
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (allowed.startsWith('.')) return name.length > allowed.length && name.endsWith(allowed);
  if (allowed.endsWith('/*')) return type.startsWith(allowed.slice(0, -1));
  return type === allowed;
}

/** Also for a body of unknown size that exceeds the limit while it arrives. */
export const fileTooLarge = (maxFileBytes: number): DomainError =>
  new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes here.`);
