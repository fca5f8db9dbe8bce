import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createRelay, type AddressInfo, type Server as Relay, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { createUploadHandler, toNodeHandler } from '@drive/sdk/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accessibilityFaults,
  chromiumPath,
  launchChromium,
  overflowPixels,
  smallTargets,
} from '../../server/test/browser/chromium.ts';
import { startDrive, type Drive } from '../../server/test/drive.ts';
import { bundlePage } from '../test/bundle-page.ts';
import { styles } from './styles.ts';

/** A film of a phone: `DRIVE_TEST_UPLOAD_MB=200 DRIVE_TEST_UPLOAD_MBIT=20` sends one as a phone does, in two minutes. */
const fileBytes = Number(process.env['DRIVE_TEST_UPLOAD_MB'] ?? 24) * 1024 * 1024;
const megabits = process.env['DRIVE_TEST_UPLOAD_MBIT'];
const bytesPerSecond = megabits === undefined ? fileBytes / 12 : (Number(megabits) * 1_000_000) / 8;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

const programs = {
  react: `
    import { StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { FileBrowser, UploadDropzone } from '../src/index.ts';
    import { DriveClient } from '@drive/sdk';
    window.uploads = [];
    const client = new DriveClient({ baseUrl: location.origin + '/drive', apiKey: null });
    const keep = (upload) => window.uploads.push(upload);
    createRoot(document.querySelector('main')).render(
      <StrictMode>
        <UploadDropzone endpoint="/api/upload" onUploaded={keep} />
        <FileBrowser client={client} onOpen={() => undefined} />
      </StrictMode>,
    );`,
  element: `
    import '../src/element/define.ts';
    window.uploads = [];
    const element = document.createElement('drive-upload');
    element.setAttribute('endpoint', '/api/upload');
    element.addEventListener('uploaded', ({ detail }) => window.uploads.push(detail.upload));
    document.querySelector('main').append(element);`,
} as const;

const pageOf = (script: string, direction = 'ltr'): string => `<!doctype html><html lang="en" dir="${direction}">
  <meta name="viewport" content="width=device-width"><title>Uploads</title>
  <link rel="stylesheet" href="/styles.css">
  <main><h1>Uploads</h1></main><script type="module" src="/${script}.js"></script></html>`;

const css = `html { color-scheme: light dark } body { margin: 1rem } ${styles}`;

