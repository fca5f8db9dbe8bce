import { dayMs, hourMs, minuteMs, secondMs } from '@drive/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { grantApi, png } from '../../../test/api/grant-api.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { createTusCalls } from '../../../test/api/tus-requests.ts';
import { listBlobs, readStatus, readUsage, refusalOf } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { drive, driveForAllTests, mine, user } from '../../../test/use-drive.ts';
import type { DriveEvent } from '../../platform/events/index.ts';

driveForAllTests(() => startDrive());
const { create, get, list, revoke, ask, reserve, put } = grantApi(() => drive);
const tus = createTusCalls(() => drive);

const eventsOf = async (...types: string[]): Promise<DriveEvent[]> => {
  const rows = await drive.database.reader
    .selectFrom('events')
    .select(['type', 'data'])
    .where('user_id', '=', user.userId)
    .where('type', 'in', types)
    .orderBy('row_id')
    .execute();
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }) as unknown as DriveEvent);
};
const file = async (id: string): Promise<Record<string, unknown>> =>
  (await (await drive.fetch(`/api/files/${id}`, { key: user.key })).json()) as Record<string, unknown>;
const keyFor = async (more: object): Promise<{ id: string; key: string }> => {
  const response = await drive.fetch('/api/me/api-keys', { method: 'POST', key: user.key, json: more });
  const { id, rawKey } = (await response.json()) as { id: string; rawKey: string };
  return { id, key: rawKey };
};
const folder = async (name: string): Promise<string> =>
  ((await mine.call('POST', '/api/files/folders', { name })).body as { id: string }).id;
