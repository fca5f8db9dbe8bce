import { isoTime } from '@drive/base';
import { directStagingId, openFileBlob } from '@drive/blobs';
import type { WebhookEventData } from '@drive/contract';
import { mayDo, withOrigin } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { isAdmitted, type Accounts } from '../../accounts/index.ts';
import type { Checksums, Files } from '../../files/index.ts';
import { headBytes, requireAllowedContent } from './content-types.ts';
import type { SessionLock } from './session-locks.ts';
import { endSession, findSession, setStored } from './upload-session-store.ts';
import {
  alreadyComplete,
  inProgress,
  isOpen,
  putStagingId,
  quotaBytesOf,
  sessionExpired,
  type Session,
  type UploadListeners,
} from './upload-session.ts';

export type SessionEndDeps = Pick<Ports, 'database' | 'blobs' | 'clock' | 'events'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly listeners: UploadListeners;
};

/**
 * Creates the file, or its new content, if all bytes are staged, otherwise returns undefined. The bytes become durable
 * under their key first, then one transaction adds the file and ends the session. Throws `name_conflict`,
 * `precondition_failed` or `item_quota_exceeded`, and ends the session as failed, if the file may not be added. Can be repeated after a
 * crash at any point. Releases the lock in the session's row.
 */
export async function finalize(
  deps: SessionEndDeps,
  session: Session,
  lock: SessionLock,
  stagingId: string,
): Promise<Session | undefined> {
  const digest = await deps.blobs.adopt(stagingId, session.blobKey, session.sizeBytes, lock.turn);
  return digest && addStored(deps, session, lock, { ...digest, checksums: null });
}

/**
 * Like `finalize`, for an upload without a waiting body, whose bytes may also have come to the storage itself. Throws
 * like it.
 */
export async function finalizeArrived(
  deps: SessionEndDeps,
  session: Session,
  lock: SessionLock,
): Promise<Session | undefined> {
  const { id, sizeBytes } = session;
  const blobKey = ownKeyOf(deps, session, lock);
  if (session.isDirect && (await deps.blobs.direct?.adopt(id, blobKey, sizeBytes)) === true) {
    const done = await addStored(deps, { ...session, blobKey }, lock, unknownSums);
    // Bytes of an earlier tus upload.
    if (session.status === 'UPLOADING') await deps.blobs.discard(id);
    return done;
  }
  return finalize(deps, session, lock, id);
}

/** A key to which no earlier holder on another server writes, who may be slow rather than gone. */
export const ownKeyOf = (
  { blobs }: Pick<SessionEndDeps, 'blobs'>,
  { blobKey }: Session,
  { turn }: SessionLock,
): string => (turn <= 1 ? blobKey : blobs.newKey());

export interface Sums {
  /** null: a job computes it. */
  readonly sha256: string | null;
  readonly crc32: number | null;
  /** null: computed once a client asks for them. */
  readonly checksums: Checksums | null;
}

const unknownSums: Sums = { sha256: null, crc32: null, checksums: null };

/** Thrown if the member who reserved an upload may no longer add to its folder. */
class AccessLost extends Error {}

/** The second half of `finalize`: the bytes are durable under the key of the session. `isChecked`: whether their type is. */
export async function addStored(
  deps: SessionEndDeps,
  session: Session,
  lock: SessionLock,
  sums: Sums,
  { isChecked = false } = {},
): Promise<Session> {
  try {
    if (!isChecked && session.purpose !== null) await requireStoredContent(deps, session);
    const complete = await addFileOfSession(deps, session, lock, sums);
    lock.ended();
    // The upload is complete in any case; the sweep removes what remains.
    if (session.isDirect) await deps.blobs.discard(directStagingId(session.id)).catch(() => undefined);
    return complete;
  } catch (error) {
    if (error instanceof AccessLost) {
      await fail(deps, session, lock, 'refused');
      throw sessionExpired();
    }
    if (isRefused(error)) await fail(deps, session, lock, 'refused');
    throw error;
  }
}

/** Reads the first bytes again: those of tus may have come in any pieces. */
async function requireStoredContent({ blobs, listeners }: SessionEndDeps, session: Session): Promise<void> {
  const allowedTypes = await listeners.listTypes(session);
  if (allowedTypes === null) return;
  const { fileId: id, blobKey, sizeBytes } = session;
  const end = Math.min(headBytes, sizeBytes) - 1;
  const blob = await openFileBlob(blobs, { id, blobKey, sizeBytes }, { start: 0, end });
  try {
    const head = new Uint8Array(end + 1);
    const got = await blob.read(head, 0);
    await requireAllowedContent(head.subarray(0, got), session, allowedTypes);
  } finally {
    await blob.close();
  }
}

/**
 * Like `finalizeArrived`, but returns the failed session if its file may not be added, or if it has lost the request that it ends
 * with. For callers without a waiting client.
 */
export async function settle(deps: SessionEndDeps, session: Session, lock: SessionLock): Promise<Session | undefined> {
  if (session.endsWithRequest) {
    await fail(deps, session, lock, 'cancelled');
    return findSession(deps.database.reader, session.id);
  }
  try {
    return await finalizeArrived(deps, session, lock);
  } catch (error) {
    if (isRefused(error)) return findSession(deps.database.reader, session.id);
    throw error;
  }
}

const refusals = [
  'name_conflict',
  'precondition_failed',
  'item_quota_exceeded',
  'file_type_not_allowed',
  // Of an upload whose permission has ended.
  'upload_session_expired',
] as const;
/** Whether `finalize` has ended the session because the file may not be added: as it is, at its place, or any more. */
export const isRefused = (error: unknown): boolean => refusals.some((code) => isDomainError(error, code));

