import type { UploadReservation } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import type { Schema } from '../../platform/db/index.ts';

let drive: Drive;
let user: TestUser;
let fileId: string;
let token: string;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterAll(() => drive.close());
beforeEach(async () => {
  const json = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5, autoShare: true };
  const reserved = await drive.fetch('/api/uploads', { method: 'POST', key: user.key, json });
  const { uploadUrl, ...reservation } = (await reserved.json()) as UploadReservation;
  const sent = await drive.fetch(uploadUrl, { method: 'PUT', body: 'hello' });
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}`);
  fileId = reservation.fileId;
  token = reservation.shareToken ?? '';
});

/** Simulates the administrator or the purge. */
const setFile = (values: Partial<Pick<Schema['items'], 'state'>> & { quarantined?: 0 | 1 }): Promise<unknown> =>
  drive.database.write((tx) => tx.updateTable('items').set(values).where('id', '=', fileId).execute());
const askAddress = () => drive.fetch(`/api/files/${fileId}/download-url`, { key: user.key });
const addressOfOwner = async (): Promise<string> =>
  ((await (await askAddress()).json()) as { downloadUrl: string }).downloadUrl;
const addressThroughShare = async (): Promise<string> =>
  (await drive.fetch(`/share/${token}/download`)).headers.get('location') ?? '';
const outcome = async (asked: Promise<Response>): Promise<unknown> => {
  const answer = await asked;
  return answer.ok ? answer.status : [answer.status, ((await answer.json()) as { code: string }).code];
};

describe('a quarantined file', () => {
  it('[P-217] can be downloaded by its owner and through no share, not even with old URLs', async () => {
    const [own, shared] = [await addressOfOwner(), await addressThroughShare()];
    expect([await outcome(drive.fetch(own)), await outcome(drive.fetch(shared))]).toEqual([200, 200]);
    await setFile({ quarantined: 1 });
    expect(await outcome(drive.fetch(own))).toBe(200);
    expect(await outcome(drive.fetch(await addressOfOwner()))).toBe(200);
    expect(await outcome(drive.fetch(shared))).toEqual([403, 'file_quarantined']);
    expect(await outcome(drive.fetch(`/share/${token}/download`))).toEqual([403, 'file_quarantined']);
    await setFile({ quarantined: 0 });
    expect(await outcome(drive.fetch(shared))).toBe(200);
  });
});

describe('a purged file', () => {
  it('[P-216] is gone for its owner, and its URLs stop working', async () => {
    const own = await addressOfOwner();
    for (const state of ['purging', 'purged'] as const) {
      await setFile({ state });
      expect(await outcome(askAddress())).toEqual([410, 'file_purged']);
      expect(await outcome(drive.fetch(own))).toEqual([410, 'file_purged']);
    }
  });

  it('is unknown through a share', async () => {
    const shared = await addressThroughShare();
    await setFile({ state: 'purged' });
    expect(await outcome(drive.fetch(`/share/${token}/download`))).toEqual([404, 'share_not_found']);
    expect((await drive.fetch(shared)).status).toBeGreaterThanOrEqual(403);
  });
});

describe('a trashed file', () => {
  it('[P-234] cannot be opened until it is restored', async () => {
    const [own, shared] = [await addressOfOwner(), await addressThroughShare()];
    await setFile({ state: 'trashed' });
    expect(await outcome(askAddress())).toEqual([404, 'file_not_found']);
    expect(await outcome(drive.fetch(own))).toEqual([404, 'file_not_found']);
    expect((await drive.fetch(shared)).status).toBeGreaterThanOrEqual(403);
    await setFile({ state: 'alive' });
    expect([await outcome(drive.fetch(own)), await outcome(drive.fetch(shared))]).toEqual([200, 200]);
  });
});
