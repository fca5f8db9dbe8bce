import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putBytes, readUsage, reserveUpload, type Reservation } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

driveForEachTest(() => startDrive({ settings: { FREE_QUOTA_BYTES: '1000', FREE_USER_MAX_BYTES: '900' } }));

const upload = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 10 };
const post = (json: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  drive.fetch('/api/uploads', { method: 'POST', key: user.key, json, headers });
const postBatch = (files: unknown[]): Promise<Response> =>
  drive.fetch('/api/uploads/batch', { method: 'POST', key: user.key, json: { files } });
const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;
const makeFolder = async (name: string, of = user): Promise<string> => {
  const response = await drive.fetch('/api/files/folders', { method: 'POST', key: of.key, json: { name } });
  return ((await response.json()) as { id: string }).id;
};

describe('reserving an upload', () => {
  it('[P-53] returns the upload URL under the base URL', async () => {
    const response = await post(upload);
    expect(response.status).toBe(201);
    const reservation = (await response.json()) as Reservation;
    expect(reservation).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fileId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uploadUrl: `${drive.url}/files/uploads/${reservation.sessionId}`,
      directUrl: null,
      shareToken: null,
      shortUrl: null,
    });
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 10 });
  });

  it('[P-50] shares immediately on request; the link opens with the file', async () => {
    const reservation = await reserveUpload(drive, user, { autoShare: true, publicListing: true, bytes: 5 });
    expect(reservation.shareToken).toMatch(/^\S+$/);
    expect(reservation.shortUrl).toContain('/s/');
    const look = (): Promise<Response> => drive.fetch(`/api/public/share/${reservation.shareToken}`);
    expect((await look()).status).toBe(404);
    await putBytes(reservation, Buffer.from('hello'));
    expect(await (await look()).json()).toMatchObject({ shareMode: 'PUBLIC', size: 5 });
  });

  it('[P-49] creates an unlisted share if the upload does not ask for a public one', async () => {
    const reservation = await reserveUpload(drive, user, { autoShare: true, bytes: 5 });
    await putBytes(reservation, Buffer.from('hello'));
    const shared = await drive.fetch(`/api/public/share/${reservation.shareToken}`);
    expect(await shared.json()).toMatchObject({ shareMode: 'SHARED', indexable: false });
  });

  it('[P-52] refuses a public listing without a share', async () => {
    const reservation = await reserveUpload(drive, user, { publicListing: true });
    expect(reservation.shareToken).toBeNull();
  });

  it('accepts own folders only', async () => {
    const folder = await makeFolder('Photos');
    expect((await post({ ...upload, parentFolderId: folder })).status).toBe(201);

    const otherUser = await drive.createUser();
    const theirs = await makeFolder('Theirs', otherUser);
    const reservation = await reserveUpload(drive, user, { bytes: 1 });
    await putBytes(reservation, Buffer.from('x'));
    for (const parentFolderId of [randomUUID(), theirs, reservation.fileId]) {
      const refused = await post({ ...upload, parentFolderId });
      expect(refused.status).toBe(404);
      expect(await codeOf(refused)).toBe('folder_not_found');
    }
    expect(await readUsage(drive)).toEqual({ stored: 1, reserved: 10 });
  });

  it('refuses files above the limit of the plan or the free quota', async () => {
    const large = await post({ ...upload, fileSizeBytes: 901 });
    expect(large.status).toBe(413);
    expect(await codeOf(large)).toBe('payload_too_large');
    expect((await post({ ...upload, fileSizeBytes: 900 })).status).toBe(201);
    const full = await post({ ...upload, fileSizeBytes: 101 });
    expect(full.status).toBe(409);
    expect(await codeOf(full)).toBe('storage_quota_exceeded');
    expect((await post({ ...upload, fileSizeBytes: 100 })).status).toBe(201);
  });

  it('refuses blank names and types, and invalid sizes', async () => {
    for (const wrong of [
      { fileName: ' ' },
      { contentType: '' },
      { fileSizeBytes: 0 },
      { fileSizeBytes: -1 },
      { fileSizeBytes: 1.5 },
      { parentFolderId: 'nonsense' },
    ]) {
      const refused = await post({ ...upload, ...wrong });
      expect(refused.status).toBe(400);
      expect(await codeOf(refused)).toBe('validation_failed');
    }
    expect((await drive.fetch('/api/uploads', { method: 'POST', json: upload })).status).toBe(401);
  });

  it('[P-406] cannot exceed the quota with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ ...upload, fileSizeBytes: 90 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(11);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 990 });
  });

  it('creates one reservation for two requests with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = await Promise.all([post(upload, headers), post(upload, headers)]);
    const third = await post(upload, headers);
    const bodies = await Promise.all([first, second, third].map((response) => response.json()));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect((await readUsage(drive)).reserved).toBe(10);
    expect(await codeOf(await post({ ...upload, fileSizeBytes: 11 }, headers))).toBe('idempotency_conflict');
  });
});

