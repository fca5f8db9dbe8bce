// Draws docs/share-page.png: the page of a shared folder, as Chromium shows it on a real server.
//   pnpm run build && node tools/scripts/take-screenshot.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../launcher/toolchain.mjs';
import { startRealServer } from './real-server.mjs';
import { runProgram } from './run-program.mjs';

const executablePath = process.env.DRIVE_CHROMIUM ?? '/usr/bin/chromium';
const pictures = [
  ['dawn.jpg', '#1d2b53', '#ff9a8b'],
  ['dunes.jpg', '#f6d365', '#fda085'],
  ['fjord.jpg', '#0f2027', '#5ca0b8'],
  ['forest.jpg', '#134e5e', '#71b280'],
  ['glacier.jpg', '#e0eafc', '#5b86b5'],
  ['lighthouse.jpg', '#232526', '#e96443'],
];

const directory = mkdtempSync(join(tmpdir(), 'drive-screenshot-'));
const server = await startRealServer({ args: ['--cli-profile'] });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
  const folder = join(directory, 'Coast, spring');
  mkdirSync(folder);
  for (const [name, sky, ground] of pictures) {
    await page.setContent(
      `<body style="margin:0;height:100vh;background:linear-gradient(165deg,${sky} 45%,${ground} 46%)">`,
    );
    writeFileSync(join(folder, name), await page.screenshot({ type: 'jpeg', quality: 92 }));
  }
  writeFileSync(join(folder, 'map.pdf'), '%PDF-1.4\n'.padEnd(482_133, ' '));
  writeFileSync(join(folder, 'waves.mp4'), Buffer.alloc(24_311_808, 7));

  const cli = (...args) =>
    runProgram(process.execPath, [join(root, 'packages/cli/dist/main.mjs'), ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: server.home, DRIVE_API_KEY: server.apiKey, DRIVE_BASE_URL: server.url },
    });
  await cli('upload', '-r', 'Coast, spring');
  const { stdout } = await cli('share', '/Coast, spring');
  // A job makes thumbnails after the upload.
  const thumbnails = page.locator('main img');
  for (let tries = 0; tries < 60; tries += 1) {
    await page.goto(stdout.trim());
    if ((await thumbnails.count()) >= pictures.length) break;
    await page.waitForTimeout(500);
  }
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(root, 'docs/share-page.png') });
} finally {
  await browser.close();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
