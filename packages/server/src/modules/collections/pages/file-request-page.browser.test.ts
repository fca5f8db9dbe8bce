import { randomBytes } from 'node:crypto';
import type { Collection } from '@drive/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../../test/api/uploads.ts';
import { chromiumPath } from '../../../../test/browser/chromium.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../../test/browser/page-visits.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let user: TestUser;
let mine: SharedApi;
let browser: PageVisits;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  browser = await startPageVisits(() => drive);
});
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});
beforeEach(async () => {
  if (chromiumPath === undefined) return;
  user = await drive.createUser();
  mine = sharedApi(drive, user);
});
afterEach(() => browser?.endTest());

const create = async (json: Record<string, unknown> = {}): Promise<Collection> =>
  (await mine.call('POST', '/api/collections', { name: 'Photos', ...json })).body as Collection;
const inFolder = async ({ folderId }: Collection) =>
  (await mine.call('GET', `/api/files?parentId=${folderId}`)).body.files as { name: string; sha256: string }[];
const namesIn = async (made: Collection): Promise<string[]> =>
  (await inFolder(made)).map(({ name }) => name).toSorted();
const chosen = (name: string, content: string | Buffer = 'abc') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
type Chosen = ReturnType<typeof chosen>;
async function send(page: Page, files: readonly Chosen[]): Promise<void> {
  await page.getByLabel('Files').setInputFiles([...files]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

describe.skipIf(chromiumPath === undefined)('the page of a file request', { timeout: 120_000 }, () => {
  it.each([
    ['light', 1000, true],
    ['dark', 320, true],
    ['light', 320, false],
  ] as const)('accepts files and is accessible: %s, %i px wide, JavaScript %s', async (scheme, width, runs) => {
    const made = await create({
      name: 'AnExtremelyLongNameWithoutAnyBlankThatHasToBeBrokenSomewhere',
      message: 'Please send them soon.',
      password: 'open sesame',
      requireName: true,
      allowedTypes: ['.txt', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      expiresInDays: 3,
    });
    // axe needs JavaScript; the markup is the same without it.
    const fit = runs ? expectFit : async () => undefined;
    const page = await browser.visit(made.url, { scheme, width, javaScriptEnabled: runs });
    await fit(page);
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Your name').fill('Ada');
    await fit(page);
    await send(page, [chosen('a.png')]);
    await page.getByText('has a type that is not accepted').waitFor();
    await fit(page);
    if (runs) await page.getByRole('button', { name: 'Send more' }).click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
    await send(page, [chosen('a.txt'), chosen('b.txt')]);
    await page.getByText('Your 2 files have arrived.').waitFor();
    await fit(page);
    expect(await namesIn(made)).toEqual(['a.txt', 'b.txt']);
  });

  it('shows progress, and names files that were not stored', async () => {
    const made = await create({ maxFiles: 2 });
    const page = await browser.visit(made.url);
    const values: number[] = [];
    await page.exposeFunction('told', (value: number) => values.push(value));
    await page.evaluate(`new MutationObserver(() => {
      const bar = document.querySelector('.uploads progress');
      if (bar !== null) told(bar.value);
    }).observe(document.getElementById('progress'), { subtree: true, childList: true, attributes: true })`);
    const large = randomBytes(4_000_000);
    await send(page, [chosen('large.txt', large), chosen('b.txt'), chosen('too many.txt')]);
    await page.getByText('Your 2 files have arrived. 1 failed.').waitFor();
    await page.getByText('accepts no more files').waitFor();
    expect(values.length).toBeGreaterThan(1);
    expect((await inFolder(made)).find(({ name }) => name === 'large.txt')?.sha256).toBe(sha256(large));
  });

  it('resumes a large file after a broken connection', async () => {
    const made = await create();
    const page = await browser.visit(made.url);
    const methods: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/files/')) methods.push(request.method());
    });
    let cuts = 2;
    await page.route('**/files/tus/*', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH' || cuts-- <= 0) return route.continue();
      // A part of the bytes arrives, and the client gets no response.
      const body = request.postDataBuffer()!;
      const headers = { ...(await request.allHeaders()), 'content-length': '1000000' };
      await fetch(request.url(), {
        method: 'PATCH',
        headers: tusHeaders(headers),
        body: new Uint8Array(body.subarray(0, 1_000_000)),
      });
      return route.abort('connectionreset');
    });
    await page.evaluate("document.getElementById('collect').dataset.resumableFrom = '1000'");
    const large = randomBytes(3_000_000);
    await send(page, [chosen('large.txt', large)]);
    await page.getByText('Your file has arrived.').waitFor();
    expect(methods).toEqual(['HEAD', 'PATCH', 'HEAD', 'PATCH', 'HEAD', 'PATCH']);
    expect((await inFolder(made))[0]?.sha256).toBe(sha256(large));
  });

  it('[P-1531] lists the chosen files with their sizes, takes more, and removes some', async () => {
    const made = await create();
    const page = await browser.visit(made.url, { width: 320 });
    const input = page.getByLabel('Files');
    await input.setInputFiles([chosen('a.txt'), chosen('b.txt', 'x'.repeat(2000))]);
    await input.setInputFiles([chosen('c.txt')]);
    await page.getByText('3 files chosen').waitFor();
    const rows = page.getByRole('list', { name: 'Your selection' }).getByRole('listitem');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/^a\.txt\s+3 bytes\s+Remove$/),
      expect.stringMatching(/^b\.txt\s+2 kB\s+Remove$/),
      expect.stringMatching(/^c\.txt\s+3 bytes\s+Remove$/),
    ]);
    await page.getByText('3 files, 2 kB together').waitFor();
    await expectFit(page);
    await page.getByRole('button', { name: 'Remove b.txt' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Remove c.txt');
    await page.getByText('2 files chosen').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your 2 files have arrived.').waitFor();
    expect(await namesIn(made)).toEqual(['a.txt', 'c.txt']);
  });

  it('shows errors in the chosen files before it sends anything, and refuses once the request is closed', async () => {
    const made = await create({ maxFileBytes: 100 });
    const page = await browser.visit(made.url);
    for (const [file, said] of [
      [chosen('large.txt', 'x'.repeat(101)), '“large.txt” has more than 100 bytes.'],
      [chosen('empty.txt', ''), '“empty.txt” is empty'],
    ] as const) {
      await send(page, [file]);
      await page.getByRole('alert').getByText(said).waitFor();
      await page.getByRole('button', { name: `Remove ${file.name}` }).click();
    }
    await mine.call('DELETE', `/api/collections/${made.id}`);
    await send(page, [chosen('a.txt')]);
    await page.getByText('Nothing has arrived.').waitFor();
    await page.getByText('There is nothing at this link.').waitFor();
    expect(await namesIn(made)).toEqual([]);
  });
});

const tusHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(['tus-resumable', 'upload-offset', 'content-type'].map((name) => [name, headers[name] ?? '']));
