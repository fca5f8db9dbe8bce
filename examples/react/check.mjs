// Checks the example: builds the page, and uses each component in a real Chromium. Draws the page, light and dark, into the folder
// DRIVE_PICTURES, if it is set.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const { DRIVE_URL, DRIVE_API_KEY, DRIVE_PICTURES, PATH } = process.env;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const browsers = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const executablePath = browsers.find((path) => existsSync(path));
await build({ root: import.meta.dirname, logLevel: 'error' });

if (executablePath === undefined) console.log('skipped: no Chromium on the PATH');
else await inChromium();

async function inChromium() {
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  try {
    for (const colorScheme of ['light', 'dark']) await inScheme(browser, colorScheme);
  } finally {
    await browser.close();
  }
}

/** With a folder of its own: the other examples have stored files in the same drive. */
async function inScheme(browser, colorScheme) {
  const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
  const { id: folderId, name: folder } = await client.files.createFolder({ name: `gallery-${colorScheme}` });
  await client.files.createFolder({ name: 'Photos', parentId: folderId });
  const { rawKey } = await client.apiKeys.create({ label: folder, folderId, scopes: ['files:read', 'files:write'] });
  const server = spawn(process.execPath, ['server.ts'], {
    cwd: import.meta.dirname,
    env: { PATH, PORT: '0', DRIVE_BASE_URL: DRIVE_URL, DRIVE_API_KEY: rawKey },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  try {
    const [, origin] = /^listening on (.*)$/.exec((await lines.next()).value);
    const page = await browser.newPage({ colorScheme, viewport: { width: 1000, height: 700 } });
    // Generous, for busy machines.
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => assert.fail(error));
    await page.goto(origin);
    await useEach(page);
    const { id } = await client.files.getByPath(`/${folder}/letter.txt`);
    assert.equal(await (await client.files.download(id)).text(), 'Dear Ada,\n');
    if (DRIVE_PICTURES !== undefined)
      await page.screenshot({ path: join(DRIVE_PICTURES, `react-${colorScheme}.png`), fullPage: true });
    await page.close();
  } finally {
    server.kill();
  }
}

async function useEach(page) {
  const part = (name) => page.getByRole('region', { name, exact: true });
  const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada,\n') };
  const choose = (name, ...files) =>
    part(name)
      .locator('input[type=file]')
      .setInputFiles(files.length > 0 ? files : letter);

  const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(64) };
  await choose('Dropzone', letter, { ...letter, name: 'a second one.txt' });
  await part('Dropzone').getByText('Uploaded, 10 bytes').nth(1).waitFor();
  await choose('Only pictures, at most 1 MB', film);
  await part('Only pictures, at most 1 MB').getByText('Files of this type are not accepted.').first().waitFor();
  assert.ok(await part('Disabled').getByRole('button').isDisabled());
  await choose('Your own interface');
  await part('Your own interface').getByText('done').waitFor();
  await choose('Translated');
  await part('Translated').getByText('Hochgeladen, 10').first().waitFor();
  for (const name of ['Button', 'Web component', 'Your own colors', 'From right to left']) {
    await choose(name);
    await part(name).getByText('Uploaded, 10 bytes').waitFor();
  }
  const area = (name) => part(name).locator('.drive-upload');
  const colorOf = (name) => area(name).evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.deepEqual(
    [await colorOf('Light for everybody'), await colorOf('Dark for everybody')],
    ['rgb(255, 255, 255)', 'rgb(28, 28, 28)'],
  );
  assert.equal(
    await part('From right to left')
      .locator('li')
      .evaluate((item) => getComputedStyle(item).direction),
    'rtl',
  );
  await part('Files')
    .getByRole('button', { name: /^Photos/ })
    .waitFor();
}
