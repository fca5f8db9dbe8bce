import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dayMs, minuteMs, secondMs } from '@drive/base';
import type { Item, UploadReservation } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterAll(() => drive.close());

const codeOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

async function upload(
  bytes: Uint8Array<ArrayBuffer>,
  fileName = 'file.bin',
  contentType = 'application/octet-stream',
): Promise<string> {
  const json = { fileName, contentType, fileSizeBytes: bytes.length };
  const reserved = (await (
    await drive.fetch('/api/uploads', { method: 'POST', key: user.key, json })
  ).json()) as UploadReservation;
  const sent = await drive.fetch(reserved.uploadUrl, { method: 'PUT', body: bytes });
  expect(sent.status).toBe(200);
  return reserved.fileId;
}
async function addressOf(fileId: string, query = ''): Promise<string> {
  const answer = await drive.fetch(`/api/files/${fileId}/download-url${query}`, { key: user.key });
  return ((await answer.json()) as { downloadUrl: string }).downloadUrl;
}
async function share(fileId: string): Promise<string> {
  const answer = await drive.fetch(`/api/files/${fileId}/share`, { method: 'POST', key: user.key });
  return ((await answer.json()) as { shareToken: string }).shareToken;
}
/** The signed address behind the Download link of a share's page. */
async function addressThrough(token: string): Promise<string> {
  const answer = await drive.fetch(`/share/${token}/download`);
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}
async function countOf(fileId: string): Promise<number> {
  await drive.drain();
  return ((await (await drive.fetch(`/api/files/${fileId}`, { key: user.key })).json()) as Item).downloadCount;
}
const bodyOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

const small = randomBytes(1000) as Uint8Array<ArrayBuffer>;

