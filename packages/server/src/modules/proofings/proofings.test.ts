import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { Proofing } from '@drive/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '../../../test/api/sender-api.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { driveForAllTests, drive, user } from '../../../test/use-drive.ts';

let mine: TreeApi;
let one: string;
let two: string;
let three: string;
driveForAllTests();
beforeEach(async () => {
  mine = treeApi(drive, user);
  [one, two, three] = [await mine.file('1.jpg'), await mine.file('2.jpg'), await mine.file('3.jpg')];
});

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const codeOf = (body: unknown): unknown => (body as { code?: unknown }).code;
async function create(json: Record<string, unknown> = {}): Promise<Proofing> {
  const { status, body } = await mine.call('POST', '/api/proofings', {
    name: 'Wedding',
    ...('folderId' in json ? {} : { fileIds: [two, one] }),
    ...json,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Proofing;
}
async function client(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  const response = await drive.fetch(path, { method, headers, ...(json === undefined ? {} : { json }) });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}
const resolve = (token: string, headers?: Record<string, string>) =>
  client('GET', `/api/public/proofing/${token}`, undefined, headers);
const submit = (token: string, json: Record<string, unknown>, headers?: Record<string, string>) =>
  client('POST', `/api/public/proofing/${token}/submissions`, json, headers);
const shown = async (token: string): Promise<string[]> =>
  (await resolve(token)).body['files'].map(({ name }: { name: string }) => name);
const again = async (id: string): Promise<Proofing> =>
  (await mine.call('GET', `/api/proofings/${id}`)).body as Proofing;
const submissions = async (id: string, query = '') =>
  (await mine.call('GET', `/api/proofings/${id}/submissions${query}`)).body;
const events = () => readEvents(drive, user.userId, 'reproofing.submitted');

describe('a proofing, as its owner sees it', () => {
  it('contains the given files in their order, or a folder', async () => {
    const ofFiles = await create({ message: 'Choose', maxSelections: 2, expiresInDays: 1, password: 'secret' });
    expect(ofFiles).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[\w-]{22}$/),
      url: `${drive.url}/proof/${ofFiles.token}`,
      name: 'Wedding',
      message: 'Choose',
      driveId: null,
      folderId: null,
      fileIds: [two, one],
      maxSelections: 2,
      expiresAt: new Date(drive.clock.now() + dayMs).toISOString(),
      passwordProtected: true,
      submissionCount: 0,
      createdAt: expect.any(String),
    });
    const folderId = await mine.folder('f');
    expect(await create({ folderId })).toMatchObject({ folderId, fileIds: null });
  });

  it('refuses files that it cannot show', async () => {
    const other = treeApi(drive, await drive.createUser());
    const [theirs, theirFolder] = [await other.file('x'), await other.folder('y')];
    const folderId = await mine.folder('f');
    const trashed = await mine.file('gone');
    await mine.call('DELETE', `/api/files/${trashed}`);
    for (const [json, status, code] of [
      [{}, 400, 'validation_failed'],
      [{ fileIds: [one], folderId }, 400, 'validation_failed'],
      [{ fileIds: [] }, 400, 'validation_failed'],
      [{ fileIds: [one, one] }, 400, 'validation_failed'],
      [{ fileIds: [one], maxSelections: 0 }, 400, 'validation_failed'],
      [{ fileIds: [one], expiresInDays: 400 }, 400, 'validation_failed'],
      [{ fileIds: [one], password: 'ä'.repeat(37) }, 400, 'password_too_long'],
      [{ fileIds: [one, unknownId] }, 404, 'file_not_found'],
      [{ fileIds: [one, theirs] }, 404, 'file_not_found'],
      [{ fileIds: [one, trashed] }, 404, 'file_not_found'],
      [{ fileIds: [folderId] }, 404, 'file_not_found'],
      [{ folderId: theirFolder }, 404, 'folder_not_found'],
      [{ folderId: one }, 404, 'folder_not_found'],
    ] as const) {
      const refused = await mine.call('POST', '/api/proofings', { name: 'x', ...json });
      expect([json, refused.status, codeOf(refused.body)]).toEqual([json, status, code]);
    }
    expect((await mine.call('GET', '/api/proofings')).body.pagination.totalItems).toBe(0);
  });

  it('is changed by field, listed and ended, by its owner only', async () => {
    const made = await create({ maxSelections: 1, password: 'secret', expiresInDays: 1 });
    const path = `/api/proofings/${made.id}`;
    expect((await mine.call('PATCH', path, {})).body).toEqual(made);
    const changed = { name: 'N', message: 'M', maxSelections: null, password: null, expiresInDays: 0 };
    expect((await mine.call('PATCH', path, changed)).body).toEqual({
      ...made,
      name: 'N',
      message: 'M',
      maxSelections: null,
      passwordProtected: false,
      expiresAt: null,
    });
    const second = await create();
    const { body } = await mine.call('GET', '/api/proofings?limit=1');
    expect([body.proofings, body.pagination]).toEqual([
      [second],
      { currentPage: 1, totalItems: 2, totalPages: 2, nextCursor: expect.any(String) as string },
    ]);
    const other = treeApi(drive, await drive.createUser());
    const calls = [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['GET', '/submissions'],
      ['GET', `/submissions/${made.id}`],
    ] as const;
    for (const [method, rest, json] of calls) {
      const refused = await other.call(method, path + rest, json);
      expect([refused.status, codeOf(refused.body)]).toEqual([403, 'access_denied']);
    }
    expect((await mine.call('DELETE', path)).status).toBe(204);
    for (const [method, rest, json] of calls) {
      const refused = await mine.call(method, path + rest, json);
      expect([refused.status, codeOf(refused.body)]).toEqual([404, 'proofing_not_found']);
    }
    expect(codeOf((await resolve(made.token)).body)).toBe('proofing_not_found');
  });
});

