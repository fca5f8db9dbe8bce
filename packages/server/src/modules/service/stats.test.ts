import { minuteMs } from '@drive/base';
import type { AdminStats } from '@drive/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putBytes, reserveUpload, type Reservation } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());

const read = async (): Promise<AdminStats> => {
  const response = await drive.fetch('/api/admin/stats', { key: admin.key });
  expect(response.status).toBe(200);
  return (await response.json()) as AdminStats;
};

it('statistics count items, users by plan and anonymous files', async () => {
  const paid = await drive.createUser({ plan: 'paid' });
  const mine = sharedApi(drive, paid);
  const kept = await mine.file('kept.bin', { bytes: 100 });
  const trashed = await mine.file('trashed.bin', { bytes: 30 });
  await mine.trash(trashed);
  await mine.shareFile(kept, { password: 'open sesame' });
  await reserveUpload(drive, paid, { name: 'open.bin', bytes: 7 });
  const response = await drive.fetch('/api/public/uploads', {
    method: 'POST',
    json: { fileName: 'nobody.txt', contentType: 'text/plain', sizeBytes: 5 },
  });
  await putBytes((await response.json()) as Reservation, Buffer.from('hello'));
  await drive.fetch(`/api/admin/files/${kept}/quarantine`, {
    method: 'POST',
    key: admin.key,
    json: { quarantined: true },
  });
  await drive.signIn(paid);

  const stats = await read();
  expect(stats).toMatchObject({
    server: { database: drive.database.dialect },
    users: {
      total: 2,
      admins: 1,
      disabled: 0,
      plans: { free: { users: 1, files: 0, storedBytes: 0 }, paid: { users: 1, files: 2, storedBytes: 130 } },
    },
    sessions: 1,
    apiKeys: 2,
    files: { total: 3, anonymous: 1, quarantined: 1 },
    storage: { storedBytes: 135, trashBytes: 30, reservedBytes: 7, anonymousBytes: 5 },
    uploads: { open: 1 },
    shares: { active: 2, public: 0, protected: 1 },
    jobs: { running: 0, failed: 0 },
    deliveries: { webhooks: 0, pending: 0, oldestDueSeconds: 0 },
  });
  expect(stats.storage.freeBytes).toBeGreaterThan(0);
  expect(stats.jobs.due).toBeGreaterThan(0);
});

it('statistics contain the age of the oldest due job', async () => {
  await drive.drain();
  expect((await read()).jobs).toMatchObject({ due: 0, oldestDueSeconds: 0 });
  await drive.database.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ run_at: drive.clock.now() - 3 * minuteMs })
      .where('type', '=', 'files.trash')
      .execute(),
  );
  expect((await read()).jobs).toMatchObject({ due: 1, oldestDueSeconds: 180 });
});

it('statistics are limited to administrators', async () => {
  const { key } = await drive.createUser();
  expect((await drive.fetch('/api/admin/stats', { key })).status).toBe(403);
});