const used = async (id: string): Promise<[files: number, bytes: number]> => {
  const { usedFiles, usedBytes } = await get(user, id);
  return [usedFiles, usedBytes];
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const createByTus = (fields: Readonly<Record<string, string>>, length: number, headers = {}) =>
  tus.call('POST', '', {
    'upload-length': String(length),
    'upload-metadata': Object.entries(fields)
      .map(([name, value]) => `${name} ${base64(value)}`)
      .join(','),
    ...headers,
  });

describe('an upload grant', () => {
  it('[P-900] shows its token once, and stores a keyed hash of it', async () => {
    const { token, ...created } = await create(user, {
      maxFiles: 3,
      data: 'user 42',
      tags: ['in'],
      metadata: { a: 'b' },
    });
    expect(token).toMatch(/^upg_[\w-]{40}$/);
    expect(created).toEqual({
      id: expect.any(String),
      prefix: token.slice(0, 12),
      driveId: null,
      folderId: null,
      expiresAt: new Date(drive.clock.now() + hourMs).toISOString(),
      maxFiles: 3,
      usedFiles: 0,
      maxFileBytes: null,
      maxTotalBytes: null,
      usedBytes: 0,
      allowedTypes: null,
      allowedOrigins: null,
      onConflict: 'rename',
      metadata: { a: 'b' },
      tags: ['in'],
      data: 'user 42',
      share: false,
      revokedAt: null,
      createdAt: new Date(drive.clock.now()).toISOString(),
    });
    expect(await get(user, created.id)).toEqual(created);
    expect(await list(user)).toEqual([created]);
    const rows = await drive.database.reader.selectFrom('upload_grants').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(12));
  });

  it('makes files in its folder, with events that name it', async () => {
    const folderId = await folder('Inbox');
    const { id, token } = await create(user, { folderId, data: 'user 42', tags: ['in'], metadata: { from: 'app' } });
    const reservation = await reserve(token, { metadata: { from: 'page', album: 'x' } });
    expect((await put(reservation, 'hello')).status).toBe(200);
    expect(await file(reservation.fileId)).toMatchObject({
      name: 'a.txt',
      parentId: folderId,
      metadata: { from: 'app', album: 'x' },
      tags: ['in'],
    });
    expect(await used(id)).toEqual([1, 5]);
    const [made, completed] = await eventsOf('file.created', 'upload.completed');
    expect(made).toMatchObject({ type: 'file.created', data: { origin: { kind: 'grant', id } } });
    expect(completed).toEqual({
      type: 'upload.completed',
      data: { ...made?.data, grant_id: id, grant_data: 'user 42' },
    });
    expect(completed?.data).toMatchObject({ path: '/Inbox/a.txt', folder_id: folderId, file_size: 5 });
  });

  it('[P-901] takes exactly as many files and bytes as it allows, however many ask at once', async () => {
    const { id, token } = await create(user, { maxFiles: 4, maxTotalBytes: 18 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(await refusalOf(answer)).toEqual([409, 'grant_exhausted']);
    expect(await used(id)).toEqual([3, 15]);
    expect((await ask(token, { sizeBytes: 3 })).status).toBe(201);
    expect(await refusalOf(await ask(token, { sizeBytes: 1 }))).toEqual([409, 'grant_exhausted']);
  });

  it('gets the place of an upload back that fails', async () => {
    const { id, token } = await create(user);
    const { uploadUrl, sessionId } = await reserve(token);
    expect(await used(id)).toEqual([1, 5]);
    expect((await drive.fetch(new URL(uploadUrl).pathname, { method: 'DELETE' })).status).toBe(204);
    expect(await used(id)).toEqual([0, 0]);
    expect(await eventsOf('upload.failed')).toEqual([
      {
        type: 'upload.failed',
        data: expect.objectContaining({ session_id: sessionId, grant_id: id, reason: 'cancelled' }),
      },
    ]);
    await reserve(token);
    drive.clock.advance(15 * minuteMs);
    await drive.jobs.runNow('uploads.unbegun');
    expect(await used(id)).toEqual([0, 0]);
  });

  it('reserves once for a repeated Idempotency-Key', async () => {
    const { id, token } = await create(user);
    const headers = { 'idempotency-key': 'a-key-of-this-test' };
    const first = await reserve(token, {}, headers);
    expect(await reserve(token, {}, headers)).toEqual(first);
    expect(await used(id)).toEqual([1, 5]);
  });

  it('refuses what it does not allow, before a byte', async () => {
    const { token } = await create(user, { maxFileBytes: 10, allowedTypes: ['image/*', '.csv'], maxFiles: 9 });
    expect(await refusalOf(await ask(token))).toEqual([400, 'file_type_not_allowed']);
    expect(await refusalOf(await ask(token, { fileName: 'a.csv', sizeBytes: 11 }))).toEqual([413, 'payload_too_large']);
    expect(await refusalOf(await ask(token, { fileName: 'a.csv', ifMatch: 'a'.repeat(64) }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect((await ask(token, { fileName: 'a.csv' })).status).toBe(201);
    for (const unknown of ['', 'upg_', `upg_${'a'.repeat(40)}`, 'svc_x'])
      expect(await refusalOf(await ask(unknown))).toEqual([401, 'grant_invalid']);
  });

  it('refuses metadata that is too much together with its own', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'v']));
    const { token } = await create(user, { metadata: many });
    const visitors = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`own${index}`, 'v']));
    expect(await refusalOf(await ask(token, { metadata: visitors }))).toEqual([400, 'validation_failed']);
  });

  it('replaces, numbers or refuses a taken name as it says', async () => {
    const names: Record<string, unknown> = {};
    for (const onConflict of ['rename', 'replace', 'fail']) {
      const folderId = await folder(onConflict);
      const { token } = await create(user, { folderId, onConflict, maxFiles: 2 });
      const first = await reserve(token);
      await put(first, 'hello');
      const second = await ask(token);
      if (second.status !== 201) names[onConflict] = await refusalOf(second);
      else {
        const done = await put((await second.json()) as { uploadUrl: string }, 'other');
        const { fileId } = (await done.json()) as { fileId: string };
        names[onConflict] = [(await file(fileId))['name'], fileId === first.fileId];
      }
    }
    expect(names).toEqual({
      rename: ['a (1).txt', false],
      replace: ['a.txt', true],
      fail: [409, 'name_conflict'],
    });
  });

  it('shares its files if it says so, which needs the scope shares', async () => {
    const { token } = await create(user, { share: true });
    const { shareToken, ...reservation } = await reserve(token);
    expect((await put(reservation, 'hello')).status).toBe(200);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
    const { key } = await keyFor({ scopes: ['files:write'] });
    const refused = await drive.fetch('/api/upload-grants', { method: 'POST', key, json: { share: true } });
    expect(await refusalOf(refused)).toEqual([403, 'access_denied']);
  });

  it('leads from the link of an upload to the file that it replaces', async () => {
    const { token } = await create(user, { share: true, onConflict: 'replace', maxFiles: 2 });
    const { shareToken, ...reservation } = await reserve(token);
    const id = await mine.file('a.txt');
    expect((await put(reservation, 'hello')).status).toBe(200);
    expect(await file(id)).toMatchObject({ size: 5, shareToken });
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
  });

  it('takes the link of an upload away that fails', async () => {
    const { id, token } = await create(user, { share: true });
    const { shareToken } = await reserve(token);
    await revoke(user, id);
    await drive.drain();
    const revoked = (await eventsOf('share.revoked')).map(({ data }) => data);
    expect(revoked).toMatchObject([{ share_token: shareToken, name: 'a.txt' }]);
    expect((await mine.call('GET', `/api/shares/${shareToken}`)).status).toBe(404);
    const rows = await drive.database.reader.selectFrom('shares').select('token').execute();
    expect(rows.map((row) => row.token)).not.toContain(shareToken);
  });

  it('gets the reservation of no other grant for the same Idempotency-Key', async () => {
    const [one, two] = [await create(user, { maxFiles: 2 }), await create(user)];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await reserve(one.token, {}, headers);
    expect(await reserve(one.token, {}, headers)).toEqual(first);
    expect(await refusalOf(await ask(two.token, {}, headers))).toEqual([409, 'idempotency_conflict']);
  });

  it('lets uploads begin until it expires, and finish later', async () => {
    const { token } = await create(user, { expiresInMinutes: 1, maxFiles: 2 });
    const reservation = await reserve(token);
    drive.clock.advance(minuteMs);
    expect(await refusalOf(await ask(token))).toEqual([410, 'grant_expired']);
    expect((await put(reservation, 'hello')).status).toBe(200);
  });

  it('ends with the key that creates it, at the latest', async () => {
    const { key } = await keyFor({ scopes: ['files:write'], expiresInDays: 1 });
    const { expiresAt } = await create({ key }, { expiresInMinutes: 10_080 });
    expect(expiresAt).toBe(new Date(drive.clock.now() + dayMs).toISOString());
  });

  it('counts among at most 1,000 while it is neither used up, nor revoked, nor expired', async () => {
    const { id } = await create(user, { expiresInMinutes: 60 });
    const row = await drive.database.reader
      .selectFrom('upload_grants')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { row_id: _rowId, ...values } = row;
    await drive.database.write(async (tx) => {
      for (let start = 1; start < 1000; start += 100)
        await tx
          .insertInto('upload_grants')
          .values(
            Array.from({ length: Math.min(100, 1000 - start) }, (_, index) => {
              const name = `${user.userId}-${start + index}`;
              return { ...values, id: name, token_hash: name };
            }),
          )
          .execute();
    });
    const another = () => drive.fetch('/api/upload-grants', { method: 'POST', key: user.key, json: {} });
    expect(await refusalOf(await another())).toEqual([409, 'grant_limit_reached']);
    await revoke(user, id);
    expect((await another()).status).toBe(201);
    expect(await refusalOf(await another())).toEqual([409, 'grant_limit_reached']);
    drive.clock.advance(hourMs);
    expect((await another()).status).toBe(201);
  });

  it('is deleted two weeks after its end, and with the account', async () => {
    const { id } = await create(user);
    drive.clock.advance(hourMs + 14 * dayMs - 1);
    await drive.jobs.runNow('grants.ended');
    expect((await list(user)).map((grant) => grant.id)).toEqual([id]);
    drive.clock.advance(1);
    await drive.jobs.runNow('grants.ended');
    expect(await list(user)).toEqual([]);
  });
});

