import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatus, reserveUpload } from '../../../test/api/uploads.ts';
import { chromiumPath, launchChromium } from '../../../test/browser/chromium.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
let site: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive();
  user = await drive.createUser();
  site = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end('<p>A site'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await drive?.close();
});

interface Sent {
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
}

/** The status and what else the page reads of the answer, or the message of its failure. */
const send = (url: string, init: Sent): Promise<Record<string, string | number | null>> =>
  page.evaluate(
    async ([target, options]) => {
      try {
        const response = await fetch(target, options);
        const header = (name: string): string | null => response.headers.get(name);
        return { status: response.status, offset: header('upload-offset'), text: await response.text() };
      } catch (error) {
        return { failure: String(error) };
      }
    },
    [url, init] as const,
  );

describe.skipIf(chromiumPath === undefined)('a page of an origin that no setting names', () => {
  const failed = { failure: expect.stringContaining('Failed to fetch') };

  it('sends the bytes of a reservation by PUT, and reads the answer', async () => {
    const { uploadUrl } = await reserveUpload(drive, user, { bytes: 5 });
    expect(await send(uploadUrl, { method: 'PUT', body: 'four' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('upload_size_mismatch'),
    });
    const sent = await send(uploadUrl, { method: 'PUT', body: 'bytes' });
    expect(sent).toMatchObject({ status: 200, text: expect.stringContaining('COMPLETE') });
  });

  it('sends them by tus in pieces, and cancels an upload', async () => {
    const { sessionId } = await reserveUpload(drive, user, { bytes: 10 });
    const url = `${drive.url}/files/tus/${sessionId}`;
    const tus = { 'tus-resumable': '1.0.0' };
    const patch = (offset: number, body: string) => {
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      return send(url, { method: 'PATCH', headers, body });
    };
    expect(await send(url, { method: 'HEAD', headers: tus })).toMatchObject({ status: 200, offset: '0' });
    expect(await patch(0, 'four')).toMatchObject({ status: 204, offset: '4' });
    expect(await send(url, { method: 'HEAD', headers: tus })).toMatchObject({ status: 200, offset: '4' });
    expect(await patch(4, 'and six')).toMatchObject({ status: 413 });
    expect(await patch(4, ' + six')).toMatchObject({ status: 204, offset: '10' });
    expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'COMPLETE' });

    const other = await reserveUpload(drive, user, { bytes: 5 });
    expect(await send(other.uploadUrl, { method: 'DELETE' })).toMatchObject({ status: 204 });
  });

  it('sends nothing with cookies, and calls nothing else', async () => {
    const { uploadUrl } = await reserveUpload(drive, user, { bytes: 5 });
    expect(await send(uploadUrl, { method: 'PUT', body: 'bytes', credentials: 'include' })).toEqual(failed);
    const headers = { authorization: `Bearer ${user.key}` };
    for (const path of ['/api/files', '/files/by-path/a.txt', '/files/tus', '/files/uploads'])
      expect([path, await send(`${drive.url}${path}`, { method: 'PUT', headers, body: 'x' })]).toEqual([path, failed]);
  });
});
