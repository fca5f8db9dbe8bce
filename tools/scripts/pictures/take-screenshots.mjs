// Draws the pictures of README and docs as Chromium shows a real server: docs/web-light.png and docs/web-dark.png are the web app,
// docs/share-page.png is the page of a shared folder, on the examples of `drive-server demo`. Fails if one is larger than
// 150 kB. `take-screens.mjs` draws every screen.
//   pnpm run build && node tools/scripts/pictures/take-screenshots.mjs
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { root } from '../../launcher/toolchain.mjs';
import { startRealServer } from '../real-server.mjs';
import { chromiumOptions } from './chromium-options.mjs';

const MOST_BYTES = 150_000;
/** Photos of `drive-server demo`. */
const PHOTOS = 6;

const server = await startRealServer();
const browser = await chromium.launch(chromiumOptions);
try {
  const [ada] = await fill();
  const client = new DriveClient({ baseUrl: server.url, apiKey: await createKey(ada) });
  const photos = await client.files.getByPath('/Coast, spring');
  const { shareUrl } = await client.shares.createForFolder(photos.id);

  const visitor = await browser.newPage({ viewport: { width: 900, height: 800 } });
  await openWithThumbnails(visitor, shareUrl, PHOTOS);
  await draw(visitor, 'share-page.png');

  await drawApp(ada, 'web-light.png', { colorScheme: 'light', layout: 'grid', path: `/${photos.id}`, images: PHOTOS });
  await drawApp(ada, 'web-dark.png', { colorScheme: 'dark', layout: 'list', path: '', images: 0 });
} finally {
  await browser.close();
  await server.stop();
}

/** Fills the drive beside its server. Returns the accounts. */
async function fill() {
  const { stdout } = await server.run('demo', '--json');
  return JSON.parse(stdout).accounts;
}

async function createKey({ email }) {
  const { stdout } = await server.run('key', 'create', '--email', email);
  return stdout.trim();
}

async function drawApp({ email, password }, picture, { colorScheme, layout, path, images }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 750 }, colorScheme });
  await context.addInitScript((chosen) => localStorage.setItem('drive-layout', chosen), layout);
  await context.request.post(`${server.url}/api/auth/login`, { data: { email, password } });
  const page = await context.newPage();
  await openWithThumbnails(page, `${server.url}/app/files${path}`, images);
  await draw(page, picture);
  await context.close();
}

/** A job makes thumbnails after the upload. */
async function openWithThumbnails(page, url, expected) {
  for (let tries = 0; tries < 30; tries += 1) {
    await page.goto(url);
    await page.waitForTimeout(1000);
    const shown = await page
      .locator('main img')
      .evaluateAll((images) => images.filter((image) => image.naturalWidth > 0).length);
    if (shown >= expected) return;
  }
  throw new Error(`${url} shows fewer than ${expected} thumbnails`);
}

async function draw(page, picture) {
  const path = join(root, 'docs', picture);
  await page.screenshot({ path });
  if (statSync(path).size > MOST_BYTES)
    throw new Error(`docs/${picture} has ${statSync(path).size} bytes, at most ${MOST_BYTES} are wanted`);
}
