import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { Proofing } from '@drive/contract';
import { startSmtp } from '@drive/mail/test';
import { startPainter } from '@drive/thumbnails/test/painter';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookOf, readEvents, refusalIn, senderApi, type Said } from '../../../test/api/sender-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let owner: TestUser;
let mine: SharedApi;
let one: string;
let two: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  [one, two] = [await mine.file('1.jpg'), await mine.file('2.jpg')];
});

const { ask } = senderApi(() => drive);
const create = async (json: Record<string, unknown> = {}): Promise<Proofing> => {
  const of = 'folderId' in json ? {} : { fileIds: [one, two] };
  const { status, body } = await mine.call('POST', '/api/proofings', { name: 'Wedding', ...of, ...json });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Proofing;
};
const submit = (token: string, json: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ask('POST', `/api/public/proofing/${token}/submissions`, { json, headers });
const submissionsOf = async ({ id }: Proofing) =>
  (await mine.call('GET', `/api/proofings/${id}/submissions?limit=100`)).body;
const events = () => readEvents(drive, owner.userId, 'reproofing.submitted');
const shownIn = async (token: string): Promise<string[]> =>
  (await ask('GET', `/api/public/proofing/${token}`)).body['files'].map(({ id }: { id: string }) => id);
const postForm = (
  token: string,
  fields: readonly (readonly [string, string])[],
  headers: Record<string, string> = {},
) =>
  ask('POST', `/proof/${token}/submit`, {
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
  });
async function* oneChunk(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('RIFF\x04\x00\x00\x00WEBP');
}
const setDisabled = (userId: number) =>
  drive.database.write((tx) => tx.updateTable('users').set({ disabled_at: 1 }).where('row_id', '=', userId).execute());
/** Inserts files of these names without uploading them. */
async function putMany(folderId: string, count: number): Promise<void> {
  const template = await mine.file('0000.jpg', { in: folderId });
  await drive.database.write(async (tx) => {
    const row = await tx.selectFrom('items').selectAll().where('id', '=', template).executeTakeFirstOrThrow();
    const { row_id: _, file_size: __, ...columns } = row;
    for (let from = 1; from < count; from += 50)
      await tx
        .insertInto('items')
        .values(
          Array.from({ length: Math.min(50, count - from) }, (__, index) => ({
            ...columns,
            id: crypto.randomUUID(),
            name: `${String(from + index).padStart(4, '0')}.jpg`,
            blob_key: null,
            preview_key: null,
          })),
        )
        .execute();
    await tx.updateTable('items').set({ child_files: count }).where('id', '=', folderId).execute();
  });
}

describe('selecting files that are not shown', () => {
  test('gets the same response, byte for byte, for any file', async () => {
    const folder = await mine.folder('Shown');
    await mine.file('in.jpg', { in: folder });
    const deeper = await mine.folder('Deeper', folder);
    const made = await create({ folderId: folder });
    const trashed = await mine.file('trashed.jpg', { in: folder });
    await mine.trash(trashed);
    const others = sharedApi(drive, await drive.createUser());
    const nothing = lookOf(await submit(made.token, { fileIds: [crypto.randomUUID()] }), made.token);
    expect(nothing[0]).toBe(404);
    for (const id of [
      one,
      folder,
      deeper,
      await mine.file('deep.jpg', { in: deeper }),
      trashed,
      await others.file('theirs.jpg'),
    ])
      expect(lookOf(await submit(made.token, { fileIds: [id] }), made.token)).toEqual(nothing);
    expect(await events()).toEqual([]);
  });

  test('together with shown ones selects nothing', async () => {
    const made = await create();
    expect(refusalIn(await submit(made.token, { fileIds: [one, await mine.file('3.jpg')] }))).toEqual([
      404,
      'file_not_found',
    ]);
    expect((await submissionsOf(made)).submissions).toEqual([]);
  });

  test.each([
    {},
    { fileIds: [] },
    { fileIds: 'all' },
    { fileIds: [null] },
    { fileIds: ['1'] },
    { fileIds: [[]] },
    { fileIds: [crypto.randomUUID()], round: 1 },
    { fileIds: [crypto.randomUUID()], clientName: 'x'.repeat(101) },
    { fileIds: [crypto.randomUUID()], clientEmail: 'a@example.org\r\nBcc: b@example.org' },
    { fileIds: [crypto.randomUUID()], comment: 'x'.repeat(2001) },
    { fileIds: [crypto.randomUUID()], comment: '\ud800' },
    { fileIds: Array.from({ length: 501 }, () => crypto.randomUUID()) },
  ])('is refused if malformed: case %#', async (json) => {
    const { token } = await create();
    expect(refusalIn(await submit(token, json))).toEqual([400, 'validation_failed']);
  });

  test('is refused if a file is repeated, in any case', async () => {
    const { token } = await create();
    expect((await submit(token, { fileIds: [one, one] })).status).toBe(400);
    expect((await submit(token, { fileIds: [one, one.toUpperCase()] })).status).toBe(400);
    expect(await events()).toEqual([]);
  });
});

describe('five hundred files', () => {
  test('are shown and selected, by API and form; one more is refused, and files added later are not shown', async () => {
    const folder = await mine.folder('Many');
    await putMany(folder, 500);
    const made = await create({ folderId: folder });
    const ids = await shownIn(made.token);
    expect(ids).toHaveLength(500);
    expect((await submit(made.token, { fileIds: ids })).status).toBe(201);
    const sent = await postForm(made.token, [
      ...ids.map((id) => ['file', id] as const),
      // 2000 characters of four bytes each, as browsers send them.
      ['comment', '🏔️'.repeat(1000)],
    ]);
    expect(sent.status).toBe(303);
    expect((await submissionsOf(made)).submissions.map(({ fileIds }: { fileIds: string[] }) => fileIds.length)).toEqual(
      [500, 500],
    );
    expect((await events()).map((data) => (data['file_ids'] as string[]).length)).toEqual([500, 500]);
    await drive.drain();
    expect(drive.mails.at(-1)?.text).toContain('… and 450 more.');

    await mine.file('later.jpg', { in: folder });
    expect(await shownIn(made.token)).toHaveLength(500);
    expect((await ask('GET', `/proof/${made.token}`)).text.match(/name="file"/g)).toHaveLength(500);
    const again = await mine.call('POST', '/api/proofings', { name: 'x', folderId: folder });
    expect([again.status, again.body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'folderId', code: 'too_big' })],
    ]);
    const named = { name: 'x', fileIds: [...ids, one] };
    expect((await mine.call('POST', '/api/proofings', named)).status).toBe(400);
    expect((await mine.call('POST', '/api/proofings', { name: 'x', fileIds: ids })).status).toBe(201);
  });
});