describe('a grant that was taken back', () => {
  const half = Buffer.alloc(300_000, 1);
  /** A PUT of which half has arrived. */
  async function begin(owner = user) {
    const { id, token } = await create(owner);
    const reservation = await reserve(token, { sizeBytes: 600_000 });
    const url = drive.url + new URL(reservation.uploadUrl).pathname;
    const request = await openRequest(url, 'PUT', { 'content-length': 600_000 });
    await request.send(half);
    await expect.poll(() => readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' });
    return { id, token, reservation, request };
  }

  it('[P-902] by its owner ends its open uploads at once, also while bytes arrive', async () => {
    const { id, token, reservation, request } = await begin();
    const waiting = await drive.fetch('/api/upload-grants', { method: 'POST', key: user.key, json: { maxFiles: 2 } });
    const other = (await waiting.json()) as { id: string; token: string };
    const idle = await reserve(other.token);
    await revoke(user, other.id);
    expect(await refusalOf(await put(idle, 'hello'))).toEqual([410, 'upload_session_expired']);
    expect((await tus.head(idle.sessionId)).status).toBe(410);
    await revoke(user, id);
    expect(await refusalOf(await ask(token))).toEqual([401, 'grant_invalid']);
    // Not `drive.drain()`, which waits for the request.
    await drive.jobs.drain();
    expect(await request.answer).toMatchObject({ status: 410 });
    request.cut();
    expect(await used(id)).toEqual([0, 0]);
    expect((await readStatus(drive, user, reservation.sessionId))['status']).toBe('FAILED');
    expect((await listBlobs(drive)).staged.filter((each) => each.startsWith(reservation.sessionId))).toEqual([]);
    expect((await get(user, id)).revokedAt).toBe(new Date(drive.clock.now()).toISOString());
  });

  it('[P-903] with its key is refused, and its uploads end', async () => {
    const { id: keyId, key } = await keyFor({ scopes: ['files:write'] });
    const { id, token, request, reservation } = await begin({ ...user, key });
    await drive.fetch(`/api/me/api-keys/${keyId}`, { method: 'DELETE', key: user.key });
    expect(await refusalOf(await ask(token))).toEqual([401, 'grant_invalid']);
    drive.clock.advance(secondMs);
    await request.send(Buffer.alloc(1000));
    expect(await request.answer).toMatchObject({ status: 410 });
    request.cut();
    await drive.jobs.runNow('grants.forsaken');
    expect((await readStatus(drive, user, reservation.sessionId))['status']).toBe('FAILED');
    expect(await used(id)).toEqual([0, 0]);
  });

  it.each(['disabled_at', 'suspended_at'])(
    '[P-904] while its user has %s is refused, and its uploads end',
    async (column) => {
      const { id, token } = await create(user);
      const owner = treeApi(drive, await drive.createUser());
      const folderId = await owner.folder('theirs');
      const access = { grants: [{ email: user.email, role: 'manager' }], notify: false };
      await owner.call('POST', `/api/files/${folderId}/access`, access);
      const { token: ofOthers } = await create(user, { folderId });
      const [reservation, inOthers] = [await reserve(token), await reserve(ofOthers)];
      const setDisabled = (at: number | null) =>
        drive.database.write((tx) =>
          tx
            .updateTable('users')
            .set({ [column]: at })
            .where('row_id', '=', user.userId)
            .execute(),
        );
      await setDisabled(drive.clock.now());
      for (const each of [token, ofOthers]) expect(await refusalOf(await ask(each))).toEqual([401, 'grant_invalid']);
      await drive.jobs.runNow('grants.forsaken');
      await setDisabled(null);
      for (const each of [reservation, inOthers])
        expect(await refusalOf(await put(each, 'hello'))).toEqual([410, 'upload_session_expired']);
      expect(await used(id)).toEqual([0, 0]);
      expect((await ask(token)).status).toBe(201);
    },
  );
});

describe('the bytes of an upload through a grant', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(5000, ' '));
  const image = { fileName: 'a.png', contentType: 'image/png' };

  it('[P-905] that contradict its types are refused by PUT, and nothing is stored', async () => {
    const { id, token } = await create(user, { allowedTypes: ['image/*'], maxFiles: 2 });
    for (const body of [html, html.subarray(0, 40)]) {
      const reservation = await reserve(token, { ...image, sizeBytes: body.length });
      expect(await refusalOf(await put(reservation, body))).toEqual([400, 'file_type_not_allowed']);
      expect((await readStatus(drive, user, reservation.sessionId))['status']).toBe('FAILED');
    }
    expect(await used(id)).toEqual([0, 0]);
    expect(await eventsOf('file.created')).toEqual([]);
    const reservation = await reserve(token, { ...image, sizeBytes: png.length });
    expect((await put(reservation, png)).status).toBe(200);
  });

  it('are refused before they have all arrived', async () => {
    const { token } = await create(user, { allowedTypes: ['image/*'] });
    const { uploadUrl } = await reserve(token, { ...image, sizeBytes: 10_000_000 });
    const url = drive.url + new URL(uploadUrl).pathname;
    const request = await openRequest(url, 'PUT', { 'content-length': 10_000_000 });
    await request.send(html);
    expect(await request.answer).toMatchObject({ status: 400 });
    request.cut();
  });

  it('are refused by tus, also in pieces that tell nothing', async () => {
    const { id, token } = await create(user, { allowedTypes: ['image/*'], maxFiles: 2 });
    const whole = await reserve(token, { ...image, sizeBytes: html.length });
    const refused = await tus.patch(whole.sessionId, 0, html);
    expect(await refusalOf(refused)).toEqual([400, 'file_type_not_allowed']);
    const pieces = await reserve(token, { ...image, sizeBytes: 10 });
    for (let offset = 0; offset < 9; offset += 1)
      expect((await tus.patch(pieces.sessionId, offset, html.subarray(offset, offset + 1))).status).toBe(204);
    expect(await refusalOf(await tus.patch(pieces.sessionId, 9, html.subarray(9, 10)))).toEqual([
      400,
      'file_type_not_allowed',
    ]);
    expect(await used(id)).toEqual([0, 0]);
  });
});

