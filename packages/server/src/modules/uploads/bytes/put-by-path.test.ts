import { setImmediate } from 'node:timers/promises';
import { systemRandom } from '@drive/base';
import { type BlobStore, StorageError } from '@drive/blobs';
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callByPath, codeOf, putByPath } from '../../../../test/api/by-path-requests.ts';
import { leaveLocked } from '../../../../test/api/interrupted-uploads.ts';
import { listBlobs, readStored, readUsage, reserveUpload, sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { overriding } from '../../../../test/overriding.ts';
import { gathersParts } from '../../../../test/test-blobs.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';

let drive: Drive;
let user: TestUser;
const faults: { stage?: Error; adopt?: Error; putBytes?: Error; code?: Error } = {};
/** Number of pieces of the last body that was stored from memory. */
let heldPieces = 0;
const faulty = (disk: BlobStore): BlobStore =>
  overriding(disk, {
    putBytes: (key, pieces) => {
      heldPieces = pieces.length;
      return faults.putBytes === undefined ? disk.putBytes(key, pieces) : Promise.reject(faults.putBytes);
    },
    stage: (id, position) => (faults.stage === undefined ? disk.stage(id, position) : Promise.reject(faults.stage)),
    adopt: (id, key, bytes) => (faults.adopt === undefined ? disk.adopt(id, key, bytes) : Promise.reject(faults.adopt)),
  });
beforeAll(async () => {
  drive = await startDrive({
    blobs: faulty,
    random: {
      ...systemRandom,
      code: (length, alphabet) => {
        if (faults.code !== undefined) throw faults.code;
        return systemRandom.code(length, alphabet);
      },
    },
    settings: { FREE_QUOTA_BYTES: '6000000', FREE_USER_MAX_BYTES: '4000000' },
  });
});
afterAll(() => drive.close());
beforeEach(async () => {
  for (const step of ['stage', 'adopt', 'putBytes', 'code'] as const) delete faults[step];
  user = await drive.createUser();
});
afterEach(async () => {
  const tallies = await readTallies(drive.database, user.userId);
  assert.deepEqual(tallies.kept, tallies.counted);
});

const put = (rawPath: string, body?: Buffer | string, headers?: Record<string, string>) =>
  putByPath(drive, user, rawPath, body, headers);
/** Blobs of earlier tests may be removed at any time. */
async function expectNothingStored(since: Awaited<ReturnType<typeof listBlobs>>): Promise<void> {
  const { staged, blobs } = await listBlobs(drive);
  expect(staged).toEqual([]);
  expect(since.blobs).toEqual(expect.arrayContaining(blobs));
}

/** The paths of all items. */
async function listAll(folderId?: string, prefix = ''): Promise<string[]> {
  const query = folderId === undefined ? '' : `&parentId=${folderId}`;
  const response = await drive.fetch(`/api/files?limit=200${query}`, { key: user.key });
  const { files } = (await response.json()) as { files: { id: string; name: string; type: string }[] };
  const all: string[] = [];
  for (const { id, name, type } of files)
    all.push(prefix + name, ...(type === 'folder' ? await listAll(id, `${prefix}${name}/`) : []));
  return all;
}
const used = async (): Promise<number> => {
  const me = (await (await drive.fetch('/api/me', { key: user.key })).json()) as { usedBytes: number };
  return me.usedBytes;
};

describe('a PUT to a path', () => {
  it.each([5, 100_000, 2_000_000])(
    'of %i bytes leaves nothing behind after an unexpected error in its transaction',
    async (size) => {
      const id = (await put('kept.bin', 'old')).json['id'] as string;
      const before = await listBlobs(drive);
      faults.code = new Error('no more codes');
      for (const rawPath of ['new/a.bin?share=true', 'kept.bin?share=true&onConflict=replace'])
        expect(codeOf(await put(rawPath, someBytes(size)))).toEqual([500, 'internal_error']);
      await expectNothingStored(before);
      expect(await listAll()).toEqual(['kept.bin']);
      expect(await used()).toBe(3);
      expect((await readStored(drive, id))?.found).toBe(sha256(Buffer.from('old')));
    },
  );

  it.each([5, 65_536, 65_537, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])(
    'stores %i bytes, and answers with the item',
    async (size) => {
      const bytes = someBytes(size);
      const answer = await put('builds/build.zip', bytes);
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual({
        id: expect.any(String),
        name: 'build.zip',
        type: 'file',
        contentKind: 'archive',
        parentId: expect.any(String),
        size,
        mimeType: 'application/zip',
        previewUrl: null,
        publicUrl: null,
        shareMode: 'PRIVATE',
        shareToken: null,
        uploadedAt: new Date(drive.clock.now()).toISOString(),
        modifiedAt: null,
        deletedAt: null,
        downloadCount: 0,
        likesCount: 0,
        commentsCount: 0,
        sha256: sha256(bytes),
        quarantined: false,
        scan: null,
        virus: null,
        changeTag: 'c1',
        metadata: {},
        tags: [],
        starred: false,
        role: 'owner',
        ownerId: expect.any(String),
        ownerName: null,
        driveId: null,
        createdBy: { id: answer.json['ownerId'], name: null },
        modifiedBy: null,
      });
      expect(answer.headers).toMatchObject({
        etag: `"${sha256(bytes)}"`,
        location: `${drive.url}/files/by-path/builds/build.zip`,
      });
      const item = await drive.fetch(`/api/files/${String(answer.json['id'])}`, { key: user.key });
      expect(await item.json()).toEqual(answer.json);
      expect(await readStored(drive, String(answer.json['id']))).toEqual({ said: sha256(bytes), found: sha256(bytes) });
      expect(await used()).toBe(size);
      expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
      expect((await listBlobs(drive)).staged).toEqual([]);
    },
  );

  it('answers with the item as a later call returns it, also in the root and in an existing folder', async () => {
    await put('a/first.txt');
    for (const rawPath of ['a/b.md?modifiedAt=2020-01-02T03:04:05Z', 'a/first.txt', 'root.txt', 'root.txt']) {
      const { json } = await put(rawPath);
      const item = await drive.fetch(`/api/files/${String(json['id'])}`, { key: user.key });
      expect(json).toEqual(await item.json());
    }
    expect(await listAll()).toEqual(['a', 'a/b.md', 'a/first (1).txt', 'a/first.txt', 'root (1).txt', 'root.txt']);
  });

  it('holds a body that arrives byte by byte in few pieces', async () => {
    const bytes = someBytes(2000);
    const request = await openRequest(`${drive.url}/files/by-path/slow.bin`, 'PUT', {
      authorization: `Bearer ${user.key}`,
      'content-length': bytes.length,
    });
    request.socket.setNoDelay(true);
    for (let at = 0; at < bytes.length; at += 1) {
      await request.send(bytes.subarray(at, at + 1));
      // Lets the server read the byte before the next one is sent.
      await setImmediate();
    }
    const answer = await request.answer;
    request.cut();
    expect(answer?.status).toBe(201);
    expect((JSON.parse(answer?.body ?? '{}') as { sha256: string }).sha256).toBe(sha256(bytes));
    expect(heldPieces).toBeLessThanOrEqual(256);
  });

  it('creates missing folders, and uses existing ones', async () => {
    await put('a/b/c/one.txt');
    await put('a/b/two.txt');
    await put('three.txt');
    expect(await listAll()).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/one.txt', 'a/b/two.txt', 'three.txt']);
  });

  it('accepts type, time and share from the query', async () => {
    const query = 'contentType=text%2Fmarkdown&modifiedAt=2020-01-02T03:04:05Z&share=true';
    const { json } = await put(`notes.txt?${query}`);
    expect(json).toMatchObject({
      mimeType: 'text/markdown',
      modifiedAt: '2020-01-02T03:04:05.000Z',
      shareMode: 'SHARED',
      shareToken: expect.any(String),
    });
    const share = await drive.fetch(`/api/public/share/${String(json['shareToken'])}`);
    expect(await share.json()).toMatchObject({ name: 'notes.txt', kind: 'file', indexable: false });
  });

  it.each([
    [{}, 'image/jpeg'],
    [{ 'content-type': 'image/png' }, 'image/png'],
    // The type that curl --data-binary sends.
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'image/jpeg'],
    [{ 'content-type': 'no type' }, 'application/octet-stream'],
    [{ 'content-type': 'x'.repeat(300) }, 'image/jpeg'],
  ])('with %j is of type %s', async (headers, mimeType) => {
    expect((await put('sea.JPG', 'x', headers as Record<string, string>)).json).toMatchObject({ mimeType });
  });

  it('by default renames the new file if there is one at the path', async () => {
    await put('a/build.tar.gz', 'old');
    const second = await put('a/build.tar.gz', 'new');
    expect(second.status).toBe(201);
    expect(second.json).toMatchObject({ name: 'build (1).tar.gz' });
    expect(second.headers['location']).toBe(`${drive.url}/files/by-path/a/build%20(1).tar.gz`);
    expect((await callByPath(drive, user, 'a/build.tar.gz')).body.toString()).toBe('old');
  });

  it('is not counted in the rate limit of the key, while calls with an unknown key count in that of the network', async () => {
    const limited = await startDrive({ settings: { RATE_APIKEY: '3', RATE_API: '2', RATE_FILES: '3' } });
    const owner = await limited.createUser();
    for (let count = 0; count < 6; count++) expect((await putByPath(limited, owner, 'a.txt')).status).toBe(201);
    expect((await limited.fetch('/api/me', { key: owner.key })).headers.get('x-ratelimit-remaining')).toBe('2');
    const wrong = { key: `svc_${'x'.repeat(40)}` };
    const codes: unknown[] = [];
    for (let count = 0; count < 3; count++) codes.push(codeOf(await putByPath(limited, wrong, 'a.txt')));
    expect(codes).toEqual([
      [401, 'authentication_required'],
      [401, 'authentication_required'],
      [429, 'rate_limited'],
    ]);
    expect((await putByPath(limited, owner, 'a.txt')).status).toBe(201);
    await limited.close();
  });
});

