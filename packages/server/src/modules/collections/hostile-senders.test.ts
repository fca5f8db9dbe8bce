import { dayMs, minuteMs } from '@drive/base';
import type { Collection } from '@drive/contract';
import { startSmtp } from '@drive/mail/test';
import { describe, expect, test } from 'vitest';
import { createCollection as create } from '../../../test/api/file-requests.ts';
import {
  fileWish,
  formWith,
  lookOf,
  readEvents,
  refusalIn,
  senderApi,
  type Said,
} from '../../../test/api/sender-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user as owner, mine } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { ask, reserve, put, postForm } = senderApi(() => drive);
const events = () => readEvents(drive, owner.userId, 'collect.uploaded');

describe('responses to visitors', () => {
  const doors: readonly (readonly [method: string, path: string, init?: RequestInit & { json?: unknown }])[] = [
    ['GET', '/api/public/collect/{token}'],
    ['POST', '/api/public/collect/{token}/unlock', { json: { password: 'guess' } }],
    ['POST', '/api/public/collect/{token}/uploads', { json: fileWish }],
    ['GET', '/collect/{token}', { headers: { accept: 'text/html' } }],
    ['GET', '/collect/{token}', {}],
    [
      'POST',
      '/collect/{token}/unlock',
      { body: new URLSearchParams({ password: 'guess' }), headers: { accept: 'text/html' } },
    ],
    [
      'POST',
      '/files/collect-form/{token}',
      { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
    ],
  ];
  const look = async (token: string, [method, path, init]: (typeof doors)[number]) =>
    lookOf(await ask(method, path.replace('{token}', token), init), token);

  test('are byte for byte the same for unknown, closed and folderless requests at every endpoint', async () => {
    const ends: Record<string, (made: Collection) => Promise<unknown>> = {
      closed: ({ id }) => mine.call('DELETE', `/api/collections/${id}`),
      'without its folder': ({ folderId }) => mine.trash(folderId!),
    };
    for (const door of doors) {
      const nothing = await look('x'.repeat(22), door);
      expect([door[1], nothing[0]]).toEqual([door[1], 404]);
      for (const [how, end] of Object.entries(ends)) {
        const made = await create({ password: 'secret' });
        await end(made);
        expect([how, await look(made.token, door)]).toEqual([how, nothing]);
      }
      for (const odd of ['%00', '..%2f..', 'x'.repeat(3000), '%ff']) expect((await look(odd, door))[0]).toBe(404);
    }
  });

  test('change to 410 at the millisecond of the expiry at every endpoint; reserved uploads may still be sent', async () => {
    const made = await create({ expiresInDays: 1 });
    drive.clock.advance(dayMs - 1);
    const { body, status } = await reserve(made.token);
    expect(status).toBe(201);
    drive.clock.advance(1);
    for (const door of doors) expect([door[1], (await look(made.token, door))[0]]).toEqual([door[1], 410]);
    expect((await put(body['uploadUrl'])).status).toBe(200);
    expect(await events()).toHaveLength(1);
  });

  test('of a locked request say only that it is locked, and only a grant for its current password opens it', async () => {
    const made = await create({ name: 'Hidden', message: 'Hidden', password: 'secret', allowedTypes: ['.hidden'] });
    const other = await create({ password: 'secret' });
    const proofing = (
      await mine.call('POST', '/api/proofings', { name: 'x', folderId: made.folderId, password: 'secret' })
    ).body;
    const grantOf = async (path: string) =>
      (await ask('POST', `${path}/unlock`, { json: { password: 'secret' } })).body['unlockToken'] as string;
    const own = await grantOf(`/api/public/collect/${made.token}`);
    const grants = [
      await grantOf(`/api/public/collect/${other.token}`),
      await grantOf(`/api/public/proofing/${proofing.token}`),
      `${own}x`,
      own.slice(1),
      '',
      '..',
    ];
    for (const grant of grants) {
      const headers = { 'x-share-unlock': grant, accept: 'text/html' };
      expect(refusalIn(await reserve(made.token, {}, { 'x-share-unlock': grant }))).toEqual([401, 'share_locked']);
      for (const said of [
        await ask('GET', `/api/public/collect/${made.token}`, { headers }),
        await ask('GET', `/collect/${made.token}`, { headers }),
        await postForm(made.token, formWith('a'), headers),
      ])
        expect(said.text).not.toMatch(/hidden"|Hidden/);
    }
    expect((await reserve(made.token, { fileName: 'a.hidden' }, { 'x-share-unlock': own })).status).toBe(201);
    await mine.call('PATCH', `/api/collections/${made.id}`, { password: 'secret' });
    expect(refusalIn(await reserve(made.token, {}, { 'x-share-unlock': own }))).toEqual([401, 'share_locked']);
  });

  test('refuse the right password without checking it after five wrong ones, by API and page', async () => {
    const limited = await startDrive();
    try {
      const user = await limited.createUser();
      const made = (await (
        await limited.fetch('/api/collections', {
          method: 'POST',
          key: user.key,
          json: { name: 'x', password: 'secret' },
        })
      ).json()) as Collection;
      const guess = (password: string) =>
        limited.fetch(`/api/public/collect/${made.token}/unlock`, { method: 'POST', json: { password } });
      for (let n = 0; n < 5; n += 1) expect((await guess(`wrong ${n}`)).status).toBe(403);
      const late = await guess('secret');
      expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
      const page = await limited.fetch(`/collect/${made.token}/unlock`, {
        method: 'POST',
        body: new URLSearchParams({ password: 'secret' }),
        headers: { accept: 'text/html' },
      });
      expect([page.status, Number(page.headers.get('retry-after')) > 0, page.headers.getSetCookie()]).toEqual([
        429,
        true,
        [],
      ]);
      expect(await page.text()).toContain('Too many attempts.');
    } finally {
      await limited.close();
    }
  });

  test('[P-404] contain nothing about the owner’s files, other senders or their files', async () => {
    const folder = await mine.folder('SecretFolder');
    await mine.put('a.txt', 'x', { in: folder });
    const made = await create({ folderId: folder, maxFiles: 9 });
    const first = await reserve(made.token, { uploaderName: 'SecretSender', uploaderEmail: 'secret@example.org' });
    await put(first.body['uploadUrl']);
    const second = await reserve(made.token);
    const { pathname } = new URL(second.body['uploadUrl']);
    const seen: Said[] = [
      await ask('GET', `/api/public/collect/${made.token}`),
      await ask('GET', `/collect/${made.token}`),
      await ask('GET', `/collect/${made.token}/received`),
      second,
      await put(second.body['uploadUrl']),
      await ask('GET', `/api/uploads/${second.body['sessionId']}`),
      await ask('HEAD', `/files/tus/${second.body['sessionId']}`, { headers: { 'tus-resumable': '1.0.0' } }),
      await ask('GET', pathname),
      await ask('GET', `/api/files/${first.body['fileId']}`),
      await ask('GET', `/api/collections/${made.id}/uploads`),
      await ask('GET', `/api/public/share/${made.token}`),
      await postForm(made.token, formWith('a.txt', '')),
    ];
    const hidden = new RegExp(
      [
        'SecretFolder',
        'SecretSender',
        'secret@',
        owner.email,
        folder,
        made.id,
        'a \\(1\\)',
        '"fileCount"',
        '"maxFiles"',
      ].join('|'),
    );
    for (const { text, headers } of seen) expect(text + JSON.stringify([...headers])).not.toMatch(hidden);
    expect(Object.keys(seen[0]!.body).toSorted()).toEqual([
      'allowedTypes',
      'expiresAt',
      'full',
      'locked',
      'maxFileBytes',
      'message',
      'name',
      'ownerName',
      'passwordProtected',
      'requireName',
      'token',
    ]);
    for (const { headers } of seen) expect(headers.get('x-robots-tag') ?? '').toContain('noindex');
  });

  test('report a full quota without figures to visitors', async () => {
    const small = await startDrive({ settings: { FREE_QUOTA_BYTES: '77777', FEATURE_LIMITS: 'off' } });
    try {
      const user = await small.createUser();
      const made = (await (
        await small.fetch('/api/collections', { method: 'POST', key: user.key, json: { name: 'x' } })
      ).json()) as Collection;
      const said = await small.fetch(`/api/public/collect/${made.token}/uploads`, {
        method: 'POST',
        json: { ...fileWish, sizeBytes: 88_888 },
      });
      const { code, message } = (await said.json()) as { code: string; message: string };
      expect([said.status, code, /\d/.test(message)]).toEqual([409, 'storage_quota_exceeded', false]);
    } finally {
      await small.close();
    }
  });
});

test('send one email to the owner alone, for any sender and file names', async () => {
  const smtp = await startSmtp();
  const mailed = await startDrive({ mailer: smtp.mailer(), settings: { FEATURE_LIMITS: 'off' } });
  try {
    const user = await mailed.createUser();
    const made = (await (
      await mailed.fetch('/api/collections', {
        method: 'POST',
        key: user.key,
        json: { name: 'Photos\u202e“ <b>', message: 'x' },
      })
    ).json()) as Collection;
    for (const [fileName, uploaderName] of [
      ['Bcc: eve@example.org', 'Eve\r\nBcc: eve@example.org'],
      ['<img src=x>', '<script>alert(1)</script>'],
      ['photo\u202egpj.exe', '=?utf-8?q?Ada?='],
    ]) {
      const reserved = (await (
        await mailed.fetch(`/api/public/collect/${made.token}/uploads`, {
          method: 'POST',
          json: { ...fileWish, fileName, uploaderName },
        })
      ).json()) as { uploadUrl: string };
      await fetch(reserved.uploadUrl, { method: 'PUT', body: 'hello' });
    }
    mailed.clock.advance(5 * minuteMs);
    await mailed.drain();
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[user.email]]);
    const { mail } = smtp.mails[0]!;
    expect([mail.subject, mail.bcc]).toEqual(['3 files for Photos“ <b>', undefined]);
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(`${mail.text}${mail.html || ''}`).not.toContain('\u202e');
    expect(mail.text).toContain(`/app/shared/requests/${made.id}`);
  } finally {
    await mailed.close();
    await smtp.close();
  }
});