describe('tus with the token of a grant', () => {
  it('reserves and creates in one request, and tells the file', async () => {
    const { id, token } = await create(user, { onConflict: 'replace', maxFiles: 2 });
    const first = await reserve(token);
    await put(first, 'hello');
    const created = await createByTus({ grant: token, filename: 'a.txt', relativePath: 'x' }, 5);
    expect(created.status).toBe(201);
    const sessionId = created.headers.get('location')?.split('/').at(-1) ?? '';
    const head = await tus.head(sessionId);
    expect(head.headers.get('upload-metadata')).toBe(`filename ${base64('a.txt')},relativePath ${base64('x')}`);
    const done = await tus.patch(sessionId, 0, Buffer.from('other'));
    expect([done.status, done.headers.get('x-file-id')]).toEqual([204, first.fileId]);
    expect((await tus.head(sessionId)).headers.get('x-file-id')).toBe(first.fileId);
    expect(await used(id)).toEqual([2, 10]);
    const rows = await drive.database.reader.selectFrom('upload_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(base64(token));
  });

  it('is refused as the reservation is', async () => {
    const { token } = await create(user, { allowedTypes: ['image/*'], allowedOrigins: ['https://app.example'] });
    expect(await refusalOf(await createByTus({ grant: `upg_${'a'.repeat(40)}`, filename: 'a.png' }, 5))).toEqual([
      401,
      'grant_invalid',
    ]);
    expect(await refusalOf(await createByTus({ grant: token, filename: 'a.txt' }, 5))).toEqual([
      400,
      'file_type_not_allowed',
    ]);
    const origin = { origin: 'https://other.example' };
    expect(await refusalOf(await createByTus({ grant: token, filename: 'a.png' }, 5, origin))).toEqual([
      403,
      'origin_not_allowed',
    ]);
  });
});

describe('pages of other origins', () => {
  const page = { origin: 'https://app.example' };
  const other = { origin: 'https://other.example' };
  const preflight = (path: string, headers: string) =>
    drive.fetch(path, {
      method: 'OPTIONS',
      headers: { ...page, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
    });

  it('[P-906] may use a grant, without credentials', async () => {
    for (const path of ['/api/public/grants/uploads', '/files/tus']) {
      const asked = await preflight(path, 'content-type,x-upload-grant');
      expect([asked.status, asked.headers.get('access-control-allow-credentials')]).toEqual([204, null]);
      expect(asked.headers.get('access-control-allow-origin')).toBe('*');
      expect(asked.headers.get('access-control-allow-headers')).toContain('X-Upload-Grant');
    }
    const { token } = await create(user);
    const answer = await ask(token, {}, page);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  });

  it('[P-907] may not create an upload by tus with an API key', async () => {
    const asked = await preflight('/files/tus', 'authorization,tus-resumable');
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    expect(asked.headers.get('access-control-allow-headers')).toBeNull();
  });

  it('[P-908] may use a grant only if it names their origin, or no origin', async () => {
    const { token } = await create(user, { allowedOrigins: ['https://APP.example:443/'], maxFiles: 3 });
    expect(await refusalOf(await ask(token, {}, other))).toEqual([403, 'origin_not_allowed']);
    expect((await ask(token)).status).toBe(201);
    const reservation = await reserve(token, {}, page);
    expect(await refusalOf(await put(reservation, 'hello', other))).toEqual([403, 'origin_not_allowed']);
    expect((await put(reservation, 'hello', page)).status).toBe(200);
  });
});

describe('an API key for one folder', () => {
  it('[P-909] creates grants in its folder, and knows no others', async () => {
    const folderId = await folder('App');
    const outside = await folder('Private');
    const { key } = await keyFor({ folderId });
    const own = await create({ key });
    expect([own.folderId, (await get(user, own.id)).folderId]).toEqual([null, folderId]);
    const theirs = await create(user, { folderId });
    expect((await list({ key })).map(({ id }) => id)).toEqual([own.id]);
    const read = await drive.fetch(`/api/upload-grants/${theirs.id}`, { key });
    expect(await refusalOf(read)).toEqual([404, 'grant_not_found']);
    const refused = await drive.fetch('/api/upload-grants', { method: 'POST', key, json: { folderId: outside } });
    expect(await refusalOf(refused)).toEqual([404, 'folder_not_found']);
  });

  it('[P-910] creates none that reach a folder which was moved out of its own', async () => {
    const folderId = await folder('App 2');
    const { key } = await keyFor({ folderId });
    const inner = await mine.call('POST', '/api/files/folders', { name: 'inner', parentId: folderId });
    const innerId = (inner.body as { id: string }).id;
    const { token } = await create({ key }, { folderId: innerId, maxFiles: 2 });
    expect((await ask(token)).status).toBe(201);
    await mine.call('PATCH', `/api/files/${innerId}`, { moveToRoot: true });
    expect(await refusalOf(await ask(token))).toEqual([404, 'folder_not_found']);
  });
});

describe('the quota', () => {
  let before: { stored: number; reserved: number };
  beforeEach(async () => {
    before = await readUsage(drive);
  });

  it('of the owner counts uploads through grants', async () => {
    const { token } = await create(user, { maxFiles: 2 });
    const reservation = await reserve(token, { sizeBytes: 5 });
    expect((await readUsage(drive)).reserved - before.reserved).toBe(5);
    await put(reservation, 'hello');
    const after = await readUsage(drive);
    expect([after.reserved - before.reserved, after.stored - before.stored]).toEqual([0, 5]);
  });
});
