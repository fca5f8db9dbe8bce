import { directStagingId, type Digest } from '../../platform/blobs/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import { putStagingId, type Session, type UploadEndings } from './upload-session.ts';
import { endSession, findSession, setStored } from './upload-session-store.ts';

export type SessionEndDeps = Pick<Ports, 'database' | 'blobs' | 'clock'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly endings: UploadEndings;
};

/**
 * Creates the file, or its new content, if all bytes are staged, otherwise returns undefined. The bytes become durable
 * under their key first, then one transaction adds the file and ends the session. Throws `name_conflict` or
 * `precondition_failed`, and ends the session as failed, if the upload may not have its name. Can be repeated after a
 * crash at any point. Requires the session's lock.
 */
export async function finalize(
  deps: SessionEndDeps,
  session: Session,
  stagingId: string,
): Promise<Session | undefined> {
  const digest = await deps.blobs.adopt(stagingId, session.blobKey, session.sizeBytes);
  return digest === undefined ? undefined : addStored(deps, session, digest);
}

/**
 * Like `finalize`, for an upload without a waiting body, whose bytes may also have come to the storage itself. Throws
 * like it.
 */
export async function finalizeArrived(deps: SessionEndDeps, session: Session): Promise<Session | undefined> {
  const { id, blobKey, sizeBytes } = session;
  if (session.isDirect && (await deps.blobs.direct?.adopt(id, blobKey, sizeBytes)) === true) {
    const done = await addStored(deps, session, unknownSums);
    // Bytes of an earlier tus upload.
    if (session.status === 'UPLOADING') await deps.blobs.discard(id);
    return done;
  }
  return finalize(deps, session, id);
}

type Sums = { readonly [K in 'sha256' | 'crc32']: Digest[K] | null };

/** A job computes them. */
const unknownSums: Sums = { sha256: null, crc32: null };

/** The second half of `finalize`: the bytes are durable under the key of the session. */
export async function addStored(deps: SessionEndDeps, session: Session, sums: Sums): Promise<Session | undefined> {
  try {
    const done = await complete(deps, session, sums);
    // The upload is complete in any case; the sweep removes what remains.
    if (session.isDirect) await deps.blobs.discard(directStagingId(session.id)).catch(() => undefined);
    return done;
  } catch (error) {
    if (isRefusedName(error)) await fail(deps, session);
    throw error;
  }
}

/**
 * Like `finalizeArrived`, but returns the failed session if the upload may not have its name. For callers without a waiting
 * client.
 */
export async function settle(deps: SessionEndDeps, session: Session): Promise<Session | undefined> {
  try {
    return await finalizeArrived(deps, session);
  } catch (error) {
    if (isRefusedName(error)) return findSession(deps.database.reader, session.id);
    throw error;
  }
}

/** Whether `finalize` has ended the session because of its name. */
export const isRefusedName = (error: unknown): boolean =>
  isDomainError(error, 'name_conflict') || isDomainError(error, 'precondition_failed');

function complete(
  { database, clock, files, shares, endings }: SessionEndDeps,
  session: Session,
  { sha256, crc32 }: Sums,
): Promise<Session | undefined> {
  return database.write(
    async (tx) => {
      if (!(await endSession(tx, session.id, 'COMPLETE', clock.now()))) return findSession(tx, session.id);
      const { name, id, isReplaced } = await files.addFile(tx, {
        id: session.fileId,
        ownerId: session.ownerId,
        folderRowId: session.folderRowId,
        name: session.fileName,
        sizeBytes: session.sizeBytes,
        mimeType: session.contentType,
        sha256,
        crc32,
        blobKey: session.blobKey,
        modifiedAt: session.modifiedAt,
        onConflict: session.onConflict,
        precondition: session.precondition,
      });
      if (session.purpose !== null) {
        await publishEnd(endings, tx, session, 'COMPLETE', name);
        // A visitor must not learn from the name which other files are in the folder.
        return { ...session, status: 'COMPLETE' as const };
      }
      const replacedId = isReplaced ? id : null;
      if (replacedId !== null) await shares.moveUploadShare(tx, session.fileId, replacedId);
      if (name !== session.fileName || isReplaced) await setStored(tx, session.id, { fileName: name, replacedId });
      return { ...session, status: 'COMPLETE' as const, fileName: name, replacedId };
    },
    { owner: session.ownerId },
  );
}

/** Ends a session as failed and frees its reservation. Requires the session's lock. False if the session has ended already. */
export async function fail(
  { database, blobs, clock, accounts, files, shares, endings }: SessionEndDeps,
  session: Session,
): Promise<boolean> {
  const { ownerId, sizeBytes, fileId, folderRowId } = session;
  const wasOpen = await database.write(async (tx) => {
    if (!(await endSession(tx, session.id, 'FAILED', clock.now()))) return false;
    // The folder of an anonymous upload is useless without the file.
    if (await accounts.isAnonymous(tx, ownerId)) await files.purge.discard(tx, ownerId, [folderRowId]);
    await files.releaseBytes(tx, ownerId, sizeBytes);
    await shares.forgetUploadShare(tx, fileId);
    await publishEnd(endings, tx, session, 'FAILED', session.fileName);
    return true;
  });
  if (!wasOpen) return false;
  // After the commit: a crash in between leaves orphaned bytes, which the sweep removes.
  await blobs.discard(session.id);
  await blobs.discard(putStagingId(session.id));
  if (session.isDirect) await blobs.discard(directStagingId(session.id));
  await blobs.delete(session.blobKey);
  return true;
}

async function publishEnd(
  endings: UploadEndings,
  tx: Tx,
  { id, ownerId, fileId, sizeBytes, purpose }: Session,
  status: 'COMPLETE' | 'FAILED',
  fileName: string,
): Promise<void> {
  if (purpose === null) return;
  await endings.get(purpose)?.(tx, { sessionId: id, status, ownerId, fileId, fileName, sizeBytes });
}
