import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle, weigh, type Bundle } from '../test/bundle.ts';
import { startScene } from '../test/drive-behind-proxy.ts';
import type * as Sdk from './index.ts';

const edgeConditions = ['edge-light', 'workerd', 'worker'];

/** Globals of every edge runtime, and nothing else: no process, no Buffer, no require, no XMLHttpRequest. */
const webGlobals = {
  AbortController,
  AbortSignal,
  Blob,
  DOMException,
  File,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  WritableStream,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone,
};

const whole = "export * from '@drive/sdk';";
let made: Bundle;
let browser: Bundle;

beforeAll(async () => {
  const program = "import * as sdk from '@drive/sdk'; globalThis.sdk = sdk;";
  made = await bundle(program, edgeConditions, 'iife');
  browser = await bundle(whole, ['browser']);
});

function onEdge(): { readonly sdk: typeof Sdk } {
  const context = createContext({ ...webGlobals });
  runInContext(made.files.get('index.mjs') ?? '', context);
  return context as unknown as { sdk: typeof Sdk };
}

describe('on an edge runtime', () => {
  it('needs only web globals', () => {
    expect(made.externals).toEqual([]);
  });

  it('does everything that needs no file system', async () => {
    const { user, proxy } = await startScene();
    const { sdk } = onEdge();
    const client = new sdk.DriveClient({ baseUrl: proxy.url, apiKey: user.key });
    const folder = await client.files.createFolder({ name: 'Photos' });
    for (const resumable of [false, true]) {
      const { fileId } = await client.uploads.upload(new Blob(['hello']), {
        name: 'a.txt',
        resumable,
        parentId: folder.id,
      });
      expect(await (await client.files.download(fileId)).text()).toBe('hello');
    }
    const streamed = await client.uploads.upload(new Blob(['streamed']).stream(), { name: 'b.txt' });
    const { shareToken } = await client.shares.create(streamed.fileId);
    const share = await client.public.open(shareToken);
    expect(await (await share.download()).text()).toBe('streamed');
    const names: string[] = [];
    for await (const { name } of client.files.list({ parentId: folder.id, limit: 1 })) names.push(name);
    expect(names).toHaveLength(2);
    const { response } = await client.account.me().withResponse();
    expect(response.status).toBe(200);
  });

  it('throws its own error classes', async () => {
    const { user, proxy } = await startScene();
    const { sdk } = onEdge();
    const client = new sdk.DriveClient({ baseUrl: proxy.url, apiKey: user.key });
    const thrown: unknown = await client.files.get(crypto.randomUUID()).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(sdk.NotFoundError);
    expect(() => sdk.browserResumeStore()).toThrow(/no localStorage/);
  });
});

/** The rows of the table of sizes in the guide, in kB: what a page loads at first, and with what it loads when needed. */
const sizes = [
  ...readFileSync(new URL('../../../docs/sdk.md', import.meta.url), 'utf8').matchAll(
    /^\| `(import .*)` +\| +([\d.]+) kB \| +([\d.]+) kB \|$/gm,
  ),
].map(([, program = '', first = '', all = '']) => [program, Number(first), Number(all)] as const);

describe('the bundle for browsers', () => {
  it('has a table of sizes', () => {
    expect(sizes.length).toBeGreaterThan(4);
  });

  it.each(sizes)('of %s is at most %s kB at first, and %s kB in all', async (program, most, mostInAll) => {
    const { first, all } = await weigh(program);
    expect(first / 1000).toBeLessThanOrEqual(most);
    expect(all / 1000).toBeLessThanOrEqual(mostInAll);
  });

  it('imports nothing of Node, and nothing of other packages', () => {
    expect(browser.externals).toEqual([]);
    expect([...browser.files.values()].join('')).not.toContain('node:http');
  });

  it.each([
    ['DriveClient', 27 * 1024],
    ['uploadWithGrant', 9 * 1024],
  ])('for a page that uses only %s loads at most %d bytes gzipped at first', async (name, most) => {
    expect((await weigh(`import { ${name} } from '@drive/sdk';`)).first).toBeLessThanOrEqual(most);
  });
});
