import { connect } from 'node:net';
import type { ItemPage } from '@drive/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listAll } from '../../../test/api/list-all.ts';
import { readUsage } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type DriveOptions } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';

let drive: Drive;
const others: Drive[] = [];
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_MAX_BYTES: '1000000' } });
});
afterAll(() => drive.close());
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});
const start = async (options: DriveOptions): Promise<Drive> => {
  const other = await startDrive(options);
  others.push(other);
  return other;
};

const path = '/files/upload-form';
type Chosen = readonly [name: string, content: string | Uint8Array<ArrayBuffer>, type?: string];

function formOf(files: readonly Chosen[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, content, type = 'text/plain'] of files) form.append('files', new Blob([content], { type }), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

interface Sent {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  readonly headers: Headers;
}
async function send(
  body: FormData | URLSearchParams | string,
  on = drive,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const response = await on.fetch(path, {
    method: 'POST',
    body,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
    headers: response.headers,
  };
}

const tokensOf = ({ location }: Sent): string[] =>
  /^\/upload\/links\?of=([\w.-]+)$/.exec(location ?? '')?.[1]?.split('.') ?? [];
const contentOf = async (token: string, on = drive): Promise<Buffer> => {
  const response = await on.fetch(`/share/${token}/download`, { redirect: 'follow' });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const shareOf = async (token: string, on = drive) =>
  (await (await on.fetch(`/api/public/share/${token}`)).json()) as Record<string, unknown>;
const nothingKept = async (on: Drive): Promise<void> => {
  expect(await readUsage(on)).toEqual({ stored: 0, reserved: 0 });
  expect(await listAll(on.blobs.listStaged())).toEqual([]);
  expect(await listAll(on.blobs.list())).toEqual([]);
  expect(await on.database.reader.selectFrom('shares').select('row_id').execute()).toEqual([]);
};

describe('the form without JavaScript', () => {
  it('[P-322] uploads one file and shows its link', async () => {
    const sent = await send(formOf([['Brief an Jürgen „1“.txt', 'hello']]));
    expect([sent.status, tokensOf(sent)]).toEqual([303, [expect.any(String)]]);
    const [token] = tokensOf(sent);
    expect((await contentOf(token!)).toString()).toBe('hello');
    expect(await shareOf(token!)).toMatchObject({
      shareMode: 'SHARED',
      name: 'Brief an Jürgen „1“.txt',
      size: 5,
      mimeType: 'text/plain',
    });
    const page = await (await drive.fetch(sent.location!)).text();
    expect(page).toContain('Your file is uploaded');
    expect(page).toContain(`href="${(await shareOf(token!))['shortUrl'] as string}"`);
  });

  it('uploads ten files in their order, also with the same name', async () => {
    const chosen = Array.from({ length: 10 }, (_, index): Chosen => [`${index % 3}.txt`, `content ${index}`]);
    const tokens = tokensOf(await send(formOf(chosen, { publicListing: 'true' })));
    expect(new Set(tokens).size).toBe(10);
    for (const [index, token] of tokens.entries()) {
      expect((await contentOf(token)).toString()).toBe(`content ${index}`);
      expect(await shareOf(token)).toMatchObject({ name: `${index % 3}.txt`, shareMode: 'PUBLIC' });
    }
  });

  it('[P-324] stores the files of a signed-in user in the user’s own drive, each with a link', async () => {
    const on = await start({ settings: { ANONYMOUS_UPLOADS: 'off' } });
    const user = await on.createUser();
    const session = await on.signIn(user);
    const { cookie } = session;
    const page = await (await on.fetch('/upload', { session })).text();
    expect(page).toContain('stored in your drive');
    expect(page).toContain(user.email);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';

    const chosen: Chosen[] = [
      ['a.txt', 'one'],
      ['a.txt', 'two'],
    ];
    const sent = await send(formOf(chosen, { xsrf }), on, { cookie });
    expect(sent.status).toBe(303);
    const tokens = tokensOf(sent);
    expect((await Promise.all(tokens.map((token) => contentOf(token, on)))).map(String)).toEqual(['one', 'two']);
    const listed = (await (await on.fetch('/api/files', { key: user.key })).json()) as ItemPage;
    expect(listed.files.map(({ name }) => name).toSorted()).toEqual(['a (1).txt', 'a.txt']);

    for (const { ownerId, createdBy } of listed.files) expect(createdBy?.id).toBe(ownerId);

    const links = await (await on.fetch(sent.location!, { session })).text();
    expect(links).toContain('Your files are uploaded');
    expect(links).toContain('Your drive lists the files');
    expect((await on.fetch(sent.location!)).status).toBe(404);
  });

  it('applies the limits of the plan to a signed-in user, and no captcha', async () => {
    const on = await start({
      settings: { CAPTCHA: 'altcha', ANONYMOUS_MAX_FILES: '1', ANONYMOUS_MAX_BYTES: '10', FREE_USER_MAX_BYTES: '100' },
    });
    const { cookie, xsrf } = await on.signIn(await on.createUser());
    const sendFiles = async (bytes: readonly number[]): Promise<number> => {
      const chosen = bytes.map((size, index): Chosen => [`${index}`, 'x'.repeat(size)]);
      return (await send(formOf(chosen, { xsrf }), on, { cookie })).status;
    };
    for (let time = 0; time < 6; time += 1) expect(await sendFiles([100, 100])).toBe(303);
    expect(await sendFiles([101])).toBe(413);
  });

  it('stores nothing of a form whose sender signed in or out after opening the page', async () => {
    const on = await start({ settings: { FEATURE_LIMITS: 'off' } });
    const { cookie, xsrf } = await on.signIn(await on.createUser());
    const form = (fields: Readonly<Record<string, string>>): FormData => formOf([['a', 'a']], fields);
    const asGuest = await send(form({ xsrf }), on);
    expect([asGuest.status, asGuest.text]).toEqual([401, expect.stringContaining('no longer signed in')]);
    for (const fields of [{}, { xsrf: 'guessed' }]) expect((await send(form(fields), on, { cookie })).status).toBe(403);
    await on.app.idle();
    await nothingKept(on);
  });

  it('stores the same bytes for any chunking', { timeout: 60_000 }, async () => {
    const boundary = '----b';
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.uint8Array({ minLength: 1, maxLength: 2000 }),
            fc
              .constantFrom('\r\n------', '\r\n----b', '\r', '\r\n', '------b', '\r\n------b-')
              .map((text) => Buffer.from(text)),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
        async (contents, cuts) => {
          const body = Buffer.concat([
            ...contents.flatMap((content, index) => [
              Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${index}"\r\n`),
              Buffer.from('Content-Type: application/octet-stream\r\n\r\n'),
              content,
              Buffer.from('\r\n'),
            ]),
            Buffer.from(`--${boundary}--\r\n`),
          ]);
          // A browser never chooses a boundary that occurs in a part.
          fc.pre(
            !contents.some((content) => `\r\n${Buffer.from(content).toString('latin1')}`.includes(`\r\n--${boundary}`)),
          );
          const answer = await sendRaw(body, `multipart/form-data; boundary=${boundary}`, cuts);
          const tokens = /of=([\w.-]+)/.exec(answer)?.[1]?.split('.') ?? [];
          expect(tokens).toHaveLength(contents.length);
          for (const [index, token] of tokens.entries())
            expect(await contentOf(token)).toEqual(Buffer.from(contents[index]!));
        },
      ),
      { numRuns: 25 },
    );
  });

  /** Sends the body in chunks of these sizes and returns the response. */
  function sendRaw(body: Buffer, type: string, cuts: readonly number[]): Promise<string> {
    const { port } = new URL(drive.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.setNoDelay(true);
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
        );
        let from = 0;
        const next = (index: number): void => {
          if (from >= body.length) return;
          const to = from + (cuts[index % cuts.length] ?? 1);
          socket.write(body.subarray(from, to), () => next(index + 1));
          from = to;
        };
        next(0);
      });
      let text = '';
      socket.setEncoding('latin1');
      socket.on('data', (data: string) => (text += data));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  }

  it('ignores fields without a file, and shows an error if no field has one', async () => {
    const form = formOf([
      ['', ''],
      ['a.txt', 'a'],
    ]);
    expect(tokensOf(await send(form))).toHaveLength(1);
    const nothing = await send(formOf([['', '']]));
    expect([nothing.status, nothing.text.includes('Choose at least one file.')]).toEqual([400, true]);
  });

  it('shows the page again with the error, and stores nothing', async () => {
    const small = await start({
      settings: { FEATURE_LIMITS: 'off', ANONYMOUS_MAX_BYTES: '100', ANONYMOUS_MAX_FILES: '2' },
    });
    const large = 'x'.repeat(101);
    for (const [files, status, said] of [
      [[['a', large]], 413, 'at most 100 bytes'],
      [
        [
          ['a', 'a'],
          ['b', large],
        ],
        413,
        'at most 100 bytes',
      ],
      [[['a', 'x'.repeat(2_000_000)]], 413, 'at most 200 bytes'],
      [
        [
          ['a', 'a'],
          ['b', 'b'],
          ['c', 'c'],
        ],
        400,
        'At most 2 files',
      ],
      [
        [
          ['a', 'a'],
          ['leer.txt', ''],
        ],
        400,
        '“leer.txt” is empty',
      ],
      [
        [
          ['a', 'a'],
          ['..', 'b'],
        ],
        400,
        'must not be . or ..',
      ],
    ] as const) {
      const sent = await send(formOf(files), small);
      expect([sent.status, sent.location]).toEqual([status, null]);
      expect(sent.text).toContain(said);
      expect(sent.text).toContain('<form id="upload"');
      expect(sent.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(sent.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    await small.app.idle();
    await nothingKept(small);
  });

  it('escapes file names', async () => {
    const { text } = await send(formOf([['<img src=x onerror=alert(1)>.txt', '']]));
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img');
  });

  it.each([
    ['at once', 0, 0],
    ['in the headers of a part', 20, 0],
    ['in the middle of a file', 5000, 9000],
  ])('stores nothing of a form that is interrupted %s', async (_, sentBytes, seenBytes) => {
    const other = await start({ settings: { FEATURE_LIMITS: 'off' } });
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const part = `--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n${'x'.repeat(6000)}`;
    await new Promise<void>((resolve) => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n` +
          part.slice(0, sentBytes),
        () => resolve(),
      );
    });
    if (seenBytes > 0) await expect.poll(() => readUsage(other)).toEqual({ stored: 0, reserved: seenBytes });
    socket.destroy();
    await expect.poll(() => other.logged.filter(({ route }) => route === path)).toHaveLength(1);
    await other.app.idle();
    await nothingKept(other);
  });

  it.each([
    ['without an end', '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc', 400],
    ['of nothing', '', 400],
    ['that is no form', 'hello', 400],
    ['without parts', '--b--\r\n', 400],
    ['with a field only', '--b\r\nContent-Disposition: form-data; name="publicListing"\r\n\r\ntrue\r\n--b--\r\n', 400],
  ])('refuses a form %s', async (_, body, status) => {
    const sent = await send(body, drive, { 'content-type': 'multipart/form-data; boundary=b' });
    expect([sent.status, sent.location]).toEqual([status, null]);
  });

  it('refuses requests that the page’s form cannot send', async () => {
    expect((await send(new URLSearchParams({ files: 'a' }))).status).toBe(415);
    expect((await send('x', drive, { 'content-type': 'multipart/form-data' })).status).toBe(415);
    expect((await send(formOf([['a', 'a']]), drive, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(formOf([['a', 'a']]), drive, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const get = await drive.fetch(path);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await drive.fetch(`${path}/more`, { method: 'POST' })).status).toBe(404);
    const stream = new Blob(['--b--']).stream();
    const chunked = await drive.fetch(path, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(chunked.status).toBe(411);
  });

  it('[P-323] counts in the limit of the endpoints, which refused requests do not consume', async () => {
    const limited = await start({ settings: { ANONYMOUS_MAX_BYTES: '100' } });
    for (let time = 0; time < 6; time += 1) {
      expect((await send(formOf([['a', 'x'.repeat(101)]]), limited)).status).toBe(413);
      expect((await send(formOf([['a', '']]), limited)).status).toBe(400);
    }
    const json = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1 };
    for (let time = 0; time < 2; time += 1) {
      expect((await limited.fetch('/api/public/uploads', { method: 'POST', json })).status).toBe(201);
      expect(
        (
          await send(
            formOf([
              ['a', 'a'],
              ['b', 'b'],
            ]),
            limited,
          )
        ).status,
      ).toBe(303);
    }
    expect((await send(formOf([['a', 'a']]), limited)).status).toBe(303);
    const refused = await send(formOf([['a', 'a']]), limited);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(refused.text).toContain('Too many calls');
    expect((await limited.fetch('/api/public/uploads', { method: 'POST', json })).status).toBe(429);
  });

  it('never exceeds the cap with concurrent forms and calls', async () => {
    const small = await start({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_QUOTA_BYTES: '5000' } });
    const content = 'x'.repeat(1000);
    const json = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1000 };
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        index % 2 === 0
          ? (await send(formOf([['a', content]]), small)).status
          : (await small.fetch('/api/public/uploads', { method: 'POST', json })).status,
      ),
    );
    // The order of the requests, and so which of them fit, is random.
    for (const status of answers) expect([201, 303, 409]).toContain(status);
    expect(answers).toContain(409);
    const { stored, reserved } = await readUsage(small);
    expect(stored + reserved).toBeLessThanOrEqual(5000);
    expect(stored).toBe(1000 * answers.filter((status) => status === 303).length);
    expect(reserved).toBe(1000 * answers.filter((status) => status === 201).length);
  });

  it('is refused if anonymous uploads are off or a captcha needs a script', async () => {
    const off = await start({ settings: { ANONYMOUS_UPLOADS: 'off' } });
    expect((await send(formOf([['a', 'a']]), off)).status).toBe(403);
    const altcha = await start({ settings: { CAPTCHA: 'altcha' } });
    for (let time = 0; time < 5; time += 1) expect((await send(formOf([['a', 'a']]), altcha)).status).toBe(400);
    expect((await send(formOf([['a', 'a']]), altcha)).status).toBe(429);
    await nothingKept(altcha);
  });

  it('frees its reservation if storing fails, and shows the error', async () => {
    let isBroken = true;
    const broken = await start({
      settings: { FEATURE_LIMITS: 'off' },
      blobs: (disk) =>
        overriding(disk, {
          adopt: (...how) => (isBroken ? Promise.reject(new Error('the disk is gone')) : disk.adopt(...how)),
        }),
    });
    const sent = await send(
      formOf([
        ['a', 'a'],
        ['b', 'b'],
      ]),
      broken,
    );
    expect([sent.status, sent.text.includes('Something went wrong')]).toEqual([500, true]);
    expect(sent.text).not.toContain('the disk is gone');
    expect(broken.logged.some(({ event }) => event === 'upload form failed')).toBe(true);
    await nothingKept(broken);
    isBroken = false;
    expect((await send(formOf([['a', 'a']]), broken)).status).toBe(303);
  });

  it('leaves no file and no reservation if the server dies while it receives one', async () => {
    const other = await start({ settings: { FEATURE_LIMITS: 'off' } });
    const { port } = new URL(other.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n` +
        `--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n${'x'.repeat(6000)}`,
    );
    await expect.poll(() => readUsage(other)).toEqual({ stored: 0, reserved: 9000 });
    await other.restart();
    socket.destroy();
    other.clock.advance(25 * 3_600_000);
    await other.jobs.runNow('uploads.expire');
    await nothingKept(other);
  });
});

describe('the page of links', () => {
  it('shows nothing about files that are not anonymous', async () => {
    const user = await drive.createUser();
    const json = { fileName: 'own.txt', contentType: 'text/plain', fileSizeBytes: 1, autoShare: true };
    const own = (await (await drive.fetch('/api/uploads', { method: 'POST', key: user.key, json })).json()) as {
      shareToken: string;
      uploadUrl: string;
    };
    await fetch(own.uploadUrl, { method: 'PUT', body: 'x' });
    for (const of of [own.shareToken, '', 'unknown', '...', '%00', '<b>']) {
      const response = await drive.fetch(`/upload/links?of=${of}`);
      const html = await response.text();
      expect([of, response.status, html.includes('own.txt'), html.includes('Nothing there')]).toEqual([
        of,
        404,
        false,
        true,
      ]);
    }
  });
});