/** Allows no inline style and no inline script. */
const policyOf = (driveUrl: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${driveUrl}`;

let drive: Drive;
/** Through it the browser reaches the server; its connections break when the test ends them. */
let relay: Relay;
const connections = new Set<Socket>();
let client: DriveClient;
let site: Server;
let origin: string;
let browser: Browser;
let page: Page;
let folder: string;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'drive-react-'));
  const scripts = new Map<string, string>();
  for (const [name, program] of Object.entries(programs)) scripts.set(`/${name}.js`, await bundlePage(program));
  relay = createRelay((socket) => {
    connections.add(socket);
    const onward = connect(Number(new URL(drive.url).port), '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward])
      end
        .on('error', () => {})
        .on('close', () => {
          connections.delete(socket);
          socket.destroy();
          onward.destroy();
        });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  drive = await startDrive({ settings: { BASE_URL: relayUrl } });
  const user = await drive.createUser();
  client = new DriveClient({ baseUrl: relayUrl, apiKey: user.key });
  const upload = toNodeHandler(createUploadHandler({ client, authorize: () => ({ data: 'user 42' }) }));
  site = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://site');
    const script = scripts.get(pathname);
    if (pathname === '/api/upload') void upload(request, response);
    else if (pathname === '/styles.css') response.writeHead(200, { 'content-type': 'text/css' }).end(css);
    else if (pathname.startsWith('/drive/'))
      // A proxy route, which adds the key.
      void drive
        .fetch(pathname.slice('/drive'.length) + search, { key: user.key })
        .then(async (answer) =>
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
        );
    else if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else {
      const html = pageOf(pathname.slice(1), searchParams.get('dir') ?? undefined);
      const headers = { 'content-type': 'text/html', 'content-security-policy': policyOf(relayUrl) };
      response.writeHead(200, headers).end(html);
    }
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  relay?.close();
  await drive?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  if (chromiumPath === undefined) return;
  page = await browser.newPage();
});
afterEach(async () => {
  await page?.close();
});

interface Uploaded {
  readonly fileId: string;
  readonly resumed: boolean;
}
const uploads = (): Promise<Uploaded[]> =>
  page.evaluate(() => (globalThis as unknown as { uploads: Uploaded[] }).uploads);
const bytesOf = async (id: string): Promise<Buffer> =>
  Buffer.from(await (await client.files.download(id)).arrayBuffer());
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(chromiumPath === undefined)('a page of an application', () => {
  it.each(['react', 'element'])('[P-1000] uploads with %s, by keyboard, without a key in it', async (script) => {
    await page.goto(`${origin}/${script}`);
    const button = page.getByRole('button', { name: 'Choose files' });
    // The policy of the page allows no inline styles.
    const color = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toBe('rgb(29, 78, 216)');
    const input = page.locator('input[type=file]');
    // In place of the dialog of the browser.
    await input.evaluate((element) =>
      element.addEventListener('click', (event) => {
        event.preventDefault();
        element.setAttribute('data-asked', '');
      }),
    );
    await button.press('Enter');
    expect(await input.getAttribute('data-asked')).toBe('');
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByText('Uploaded, 5 bytes').waitFor();
    expect(await page.getByText('a.txt is uploaded.').count()).toBe(1);
    const [{ fileId } = { fileId: '' }] = await uploads();
    expect((await bytesOf(fileId)).toString()).toBe('hello');
    expect(await page.content()).not.toContain('svc_');
    await page.getByRole('button', { name: 'Remove a.txt from the list' }).press('Enter');
    expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it.each([
    ['react', '?dir=ltr', 'light'],
    ['react', '?dir=rtl', 'dark'],
    ['element', '?dir=rtl', 'dark'],
  ] as const)('has no fault that axe finds, with %s%s in the %s', async (script, query, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${origin}/${script}${query}`);
    await page.locator('input[type=file]').setInputFiles([
      {
        name: 'ein-sehr-langer-name-ohne-eine-stelle-zum-umbrechen-in-einem-schmalen-fenster.txt',
        mimeType: 'a/b',
        buffer: Buffer.from('x'),
      },
      { name: 'empty.txt', mimeType: 'a/b', buffer: Buffer.alloc(0) },
    ]);
    await page.getByText('Uploaded, 1 byte').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect([await overflowPixels(page), await smallTargets(page)]).toEqual([0, []]);
  });

  it(
    'goes on after a reload where it stopped, on a slow phone that loses its connection',
    { timeout: 600_000 },
    async () => {
      const bytes = Buffer.alloc(fileBytes, randomBytes(64 * 1024));
      const path = join(folder, 'film.mp4');
      writeFileSync(path, bytes);
      await page.close();
      page = await browser.newPage(phone);
      await page.goto(`${origin}/react`);
      const devtools = await page.context().newCDPSession(page);
      const network = { latency: 50, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
      const isBeyond = (part: number) =>
        page.waitForFunction((wanted) => (document.querySelector('progress')?.position ?? 0) > wanted, part, {
          timeout: 500_000,
        });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 });
      await devtools.send('Network.emulateNetworkConditions', { ...network, offline: false });
      await page.locator('input[type=file]').setInputFiles(path);
      await isBeyond(0.25);
      for (const connection of connections) connection.destroy();
      await isBeyond(0.5);
      const before = drive.logged.length;
      await page.reload();
      await page.locator('input[type=file]').setInputFiles(path);
      await page.getByText('Uploaded,').waitFor({ timeout: 500_000 });
      const [upload] = await uploads();
      expect(upload?.resumed).toBe(true);
      expect(sha256(await bytesOf(upload?.fileId ?? ''))).toBe(sha256(bytes));
      const reservations = drive.logged.slice(before).filter(({ route }) => route === '/api/public/grants/uploads');
      expect(reservations).toEqual([]);
    },
  );

  it('shows the files of a proxy route', async () => {
    await client.files.createFolder({ name: 'Photos' });
    await page.goto(`${origin}/react`);
    await page.getByRole('button', { name: /^Photos/ }).click();
    await page.getByText('This folder is empty.').waitFor();
    expect(await page.getByRole('button', { name: 'Photos' }).getAttribute('aria-current')).toBe('page');
  });
});
