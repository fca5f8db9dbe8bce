import { systemRandom } from '@drive/base';
import { MemoryBlobs, type BlobStore } from '@drive/blobs';
import { nobody } from '../../src/modules/uploads/sessions/session-lease-store.ts';
import { startDrive, type Drive } from '../drive.ts';
import { overriding } from '../overriding.ts';
import type { Reservation } from './uploads.ts';

/** Bytes are in memory, so that their age follows the test's clock; a restart finds them again. */
export async function startDriveInMemory(
  changed: (memory: BlobStore) => Partial<BlobStore> = () => ({}),
): Promise<Drive> {
  let memory: MemoryBlobs | undefined;
  const drive: Drive = await startDrive({
    blobs: (disk) => {
      memory ??= new MemoryBlobs({ clock: { now: () => drive.clock.now() }, random: systemRandom });
      return overriding(memory, { ...changed(memory), close: () => disk.close() });
    },
  });
  return drive;
}

/** Several servers know by its lease that work is left, for the next start; a single one looks at all sessions. */
export async function leaveLocked(drive: Drive, sessionId: string): Promise<void> {
  await drive.database.write((tx) =>
    tx
      .updateTable('upload_sessions')
      .set({ held_by: nobody, held_for: 'put', held_until: Number.MAX_SAFE_INTEGER })
      .where('id', '=', sessionId)
      .execute(),
  );
}

/** Creates the state after a crash during an upload. */
export async function stageBytes(drive: Drive, id: string, bytes: Buffer, totalBytes = bytes.length): Promise<void> {
  const writer = await drive.blobs.stage(id, { key: drive.blobs.newKey(), offset: 0, totalBytes });
  await writer.write(Buffer.from(bytes));
  await writer.close();
  await leaveLocked(drive, id.replace(/-put$/, ''));
}

/** Creates the state after a crash between an upload's bytes and its row. */
export async function adoptBytes(drive: Drive, { sessionId }: Reservation, bytes: Buffer): Promise<void> {
  const { blob_key: key } = await drive.database.reader
    .selectFrom('upload_sessions')
    .select('blob_key')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  await storeBytes(drive, key, bytes);
  await leaveLocked(drive, sessionId);
}

/** Stores bytes under a key without a row. */
export async function storeBytes(drive: Drive, key: string, bytes: Buffer): Promise<void> {
  await drive.blobs.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
}
