import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, launchChromium } from '../../server/test/browser/chromium.ts';
import { bundle } from '../test/bundle.ts';
import { MiB, someBytes, startScene, type Scene } from '../test/drive-behind-proxy.ts';
import type * as Sdk from './index.ts';

let browser: Browser;
let script: string;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  const program = "import * as sdk from '@drive/sdk'; globalThis.sdk = sdk; document.title = 'ready';";
  script = (await bundle(program, ['browser'])).files.get('index.mjs') ?? '';
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Globals of the page's script. */
declare const sdk: typeof Sdk;

const html = '<!doctype html><title>page</title><input type="file"><script type="module" src="/page.mjs"></script>';

/** A page of the server itself, with the SDK as a bundler makes it. */
async function openPage({ proxy }: Scene): Promise<Page> {
  const send = (type: string, body: string) => ({
    answer: (response: import('node:http').ServerResponse) =>
      void response.writeHead(200, { 'content-type': type }).end(body),
  });
  proxy.fault = ({ path }) => {
    if (path === '/page') return send('text/html', html);
    return path === '/page.mjs' ? send('text/javascript', script) : undefined;
  };
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${proxy.url}/page`);
  await page.waitForFunction(() => document.title === 'ready');
  return page;
}

async function signIn(page: Page, { user }: Scene): Promise<void> {
  await page.evaluate(async ({ email, password }) => {
    await new sdk.DriveClient().auth.login({ email, password });
  }, user);
}

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  it('signs in with a session and manages files with it', async () => {
    const scene = await startScene();
    const page = await openPage(scene);
    await signIn(page, scene);
    const seen = await page.evaluate(async () => {
      const client = new sdk.DriveClient();
      const folder = await client.files.createFolder({ name: 'Photos' });
      const shares: number[] = [];
      const { fileId } = await client.uploads.upload(new File(['hello'], 'a.txt', { type: 'text/plain' }), {
        parentId: folder.id,
        onProgress: ({ bytes, total }) => void shares.push(bytes / total),
      });
      const stream = new Blob(['streamed']).stream();
      await client.uploads.upload(stream, { name: 'b.txt', parentId: folder.id });
      const { items } = await client.files.list({ parentId: folder.id });
      const { response } = await client.account.me().withResponse();
      const error = await client.files.createFolder({ name: 'Photos' }).catch((thrown: unknown) => thrown);
      return {
        names: items.map(({ name }) => name),
        text: await (await client.files.download(fileId)).text(),
        requestId: response.headers.get('x-request-id'),
        last: shares.at(-1),
        isConflict: error instanceof sdk.ConflictError,
      };
    });
    expect(seen).toEqual({
      names: ['a.txt', 'b.txt'],
      text: 'hello',
      requestId: expect.stringMatching(/./),
      last: 1,
      isConflict: true,
    });
    expect(scene.proxy.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  }, 60_000);

  it('resumes an upload of 200 MiB after a reload of the page', async () => {
    const scene = await startScene();
    const page = await openPage(scene);
    await signIn(page, scene);
    const path = scene.path('film.mp4');
    const sha256 = writeLarge(path, 200);

    await page.setInputFiles('input', path);
    const half = page.waitForEvent('console', { predicate: (message) => message.text() === 'half', timeout: 60_000 });
    await page.evaluate(() => {
      const [file] = document.querySelector('input')?.files ?? [];
      let hasTold = false;
      void new sdk.DriveClient().uploads
        .upload(file as File, {
          resumeStore: sdk.browserResumeStore(),
          onProgress({ bytes }) {
            if (bytes < 80 * 1024 * 1024 || hasTold) return;
            hasTold = true;
            console.log('half');
          },
        })
        .catch(() => {});
    });
    await half;
    const begun = scene.proxy.count('PATCH', /tus/);
    await page.reload();
    await page.waitForFunction(() => document.title === 'ready');
    await page.setInputFiles('input', path);
    const { result, first } = await page.evaluate(async () => {
      const [file] = document.querySelector('input')?.files ?? [];
      let first = -1;
      const result = await new sdk.DriveClient().uploads.upload(file as File, {
        resumeStore: sdk.browserResumeStore(),
        onProgress: ({ bytes }) => void (first = first < 0 ? bytes : first),
      });
      return { result, first, left: localStorage.length };
    });
    expect(result).toMatchObject({ fileName: 'film.mp4', resumed: true });
    // Whole pieces of before count, whatever was on its way does too.
    expect(first).toBeGreaterThanOrEqual(32 * MiB);
    expect(begun).toBeGreaterThanOrEqual(2);
    expect(scene.proxy.count('POST', /\/api\/uploads$/)).toBe(1);
    expect((await scene.client.files.get(result.fileId)).sha256).toBe(sha256);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  }, 120_000);
});

/** Writes so many MiB, and answers their SHA-256. */
function writeLarge(path: string, mebibytes: number): string {
  const file = openSync(path, 'w');
  const hash = createHash('sha256');
  const block = someBytes(MiB);
  for (let number = 0; number < mebibytes; number += 1) {
    block.writeUInt32LE(number, 0);
    hash.update(block);
    writeSync(file, block);
  }
  closeSync(file);
  return hash.digest('hex');
}