describe('a proofing, as clients see it', () => {
  it('shows exactly its files that are not trashed, and nothing else of the owner’s tree', async () => {
    const made = await create();
    const { body } = await resolve(made.token);
    expect(body).toEqual({
      token: made.token,
      passwordProtected: false,
      locked: false,
      expiresAt: null,
      name: 'Wedding',
      message: null,
      ownerName: null,
      maxSelections: null,
      files: [two, one].map((id) => ({
        id,
        name: id === one ? '1.jpg' : '2.jpg',
        size: expect.any(Number),
        mimeType: expect.any(String),
        contentKind: expect.any(String),
        previewUrl: null,
      })),
    });
    await mine.call('DELETE', `/api/files/${two}`);
    expect(await shown(made.token)).toEqual(['1.jpg']);
    await mine.call('POST', `/api/files/${two}/restore`);
    expect(await shown(made.token)).toEqual(['2.jpg', '1.jpg']);
  });

  it('shows the current files directly in its folder, by name', async () => {
    const folderId = await mine.folder('f');
    await mine.folder('inner', folderId);
    const { token } = await create({ folderId });
    expect(await shown(token)).toEqual([]);
    await mine.file('b10.jpg', { in: folderId });
    await mine.file('b9.jpg', { in: folderId });
    const gone = await mine.file('a.jpg', { in: folderId });
    expect(await shown(token)).toEqual(['a.jpg', 'b9.jpg', 'b10.jpg']);
    await mine.call('DELETE', `/api/files/${gone}`);
    expect(await shown(token)).toEqual(['b9.jpg', 'b10.jpg']);
    await mine.call('DELETE', `/api/files/${folderId}`);
    expect((await resolve(token)).status).toBe(404);
  });

  it('shows thumbnails by URLs that end within half an hour, and none of quarantined files', async () => {
    const made = await create();
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ preview_key: 'previews/none' }).where('id', '=', one).execute(),
    );
    const addressOf = async (): Promise<string | null> =>
      (await resolve(made.token)).body['files'].find(({ id }: { id: string }) => id === one).previewUrl;
    const address = await addressOf();
    expect(address).toContain('/files/previews/');
    expect((await fetch(address!)).status).toBe(502);
    drive.clock.advance(30 * minuteMs);
    expect((await fetch(address!)).status).toBe(403);
    await drive.database.write((tx) => tx.updateTable('items').set({ quarantined: 1 }).where('id', '=', one).execute());
    expect(await addressOf()).toBe(null);
  });

  it('ends at its expiry', async () => {
    const { token } = await create({ expiresInDays: 1 });
    drive.clock.advance(dayMs);
    for (const said of [await resolve(token), await submit(token, { fileIds: [one] })])
      expect([said.status, codeOf(said.body)]).toEqual([410, 'proofing_expired']);
  });

  it('stays locked until the password is given, also with grants of other links', async () => {
    const [made, twin] = [await create({ password: 'secret' }), await create({ password: 'secret' })];
    const locked = { token: made.token, passwordProtected: true, locked: true, expiresAt: null };
    expect((await resolve(made.token)).body).toEqual(locked);
    expect(codeOf((await submit(made.token, { fileIds: [one] })).body)).toBe('share_locked');
    const path = `/api/public/proofing/${made.token}/unlock`;
    expect(codeOf((await client('POST', path, { password: 'wrong' })).body)).toBe('share_password_incorrect');
    const headers = {
      'x-share-unlock': (await client('POST', path, { password: 'secret' })).body['unlockToken'] as string,
    };
    expect((await resolve(made.token, headers)).body['files']).toHaveLength(2);
    expect((await submit(made.token, { fileIds: [one] }, headers)).status).toBe(201);
    expect((await resolve(twin.token, headers)).body['locked']).toBe(true);
    drive.clock.advance(2 * hourMs);
    expect((await resolve(made.token, headers)).body).toEqual(locked);
    for (let time = 0; time < 5; time += 1) await client('POST', path, { password: 'wrong' });
    expect((await client('POST', path, { password: 'secret' })).status).toBe(429);
  });
});

