import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import { putStagingId, type Session, type UploadEndings } from './upload-session.ts';
import { endSession, findSession, setFileName } from './upload-session-store.ts';

export interface SessionEndDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly endings: UploadEndings;
}

/**
 * Makes the file, when all its bytes are there: bytes first, durable and under their key, then in one transaction the
 * file and the session's end. May be repeated after a crash anywhere in between; called under the session's lock, by
 * whoever may find an upload whose bytes are complete. undefined: they are not.
 */
export async function finalize(
  { database, blobs, clock, files, endings }: SessionEndDeps,
  session: Session,
  stagingId: string,
): Promise<Session | undefined> {
  const digest = await blobs.adopt(stagingId, session.blobKey, session.sizeBytes);
  if (digest === undefined) return undefined;
  return database.write(async (tx) => {
    if (!(await endSession(tx, session.id, 'COMPLETE', clock.now()))) return findSession(tx, session.id);
    const { name } = await files.addFile(tx, {
      id: session.fileId,
      ownerId: session.ownerId,
      folderRowId: session.folderRowId,
      name: session.fileName,
      sizeBytes: session.sizeBytes,
      mimeType: session.contentType,
      sha256: digest.sha256,
      crc32: digest.crc32,
      blobKey: session.blobKey,
    });
    if (session.purpose !== null) {
      await publishEnd(endings, tx, session, 'COMPLETE', name);
      // A stranger who sends a file is not told what else lies where it lands.
      return { ...session, status: 'COMPLETE' as const };
    }
    if (name !== session.fileName) await setFileName(tx, session.id, name);
    return { ...session, status: 'COMPLETE' as const, fileName: name };
  });
}

/** Ends a session that came to nothing and frees what it held. Under the session's lock. False where it was over already. */
export async function fail(
  { database, blobs, clock, accounts, files, shares, endings }: SessionEndDeps,
  session: Session,
): Promise<boolean> {
  const { ownerId, sizeBytes, fileId, folderRowId } = session;
  const wasOpen = await database.write(async (tx) => {
    if (!(await endSession(tx, session.id, 'FAILED', clock.now()))) return false;
    // What is nobody's lies in a folder of its own, which is good for nothing now.
    if (await accounts.isAnonymous(tx, ownerId)) await files.purge.discard(tx, ownerId, [folderRowId]);
    await files.releaseBytes(tx, ownerId, sizeBytes);
    await shares.forgetUploadShare(tx, fileId);
    await publishEnd(endings, tx, session, 'FAILED', session.fileName);
    return true;
  });
  if (!wasOpen) return false;
  // In this order: a crash in between leaves bytes that nothing knows, and the sweep finds them.
  await blobs.discard(session.id);
  await blobs.discard(putStagingId(session.id));
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
