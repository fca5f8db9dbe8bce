import { connect } from 'node:net';
import { hourMs } from '@drive/base';
import type { Collection } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAll } from '../../../../test/api/list-all.ts';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { readUsage } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
let mine: TreeApi;
const opened: Drive[] = [];
const start = async (options: DriveOptions = {}): Promise<void> => {
  drive = await startDrive(options);
  opened.push(drive);
  user = await drive.createUser();
  mine = treeApi(drive, user);
};
beforeEach(() => start());
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const create = async (json: Record<string, unknown> = {}): Promise<Collection> =>
  (await mine.call('POST', '/api/collections', { name: 'Fotos „Ä“', ...json })).body as Collection;
const again = async ({ id }: Collection): Promise<Collection> =>
  (await mine.call('GET', `/api/collections/${id}`)).body as Collection;
const namesIn = async ({ folderId }: Collection): Promise<string[]> =>
  (await mine.call('GET', `/api/files?parentId=${folderId}`)).body.files
    .map(({ name }: { name: string }) => name)
    .toSorted();

type Chosen = readonly [name: string, content: string, type?: string];
function formOf(files: readonly Chosen[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content, type = 'text/plain'] of files) form.append('files', new Blob([content], { type }), name);
  return form;
}
async function post(token: string, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await drive.fetch(`/files/collect-form/${token}`, {
    method: 'POST',
    body,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}
const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await drive.fetch(path, { headers: { accept: 'text/html', ...headers } });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const nothingKept = async (): Promise<void> => {
  await drive.app.idle();
  expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
  expect(await listAll(drive.blobs.listStaged())).toEqual([]);
  expect(await listAll(drive.blobs.list())).toEqual([]);
};

describe('the page of a file request', () => {
  it('escapes the request’s texts, and shows none of the received files', async () => {
    const made = await create({
      name: '<b>bold</b>',
      message: 'One\n\n<script>alert(1)</script>',
      allowedTypes: ['.jpg'],
      maxFileBytes: 2048,
      expiresInDays: 1,
    });
    await post(made.token, formOf([['geheim.jpg', 'x']], { uploaderName: 'Ada' }));
    const { status, text, headers } = await page(`/collect/${made.token}`);
    expect(status).toBe(200);
    for (const shown of ['&lt;b&gt;bold', '&lt;script&gt;', '.jpg', '2 KiB', 'accept=".jpg"'])
      expect(text).toContain(shown);
    for (const hidden of ['<b>bold', '<script>', 'geheim', 'Ada', user.email]) expect(text).not.toContain(hidden);
    const policy = headers.get('content-security-policy')!;
    for (const said of ["default-src 'none'", "script-src 'self';", "connect-src 'self';", "form-action 'self'"])
      expect(policy).toContain(said);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  it('says that the request is gone, has ended or is full', async () => {
    expect(await page('/collect/nothing')).toMatchObject({
      status: 404,
      text: expect.stringContaining('does not exist'),
    });
    const made = await create({ expiresInDays: 1, maxFiles: 1 });
    await post(made.token, formOf([['a', 'a']]));
    expect((await page(`/collect/${made.token}`)).text).toContain('accepts no more files');
    drive.clock.advance(25 * hourMs);
    expect(await page(`/collect/${made.token}`)).toMatchObject({
      status: 410,
      text: expect.stringContaining('has ended'),
    });
  });

  it('asks for the password, keeps the browser unlocked, and shows nothing before', async () => {
    const { token } = await create({ name: 'Hidden name', password: 'open sesame' });
    const locked = await page(`/collect/${token}`);
    expect(locked.status).toBe(401);
    expect(locked.text).not.toContain('Hidden name');
    const unlock = (password: string, site = 'same-origin') =>
      drive.fetch(`/collect/${token}/unlock`, {
        method: 'POST',
        body: new URLSearchParams({ password }),
        headers: { accept: 'text/html', 'sec-fetch-site': site },
      });
    expect((await unlock('open sesame', 'cross-site')).status).toBe(403);
    const wrong = await unlock('wrong');
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('Wrong password.')]);
    const right = await unlock('open sesame');
    expect([right.status, right.headers.get('location')]).toEqual([303, `/collect/${token}`]);
    const cookie = right.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await page(`/collect/${token}`, { cookie })).text).toContain('Hidden name');
    const refused = await post(token, formOf([['a', 'a']]));
    expect(refused.status).toBe(401);
    expect(refused.text).not.toContain('Hidden name');
    expect((await post(token, formOf([['a', 'a']]), { cookie })).status).toBe(303);
  });
});