describe('concurrent requests', () => {
  test('get rounds without gaps while the owner ends the proofing, each with its event', async () => {
    const made = await create();
    const all = await Promise.all([
      ...Array.from({ length: 10 }, () => submit(made.token, { fileIds: [one] })),
      mine.call('DELETE', `/api/proofings/${made.id}`),
      ...Array.from({ length: 10 }, () => submit(made.token, { fileIds: [two] })),
    ]);
    const rounds = all.flatMap((said) =>
      'headers' in said && said.status === 201 ? [said.body['round'] as number] : [],
    );
    expect(rounds.toSorted((a, b) => a - b)).toEqual(rounds.map((_, index) => index + 1));
    expect(await events()).toHaveLength(rounds.length);
    expect(refusalIn(await submit(made.token, { fileIds: [one] }))).toEqual([404, 'proofing_not_found']);
    expect((await submissionsOf(made)).code).toBe('proofing_not_found');
    // Pending emails are sent, or dropped if the proofing is gone: no job fails.
    await drive.drain();
  });

  test('respect a lowered limit and a deleted file', async () => {
    const made = await create({ maxSelections: 2 });
    const all = await Promise.all([
      ...Array.from({ length: 6 }, () => submit(made.token, { fileIds: [one, two] })),
      mine.call('PATCH', `/api/proofings/${made.id}`, { maxSelections: 1 }),
      mine.trash(two),
    ]);
    const won = all.filter((said) => said !== undefined && 'headers' in said && said.status === 201);
    expect((await submissionsOf(made)).submissions).toHaveLength(won.length);
    expect(['file_not_found', 'too_many_selected']).toContain(
      (await submit(made.token, { fileIds: [one, two] })).body['code'],
    );
    expect(refusalIn(await submit(made.token, { fileIds: [two] }))).toEqual([404, 'file_not_found']);
    expect((await submit(made.token, { fileIds: [one] })).status).toBe(201);
    // A selection stays after its file is deleted.
    if (won.length > 0) expect((await submissionsOf(made)).submissions.at(-1).fileIds).toEqual([one, two]);
  });

  test('are limited to twenty selections an hour per network, without counting refused ones', async () => {
    const limited = await startDrive();
    try {
      const user = await limited.createUser();
      const own = sharedApi(limited, user);
      const id = await own.file('a.jpg');
      const made = (await own.call('POST', '/api/proofings', { name: 'x', fileIds: [id] })).body as Proofing;
      const say = async (fileIds: string[], n = 0) => {
        const headers = { 'x-forwarded-for': `198.51.100.${n}` };
        const path = `/api/public/proofing/${made.token}/submissions`;
        return limited.fetch(path, { method: 'POST', json: { fileIds }, headers });
      };
      for (let n = 0; n < 25; n += 1) expect((await say([crypto.randomUUID()])).status).toBe(404);
      for (let n = 0; n < 20; n += 1) expect((await say([id], n)).status).toBe(201);
      const late = await say([id], 99);
      expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
      const page = await limited.fetch(`/proof/${made.token}/submit`, {
        method: 'POST',
        body: new URLSearchParams({ file: id }),
        headers: { accept: 'text/html' },
      });
      expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
      limited.clock.advance(hourMs);
      expect((await say([id])).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});

describe('responses to visitors', () => {
  const doors: readonly (readonly [method: string, path: string, init?: RequestInit & { json?: unknown }])[] = [
    ['GET', '/api/public/proofing/{token}'],
    ['POST', '/api/public/proofing/{token}/unlock', { json: { password: 'guess' } }],
    ['POST', '/api/public/proofing/{token}/submissions', { json: { fileIds: [crypto.randomUUID()] } }],
    ['GET', '/proof/{token}', { headers: { accept: 'text/html' } }],
    ['GET', '/proof/{token}', {}],
    [
      'POST',
      '/proof/{token}/unlock',
      { body: new URLSearchParams({ password: 'guess' }), headers: { accept: 'text/html' } },
    ],
    ['POST', '/proof/{token}/submit', { body: new URLSearchParams({ file: 'x' }), headers: { accept: 'text/html' } }],
  ];
  const look = async (token: string, [method, path, init]: (typeof doors)[number]) =>
    lookOf(await ask(method, path.replace('{token}', token), init), token);

  test('are byte for byte the same for unknown, ended and folderless proofings at every endpoint', async () => {
    for (const door of doors) {
      const nothing = await look('x'.repeat(22), door);
      expect([door[1], nothing[0]]).toEqual([door[1], 404]);
      const ended = await create({ password: 'secret' });
      await mine.call('DELETE', `/api/proofings/${ended.id}`);
      expect(await look(ended.token, door)).toEqual(nothing);
      const folderId = await mine.folder(crypto.randomUUID());
      const without = await create({ folderId, password: 'secret' });
      await mine.trash(folderId);
      expect(await look(without.token, door)).toEqual(nothing);
      for (const odd of ['%00', '..%2f..', 'x'.repeat(3000), '%ff']) expect((await look(odd, door))[0]).toBe(404);
    }
  });

  test('change to 410 at the millisecond of the expiry at every endpoint', async () => {
    const made = await create({ expiresInDays: 1 });
    drive.clock.advance(dayMs - 1);
    expect((await submit(made.token, { fileIds: [one] })).status).toBe(201);
    drive.clock.advance(1);
    for (const door of doors) expect([door[1], (await look(made.token, door))[0]]).toEqual([door[1], 410]);
    expect(await events()).toHaveLength(1);
  });

  test('of a locked proofing say only that it is locked, and refuse grants of other links', async () => {
    const made = await create({ name: 'Hidden', message: 'Hidden', password: 'secret', maxSelections: 77 });
    const other = await create({ password: 'secret' });
    const { shareToken } = await mine.shareFile(one, { password: 'secret' });
    const grantOf = async (path: string) =>
      (await ask('POST', `${path}/unlock`, { json: { password: 'secret' } })).body['unlockToken'] as string;
    const own = await grantOf(`/api/public/proofing/${made.token}`);
    for (const grant of [
      await grantOf(`/api/public/proofing/${other.token}`),
      await grantOf(`/api/public/share/${shareToken}`),
      own.slice(0, -1),
      '',
    ]) {
      const headers = { 'x-share-unlock': grant };
      expect(refusalIn(await submit(made.token, { fileIds: [one] }, headers))).toEqual([401, 'share_locked']);
      for (const said of [
        await ask('GET', `/api/public/proofing/${made.token}`, { headers }),
        await ask('GET', `/proof/${made.token}`, { headers: { ...headers, accept: 'text/html' } }),
        await postForm(made.token, [['file', one]], headers),
      ])
        expect(said.text).not.toMatch(/Hidden|\.jpg|\b77\b|previews/);
    }
    expect((await submit(made.token, { fileIds: [one] }, { 'x-share-unlock': own })).status).toBe(201);
  });

  test('[P-405] contain only the shown files, and no selection of another client', async () => {
    const folder = await mine.folder('SecretFolder');
    const shown = await mine.put('shown.jpg', 'x', { in: folder });
    await mine.put('secret.jpg', 'x', { in: await mine.folder('SecretBelow', folder) });
    const made = await create({ folderId: folder });
    await submit(made.token, {
      fileIds: [shown],
      clientName: 'SecretClient',
      clientEmail: 'secret@example.org',
      comment: 'SecretWords',
    });
    const seen: Said[] = [
      await ask('GET', `/api/public/proofing/${made.token}`),
      await ask('GET', `/proof/${made.token}`, { headers: { accept: 'text/html' } }),
      await ask('GET', `/proof/${made.token}/selections`),
      await submit(made.token, { fileIds: [shown] }),
      await ask('GET', `/api/proofings/${made.id}/submissions`),
      await ask('GET', `/api/files/${shown}/download-url`),
      await ask('GET', `/api/public/share/${made.token}`),
    ];
    const hidden = new RegExp(['Secret', 'secret', owner.email, folder, made.id].join('|'));
    for (const { text, headers } of seen) expect(text + JSON.stringify([...headers])).not.toMatch(hidden);
    expect(Object.keys(seen[0]!.body['files'][0]).toSorted()).toEqual([
      'contentKind',
      'id',
      'mimeType',
      'name',
      'previewUrl',
      'size',
    ]);
    for (const { headers } of seen) expect(headers.get('x-robots-tag') ?? '').toContain('noindex');
  });

  test('contain thumbnail URLs for their file only, which expire and end if the file is trashed or quarantined', async () => {
    const painter = await startPainter();
    const picture = painter.encode(painter.flag(60, 40), '.jpg');
    painter.close();
    const ids = [
      await mine.put('a.jpg', picture, { type: 'image/jpeg' }),
      await mine.put('b.jpg', picture, { type: 'image/jpeg' }),
    ];
    await drive.drain();
    const made = await create({ fileIds: ids });
    const previews = async (): Promise<(string | null)[]> =>
      (await ask('GET', `/api/public/proofing/${made.token}`)).body['files'].map(
        ({ previewUrl }: { previewUrl: string | null }) => previewUrl,
      );
    const [first, second] = (await previews()) as [string, string];
    const open = async (url: string) => (await ask('GET', new URL(url).pathname)).status;
    expect([await open(first), await open(second)]).toEqual([200, 200]);
    for (const other of ['d', 'files', 'archives'])
      expect(await open(first.replace('/files/previews/', `/files/${other}/`))).not.toBe(200);
    for (let at = first.length - 60; at < first.length; at += 7)
      expect(await open(`${first.slice(0, at)}${first[at] === 'A' ? 'B' : 'A'}${first.slice(at + 1)}`)).not.toBe(200);
    await mine.trash(ids[0]!);
    expect(await open(first)).not.toBe(200);
    await mine.holdBack(ids[1]!);
    expect(await previews()).toEqual([null]);
    drive.clock.advance(31 * minuteMs);
    expect(await open(second)).not.toBe(200);
  });

  test.each([
    ['is deleted', (made: Proofing) => mine.call('DELETE', `/api/proofings/${made.id}`)],
    ['expires', async () => drive.clock.advance(10 * minuteMs)],
    ['gets a password', (made: Proofing) => mine.call('PATCH', `/api/proofings/${made.id}`, { password: 'a secret' })],
    ['loses its folder', (made: Proofing) => mine.trash(made.folderId ?? '')],
    ['loses the file', async () => mine.patch(one, { moveToRoot: true })],
    ['has its owner disabled', () => setDisabled(owner.userId)],
  ] as const)('[P-407] contain thumbnail URLs that end when the proofing %s', async (what, end) => {
    const folder = await mine.folder('Shown');
    await mine.patch(one, { parentId: folder });
    const key = drive.blobs.newKey();
    await drive.blobs.put(key, oneChunk());
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ preview_key: key }).where('id', '=', one).execute(),
    );
    const made = await create({ folderId: folder, expiresInDays: 1 });
    if (what === 'expires') drive.clock.advance(dayMs - 10 * minuteMs);
    const shown = await ask('GET', `/api/public/proofing/${made.token}`);
    const path = new URL(shown.body['files'][0].previewUrl as string).pathname;
    expect((await ask('GET', path)).status).toBe(200);
    await end(made);
    expect(refusalIn(await ask('GET', path))).toEqual([403, 'access_denied']);
  });
});

test('cause one email to the owner alone, for any name and message of a client', async () => {
  const smtp = await startSmtp();
  const mailed = await startDrive({ mailer: smtp.mailer(), settings: { FEATURE_LIMITS: 'off' } });
  try {
    const user = await mailed.createUser();
    const own = sharedApi(mailed, user);
    const id = await own.file('photo\u202egpj.exe');
    const made = (await own.call('POST', '/api/proofings', { name: 'Album\u202e <b>', fileIds: [id] }))
      .body as Proofing;
    const said = await mailed.fetch(`/api/public/proofing/${made.token}/submissions`, {
      method: 'POST',
      json: {
        fileIds: [id],
        clientName: 'Eve\r\nBcc: eve@example.org',
        comment: '.\r\n.\r\nRCPT TO:<eve@example.org>\r\n<script>alert(1)</script>',
      },
    });
    expect(said.status).toBe(201);
    await mailed.drain();
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[user.email]]);
    const { mail } = smtp.mails[0]!;
    expect([mail.subject, mail.bcc]).toEqual(['1 file chosen from Album <b>', undefined]);
    expect(mail.html).not.toContain('<script');
    expect(`${mail.text}${mail.html || ''}`).not.toContain('\u202e');
    expect(mail.text).toContain(`/app/shared/proofings/${made.id}`);
  } finally {
    await mailed.close();
    await smtp.close();
  }
});
