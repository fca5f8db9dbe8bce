import { afterEach, describe, expect, it } from 'vitest';
import { listAll } from '../../../test/api/list-all.ts';
import { createTusCalls } from '../../../test/api/tus-requests.ts';
import { putBytes, readUsage, type Reservation } from '../../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';

const dayMs = 86_400_000;
let drive: Drive;
afterEach(() => drive.close());

const start = async (days: number): Promise<void> => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off', ANONYMOUS_RETENTION_DAYS: String(days), UPLOAD_SESSION_HOURS: '8760' },
  });
};

async function reserve(): Promise<Reservation> {
  const json = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
  return (await (await drive.fetch('/api/public/uploads', { method: 'POST', json })).json()) as Reservation;
}
/** Sends the first byte, after which the upload has the time of a session. */
async function begin({ sessionId }: Reservation): Promise<void> {
  const answer = await createTusCalls(() => drive).patch(sessionId, 0, Buffer.from('h'));
  expect(answer.status).toBe(204);
}
async function upload(): Promise<Reservation> {
  const reservation = await reserve();
  await putBytes(reservation, Buffer.from('hello'));
  return reservation;
}
const isThere = async ({ shareToken }: Reservation): Promise<boolean> =>
  (await drive.fetch(`/api/public/share/${shareToken}`)).status === 200;
const sweep = async (): Promise<void> => {
  await drive.jobs.runNow('anonymous.sweep');
  await drive.drain();
};
const blobs = async (): Promise<number> => (await listAll(drive.blobs.list())).length;

describe('anonymous files', () => {
  it('[P-337] are purged at the age of the setting, and not before', async () => {
    await start(7);
    const old = await upload();
    drive.clock.advance(dayMs);
    const young = await upload();
    drive.clock.advance(6 * dayMs - 1);
    await sweep();
    expect([await isThere(old), await isThere(young)]).toEqual([true, true]);
    drive.clock.advance(1);
    await sweep();
    expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
    expect(await readUsage(drive)).toEqual({ stored: 5, reserved: 0 });
    expect(await blobs()).toBe(1);
    drive.clock.advance(dayMs);
    await sweep();
    expect(await isThere(young)).toBe(false);
    expect(await blobs()).toBe(0);
  });

  it('leave no folder, name or used bytes behind', async () => {
    await start(1);
    for (let count = 0; count < 45; count += 1) await upload();
    drive.clock.advance(dayMs);
    await sweep();
    const rows = await drive.database.reader
      .selectFrom('items')
      .select(['state', 'name'])
      .where('parent_id', 'is not', null)
      .execute();
    expect(rows).toHaveLength(90);
    expect(new Set(rows.map(({ state, name }) => `${state} ${name}`))).toEqual(new Set(['purged ']));
    const root = await drive.database.reader
      .selectFrom('items')
      .select(['size', 'child_files', 'child_folders'])
      .where('parent_id', 'is', null)
      .execute();
    expect(root).toEqual([{ size: 0, child_files: 0, child_folders: 0 }]);
    const usage = await drive.database.reader
      .selectFrom('storage_usage')
      .select(['stored_bytes', 'trash_bytes', 'reserved_bytes'])
      .execute();
    expect(usage).toEqual([{ stored_bytes: 0, trash_bytes: 0, reserved_bytes: 0 }]);
    expect(await blobs()).toBe(0);
  });

  it('are as old as their bytes, not as their reservation', async () => {
    await start(7);
    const late = await reserve();
    await begin(late);
    drive.clock.advance(6 * dayMs);
    await putBytes(late, Buffer.from('hello'));
    drive.clock.advance(6 * dayMs);
    await sweep();
    expect(await isThere(late)).toBe(true);
    drive.clock.advance(dayMs);
    await sweep();
    expect(await isThere(late)).toBe(false);
  });

  it('can still arrive if their upload began before the retention', async () => {
    await start(1);
    const late = await reserve();
    await begin(late);
    drive.clock.advance(30 * dayMs);
    await sweep();
    await putBytes(late, Buffer.from('hello'));
    expect(await isThere(late)).toBe(true);
  });

  it('[P-338] are kept if no retention is set', async () => {
    await start(0);
    const kept = await upload();
    drive.clock.advance(300 * dayMs);
    await sweep();
    expect(await isThere(kept)).toBe(true);
  });

  it('are purged while files of users are kept', async () => {
    await start(1);
    const user = await drive.createUser();
    const json = { fileName: 'own.txt', contentType: 'text/plain', fileSizeBytes: 5 };
    const own = (await (
      await drive.fetch('/api/uploads', { method: 'POST', key: user.key, json })
    ).json()) as Reservation;
    await putBytes(own, Buffer.from('hello'));
    await upload();
    drive.clock.advance(400 * dayMs);
    await sweep();
    expect((await drive.fetch(`/api/files/${own.fileId}`, { key: user.key })).status).toBe(200);
    expect(await readUsage(drive)).toEqual({ stored: 5, reserved: 0 });
  });

  it('are purged once by concurrent sweeps', async () => {
    await start(1);
    for (let count = 0; count < 5; count += 1) await upload();
    drive.clock.advance(dayMs);
    await Promise.all([1, 2, 3].map(() => drive.jobs.runNow('anonymous.sweep').catch(() => undefined)));
    await drive.drain();
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
  });
});
