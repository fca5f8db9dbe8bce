import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { uploadWithGrant, type DriveEvent } from '../index.ts';
import { sign } from '../webhooks/index.ts';
import { createUploadHandler, toNodeHandler, type NodeHandler } from './index.ts';

const secret = 'a'.repeat(64);
const url = 'http://app.example/api/upload';
const asked = (headers: Record<string, string> = {}): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ fileName: 'a.txt' }),
  });

const event = (type: string): string =>
  JSON.stringify({ id: 'evt_1', type, created: 1, data: { file_id: 'f', grant_data: 'user 42' } });
const delivery = async (body: string, withSecret = secret): Promise<Request> =>
  new Request(url, { method: 'POST', body, headers: { ...(await sign(body, withSecret)) } });

async function listen(handler: NodeHandler): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/upload`;
}

describe('createUploadHandler', () => {
  it('gives a grant to those whom authorize admits', async () => {
    const { client, proxy } = await startScene();
    const handle = createUploadHandler({
      client,
      authorize: async (request) =>
        request.headers.get('cookie') === 'user=42'
          ? { data: 'user 42', maxFileBytes: 10, metadata: { name: (await request.clone().json()).fileName } }
          : null,
    });
    const refused = await handle(asked());
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'authentication_required' }]);
    const answer = await handle(asked({ cookie: 'user=42' }));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const body = (await answer.json()) as { token: string; baseUrl: string };
    expect(body).toEqual({ token: expect.stringMatching(/^upg_/), baseUrl: proxy.url, expiresAt: expect.any(String) });
    const [grant] = (await client.uploadGrants.list()).items;
    expect(grant).toMatchObject({ data: 'user 42', maxFileBytes: 10, metadata: { name: 'a.txt' } });
    expect((await handle(new Request(url))).status).toBe(405);
    // As a form of a page of another site sends it, with the cookies of the user.
    const foreign = await handle(asked({ cookie: 'user=42', 'content-type': 'text/plain' }));
    expect([foreign.status, (await client.uploadGrants.list()).items]).toEqual([415, [grant]]);
  });

  it('verifies webhooks, and hands over completed uploads', async () => {
    const { client } = await startScene();
    const completed: DriveEvent<'upload.completed'>[] = [];
    const handle = createUploadHandler({
      client,
      authorize: () => null,
      onUploadCompleted: (each) => void completed.push(each),
      webhookSecret: secret,
    });
    expect((await handle(await delivery(event('upload.completed')))).status).toBe(204);
    expect((await handle(await delivery(event('file.created')))).status).toBe(204);
    expect(completed.map(({ data }) => data.grant_data)).toEqual(['user 42']);
    const forged = await handle(await delivery(event('upload.completed'), 'b'.repeat(64)));
    expect([forged.status, (await forged.json()).code]).toEqual([400, 'signature_mismatch']);
    const without = createUploadHandler({ client, authorize: () => null });
    expect((await without(await delivery(event('upload.completed')))).status).toBe(400);
    expect(completed).toHaveLength(1);
  });
});

describe('toNodeHandler', () => {
  it('serves a page whose users upload', async () => {
    const { client } = await startScene();
    const handle = createUploadHandler({
      client,
      authorize: (request) => (request.headers.get('authorization') === 'Bearer user' ? { tags: ['in'] } : null),
    });
    const endpoint = await listen(toNodeHandler(handle));
    const file = new File(['hello'], 'a.txt');
    expect(await failure(uploadWithGrant(file, { endpoint }))).toMatchObject({ code: 'authentication_required' });
    const { fileId } = await uploadWithGrant(file, { endpoint, headers: { authorization: 'Bearer user' } });
    expect((await client.files.get(fileId)).tags).toEqual(['in']);
  });

  it('passes headers, method and body on, and answers what the handler answers', async () => {
    const endpoint = await listen(
      toNodeHandler(async (request) => new Response(`${request.method} ${await request.text()}`, { status: 202 })),
    );
    const answer = await fetch(endpoint, { method: 'POST', body: 'bytes' });
    expect([answer.status, await answer.text()]).toEqual([202, 'POST bytes']);
    const long = await fetch(endpoint, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect(long.status).toBe(413);
  });

  it('uses what a framework has parsed, and hands errors on', async () => {
    const handle = toNodeHandler(async (request) => {
      throw new Error(`no ${await request.text()}`);
    });
    const request = {
      method: 'POST',
      url: '/x',
      headers: { host: 'app' },
      body: { a: 1 },
      async *[Symbol.asyncIterator]() {},
    };
    const response = { once: () => undefined, writableFinished: true, writeHead: () => ({ end: () => undefined }) };
    const errors: unknown[] = [];
    await handle(request, response, (error) => errors.push(error));
    expect(errors).toMatchObject([{ message: 'no {"a":1}' }]);
    let isHijacked = false;
    const reply = { raw: response, hijack: () => (isHijacked = true) };
    await handle({ raw: { ...request, body: undefined }, body: Buffer.from('raw') }, reply, (error) =>
      errors.push(error),
    );
    expect([isHijacked, errors.at(-1)]).toMatchObject([true, { message: 'no raw' }]);
  });
});