describe('reserving a batch', () => {
  it('[P-54] answers in the order of the request', async () => {
    const folder = await makeFolder('Many');
    const files = Array.from({ length: 100 }, (_, index) => ({
      ...upload,
      fileName: `${index}.txt`,
      fileSizeBytes: index % 2 === 0 ? 1 : 2,
      ...(index % 3 === 0 ? { parentFolderId: folder } : {}),
      ...(index === 7 ? { autoShare: true } : {}),
    }));
    const response = await postBatch(files);
    expect(response.status).toBe(201);
    const { files: reservations } = (await response.json()) as { files: Reservation[] };
    expect(reservations).toHaveLength(100);
    expect(reservations.map(({ shareToken }) => shareToken !== null).indexOf(true)).toBe(7);
    for (const index of [0, 1, 98, 99]) {
      const reservation = reservations[index];
      if (reservation === undefined) throw new Error('missing');
      const status = await putBytes(reservation, Buffer.alloc(index % 2 === 0 ? 1 : 2));
      expect(status).toMatchObject({ status: 'COMPLETE', fileName: `${index}.txt` });
    }
  });

  it('reserves all or nothing', async () => {
    const refusals = [
      { files: [upload, { ...upload, fileSizeBytes: 901 }], status: 413 },
      { files: [upload, { ...upload, parentFolderId: randomUUID() }], status: 404 },
      { files: [upload, { ...upload, fileSizeBytes: 800 }, { ...upload, fileSizeBytes: 800 }], status: 409 },
      { files: [upload, { ...upload, fileName: '' }], status: 400 },
      { files: [], status: 400 },
      { files: Array.from({ length: 101 }, () => ({ ...upload, fileSizeBytes: 1 })), status: 400 },
    ];
    for (const { files, status } of refusals) expect((await postBatch(files)).status).toBe(status);
    expect((await readUsage(drive)).reserved).toBe(0);
    const rows = await drive.database.reader.selectFrom('upload_sessions').select('id').execute();
    expect(rows).toEqual([]);
  });
});

describe('the modification time of an upload', () => {
  const store = async (modifiedAt: unknown): Promise<{ id: string; modifiedAt: unknown }> => {
    const reservation = (await (await post({ ...upload, modifiedAt })).json()) as Reservation;
    await putBytes(reservation, Buffer.from('0123456789'));
    const item = await drive.fetch(`/api/files/${reservation.fileId}`, { key: user.key });
    return (await item.json()) as { id: string; modifiedAt: unknown };
  };

  it.each([
    ['2024-02-29T23:59:59.123Z', '2024-02-29T23:59:59.123Z'],
    ['2024-03-01T00:30:00+02:00', '2024-02-29T22:30:00.000Z'],
    ['1969-07-20T20:17:40.123456Z', '1969-07-20T20:17:40.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    [null, null],
    [undefined, null],
  ])('given as %s is stored as %s', async (given, stored) => {
    expect(await store(given)).toMatchObject({ modifiedAt: stored });
  });

  it('is kept by a rename and a move, and can differ for each file of a batch', async () => {
    const { id } = await store('2024-02-29T12:00:00Z');
    const moved = await drive.fetch(`/api/files/${id}`, {
      method: 'PATCH',
      key: user.key,
      json: { name: 'b.txt', parentId: await makeFolder('Photos') },
    });
    expect(await moved.json()).toMatchObject({ name: 'b.txt', modifiedAt: '2024-02-29T12:00:00.000Z' });

    const batch = await postBatch([{ ...upload, modifiedAt: '2020-01-01T00:00:00Z' }, upload]);
    const times: unknown[] = [];
    for (const reservation of ((await batch.json()) as { files: Reservation[] }).files) {
      await putBytes(reservation, Buffer.from('0123456789'));
      const item = await drive.fetch(`/api/files/${reservation.fileId}`, { key: user.key });
      times.push(((await item.json()) as { modifiedAt: unknown }).modifiedAt);
    }
    expect(times).toEqual(['2020-01-01T00:00:00.000Z', null]);
  });

  it.each([
    '2024-02-30T00:00:00Z',
    '2024-02-29',
    '2024-02-29T12:00:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    'yesterday',
    '',
    1_709_208_000_000,
    '2'.repeat(10_000),
  ])('is refused as %s', async (modifiedAt) => {
    const refused = await post({ ...upload, modifiedAt });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'validation_failed', errors: [{ field: 'modifiedAt' }] });
  });
});
