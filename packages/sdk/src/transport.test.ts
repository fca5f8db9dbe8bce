import { afterEach, describe, expect, it } from 'vitest';
import { cut, json, refusal, scriptedServer, type Step } from '../test/scripted-server.ts';
import { DriveClient, DriveError } from './index.ts';

const me = { id: 'x', email: 'ada@example.com' };
const ok = json(200, me);
const reservation = { sessionId: 's', fileId: 'f', uploadUrl: 'u', directUrl: null, shareToken: null, shortUrl: null };
const upload = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 };

let close = async (): Promise<void> => {};
afterEach(() => close());

async function serve(...steps: Step[]) {
  const server = await scriptedServer(...steps);
  close = server.close;
  return { ...server, client: new DriveClient({ baseUrl: server.url, apiKey: 'svc_test', maxRetries: 2 }) };
}

async function failure(call: Promise<unknown>): Promise<DriveError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DriveError)) throw new Error(`expected a DriveError, got ${String(error)}`);
  return error;
}

describe('a call', () => {
  it('sends the key, and answers what the server answers', async () => {
    const { client, seen } = await serve(ok);
    expect(await client.account.me()).toEqual(me);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/me', headers: { authorization: 'Bearer svc_test' } });
  });

  it('keeps the path prefix of the server', async () => {
    const { url, seen } = await serve(ok);
    await new DriveClient({ baseUrl: `${url}/drive/`, apiKey: 'svc_test' }).account.me();
    expect(seen[0]?.url).toBe('/drive/api/me');
  });

  it('encodes what goes into the path', async () => {
    const { client, seen } = await serve(ok);
    await client.public.resolveShare('a/b?c');
    expect(seen[0]?.url).toBe('/api/public/share/a%2Fb%3Fc');
  });

  it('refuses an address that can be none', () => {
    expect(() => new DriveClient({ baseUrl: 'drive.example.com' })).toThrow(/baseUrl must be/);
  });
});

describe('a failed call', () => {
  it('throws what the server said, field by field', async () => {
    const { client } = await serve(
      json(
        400,
        {
          code: 'validation_failed',
          message: 'Mend it.',
          errors: [{ field: 'name', message: 'must not be blank', code: 'custom' }],
        },
        { 'x-request-id': 'r1' },
      ),
    );
    const error = await failure(client.files.createFolder({ name: '' }));
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 400,
      requestId: 'r1',
      issues: [{ field: 'name' }],
    });
    expect(error.message).toBe('Mend it. (name must not be blank)');
  });

  it('says so when what answers is no Drive server', async () => {
    const { client } = await serve((response) => void response.writeHead(404).end('<html>'));
    expect(await failure(client.account.me())).toMatchObject({ code: 'unexpected_answer', status: 404 });
  });

  it('names the address that could not be reached', async () => {
    const { client, url, close: end } = await serve(ok);
    await end();
    close = async () => {};
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error.code).toBe('network_error');
    expect(error.message).toContain(url);
  });

  it('is a timeout when nobody answers in time', async () => {
    const { client } = await serve(() => {});
    expect(await failure(client.account.me({ timeoutMs: 50, maxRetries: 0 }))).toMatchObject({ code: 'timeout' });
  });

  it('is aborted when the caller asks for it', async () => {
    const stop = new AbortController();
    const { client } = await serve(() => stop.abort());
    expect(await failure(client.account.me({ signal: stop.signal }))).toMatchObject({ code: 'aborted' });
  });
});