describe('a PUT to a path is refused, and changes nothing,', () => {
  const tooMany = 'a/'.repeat(100);
  it.each([
    ['', 'an empty path'],
    ['a//b.txt', 'an empty name'],
    ['a/', 'a slash at the end'],
    ['/a', 'a slash at the beginning'],
    ['.', 'a dot'],
    ['..', 'two dots'],
    ['a/../b.txt', 'two dots on the way'],
    ['a/./b.txt', 'a dot on the way'],
    ['%2e%2e/b.txt', 'encoded dots'],
    ['a/%2E', 'an encoded dot'],
    ['a%2Fb.txt', 'an encoded slash'],
    ['a%5cb.txt', 'an encoded backslash'],
    ['a\\b.txt', 'a backslash'],
    ['a%00.txt', 'NUL'],
    ['%20%20', 'a blank name'],
    ['%0a', 'control characters alone'],
    ['%FF.txt', 'a byte that is not UTF-8'],
    ['%C3', 'half a character'],
    ['%C0%AE%C0%AE', 'overlong dots'],
    ['%ED%A0%80', 'a lone surrogate'],
    ['%E2%28%A1', 'a broken sequence'],
    ['100%', 'a percent sign alone'],
    ['%zz', 'digits that are none'],
    ['a#b', 'a fragment'],
    ['x'.repeat(256), 'a name of 256 characters'],
    [`${tooMany}b.txt`, '101 names'],
    ['%F0%9F%98%80'.repeat(256), 'a name of 256 emoji'],
  ])('[P-434] as %s: %s', async (rawPath) => {
    for (const method of ['PUT', 'GET', 'HEAD']) {
      const { status, json } = await callByPath(
        drive,
        user,
        rawPath,
        method === 'PUT' ? { method, body: 'x' } : { method },
      );
      expect([method, status]).toEqual([method, 400]);
      if (method !== 'HEAD') expect(json).toMatchObject({ code: 'validation_failed', errors: [{ field: 'path' }] });
    }
    expect(await listAll()).toEqual([]);
    expect(await listBlobs(drive)).toMatchObject({ staged: [] });
  });

  it.each([
    ['onConflict=perhaps', 'onConflict'],
    ['share=yes', 'share'],
    ['contentType=%20', 'contentType'],
    ['modifiedAt=yesterday', 'modifiedAt'],
    ['share=true&share=true', 'share'],
  ])('with the query %s', async (query, field) => {
    const answer = await put(`a/b.txt?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
    expect(await listAll()).toEqual([]);
  });

  it.each([10, 2_000_000])('through a file, or to a folder, with %i bytes', async (size) => {
    await put('folder/file');
    const before = await listBlobs(drive);
    for (const rawPath of ['folder/file/b.txt', 'folder/file/c/d.txt', 'folder'])
      expect([rawPath, ...codeOf(await put(rawPath, someBytes(size)))]).toEqual([rawPath, 409, 'name_conflict']);
    expect(await listAll()).toEqual(['folder', 'folder/file']);
    await expectNothingStored(before);
    expect(await used()).toBe(5);
  });

  it.each([10, 2_000_000])('if the file is there and must not be, with %i bytes', async (size) => {
    await put('a/b.txt');
    const before = await listBlobs(drive);
    const bytes = someBytes(size);
    expect(codeOf(await put('a/b.txt', bytes, { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed']);
    expect(codeOf(await put('a', bytes, { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed']);
    expect(codeOf(await put('a/b.txt?onConflict=fail', bytes))).toEqual([409, 'name_conflict']);
    await expectNothingStored(before);
    expect((await put('a/c.txt?onConflict=fail', bytes, { 'if-none-match': '*' })).status).toBe(201);
  });

  it('with unknown conditions', async () => {
    expect(codeOf(await put('a.txt', 'x', { 'if-none-match': '"abc"' }))).toEqual([400, 'bad_request']);
    expect(await listAll()).toEqual([]);
  });

  it('[P-438] without a credential', async () => {
    expect(codeOf(await callByPath(drive, undefined, 'a.txt', { method: 'PUT', body: 'x' }))[0]).toBe(401);
    expect(await listAll()).toEqual([]);
  });

  it('[P-439] if it is too large or exceeds the quota, before the body is requested', async () => {
    await put('first.bin', someBytes(3_500_000));
    const early = async (bytes: number): Promise<unknown[]> => {
      const request = await openRequest(`${drive.url}/files/by-path/a/b.bin`, 'PUT', {
        authorization: `Bearer ${user.key}`,
        'content-length': bytes,
        expect: '100-continue',
      });
      const answer = await request.answer;
      request.cut();
      return [answer?.status, answer?.interim, (JSON.parse(answer?.body ?? '{}') as { code: string }).code];
    };
    expect(await early(4_000_001)).toEqual([413, [], 'payload_too_large']);
    expect(await early(3_000_000)).toEqual([409, [], 'storage_quota_exceeded']);
    await put('second.bin', someBytes(2_000_000));
    expect(codeOf(await put('a/small.bin', someBytes(600_000)))).toEqual([409, 'storage_quota_exceeded']);
    expect(await listAll()).toEqual(['first.bin', 'second.bin']);
    expect(await used()).toBe(5_500_000);
    expect((await put('a/small.bin', someBytes(500_000))).status).toBe(201);
    const before = await listBlobs(drive);
    for (const rawPath of ['new/tiny.bin', 'first.bin?onConflict=replace'])
      expect(codeOf(await put(rawPath, 'x'))).toEqual([409, 'storage_quota_exceeded']);
    await expectNothingStored(before);
    expect(await listAll()).toEqual(['a', 'a/small.bin', 'first.bin', 'second.bin']);
    expect(await used()).toBe(6_000_000);
  });

  it.each([10, 2_000_000])('if the digest of its %i bytes differs', async (size) => {
    const bytes = someBytes(size);
    const digest = (of: Buffer): string => `sha-256=:${Buffer.from(sha256(of), 'hex').toString('base64')}:`;
    const before = await listBlobs(drive);
    const refused = await put('a/b.bin', bytes, { 'repr-digest': digest(Buffer.from('other')) });
    expect(codeOf(refused)).toEqual([400, 'digest_mismatch']);
    expect(codeOf(await put('a/b.bin', bytes, { 'repr-digest': 'sha-256=abc' }))).toEqual([400, 'bad_request']);
    expect(await listAll()).toEqual([]);
    await expectNothingStored(before);
    expect(await used()).toBe(0);
    expect((await put('a/b.bin', bytes, { 'repr-digest': digest(bytes) })).status).toBe(201);
  });

  it.each([1000, 200_000, 2_000_000])('[P-440] if the client goes away in the middle of %i bytes', async (size) => {
    const before = await listBlobs(drive);
    const countCut = (): number => drive.logged.filter(({ event }) => event === 'request cut off').length;
    const cutBefore = countCut();
    const request = await openRequest(`${drive.url}/files/by-path/a/b.bin`, 'PUT', {
      authorization: `Bearer ${user.key}`,
      'content-length': size,
    });
    await request.send(someBytes(size / 2));
    request.cut();
    await request.closed;
    await expect.poll(countCut).toBe(cutBefore + 1);
    expect(drive.logged.findLast(({ event }) => event === 'request cut off')?.['route']).toBe('/files/by-path/{path}');
    // A request is logged once its connection ends, which may be before anything is reserved and staged for it.
    await drive.app.idle();
    expect(await used()).toBe(0);
    await expectNothingStored(before);
    expect(await listAll()).toEqual([]);
  });

  it.each([
    ['putBytes', 10],
    ['stage', 200_000],
    ['adopt', 200_000],
    ['stage', 2_000_000],
    ['adopt', 2_000_000],
  ] as const)('if the disk fails to %s %i bytes', async (step, size) => {
    const before = await listBlobs(drive);
    faults[step] = new StorageError('the disk is full');
    expect(codeOf(await put('a/b.bin', someBytes(size)))).toEqual([502, 'storage_failure']);
    delete faults[step];
    expect(await listAll()).toEqual([]);
    await expectNothingStored(before);
    expect(await used()).toBe(0);
  });
});

describe('a PUT to the path of a file', () => {
  const etagOf = (content: string): string => `"${sha256(Buffer.from(content))}"`;

  it('replaces its content if requested, and keeps its id and share', async () => {
    const first = await put('a/b.txt?share=true', 'old');
    const second = await put('a/b.txt?onConflict=replace&modifiedAt=2020-01-02T03:04:05Z', '<b>new</b>', {
      'content-type': 'text/html',
    });
    expect(second.status).toBe(200);
    expect(second.headers).toMatchObject({
      etag: etagOf('<b>new</b>'),
      location: `${drive.url}/files/by-path/a/b.txt`,
    });
    const { id, shareToken } = first.json;
    expect(second.json).toMatchObject({
      id,
      shareToken,
      size: 10,
      mimeType: 'text/html',
      modifiedAt: '2020-01-02T03:04:05.000Z',
      sha256: sha256(Buffer.from('<b>new</b>')),
    });
    expect((await put('a/b.txt?onConflict=replace&share=true', 'third')).json).toMatchObject({ id, shareToken });
    expect((await callByPath(drive, user, 'a/b.txt')).body.toString()).toBe('third');
    // The old contents are versions, which count.
    expect(await used()).toBe(3 + 10 + 5);
    expect(await listAll()).toEqual(['a', 'a/b.txt']);
  });

  it('stores a new file if there is none to replace', async () => {
    expect((await put('a/b.txt?onConflict=replace')).status).toBe(201);
    expect((await put('a/b.txt?onConflict=replace&share=true')).json).toMatchObject({ shareToken: expect.any(String) });
  });

  it.each([10, 2_000_000])('with If-Match replaces exactly that content, with %i bytes', async (size) => {
    await put('a/b.txt', 'old');
    const bytes = someBytes(size);
    const send = (ifMatch: string, rawPath = 'a/b.txt') => put(rawPath, bytes, { 'if-match': ifMatch });
    for (const tags of ['"other"', `W/${etagOf('old')}`, etagOf('new'), `"${'0'.repeat(64)}", "x"`])
      expect([tags, ...codeOf(await send(tags))]).toEqual([tags, 412, 'precondition_failed']);
    for (const rawPath of ['a/none.txt', 'none/none.txt', 'a'])
      for (const tags of ['*', etagOf('old')])
        expect([rawPath, ...codeOf(await send(tags, rawPath))]).toEqual([rawPath, 412, 'precondition_failed']);
    expect(await listAll()).toEqual(['a', 'a/b.txt']);
    expect((await callByPath(drive, user, 'a/b.txt')).body.toString()).toBe('old');
    expect((await send(`"x", ${etagOf('old')}`)).status).toBe(200);
    expect(codeOf(await send(etagOf('old')))).toEqual([412, 'precondition_failed']);
    expect((await put('a/b.txt', 'any', { 'if-match': '*' })).status).toBe(200);
  });

  it.each([10, 1_200_000])('with If-Unmodified-Since replaces no later content, with %i bytes', async (size) => {
    await put('a/b.txt', 'old');
    const bytes = someBytes(size);
    const at = (time: number): string => new Date(time).toUTCString();
    const send = (since: string, more: Record<string, string> = {}, rawPath = 'a/b.txt?onConflict=replace') =>
      put(rawPath, bytes, { 'if-unmodified-since': since, ...more });
    const before = at(drive.clock.now() - 60_000);
    expect(codeOf(await send(before))).toEqual([412, 'precondition_failed']);
    expect((await callByPath(drive, user, 'a/b.txt')).body.toString()).toBe('old');
    expect((await send(before, {}, 'a/new.txt')).status).toBe(201);
    expect((await send(before, { 'if-match': etagOf('old') }, 'a/b.txt')).status).toBe(200);
    expect((await send('yesterday')).status).toBe(200);
    expect((await send(at(drive.clock.now()))).status).toBe(200);
  });

  it.each([
    ['a/b.txt', { 'if-match': '*', 'if-none-match': '*' }],
    ['a/b.txt?onConflict=rename', { 'if-match': '*' }],
    ['a/b.txt?onConflict=fail', { 'if-match': '*' }],
    ['a/b.txt', { 'if-match': 'x'.repeat(2000) }],
  ])('refuses contradictory conditions: %s %j', async (rawPath, headers) => {
    await put('a/b.txt', 'old');
    expect(codeOf(await put(rawPath, 'new', headers as unknown as Record<string, string>))).toEqual([
      400,
      'bad_request',
    ]);
    expect(await listAll()).toEqual(['a', 'a/b.txt']);
  });

  it('keeps the old content if the quota has no room for the new one', async () => {
    await put('a.bin', someBytes(3_000_000));
    const before = await callByPath(drive, user, 'a.bin');
    for (const size of [900_000, 3_500_000]) {
      if (size === 900_000) await put('b.bin', someBytes(2_500_000));
      expect(codeOf(await put('a.bin?onConflict=replace', someBytes(size)))).toEqual([409, 'storage_quota_exceeded']);
    }
    expect((await callByPath(drive, user, 'a.bin')).body.equals(before.body)).toBe(true);
    expect(await used()).toBe(5_500_000);
  });
});

describe('unusual names', () => {
  it.each([
    ['hello%20world.txt', 'hello world.txt'],
    ['a+b.txt', 'a+b.txt'],
    ['a%2Bb.txt', 'a+b.txt'],
    ['100%25.txt', '100%.txt'],
    ['%2525.txt', '%25.txt'],
    ['%252e%252e', '%2e%2e'],
    ['a%3Fb%23c.txt', 'a?b#c.txt'],
    ['a;b=c&d,e@f$g!h~i*j(k)l:m', 'a;b=c&d,e@f$g!h~i*j(k)l:m'],
    ["it's%20%22quoted%22.txt", 'it\'s "quoted".txt'],
    ['%3Cscript%3E.html', '<script>.html'],
    ['%E2%82%AC.txt', '€.txt'],
    ['%e2%82%ac.txt', '€.txt'],
    ['%F0%9F%8E%88.txt', '🎈.txt'],
    ['%E6%97%A5%E6%9C%AC.txt', '日本.txt'],
    // Decomposed, like on macOS.
    ['Cafe%CC%81.txt', 'Café.txt'],
    ['.hidden', '.hidden'],
    ['...', '...'],
    ['..a', '..a'],
    ['a%20', 'a'],
    ['a%0Ab', 'ab'],
    ['%61%62%63', 'abc'],
    ['C%3A', 'C:'],
    ['~', '~'],
    ['a|b^c`d{e}', 'a|b^c`d{e}'],
    ['by-path', 'by-path'],
    ['__proto__', '__proto__'],
    ['%F0%9F%98%80'.repeat(255), '😀'.repeat(255)],
  ])('%s is stored as %s, as a file and as a folder, and found by the same path', async (rawName, name) => {
    const stored = await put(`${rawName}/${rawName}`, 'x');
    expect([stored.status, stored.json['name']]).toEqual([201, name]);
    expect(await listAll()).toEqual([name, `${name}/${name}`]);
    for (const path of [`${rawName}/${rawName}`, new URL(String(stored.headers['location'])).pathname.slice(15)]) {
      const read = await callByPath(drive, user, path);
      expect([read.status, read.body.toString()]).toEqual([200, 'x']);
    }
    const byQuery = `/api/files/by-path?path=${encodeURIComponent(`/${name}/${name}`)}`;
    expect(await (await drive.fetch(byQuery, { key: user.key })).json()).toEqual(stored.json);
  });
});

describe('the remains of a PUT to a path after a crash', () => {
  it.skipIf(gathersParts)('are removed, and the reserved quota expires', async () => {
    const request = await openRequest(`${drive.url}/files/by-path/a/b.bin`, 'PUT', {
      authorization: `Bearer ${user.key}`,
      'content-length': 2_000_000,
    });
    await request.send(someBytes(1_900_000));
    await expect.poll(async () => (await listBlobs(drive)).staged.length).toBe(1);
    // The sweep keeps bytes of requests in progress.
    drive.clock.advance(25 * 60 * 60 * 1000);
    await drive.jobs.runNow('uploads.orphans');
    expect((await listBlobs(drive)).staged).toHaveLength(1);
    await request.send(someBytes(100_000));
    expect((await request.answer)?.status).toBe(201);
    request.cut();
    expect(await listAll()).toEqual(['a', 'a/b.bin']);
  });

  it('are removed at the next start, and the reserved bytes are free at once', async () => {
    // A crash leaves the reservation and some of the bytes.
    const { sessionId } = await reserveUpload(drive, user, { bytes: 2_000_000 });
    await drive.database.write((tx) =>
      tx.updateTable('upload_sessions').set({ ends_with_request: 1 }).where('id', '=', sessionId).execute(),
    );
    const writer = await drive.blobs.stage(`${sessionId}-put`, {
      key: drive.blobs.newKey(),
      offset: 0,
      totalBytes: 2_000_000,
    });
    await writer.write(someBytes(1000));
    await writer.close();
    expect(await used()).toBe(2_000_000);
    await leaveLocked(drive, sessionId);
    await drive.restart();
    await expect.poll(used).toBe(0);
    await expect.poll(async () => (await listBlobs(drive)).staged).toEqual([]);
  });
});