describe('a submission', () => {
  it('is a separate round, with an event and an email', async () => {
    const made = await create();
    const first = await submit(made.token, {
      fileIds: [two, one],
      clientName: 'Ada',
      clientEmail: 'ada@example.org',
      comment: 'Lovely\nones',
    });
    expect(first).toEqual({
      status: 201,
      body: { id: expect.any(String), round: 1, fileIds: [two, one], createdAt: expect.any(String) },
    });
    expect((await submit(made.token, { fileIds: [one] })).body['round']).toBe(2);
    expect(await events()).toEqual([
      {
        proofing_token: made.token,
        proofing_name: 'Wedding',
        file_ids: [two, one],
        client_name: 'Ada',
        comment: 'Lovely\nones',
        occurred_at: expect.any(String),
      },
      expect.objectContaining({ file_ids: [one], client_name: null, comment: null }),
    ]);
    await drive.drain();
    const mails = drive.mails.filter(({ to }) => to === user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['2 files chosen from Wedding', '1 file chosen from Wedding']);
    expect(mails[0]?.text).toContain('Ada <ada@example.org> chose 2 files');
    expect(mails[0]?.text).toContain('2.jpg');
    const listed = await submissions(made.id);
    expect(listed.submissions.map(({ round, clientName }: any) => [round, clientName])).toEqual([
      [2, null],
      [1, 'Ada'],
    ]);
    expect((await submissions(made.id, '?limit=1&page=2')).submissions).toEqual([
      { ...first.body, clientName: 'Ada', clientEmail: 'ada@example.org', comment: 'Lovely\nones' },
    ]);
    expect(await again(made.id)).toMatchObject({ submissionCount: 2 });
    const details = () => mine.call('GET', `/api/proofings/${made.id}/submissions/${first.body.id}`);
    const names = async () => (await details()).body.files.map(({ name }: any) => name);
    expect((await details()).body).toMatchObject({ round: 1, clientName: 'Ada', comment: 'Lovely\nones' });
    expect((await details()).body.files[0]).toMatchObject({ id: two, role: 'owner', ownerId: expect.any(String) });
    const chosen = await names();
    const other = await create();
    expect(chosen).toHaveLength(2);
    await mine.trash(first.body.fileIds[0]);
    expect(await names()).toEqual(chosen.slice(1));
    const path = `/api/proofings/${other.id}/submissions/${first.body.id}`;
    expect(codeOf((await mine.call('GET', path)).body)).toBe('proofing_not_found');
  });

  it('is refused if it selects too many, none, repeated or hidden files', async () => {
    const made = await create({ maxSelections: 1 });
    await mine.call('DELETE', `/api/files/${two}`);
    for (const [json, status, code] of [
      [{ fileIds: [three] }, 404, 'file_not_found'],
      [{ fileIds: [two] }, 404, 'file_not_found'],
      [{ fileIds: [unknownId] }, 404, 'file_not_found'],
      [{ fileIds: [] }, 400, 'validation_failed'],
      [{ fileIds: [one, one] }, 400, 'validation_failed'],
      [{ fileIds: [one], clientEmail: 'x' }, 400, 'validation_failed'],
      [{ fileIds: [one], comment: 'x'.repeat(2001) }, 400, 'validation_failed'],
      [{ fileIds: [one], round: 7 }, 400, 'validation_failed'],
    ] as const) {
      const refused = await submit(made.token, json);
      expect([json, refused.status, codeOf(refused.body)]).toEqual([json, status, code]);
    }
    await mine.call('POST', `/api/files/${two}/restore`);
    const refused = await submit(made.token, { fileIds: [one, two] });
    expect([refused.status, codeOf(refused.body)]).toEqual([400, 'too_many_selected']);
    expect(await events()).toEqual([]);
    expect((await submit(made.token, { fileIds: [one] })).body['round']).toBe(1);
  });

  it('gets a round without gaps among concurrent ones, at most twenty an hour per network', async () => {
    const made = await create();
    const answers = await Promise.all(Array.from({ length: 24 }, () => submit(made.token, { fileIds: [one] })));
    const rounds = answers.flatMap(({ status, body }) => (status === 201 ? [body['round'] as number] : []));
    expect(rounds.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await submissions(made.id)).pagination.totalItems).toBe(20);
  });
});

