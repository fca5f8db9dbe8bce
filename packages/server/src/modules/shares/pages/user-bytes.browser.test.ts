import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPainter, type Painter } from '@drive/thumbnails/test/painter';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../../../../test/browser/chromium.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { scriptedFiles } from '../../../../test/scripted-files.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let mine: SharedApi;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let canary: Server;
let canaryUrl: string;
/** The paths that scripts have called. */
const called: string[] = [];

/** A script that leaves every possible trace. It has no quotes and angle brackets, so that it fits into any markup. */
const scriptOf = (who: string): string => {
  const url = `\`${canaryUrl}/${who}\``;
  return `document.title=\`RAN\`;fetch(${url},{mode:\`no-cors\`});new Image().src=${url};navigator.sendBeacon(${url});alert(${url})`;
};

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  canary = createServer((request, response) => {
    called.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end(`<script>${scriptOf('control')}</script>`);
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  mine = sharedApi(drive, await drive.createUser());
  browser = await launchChromium([], { hasWindows: true });
});
afterAll(async () => {
  await browser?.close();
  await drive?.close();
  canary?.close();
});
beforeEach(async () => {
  await context?.close();
  called.length = 0;
  context = await browser.newContext();
  page = await context.newPage();
  page.on('dialog', (dialog) => {
    called.push(dialog.message());
    void dialog.dismiss();
  });
});

/** Opens the path by navigation; a download instead of a page is fine. */
async function open(path: string): Promise<void> {
  try {
    await page.goto(path.startsWith('/') ? `${drive.url}${path}` : path);
  } catch (error) {
    if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
  }
}
/** The calls of scripts so far; waits for a last page whose call is certain to arrive. */
async function calls(): Promise<string[]> {
  const last = await context.newPage();
  last.on('dialog', (dialog) => void dialog.dismiss());
  await last.goto(`${canaryUrl}/page`);
  await expect.poll(() => called.filter((path) => path === '/control').length).toBeGreaterThanOrEqual(3);
  await last.close();
  return called.filter((path) => !/\/(?:control|page|favicon\.ico)$/.test(path));
}

