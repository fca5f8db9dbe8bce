import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle, gzipBytes, type Bundle } from '../test/bundle.ts';
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

/** The rows of the table of sizes in the guide. */
const sizes = [
  ...readFileSync(new URL('../../../docs/sdk.md', import.meta.url), 'utf8').matchAll(
    /^\| `(export .*)` +\| +([\d.]+) kB \|$/gm,
  ),
].map(([, program = '', most = '']) => [program, Number(most)] as const);

describe('the bundle for browsers', () => {
  it('has a table of sizes', () => {
    expect(sizes.length).toBeGreaterThan(3);
  });

  it.each(sizes)('of %s is at most %s kB', async (program, most) => {
    const { files } = await bundle(program, ['browser']);
    expect(gzipBytes([...files.values()].join('')) / 1000).toBeLessThanOrEqual(most);
  });

  it('imports nothing, and is below 32 KiB with everything in it', () => {
    expect(browser.externals).toEqual([]);
    const text = [...browser.files.values()].join('');
    expect(text).not.toContain('node:http');
    expect(gzipBytes(text)).toBeLessThan(32 * 1024);
  });

  it.each([
    ['DriveClient', 28 * 1024],
    ['uploadWithGrant', 9000],
  ])('for a page that imports only %s loads at most %d bytes gzipped at first', async (name, most) => {
    const { files } = await bundle(`export { ${name} } from '@drive/sdk';`, ['browser']);
    const later = [...files.values()].flatMap((text) =>
      [...text.matchAll(/\bimport\(\s*["'`]\.\/([^"'`]+)/g)].map(([, file = '']) => file),
    );
    const loaded = [...files].filter(([file]) => !later.includes(file)).map(([, text]) => gzipBytes(text));
    expect(loaded.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(most);
  });
});
