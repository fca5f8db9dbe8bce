import { hourMs, minuteMs } from '@drive/base';
import { type Collection, limits } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formWith, senderApi, type Said } from '../../../../test/api/sender-api.ts';
import { createTusCalls } from '../../../../test/api/tus-requests.ts';
import { readUsage } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../../../test/drive.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { sharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let owner: TestUser;
const start = async (settings: DriveOptions['settings'] = {}): Promise<void> => {
  drive = await startDrive({ settings: { ANONYMOUS_MAX_FILES: '100', ...settings } });
  owner = await drive.createUser();
};
beforeEach(() => start());
afterEach(() => drive.close());

const most = limits.openReservationsPerNetwork;
const lifeMs = limits.visitorReservationMinutes * minuteMs;
const { ask, reserve, put, postForm } = senderApi(() => drive);
const tus = createTusCalls(() => drive);

const createCollection = async (by: TestUser = owner): Promise<string> =>
  ((await sharedApi(drive, by).call('POST', '/api/collections', { name: 'Holiday' })).body as Collection).token;
const reserveAnonymous = (count: number, sizeBytes = 5, headers: Record<string, string> = {}): Promise<Said> => {
  const files = Array.from({ length: count }, () => ({ fileName: 'a.txt', contentType: 'text/plain', sizeBytes }));
  return ask('POST', '/api/public/uploads/batch', { json: { files }, headers });
};
const reserveAsOwner = (count: number): Promise<Response> =>
  drive.fetch('/api/uploads/batch', {
    method: 'POST',
    key: owner.key,
    json: { files: Array.from({ length: count }, () => ({ fileName: 'a', contentType: 'a/b', fileSizeBytes: 1 })) },
  });
const sweep = (): Promise<void> => drive.jobs.runNow('uploads.unbegun');
const reserved = async (): Promise<number> => (await readUsage(drive)).reserved;
const findSession = (id: string) =>
  drive.database.reader.selectFrom('upload_sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessionIn = ({ body }: Said): string => body['sessionId'] as string;

describe('a reservation of a visitor without a byte', () => {
  test('[P-504] fills the anonymous quota for 15 minutes and no longer', async () => {
    await drive.close();
    await start({ ANONYMOUS_QUOTA_BYTES: '50' });
    const { body } = await reserveAnonymous(10);
    expect((await reserveAnonymous(1)).body).toMatchObject({ code: 'storage_quota_exceeded' });
    drive.clock.advance(lifeMs - 1);
    await sweep();
    expect(await reserved()).toBe(50);
    drive.clock.advance(1);
    const late = await put(body['files'][0].uploadUrl as string);
    expect([late.status, late.body['code']]).toEqual([410, 'upload_session_expired']);
    await sweep();
    expect(await reserved()).toBe(0);
    expect((await reserveAnonymous(10)).status).toBe(201);
  });

  test('fills the quota of the owner of a file request for 15 minutes and no longer', async () => {
    const token = await createCollection();
    expect((await reserve(token, { sizeBytes: 1000 })).status).toBe(201);
    expect((await reserveAsOwner(1)).status).toBe(201);
    drive.clock.advance(lifeMs);
    // The recovery after a start may hold the session, which a sweep then leaves to the next one.
    const sweptTo = async (): Promise<number> => sweep().then(reserved);
    await expect.poll(sweptTo).toBe(1);
  });

  test('is swept within a minute of its end, at any sweep interval', async () => {
    expect((await reserveAnonymous(3)).status).toBe(201);
    await drive.drain();
    for (let minutes = 0; minutes <= limits.visitorReservationMinutes; minutes += 1) {
      drive.clock.advance(minuteMs);
      await drive.drain();
    }
    expect(await reserved()).toBe(0);
  });

  test('states its end in Upload-Expires', async () => {
    const id = sessionIn(await reserve(await createCollection()));
    const answer = await tus.create(id, 5);
    expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBe(drive.clock.now() + lifeMs);
    drive.clock.advance(minuteMs);
    const piece = await tus.patch(id, 0, Buffer.from('h'));
    expect(Date.parse(piece.headers.get('upload-expires') ?? '')).toBe(drive.clock.now() + 24 * hourMs);
  });

  test('is not started by an empty chunk', async () => {
    const id = sessionIn(await reserve(await createCollection()));
    expect((await tus.patch(id, 0, Buffer.alloc(0))).status).toBe(204);
    drive.clock.advance(lifeMs);
    expect((await tus.patch(id, 0, Buffer.from('h'))).status).toBe(410);
  });
});

describe('a reservation of a visitor with its first byte', () => {
  test('lives as long as any upload, by tus', async () => {
    const id = sessionIn(await reserve(await createCollection()));
    drive.clock.advance(lifeMs - 1);
    expect((await tus.patch(id, 0, Buffer.from('he'))).status).toBe(204);
    drive.clock.advance(24 * hourMs - 1);
    await sweep();
    expect((await tus.patch(id, 2, Buffer.from('llo'))).status).toBe(204);
    expect(await findSession(id)).toMatchObject({ status: 'COMPLETE' });
  });

  test('lives as long as any upload, by a PUT that was interrupted after its first byte', async () => {
    const { body } = await reserve(await createCollection());
    drive.clock.advance(lifeMs - 1);
    const request = await openRequest(body['uploadUrl'] as string, 'PUT', { 'content-length': 5 });
    await request.send('h');
    await vi.waitFor(async () =>
      expect(await findSession(body['sessionId'] as string)).toMatchObject({ status: 'UPLOADING' }),
    );
    request.cut();
    drive.clock.advance(hourMs);
    await sweep();
    await vi.waitFor(async () => expect((await put(body['uploadUrl'] as string)).status).toBe(200));
  });
});

describe('the open reservations of one network', () => {
  const open = async (): Promise<number> => {
    const rows = await drive.database.reader
      .selectFrom('upload_sessions')
      .select('id')
      .where('status', 'in', ['PENDING', 'UPLOADING'])
      .execute();
    return rows.length;
  };

  test('[P-505] are limited over all anonymous uploads and file requests together, also for concurrent requests', async () => {
    const tokens = [await createCollection(), await createCollection(await drive.createUser())];
    expect((await reserveAnonymous(most - 6)).status).toBe(201);
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => reserve(tokens[index % 2]!)),
      reserveAnonymous(7),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    for (const { status, body, headers } of answers.filter((each) => each.status !== 201)) {
      expect([status, body['code']]).toEqual([429, 'too_many_requests']);
      expect(headers.get('retry-after')).toBe(String(lifeMs / 1000));
    }
    expect(await open()).toBe(most);
    expect((await postForm(tokens[0]!, formWith('a.txt'))).status).toBe(429);
    const form = await ask('POST', '/files/upload-form', {
      body: formWith('a.txt'),
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([form.status, form.headers.get('retry-after')]).toEqual([429, String(lifeMs / 1000)]);
    expect(await open()).toBe(most);
  });

  test('are available again as soon as one ends: completed, cancelled or expired', async () => {
    const token = await createCollection();
    const first = await reserve(token);
    drive.clock.advance(minuteMs);
    const second = await reserve(token);
    expect((await reserveAnonymous(most - 2)).status).toBe(201);
    const refused = await reserve(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String((lifeMs - minuteMs) / 1000)]);
    expect((await put(first.body['uploadUrl'] as string)).status).toBe(200);
    expect((await reserve(token)).status).toBe(201);
    expect((await reserve(token)).status).toBe(429);
    expect((await ask('DELETE', new URL(second.body['uploadUrl'] as string).pathname)).status).toBe(204);
    expect((await reserve(token)).status).toBe(201);
    expect((await reserve(token)).status).toBe(429);
    // Expired sessions do not count, before and after the sweep.
    drive.clock.advance(lifeMs);
    expect((await reserve(token)).status).toBe(201);
  });

  test('are counted apart from those of other networks and of signed-in owners', async () => {
    await drive.close();
    await start({ TRUSTED_PROXIES: '127.0.0.1/32' });
    const token = await createCollection();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    expect((await reserveAnonymous(most, 1, from('192.0.2.1'))).status).toBe(201);
    expect((await reserve(token, {}, from('192.0.2.1'))).status).toBe(429);
    expect((await reserve(token, {}, from('192.0.2.2'))).status).toBe(201);
    expect((await reserveAnonymous(most, 1, from('2001:db8::1'))).status).toBe(201);
    expect((await reserve(token, {}, from('2001:db8::2'))).status).toBe(429);
    for (let round = 0; round < 2; round += 1) expect((await reserveAsOwner(100)).status).toBe(201);
  });

  test('are stored with a hash of the network, and only while they are open', async () => {
    const { body } = await reserve(await createCollection());
    const row = await findSession(body['sessionId'] as string);
    expect(row.network_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain('127.0.0.1');
    await put(body['uploadUrl'] as string);
    expect(await findSession(body['sessionId'] as string)).toMatchObject({ status: 'COMPLETE', network_hash: null });
  });

  test('are not limited if the feature limits are off', async () => {
    await drive.close();
    await start({ FEATURE_LIMITS: 'off' });
    for (let round = 0; round < 2; round += 1) expect((await reserveAnonymous(100)).status).toBe(201);
  });
});