describe('the page of a proofing', () => {
  const page = async (path: string, init: RequestInit = {}) => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...init.headers };
    const response = await drive.fetch(path, { ...init, headers });
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  };
  const post = (token: string, fields: [string, string][], headers = {}) =>
    page(`/proof/${token}/submit`, { method: 'POST', body: new URLSearchParams(fields), headers });

  it('accepts a selection by a form, and shows it again with errors', async () => {
    const made = await create({ maxSelections: 1, message: '<b>hi</b>' });
    const { status, text } = await page(`/proof/${made.token}`);
    expect(status).toBe(200);
    expect(text).toContain('&lt;b&gt;hi');
    expect(text).not.toContain('3.jpg');
    const sent = await post(made.token, [
      ['file', two],
      ['clientName', 'Ada'],
      ['clientEmail', ''],
    ]);
    expect([sent.status, sent.location]).toEqual([303, `/proof/${made.token}?sent=1`]);
    expect((await page(sent.location!)).text).toContain('Your selection has been sent.');
    expect(await events()).toMatchObject([{ file_ids: [two], client_name: 'Ada' }]);
    for (const [fields, code, said] of [
      [
        [
          ['file', one],
          ['file', two],
        ],
        400,
        'You selected 2 files; the maximum is 1.',
      ],
      [[['comment', 'none']], 400, 'Choose at least one file.'],
      [[['file', three]], 404, 'no longer part of this proofing'],
      [
        [
          ['file', one],
          ['clientEmail', 'x'],
        ],
        400,
        'Your email address must be',
      ],
      [[['file', '"><script>alert(1)</script>']], 400, 'must be a UUID'],
    ] as [[string, string][], number, string][]) {
      const refused = await post(made.token, fields);
      expect([refused.status, refused.text]).toEqual([code, expect.stringContaining(said)]);
      expect(refused.text).not.toContain('<script');
    }
    expect((await post(made.token, [['file', one]], { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await events()).toHaveLength(1);
  });

  it('says why it shows nothing, and shows nothing while it is locked', async () => {
    expect((await page('/proof/nothing')).status).toBe(404);
    const made = await create({ name: 'Hidden', password: 'secret', expiresInDays: 1 });
    for (const said of [await page(`/proof/${made.token}`), await post(made.token, [['file', one]])]) {
      expect(said.status).toBe(401);
      expect(said.text).not.toMatch(/Hidden|jpg/);
    }
    drive.clock.advance(dayMs + minuteMs);
    expect((await page(`/proof/${made.token}`)).status).toBe(410);
  });
});
