import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askBySdk } from './ask-by-sdk.ts';
import { createPlainFeed } from './plain-feed.ts';
import type { AskForChanges } from './remote-watch.ts';

let status: number;
let body: string;
const server = createServer((_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { signal } = new AbortController();

it.each<[string, () => AskForChanges]>([
  ['the SDK', () => askBySdk(new DriveClient({ baseUrl: url(), apiKey: `svc_${'k'.repeat(40)}` }), () => undefined)],
  ['the process that waits', () => createPlainFeed({ url: `${url()}/api/changes`, headers: {} })],
])('%s begins a run when the server refuses, and asks again when it or a proxy fails', async (_name, create) => {
  const ask = create();
  const answerTo = async (code: number, text: string): Promise<unknown> => {
    [status, body] = [code, text];
    return ask('cursor', 0, signal).catch(() => 'asks again');
  };
  const refusal = JSON.stringify({ status: 0, error: '', code: 'validation_failed', message: 'No.', timestamp: '' });
  for (const code of [400, 401, 403, 404, 410])
    expect([code, await answerTo(code, refusal)]).toEqual([code, undefined]);
  for (const code of [408, 425, 429, 500, 503])
    expect([code, await answerTo(code, refusal)]).toEqual([code, 'asks again']);
  for (const text of ['<h1>Not Found</h1>', '{}', 'null']) expect(await answerTo(404, text)).toBe('asks again');
  expect(await answerTo(200, JSON.stringify({ changes: [], cursor: 'next', hasMore: false }))).toBe('next');
});
