// Proves the example in a real Chromium: sends two files to a folder, reloads in the middle of a third, and resumes it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const { DRIVE_URL, DRIVE_API_KEY, DRIVE_PAGE_ORIGIN: origin, PATH } = process.env;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browsers = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const executablePath = browsers.find((path) => existsSync(path));
const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
const folder = { name: 'By Uppy', id: '' };
await build({ root: import.meta.dirname, logLevel: 'error' });

if (executablePath === undefined) console.log('skipped: no Chromium on the PATH');
else await inChromium();

async function inChromium() {
  folder.id = (await client.files.createFolder({ name: folder.name })).id;
  const directory = mkdtempSync(join(tmpdir(), 'uppy-'));
  // Chromium refuses requests to this machine from a page whose server has no IP address.
  const args = [
    '--disable-gpu',
    '--disable-features=LocalNetworkAccessChecks',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    // Generous, for busy machines.
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => assert.fail(error));
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(import.meta.dirname, 'dist', pathname === '/' ? 'index.html' : pathname) });
    });
    await page.goto(`${origin}/`);

    const files = ['one-by-uppy.txt', 'two-by-uppy.txt'].map((name) => join(directory, name));
    for (const path of files) writeFileSync(path, `content of ${path}\n`);
    await send(page, files);
    await page.getByText(/^Sent: /).waitFor();
    for (const path of files) await expectStored(path);

    const large = join(directory, 'by-uppy.bin');
    writeFileSync(large, randomBytes(24 << 20));
    // Only the first piece arrives before the reload.
    const isFirst = (request) => Number(request.headers()['upload-offset'] ?? 0) === 0;
    await page.route(`${DRIVE_URL}/files/tus/*`, (route, request) => (isFirst(request) ? route.fallback() : undefined));
    const firstPiece = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await send(page, [large]);
    assert.equal((await firstPiece).status(), 204);
    await page.unroute(`${DRIVE_URL}/files/tus/*`);
    await page.reload();
    const offsets = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await send(page, [large]);
    await page.getByText('Sent: by-uppy.bin').waitFor();
    assert.ok(offsets[0] > 0, `it began again at ${offsets[0]}`);
    await expectStored(large);
  } finally {
    await browser.close();
    rmSync(directory, { recursive: true });
  }
}

async function send(page, paths) {
  await page.getByLabel('Server').fill(DRIVE_URL);
  await page.getByLabel('API key').fill(DRIVE_API_KEY);
  await page.getByLabel('Folder').fill(folder.id);
  await page.getByLabel('Files').setInputFiles(paths);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** The file of that name in the folder has the type and the bytes of the file at `path`. */
async function expectStored(path) {
  const item = await client.files.getByPath(`/${folder.name}/${basename(path)}`);
  assert.equal(item.mimeType, path.endsWith('.txt') ? 'text/plain' : 'application/octet-stream');
  const { downloadUrl } = await client.files.downloadUrl(item.id);
  assert.ok(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()).equals(readFileSync(path)));
}