describe.skipIf(chromiumPath === undefined)('uploaded content', () => {
  test('is tested with scripts that leave a trace if they run', async () => {
    await open(`${canaryUrl}/page`);
    await expect
      .poll(() => called.toSorted())
      .toEqual(expect.arrayContaining(['/control', '/control', '/control', `${canaryUrl}/control`]));
    expect(await page.title()).toBe('RAN');
  });

  test('[P-408] runs no script when it is opened, with any content and any declared type', async () => {
    const folder = await mine.folder('All');
    const { shareToken } = await mine.shareFolder(folder);
    const shown = new Set<string>();
    for (const [index, { name, type, bytes }] of scriptedFiles(scriptOf('ran')).entries()) {
      const id = await mine.put(`${index} ${name}`, bytes, { type, in: folder });
      await open(`/share/${shareToken}/view?file=${id}`);
      expect([name, type, await page.title()]).toEqual([name, type, expect.not.stringContaining('RAN')]);
      if (page.url().includes('/files/d/')) shown.add(type);
      await page.goto('about:blank');
    }
    expect(await calls()).toEqual([]);
    // The pages were opened.
    const types = ['text/html', 'image/svg+xml', 'image/png', 'image/gif', 'application/pdf', 'text/xml', 'text/plain'];
    expect([...shown]).toEqual(expect.arrayContaining(types));
  }, 120_000);

  test('runs no script from the URLs of its owner and of programs', async () => {
    const { shareToken } = await mine.shareFolder(await mine.folder('Some'));
    const { body } = await mine.call('GET', `/api/public/share/${shareToken}`);
    const wanted = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'application/pdf']);
    for (const [index, { name, type, bytes }] of scriptedFiles(scriptOf('ran')).entries()) {
      if (!wanted.delete(type)) continue;
      const id = await mine.put(`${index} ${name}`, bytes, { type, in: body.item.id });
      for (const path of [
        `/api/files/${id}/download-url?inline=true`,
        `/api/files/${id}/download-url`,
        `/api/public/share/${shareToken}/download-url?fileId=${id}&inline=true`,
      ]) {
        await open((await mine.call('GET', path)).body.downloadUrl as string);
        expect([type, path, await page.title()]).toEqual([type, path, expect.not.stringContaining('RAN')]);
        await page.goto('about:blank');
      }
    }
    expect([[...wanted], await calls()]).toEqual([[], []]);
  }, 60_000);

  test('runs no script in a page that embeds it as a frame, image, object or style, from this or another site', async () => {
    const { shareToken } = await mine.shareFolder(await mine.folder('Embedded'));
    const { body } = await mine.call('GET', `/api/public/share/${shareToken}`);
    const files = scriptedFiles(scriptOf('ran'));
    const addresses: string[] = [];
    for (const [index, { name, type, bytes }] of files.entries()) {
      const id = await mine.put(`${index} ${name}`, bytes, { type, in: body.item.id });
      addresses.push((await drive.fetch(`/share/${shareToken}/view?file=${id}`)).headers.get('location') ?? '');
    }
    const markup = addresses.map(
      (url) =>
        `<iframe src="${url}"></iframe><img src="${url}"><object data="${url}"></object><embed src="${url}"><link rel="stylesheet" href="${url}"><video src="${url}"></video>`,
    );
    for (const around of [`/share/${shareToken}`, 'about:blank']) {
      await open(around);
      await page.setContent(markup.join(''), { waitUntil: 'load' });
      expect([around, await page.title(), await calls()]).toEqual([around, '', []]);
    }
  }, 60_000);

  test('is no script for a page of another site', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.js', scriptOf('ran'), { type: 'text/javascript' }));
    const address = (await drive.fetch(`/share/${shareToken}/view`)).headers.get('location') ?? '';
    await page.setContent(`<script src="${address}"></script>`);
    expect([await page.title(), await calls()]).toEqual(['', []]);
  });

  test('[P-409] has names that every page escapes', async () => {
    const folder = await mine.folder(`<img src=x onerror=${scriptOf('folder')}>`.replaceAll('/', '∕'));
    const name = `"><script>${scriptOf('name')}<\u2215script><svg onload=${scriptOf('name')}>`
      .replaceAll('/', '∕')
      .slice(0, 250);
    await mine.put(name, 'x', { type: 'text/plain', in: folder });
    const file = await mine.put(name, 'x', { type: 'text/plain' });
    for (const { shareToken } of [await mine.shareFolder(folder), await mine.shareFile(file)]) {
      await open(`/share/${shareToken}`);
      expect(await page.title()).toContain('· Drive');
      expect(await page.locator('main script, main img, main [onload], main [onerror]').count()).toBe(0);
      expect(await page.locator('main').textContent()).toContain('document.title');
    }
    expect(await calls()).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('browsers display', () => {
  let painter: Painter;
  beforeAll(async () => {
    painter = await startPainter();
  });
  afterAll(() => painter.close());

  const openShared = async (name: string, type: string, bytes: Buffer | string): Promise<void> => {
    const { shareToken } = await mine.shareFile(await mine.put(name, bytes, { type }));
    await open(`/share/${shareToken}`);
    await page.getByRole('link', { name: 'Open' }).click();
    await page.waitForURL('**/files/d/**');
  };
  const ask = (expression: string) => page.evaluate(expression);

  test('an image', async () => {
    await openShared('a.jpg', 'image/jpeg', painter.encode(painter.flag(30, 20), '.jpg'));
    await expect.poll(() => ask('document.images[0]?.naturalWidth')).toBe(30);
  });

  test('text in its encoding', async () => {
    await openShared('a.txt', 'text/plain', 'Grüße, <b>世界</b>');
    expect(await ask('document.body.innerText')).toBe('Grüße, <b>世界</b>');
  });

  test('audio that plays', async () => {
    await openShared('a.wav', 'audio/wav', silence(8_000));
    await expect.poll(() => ask('document.querySelector("video, audio")?.duration')).toBe(1);
  });

  test('a PDF document in the viewer', async () => {
    const plain = scriptedFiles('1').find(({ name, type }) => name === 'document.pdf' && type === 'application/pdf');
    await openShared('a.pdf', 'application/pdf', plain?.bytes ?? '');
    expect(await ask('document.contentType')).toBe('application/pdf');
    expect(await ask('document.querySelectorAll("body > *").length')).toBeGreaterThanOrEqual(0);
  });
});

/** A WAV file of one channel and 8,000 samples a second. */
function silence(samples: number): Buffer {
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0\0\0\0\0\0\0\0\0\u0001\0\u0008\0data\0\0\0\0',
    'latin1',
  );
  header.writeUInt32LE(36 + samples, 4);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}
