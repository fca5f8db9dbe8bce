// Checks the example in a real Chromium, with a real server that delivers its webhook.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browsers = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const executablePath = browsers.find((path) => existsSync(path));

if (executablePath === undefined) console.log('skipped: no Chromium on the PATH');
else await inChromium();

async function inChromium() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const origin = `http://127.0.0.1:${port}`;
  const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
  // The server has to be allowed to reach this machine: DRIVE_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8.
  const webhook = await client.webhooks.create({ url: `${origin}/api/upload`, events: ['upload.completed'] });
  const env = {
    PATH,
    PORT: String(port),
    DRIVE_BASE_URL: DRIVE_URL,
    DRIVE_API_KEY,
    DRIVE_WEBHOOK_SECRET: webhook.signingSecret,
  };
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value;
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  try {
    assert.equal(await nextLine(), `listening on ${origin}`);
    const page = await browser.newPage();
    // Generous, for busy machines.
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => assert.fail(error));
    await page.goto(origin);
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'postcard.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada,\n') });
    await page.getByText('Thank you for postcard.txt!').waitFor();
    assert.equal(await nextLine(), 'visitor 42 uploaded postcard.txt');
    const { id } = await client.files.getByPath('/postcard.txt');
    assert.equal(await (await client.files.download(id)).text(), 'Dear Ada,\n');
    assert.ok(!(await page.content()).includes(DRIVE_API_KEY), 'the page contains no key');

    await input.setInputFiles({ name: 'tool.exe', mimeType: '', buffer: Buffer.from('MZ') });
    await page.getByText('Files of this type are not accepted.').first().waitFor();
  } finally {
    await browser.close();
    server.kill();
    await client.webhooks.delete(webhook.id);
  }
}
