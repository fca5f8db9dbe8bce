// Checks the example in a real Chromium: uploads a file, interrupts another one, reloads, and resumes it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const { DRIVE_URL, DRIVE_API_KEY, DRIVE_PAGE_ORIGIN: origin, PATH } = process.env;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browsers = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const executablePath = browsers.find((path) => existsSync(path));
await build({ root: import.meta.dirname, logLevel: 'error' });

if (executablePath === undefined) console.log('skipped: no Chromium on the PATH');
else await inChromium();

async function inChromium() {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
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
    // Serves the built page from the origin that the server allows.
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(import.meta.dirname, 'dist', pathname === '/' ? 'index.html' : pathname) });
    });
    await page.goto(`${origin}/`);

    const small = join(folder, 'small.txt');
    writeFileSync(small, 'a small file\n');
    await send(page, small);
    await page.getByText(/^Sent: /).waitFor();
    assert.equal((await download(page)).toString(), 'a small file\n');

    const large = join(folder, 'large.bin');
    writeFileSync(large, randomBytes(24 << 20));
    // Slow enough for a reload during the upload.
    await throttleUploads(page, 4 << 20);
    await send(page, large);
    await page.waitForFunction(() => document.querySelector('progress').value > 0.2);
    await page.reload();
    await throttleUploads(page, -1);
    await send(page, large);
    await page.getByText(/^Sent, going on/).waitFor();
    assert.ok(readFileSync(large).equals(await download(page)));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

async function send(page, path) {
  await page.getByLabel('Server').fill(DRIVE_URL);
  await page.getByLabel('API key').fill(DRIVE_API_KEY);
  await page.getByLabel('File').setInputFiles(path);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Limits uploads of the page to so many bytes a second; -1 lifts the limit. */
async function throttleUploads(page, uploadThroughput) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Downloads from the link on the page without a key. */
async function download(page) {
  const share = await new DriveClient({ apiKey: null }).public.open(await page.getByRole('link').getAttribute('href'));
  const { downloadUrl } = await share.downloadUrl();
  return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
}