function addFileOfSession(
  { database, clock, files, listeners }: SessionEndDeps,
  session: Session,
  lock: SessionLock,
  sums: Sums,
): Promise<Session> {
  const add = (): Promise<Session> =>
    database.write(
      async (tx) => {
        if (!(await endSession(tx, lock, 'COMPLETE', clock.now()))) throw await lostTo(tx, session.id);
        const mayReplace = await requireAdding(files, tx, session);
        const { name, id, isReplaced } = await files.addFile(tx, {
          mayReplace,
          id: session.fileId,
          ownerId: session.ownerId,
          folderRowId: session.folderRowId,
          rootId: session.rootId,
          name: session.fileName,
          sizeBytes: session.sizeBytes,
          mimeType: session.contentType,
          sha256: sums.sha256,
          crc32: sums.crc32,
          checksums: sums.checksums,
          blobKey: session.blobKey,
          modifiedAt: session.modifiedAt,
          annotations: session.annotations,
          onConflict: session.onConflict,
          precondition: session.precondition,
          holdsItem: session.holdsItem,
        });
        const replacedId = isReplaced ? id : null;
        await listeners.ended(tx, session, { status: 'COMPLETE', fileName: name, replacedId });
        // A visitor must not learn from the name which other files are in the folder.
        const fileName = session.purpose === null ? name : session.fileName;
        if (fileName !== session.fileName || isReplaced) await setStored(tx, session.id, { fileName, replacedId });
        return { ...session, status: 'COMPLETE' as const, fileName, replacedId };
      },
      { owner: session.ownerId },
    );
  return withOrigin(session.origin, add, session.reservedBy);
}

/** Whether the upload may replace a file. Throws `AccessLost`. Costs nothing in the tree of who reserved it. */
async function requireAdding(files: Files, tx: Tx, session: Session): Promise<boolean> {
  if (!isOfMember(session)) return true;
  const { mayAdd, mayReplace } = await findAdding(files, tx, session);
  if (!mayAdd) throw new AccessLost();
  return mayReplace;
}

/** Whether a member reserved it in the tree of another. */
export const isOfMember = ({ reservedBy, ownerId }: Session): boolean =>
  reservedBy !== null && !mayDo(reservedBy, { ownerId }, 'add');

/** Throws unless a member who adds to the tree of another may still sign in. Costs nothing in one's own tree. */
export async function requireAdmittedMember(reader: Reader, userId: number, ownerId: number): Promise<void> {
  if (mayDo(userId, { ownerId }, 'add') || (await isAdmitted(reader, userId))) return;
  throw new DomainError('access_denied', 'Your account was disabled while the file arrived. It was not added.');
}

/** What the member who reserved an upload may do with its folder now. */
export async function findAdding(
  files: Files,
  reader: Reader,
  { reservedBy, ownerId, folderRowId }: Session,
): Promise<{ readonly mayAdd: boolean; readonly mayReplace: boolean }> {
  if (reservedBy === null || !(await isAdmitted(reader, reservedBy))) return { mayAdd: false, mayReplace: false };
  return files.findAdding(reader, reservedBy, { ownerId, rowId: folderRowId });
}

/** The refusal of a request whose session another one has ended or continues. */
export async function lostTo(tx: Tx, sessionId: string): Promise<Error> {
  const session = await findSession(tx, sessionId);
  if (session === undefined || session.status === 'FAILED') return sessionExpired();
  return isOpen(session) ? inProgress() : alreadyComplete();
}

const lostCodes = ['upload_session_expired', 'upload_in_progress', 'upload_already_complete'] as const;
/** Whether `lostTo` has made the error. */
export const isLost = (error: unknown): boolean => lostCodes.some((code) => isDomainError(error, code));

/** Ends a session as failed, releases it and frees its reservation. False if it has ended, or the lock is another's. */
export async function fail(
  { database, blobs, clock, accounts, files, events, listeners }: SessionEndDeps,
  session: Session,
  lock: SessionLock,
  reason: WebhookEventData['upload.failed']['reason'],
): Promise<boolean> {
  const { ownerId, folderRowId, endsWithRequest, holdsItem } = session;
  const wasOpen = await database.write(async (tx) => {
    if (!(await endSession(tx, lock, 'FAILED', clock.now()))) return false;
    // The folder of an anonymous upload is useless without the file.
    if (!endsWithRequest && (await accounts.isAnonymous(tx, ownerId)))
      await files.purge.discard(tx, ownerId, [folderRowId]);
    await files.releaseRoom(tx, ownerId, { bytes: quotaBytesOf(session), items: holdsItem ? 1 : 0 });
    await listeners.ended(tx, session, { status: 'FAILED', fileName: session.fileName, replacedId: null });
    if (!endsWithRequest)
      events.publish(tx, {
        type: 'upload.failed',
        userId: ownerId,
        data: {
          session_id: session.id,
          file_name: session.fileName,
          reason,
          grant_id: session.purpose === 'grant' ? session.origin.id : null,
          occurred_at: isoTime(clock.now()),
        },
        item: { id: session.fileId, folderRowId },
      });
    return true;
  });
  if (!wasOpen) return false;
  lock.ended();
  // After the commit: a crash in between leaves orphaned bytes, which the sweep removes.
  await blobs.discard(session.id);
  await blobs.discard(putStagingId(session.id));
  if (session.isDirect) await blobs.discard(directStagingId(session.id));
  await blobs.delete(session.blobKey);
  return true;
}