describe('a download', () => {
  it.each(['text', 'text/html\r\nX-Evil: 1', '\u00e4/b', 'x'.repeat(255)])(
    'has type application/octet-stream if the upload states %j',
    async (contentType) => {
      const answer = await drive.fetch(await addressOf(await upload(small, 'odd', contentType)));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
      expect(answer.headers.get('x-evil')).toBeNull();
    },
  );

  it.each([1, 1000, 256 * 1024 + 1, 5 * 1024 * 1024 + 3])(
    '[P-228] of %d bytes returns exactly the uploaded bytes',
    async (size) => {
      const bytes = randomBytes(size) as Uint8Array<ArrayBuffer>;
      const answer = await drive.fetch(await addressOf(await upload(bytes, `größe ${size}.bin`)));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-length': String(size),
        'accept-ranges': 'bytes',
        etag: `"${sha256}"`,
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="gro_e ${size}.bin"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20${size}.bin`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox;/) as string,
      });
      expect(
        createHash('sha256')
          .update(await bodyOf(answer))
          .digest('hex'),
      ).toBe(sha256);
    },
  );

  it('[P-222] answers HEAD like GET, without the bytes', async () => {
    const answer = await drive.fetch(await addressOf(await upload(small)), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), (await bodyOf(answer)).length]).toEqual([
      200,
      '1000',
      0,
    ]);
  });

  it('[P-220] needs no credential and ignores any', async () => {
    const answer = await drive.fetch(await addressOf(await upload(small)), {
      headers: { authorization: 'Bearer svc_wrong' },
    });
    expect(answer.status).toBe(200);
  });

  it('[P-214] is shown inline with a media type that runs no script', async () => {
    const id = await upload(small, 'page.html', 'text/html');
    const shown = await drive.fetch(await addressOf(id, '?inline=true'));
    expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')?.slice(0, 6)]).toEqual([
      'text/plain; charset=utf-8',
      'inline',
    ]);
    const saved = await drive.fetch(await addressOf(id, '?inline=false'));
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
  });
});

describe('a stored type that is not valid in a header', () => {
  it.each(['text/html\r\nset-cookie: a=b', 'text/plain; name=\u20ac', 'image/png, text/html', 'nonsense', ''])(
    '(%j) is sent as application/octet-stream',
    async (type) => {
      const id = await upload(small, 'page.html');
      await drive.database.write((tx) =>
        tx.updateTable('items').set({ mime_type: type }).where('id', '=', id).execute(),
      );
      const saved = await drive.fetch(await addressOf(id));
      expect([saved.status, saved.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
      expect(saved.headers.getSetCookie()).toEqual([]);
      const shown = await drive.fetch(await addressOf(id, '?inline=true'));
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-type')).toMatch(/^(application\/octet-stream|text\/plain; charset=utf-8)$/);
      expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    },
  );
});

describe('a part of a file', () => {
  it('[P-223] has a Content-Range', async () => {
    const answer = await drive.fetch(await addressOf(await upload(small)), { headers: { range: 'bytes=10-19' } });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      'bytes 10-19/1000',
      '10',
    ]);
    expect(await bodyOf(answer)).toEqual(Buffer.from(small.subarray(10, 20)));
  });

  it('is correct at any position of a large file', async () => {
    const bytes = randomBytes(3 * 1024 * 1024) as Uint8Array<ArrayBuffer>;
    const address = await addressOf(await upload(bytes));
    for (const [start, end] of [
      [1, 2_000_000],
      [1_048_575, 1_048_577],
      [2_500_000, 3_145_727],
    ] as const) {
      const answer = await drive.fetch(address, { headers: { range: `bytes=${start}-${end}` } });
      expect(Buffer.compare(await bodyOf(answer), Buffer.from(bytes.subarray(start, end + 1)))).toBe(0);
    }
  });

  it('answers 416 outside the file', async () => {
    const answer = await drive.fetch(await addressOf(await upload(small)), { headers: { range: 'bytes=1000-' } });
    expect(answer.headers.get('content-range')).toBe('bytes */1000');
    expect(await codeOf(answer)).toEqual([416, 'range_not_satisfiable']);
  });

  it('[P-224] answers the complete file if the client’s first part is of another version', async () => {
    const address = await addressOf(await upload(small));
    const etag = (await drive.fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
    const ask = async (ifRange: string): Promise<number> =>
      (await drive.fetch(address, { headers: { range: 'bytes=1-', 'if-range': ifRange } })).status;
    expect([await ask(etag), await ask('"another"'), await ask(`W/${etag}`)]).toEqual([206, 200, 200]);
  });

  it('answers 304 if the client already has it', async () => {
    const address = await addressOf(await upload(small));
    const etag = (await drive.fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect((await drive.fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await drive.fetch(address, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
  });
});

describe('a signed URL', () => {
  it('[P-221] expires after 15 minutes', async () => {
    const address = await addressOf(await upload(small));
    drive.clock.advance(15 * minuteMs - secondMs);
    expect((await drive.fetch(address)).status).toBe(200);
    drive.clock.advance(secondMs);
    expect(await codeOf(await drive.fetch(address))).toEqual([403, 'access_denied']);
  });

  it('is invalid if one character is changed', async () => {
    const address = new URL(await addressOf(await upload(small)));
    const [, , , token = '', name] = address.pathname.split('/');
    for (let index = 0; index < token.length; index += 7) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      const answer = await drive.fetch(`/files/d/${changed}/${name}`);
      expect(await codeOf(answer)).toEqual([403, 'access_denied']);
    }
  });

  it('ignores the file name in the path', async () => {
    const address = await addressOf(await upload(small));
    expect((await drive.fetch(address.replace(/[^/]+$/, 'other'))).status).toBe(200);
  });

  it('[P-215] is refused for items of others (403) and unknown items (404)', async () => {
    const other = await drive.createUser();
    const id = await upload(small);
    const ask = async (file: string): Promise<[number, string]> =>
      codeOf(await drive.fetch(`/api/files/${file}/download-url`, { key: other.key }));
    expect(await ask(id)).toEqual([403, 'access_denied']);
    expect(await ask('00000000-0000-4000-8000-000000000000')).toEqual([404, 'file_not_found']);
    expect(await ask('nonsense')).toEqual([404, 'file_not_found']);
  });

  it('is not issued for a folder', async () => {
    const made = await drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json: { name: 'Folder' } });
    const { id } = (await made.json()) as Item;
    expect(await codeOf(await drive.fetch(`/api/files/${id}/download-url`, { key: user.key }))).toEqual([
      404,
      'file_not_found',
    ]);
  });

  it('[P-156] is issued at most 30 times a minute for one file and caller', async () => {
    const id = await upload(small);
    for (let count = 0; count < 30; count++) await addressOf(id);
    const refused = await drive.fetch(`/api/files/${id}/download-url`, { key: user.key });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await codeOf(refused)).toEqual([429, 'too_many_requests']);
    expect((await drive.fetch(await addressOf(await upload(small)))).status).toBe(200);
    drive.clock.advance(minuteMs);
    expect((await drive.fetch(`/api/files/${id}/download-url`, { key: user.key })).status).toBe(200);
  });
});

describe('counting', () => {
  it('[P-240] happens once per URL, after the last byte', async () => {
    const id = await upload(small);
    const [first, second] = [await addressOf(id), await addressOf(id)];
    for (const address of [first, first, second]) await bodyOf(await drive.fetch(address));
    expect(await countOf(id)).toBe(2);
  });

  it('leaves out HEAD, a range from the beginning, and inline content', async () => {
    const id = await upload(small);
    const address = await addressOf(id);
    await drive.fetch(address, { method: 'HEAD' });
    await bodyOf(await drive.fetch(address, { headers: { range: 'bytes=0-499' } }));
    await bodyOf(await drive.fetch(await addressOf(id, '?inline=true')));
    expect(await countOf(id)).toBe(0);
    await bodyOf(await drive.fetch(address, { headers: { range: 'bytes=500-' } }));
    expect(await countOf(id)).toBe(1);
  });

  it('[P-247] leaves out an aborted download', async () => {
    const id = await upload(randomBytes(30 * 1024 * 1024));
    const { hostname, port, pathname } = new URL(await addressOf(id));
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    expect(await countOf(id)).toBe(0);
  });

  it('forgets a URL a week after its expiry', async () => {
    const id = await upload(small);
    await bodyOf(await drive.fetch(await addressOf(id)));
    await drive.drain();
    const counted = async (): Promise<number> =>
      (await drive.database.reader.selectFrom('counted_downloads').select('nonce').execute()).length;
    expect(await counted()).toBeGreaterThan(0);
    drive.clock.advance(8 * dayMs);
    await drive.drain();
    expect(await counted()).toBe(0);
  });
});

describe('through a share', () => {
  it('sends a visitor the bytes and publishes events to the owner', async () => {
    const id = await upload(small, 'shared.bin');
    const token = await share(id);
    expect(await bodyOf(await drive.fetch(await addressThrough(token)))).toEqual(Buffer.from(small));
    expect(await countOf(id)).toBe(1);
    const events = await drive.database.reader
      .selectFrom('events')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute();
    expect(events.map(({ type, data }) => [type, JSON.parse(data) as unknown])).toContainEqual([
      'share.download.anonymous',
      {
        share_token: token,
        share_name: 'shared.bin',
        file_id: id,
        file_name: 'shared.bin',
        occurred_at: expect.any(String) as string,
      },
    ]);
  });

  it('[P-233] ends at once when the share is revoked, and a new share does not bring it back', async () => {
    const id = await upload(small);
    const address = await addressThrough(await share(id));
    await drive.fetch(`/api/files/${id}/share`, { method: 'DELETE', key: user.key });
    expect(await codeOf(await drive.fetch(address))).toEqual([403, 'access_denied']);
    await share(id);
    expect(await codeOf(await drive.fetch(address))).toEqual([403, 'access_denied']);
  });

  it('answers 404 if there is no such share', async () => {
    expect(await codeOf(await drive.fetch('/share/nothing/download'))).toEqual([404, 'share_not_found']);
  });

  it('redirects known command-line programs from the short link to the bytes, and browsers and bots to the page', async () => {
    const id = await upload(small);
    await share(id);
    const answer = await drive.fetch(`/api/files/${id}/share`, { method: 'POST', key: user.key });
    const { shortUrl } = (await answer.json()) as { shortUrl: string };
    const follow = (headers: Record<string, string>): Promise<Response> =>
      drive.fetch(shortUrl, { headers, redirect: 'follow' });
    expect(await bodyOf(await follow({ 'user-agent': 'curl/8.9.1', accept: '*/*' }))).toEqual(Buffer.from(small));
    for (const headers of [
      { 'user-agent': 'Mozilla/5.0', accept: 'text/html' },
      { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' },
    ]) {
      expect((await follow(headers)).headers.get('content-type')).toMatch(/^text\/html/);
    }
    expect(await countOf(id)).toBe(1);
  });
});
