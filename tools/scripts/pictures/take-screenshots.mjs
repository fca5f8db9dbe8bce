// Draws the pictures of README as Chromium shows a real server: docs/web-light.png and docs/web-dark.png are the web app,
// docs/share-page.png is the page of a shared folder. Fails if one is larger than 150 kB.
//   pnpm run build && node tools/scripts/pictures/take-screenshots.mjs
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { root } from '../../launcher/toolchain.mjs';
import { admin, startRealServer } from '../real-server.mjs';

const MOST_BYTES = 150_000;
const executablePath = process.env.DRIVE_CHROMIUM ?? '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** `sky` from above to below; `hills` from the farthest to the nearest. */
const pictures = [
  { name: 'dawn.jpg', sky: '#1d2b53, #ff9a8b', sun: '#ffe3c2', hills: ['#8f5f8a', '#5b4473', '#2c2747'] },
  { name: 'dunes.jpg', sky: '#7cc6e8, #fdf1d3', sun: '#ffffff', hills: ['#f2c57c', '#dd9a4f', '#b4703a'] },
  { name: 'fjord.jpg', sky: '#9cc9dc, #e8f3f5', sun: '#ffffff', hills: ['#7fa6b5', '#4f7f93', '#1f4c5f'] },
  { name: 'forest.jpg', sky: '#bfe3c0, #f6fbe8', sun: '#fffbe0', hills: ['#8fc29a', '#4f9168', '#1d5a43'] },
  { name: 'glacier.jpg', sky: '#5b86b5, #e0eafc', sun: '#ffffff', hills: ['#c9dcef', '#9dbbd9', '#6f93ba'] },
  { name: 'lighthouse.jpg', sky: '#232526, #e96443', sun: '#ffd9a0', hills: ['#7a3b3f', '#4b2a35', '#221820'] },
];

const server = await startRealServer();
const browser = await chromium.launch({ executablePath, args });
try {
  const client = new DriveClient({ baseUrl: server.url, apiKey: server.apiKey });
  const photos = await storeFiles(client);
  const { shareUrl } = await client.shares.createForFolder(photos.id);

  const visitor = await browser.newPage({ viewport: { width: 900, height: 800 } });
  await openWithThumbnails(visitor, shareUrl, pictures.length);
  await draw(visitor, 'share-page.png');

  await drawApp('web-light.png', {
    colorScheme: 'light',
    layout: 'grid',
    path: `/${photos.id}`,
    images: pictures.length,
  });
  await drawApp('web-dark.png', { colorScheme: 'dark', layout: 'list', path: '', images: 1 });
} finally {
  await browser.close();
  await server.stop();
}

/** Fills the drive. Returns the folder of the pictures. */
async function storeFiles(client) {
  const store = (path, bytes) => client.uploads.uploadTo(path, new Blob([bytes]));
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  for (const picture of pictures) {
    await page.setContent(landscape(picture));
    await store(`/Coast, spring/${picture.name}`, await page.screenshot({ type: 'jpeg', quality: 92 }));
  }
  await store('/cover.jpg', await page.screenshot({ type: 'jpeg', quality: 92 }));
  await page.setContent('<h1>Quarterly report</h1><p>Figures and plans of the team.</p>');
  await store('/Reports/report-2026-q3.pdf', await page.pdf({ format: 'A4' }));
  await store('/report-2026-q4.pdf', await page.pdf({ format: 'A4' }));
  await page.close();
  await store('/Coast, spring/map.pdf', '%PDF-1.4\n'.padEnd(482_133, ' '));
  await store('/Coast, spring/waves.mp4', Buffer.alloc(24_311_808, 7));
  await store('/From customers/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await store('/Builds/app-1.4.0-linux-x64.tar.gz', Buffer.alloc(8_412_160, 1));
  await store('/backup.tar.gz', Buffer.alloc(18_874_368, 2));
  await store('/interview.mp3', Buffer.alloc(9_542_144, 3));
  await store('/notes.md', '# Notes\n\n- order the frames\n');
  await store('/price list.csv', 'article,price\nframe,40\nprint,12\n');
  return await client.files.getByPath('/Coast, spring');
}

function landscape({ sky, sun, hills }) {
  const ridges = hills.map((fill, index) => {
    const y = 430 + index * 120;
    const curve = `C ${250 + index * 90} ${y - 190} ${420 + index * 60} ${y + 130} 700 ${y - 40} S 1050 ${y - 120} 1200 ${y + 20}`;
    return `<path d="M 0 ${y} ${curve} V 800 H 0 Z" fill="${fill}"/>`;
  });
  return `<body style="margin:0"><svg width="1200" height="800" style="background:linear-gradient(${sky})">
    <circle cx="860" cy="270" r="80" fill="${sun}"/>${ridges.join('')}</svg>`;
}

async function drawApp(picture, { colorScheme, layout, path, images }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 750 }, colorScheme });
  await context.addInitScript((chosen) => localStorage.setItem('drive-layout', chosen), layout);
  await context.request.post(`${server.url}/api/auth/login`, { data: admin });
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