describe('retries', () => {
  it('tries a read again when the connection is cut or the server is in trouble', async () => {
    const { client, seen } = await serve(cut, refusal(503, 'unavailable'), ok);
    expect(await client.account.me()).toEqual(me);
    expect(seen).toHaveLength(3);
  });

  it('does not wait for the rate limit to be full again when the server is only in trouble', async () => {
    const { client } = await serve(refusal(503, 'unavailable', { 'x-ratelimit-reset': '60' }), ok);
    expect(await client.account.me({ timeoutMs: 5000 })).toEqual(me);
  });

  it('gives up after maxRetries', async () => {
    const { client, seen } = await serve(refusal(503, 'unavailable'));
    expect(await failure(client.account.me({ maxRetries: 1 }))).toMatchObject({
      code: 'unavailable',
      requestId: 'the-request',
    });
    expect(seen).toHaveLength(2);
  });

  it('sends a creating call again under the same Idempotency-Key', async () => {
    const { client, seen } = await serve(cut, json(201, reservation));
    expect(await client.uploads.create(upload)).toEqual(reservation);
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
    expect(seen[1]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
  });

  it('never repeats a call whose answer is shown only once', async () => {
    const { client, seen } = await serve(cut);
    expect(await failure(client.apiKeys.create())).toMatchObject({ code: 'network_error' });
    expect(seen).toHaveLength(1);
  });

  it('waits as long as the rate limit says, for any call, since nothing was done', async () => {
    const { client, seen } = await serve(
      refusal(429, 'rate_limited', { 'retry-after': '0' }),
      json(201, { rawKey: 'svc_new' }),
    );
    expect(await client.apiKeys.create()).toMatchObject({ rawKey: 'svc_new' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['the limit of a single feature', refusal(429, 'too_many_requests', { 'retry-after': '1' }), 'too_many_requests'],
    ['a wait of minutes', refusal(429, 'rate_limited', { 'retry-after': '600' }), 'rate_limited'],
    ['a file that is too large', refusal(413, 'payload_too_large', { 'x-ratelimit-reset': '1' }), 'payload_too_large'],
    ['a conflict', refusal(409, 'name_conflict'), 'name_conflict'],
  ])('does not repeat what will not get better: %s', async (_, step, code) => {
    const { client, seen } = await serve(step);
    expect(await failure(client.files.createFolder({ name: 'a' }))).toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });
});

describe('a list', () => {
  const page = (number: number) =>
    json(200, { files: [{ id: `${number}` }], pagination: { currentPage: number, totalItems: 3, totalPages: 3 } });

  it('is the page asked for when it is awaited', async () => {
    const { client, seen } = await serve(page(2));
    expect(await client.files.list({ page: 2 })).toMatchObject({ items: [{ id: '2' }], pagination: { totalPages: 3 } });
    expect(seen[0]?.url).toBe('/api/files?page=2');
  });

  it('is every item from that page on when it is iterated', async () => {
    const { client, seen } = await serve(page(1), page(2), page(3));
    const ids: string[] = [];
    for await (const item of client.files.list({ limit: 1 })) ids.push(item.id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(seen).toHaveLength(3);
  });

  it('fetches no page that nobody gets to', async () => {
    const { client, seen } = await serve(page(1));
    for await (const item of client.files.list()) {
      expect(item.id).toBe('1');
      break;
    }
    expect(seen).toHaveLength(1);
  });
});

describe('sending bytes by PUT', () => {
  const status = json(200, { sessionId: 's', status: 'COMPLETE', fileId: 'f', fileName: 'a.txt' });
  const session = (url: string) => ({ ...reservation, uploadUrl: `${url}/files/uploads/s` });

  it('sends them with their length, and no key', async () => {
    const { client, url, seen } = await serve(status);
    await client.uploads.put(session(url), new Blob(['hello']));
    expect(seen[0]).toMatchObject({ method: 'PUT', body: 'hello', headers: { 'content-length': '5' } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('sends them again when the connection is cut', async () => {
    const { client, url, seen } = await serve(cut, status);
    expect(await client.uploads.put(session(url), new Blob(['hello']))).toMatchObject({ status: 'COMPLETE' });
    expect(seen).toHaveLength(2);
  });

  it('takes a lost answer for what it was', async () => {
    const { client, url, seen } = await serve(cut, refusal(409, 'upload_already_complete'), status);
    expect(await client.uploads.put(session(url), new Blob(['hello']))).toMatchObject({ status: 'COMPLETE' });
    expect(seen.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });

  it('says at once what can not be mended', async () => {
    const { client, url } = await serve(refusal(410, 'upload_session_expired'));
    expect(await failure(client.uploads.put(session(url), new Blob(['hello'])))).toMatchObject({
      code: 'upload_session_expired',
    });
  });
});