describe('the form of a file request', () => {
  it('stores files with the sender’s name, and publishes one event for each', async () => {
    const made = await create();
    const chosen: Chosen[] = Array.from({ length: 12 }, (_, index) => [`${index % 4}.txt`, `content ${index}`]);
    const sent = await post(made.token, formOf(chosen, { uploaderName: ' Ada ', uploaderEmail: 'ada@example.org' }));
    expect([sent.status, sent.location]).toEqual([303, `/collect/${made.token}?sent=12`]);
    expect(await namesIn(made)).toHaveLength(12);
    expect(await again(made)).toMatchObject({ fileCount: 12, pendingCount: 0 });
    const events = await drive.database.reader
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'collect.uploaded')
      .execute();
    expect(events).toHaveLength(12);
    expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ uploader_name: 'Ada' });
    expect((await page(sent.location!)).text).toContain('Your 12 files have arrived.');
  });

  it.each([
    [
      'a type that is not asked for',
      { allowedTypes: ['.pdf'] },
      [
        ['a.pdf', 'a'],
        ['b.txt', 'b'],
      ],
      {},
      400,
      '“b.txt” has a type that is not accepted',
    ],
    [
      'a file too large',
      { maxFileBytes: 3 },
      [
        ['a', 'abc'],
        ['b', 'abcd'],
      ],
      {},
      413,
      'at most 3 bytes',
    ],
    [
      'more than there are places',
      { maxFiles: 1 },
      [
        ['a', 'a'],
        ['b', 'b'],
      ],
      {},
      409,
      'Fewer files than these are accepted',
    ],
    [
      'nobody’s name where one is asked for',
      { requireName: true },
      [['a', 'a']],
      { uploaderName: ' ' },
      400,
      'Enter your name: this file request requires it.',
    ],
    ['an address that is none', {}, [['a', 'a']], { uploaderEmail: 'x' }, 400, 'not an email address'],
    ['a name too long', {}, [['a', 'a']], { uploaderName: 'x'.repeat(101) }, 400, 'at most 100 characters'],
    ['nothing', {}, [['', '']], {}, 400, 'Choose at least one file.'],
    ['an empty file', {}, [['a', '']], {}, 400, 'is empty'],
    [
      'too many files',
      {},
      Array.from({ length: 51 }, (_, i) => [`${i}`, 'x'] as const),
      {},
      400,
      'Choose at most 50 files at once.',
    ],
  ] as const)('shows the page again and stores nothing: %s', async (_, wishes, files, fields, status, said) => {
    const made = await create(wishes);
    const sent = await post(made.token, formOf(files, { uploaderEmail: 'kept@example.org', ...fields }));
    expect([sent.status, sent.location]).toEqual([status, null]);
    expect(sent.text).toContain(said);
    expect(sent.text).toContain('method="post"');
    expect(await again(made)).toMatchObject({ fileCount: 0, pendingCount: 0 });
    await nothingKept();
  });

  it('enforces the owner’s quota without revealing it to visitors', async () => {
    await start({ settings: { FREE_QUOTA_BYTES: '5000' } });
    const made = await create();
    const content = 'x'.repeat(1000);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        if (index % 2 === 0) return (await post(made.token, formOf([['a', content]]))).status;
        const json = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1000 };
        return (await drive.fetch(`/api/public/collect/${made.token}/uploads`, { method: 'POST', json })).status;
      }),
    );
    expect(answers.filter((status) => ![201, 303, 409].includes(status))).toEqual([]);
    const { stored, reserved } = await readUsage(drive);
    expect(stored + reserved).toBeLessThanOrEqual(5000);
    const refused = await post(made.token, formOf([['a', 'x'.repeat(4800)]]));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('There is not enough storage');
    const counts = await again(made);
    expect(counts.fileCount).toBe(answers.filter((status) => status === 303).length);
    expect(counts.pendingCount).toBe(answers.filter((status) => status === 201).length);
  });

  it('never exceeds the number of places with concurrent forms and calls', async () => {
    const made = await create({ maxFiles: 5 });
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        if (index % 2 === 0)
          return post(
            made.token,
            formOf([
              ['a', 'a'],
              ['b', 'b'],
            ]),
          );
        const json = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1 };
        return drive.fetch(`/api/public/collect/${made.token}/uploads`, { method: 'POST', json });
      }),
    );
    const { fileCount, pendingCount } = await again(made);
    expect(fileCount + pendingCount).toBe(5);
    expect(await namesIn(made)).toHaveLength(fileCount);
  });

  it('refuses requests that the page’s form cannot send', async () => {
    const { token } = await create();
    const part = formOf([['a', 'a']]);
    expect((await post(token, part, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post(token, 'files=a', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post(token, '--b--', { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(400);
    expect((await post('nothing', part)).status).toBe(404);
    expect((await post(`${token}/more`, part)).status).toBe(404);
    expect((await post('', part)).status).toBe(404);
    const get = await drive.fetch(`/files/collect-form/${token}`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    await nothingKept();
  });

  it('stores nothing of an interrupted form, nor of one during which the server dies', async () => {
    const { token } = await create();
    const begin = (): ReturnType<typeof connect> => {
      const socket = connect(Number(new URL(drive.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /files/collect-form/${token} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
          `Content-Length: 9000\r\n\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n${'x'.repeat(6000)}`,
      );
      return socket;
    };
    const first = begin();
    await expect.poll(() => readUsage(drive)).toEqual({ stored: 0, reserved: 9000 });
    first.destroy();
    await expect.poll(() => readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    await nothingKept();
    const second = begin();
    await expect.poll(() => readUsage(drive)).toEqual({ stored: 0, reserved: 9000 });
    await drive.restart();
    second.destroy();
    drive.clock.advance(25 * hourMs);
    await drive.jobs.runNow('uploads.expire');
    await nothingKept();
  });
});
