// Checks the example: builds the page, and uploads a picture in a real Chromium.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browsers = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const executablePath = browsers.find((path) => existsSync(path));
await build({ root: import.meta.dirname, logLevel: 'error' });

if (executablePath === undefined) console.log('skipped: no Chromium on the PATH');
else await inChromium();

async function inChromium() {
  const server = spawn(process.execPath, ['server.ts'], {
    cwd: import.meta.dirname,
    env: { PATH, PORT: '0', DRIVE_BASE_URL: DRIVE_URL, DRIVE_API_KEY },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const [, origin] = /^listening on (.*)$/.exec((await lines.next()).value);
    const page = await browser.newPage();
    // Generous, for busy machines.
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => assert.fail(error));
    await page.goto(origin);
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
      'base64',
    );
    const choose = page.getByRole('button', { name: 'Choose files' });
    const color = await choose.evaluate((button) => getComputedStyle(button).backgroundColor);
    assert.equal(color, 'rgb(29, 78, 216)', 'the style sheet is the same after the build');
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
    await page.getByText('We have dot.png.').waitFor();
    const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
    const { id } = await client.files.getByPath('/dot.png');
    assert.ok(Buffer.from(await (await client.files.download(id)).arrayBuffer()).equals(picture));

    // Named like a picture; its first bytes are those of a program.
    await input.setInputFiles({ name: 'tool.png', mimeType: 'image/png', buffer: Buffer.from('\x7fELF\x02\x01\x01') });
    await page.getByRole('button', { name: 'Retry tool.png' }).waitFor();
    await assert.rejects(client.files.getByPath('/tool.png'));
  } finally {
    await browser.close();
    server.kill();
  }
}
