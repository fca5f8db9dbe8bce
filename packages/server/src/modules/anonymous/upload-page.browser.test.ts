import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemPage } from '@drive/contract';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, chromiumPath, launchChromium, overflowPixels } from '../../../test/browser/chromium.ts';
import { startDrive, type Drive, type DriveOptions } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';

let browser: Browser;
let directory: string;
const opened: Drive[] = [];
const pages: Page[] = [];

const start = async (
  settings: DriveOptions['settings'] = {},
  more: Omit<DriveOptions, 'settings'> = {},
): Promise<Drive> => {
  const drive = await startDrive({
    settings: { ANONYMOUS_UPLOADS: 'on', FEATURE_LIMITS: 'off', ...settings },
    ...more,
  });
  opened.push(drive);
  return drive;
};

/** Opens the upload page of a server. Errors of its scripts and its policy fail the test. */
async function open(drive: Drive, options: BrowserContextOptions = {}, path = '/upload'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await context.newPage();
  pages.push(page);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${drive.url}${path}`);
  return page;
}
const complaints: string[] = [];

function write(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const download = async (link: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(link, { headers: { 'user-agent': 'curl/8' } })).arrayBuffer());
const links = (page: Page): Promise<string[]> => page.locator('.uploads .link a').allTextContents();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'drive-chosen-'));
  if (chromiumPath !== undefined) browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  for (const drive of opened.splice(0)) await drive.close();
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`the page complained:\n${said.join('\n')}`);
});

describe.skipIf(chromiumPath === undefined)('the upload page, with JavaScript', () => {
  it('sends files with progress and shows a link to copy for each', async () => {
    const drive = await start();
    const large = randomBytes(3_000_000);
    const page = await open(drive, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByText('No file chosen').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('Choose files').click({ force: true });
    await (await chooser).setFiles([write('one.txt', 'first')]);
    await page.getByText('one.txt').waitFor();
    await page.getByLabel('Files').setInputFiles([write('Bild „ä“.bin', large), write('b.txt', 'second')]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded 2 files.').waitFor();
    expect(await page.locator('.uploads strong').allTextContents()).toEqual(['Bild „ä“.bin', 'b.txt']);
    const [first = '', second = ''] = await links(page);
    expect(sha256(await download(first))).toBe(sha256(large));
    expect((await download(second)).toString()).toBe('second');

    await page.getByRole('button', { name: 'Copy the link to b.txt' }).click();
    await page.getByText('Copied the link to b.txt.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(second);
    await page.getByRole('button', { name: 'Copy all links' }).click();
    await page.getByText('Copied all links.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${first}\n${second}`);

    await page.getByRole('link', { name: 'Send more' }).click();
    await page.getByRole('button', { name: 'Upload' }).waitFor();
  });

  it('is on the start page, too, with the ways in and to the clients', async () => {
    const drive = await start();
    await drive.createUser();
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(drive, { colorScheme, viewport: { width: 320, height: 800 } }, '/');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflowPixels(page)).toBe(0);
    }
    const page = await open(drive, {}, '/');
    await page.getByLabel('Files').setInputFiles([write('start.txt', 'from the start'), write('b.txt', 'b')]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded 2 files.').waitFor();
    expect((await download((await links(page))[0] ?? '')).toString()).toBe('from the start');
    const ways = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(ways).toEqual(expect.arrayContaining(['/sign-in', '/paste', '/install', '/api/docs']));
  });

  it('stores the files of a signed-in user in the user’s own drive, without a captcha', async () => {
    const drive = await start({ CAPTCHA: 'altcha', ANONYMOUS_UPLOADS: 'off' });
    const user = await drive.createUser();
    const { cookie } = await drive.signIn(user);
    const page = await open(drive);
    await page.getByText('does not accept uploads without an account').waitFor();
    await page.context().addCookies(
      cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), url: drive.url };
      }),
    );
    await page.reload();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Files').setInputFiles([write('mine.txt', 'mine'), write('b.txt', 'second')]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded 2 files. They are in your drive.').waitFor();
    expect((await download((await links(page))[0] ?? '')).toString()).toBe('mine');
    const listed = (await (await drive.fetch('/api/files', { key: user.key })).json()) as ItemPage;
    expect(listed.files.map(({ name }) => name).toSorted()).toEqual(['b.txt', 'mine.txt']);

    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Send more' }).click();
    await page.getByText('does not accept uploads without an account').waitFor();
  });

  it('adds files that are dropped anywhere on the page, and refuses a folder', async () => {
    const drive = await start();
    const page = await open(drive);
    await page.getByLabel('Files').setInputFiles(write('chosen.txt', 'chosen'));
    await page.getByText('Or drop them anywhere on this page.').waitFor();
    /** Drags a file, or with `isFolder` a folder, over the page and drops it. */
    const drop = (name: string, isFolder = false): Promise<boolean> =>
      page.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['dropped'], '${name}'));
        if (${isFolder}) DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true, name: '${name}' });
        const send = (type) => {
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.body.dispatchEvent(event);
          return event.defaultPrevented;
        };
        const isMarked = () => document.documentElement.classList.contains('dropping');
        return send('dragover') && isMarked() && send('drop') && !isMarked();
      })()`);
    expect(await drop('dropped.txt')).toBe(true);
    expect(await drop('photos', true)).toBe(true);
    await page.getByText('“photos” is a folder. Drop the files that are in it.').waitFor();
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded 2 files.').waitFor();
    expect(await page.locator('.uploads strong').allTextContents()).toEqual(['chosen.txt', 'dropped.txt']);
    // A drop on the page of a finished transfer changes nothing, and does not leave the page.
    expect(await drop('late.txt')).toBe(false);
    expect(await page.locator('.uploads strong').count()).toBe(2);
  });

  it('shows the progress of a transfer', async () => {
    const drive = await start();
    const page = await open(drive);
    const values: number[] = [];
    await page.exposeFunction('told', (value: number) => values.push(value));
    await page.evaluate(`new MutationObserver(() => {
      const bar = document.querySelector('.uploads progress');
      if (bar !== null) told(bar.value);
    }).observe(document.getElementById('progress'), { subtree: true, childList: true, attributes: true })`);
    await page.getByLabel('Files').setInputFiles(write('large.bin', randomBytes(8_000_000)));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded one file.').waitFor();
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  it('lists a file publicly if the box is ticked', async () => {
    const drive = await start();
    const page = await open(drive);
    await page.getByLabel('Files').setInputFiles(write('listed.txt', 'x'));
    await page.getByLabel('Make them public').check();
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded one file.').waitFor();
    const found = await drive.fetch('/api/public/search?q=listed.txt');
    expect(((await found.json()) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('shows errors in the chosen files before it sends anything', async () => {
    const drive = await start({ ANONYMOUS_MAX_BYTES: '100', ANONYMOUS_MAX_FILES: '2' });
    const page = await open(drive);
    for (const [files, said] of [
      [[write('large.txt', 'x'.repeat(101))], '“large.txt” has more than 100 bytes.'],
      [[write('ok.txt', 'x'), write('empty.txt', '')], '“empty.txt” is empty'],
      [[write('1', 'x'), write('2', 'x'), write('3', 'x')], 'At most 2 files can be uploaded at once.'],
    ] as const) {
      await page.getByLabel('Files').setInputFiles([...files]);
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByRole('alert').getByText(said).waitFor();
    }
    expect(drive.logged.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows the error of the server, and can be used again', async () => {
    const drive = await start({ ANONYMOUS_QUOTA_BYTES: '10' });
    const page = await open(drive);
    await page.getByLabel('Files').setInputFiles(write('a.txt', 'x'.repeat(11)));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').getByText('The storage for uploads without an account is full').waitFor();
    await page.getByLabel('Files').setInputFiles(write('a.txt', 'x'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded one file.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('retries after a server error, and shows which file was not stored', async () => {
    let failures = 1;
    const drive = await start(
      {},
      {
        blobs: (disk) =>
          overriding(disk, {
            putBytes: (...how) => {
              failures -= 1;
              return failures >= 0 ? Promise.reject(new Error('hiccup')) : disk.putBytes(...how);
            },
          }),
      },
    );
    const page = await open(drive);
    await page.clock.install();
    const upload = async (): Promise<void> => {
      await page.getByLabel('Files').setInputFiles(write('a.txt', 'hello'));
      await page.getByRole('button', { name: 'Upload' }).click();
    };
    const waitsFor = async (text: string): Promise<void> => {
      while (!(await page.getByText(text).isVisible())) await page.clock.runFor(1000);
    };
    await upload();
    await waitsFor('Uploaded one file.');
    expect(failures).toBeLessThan(0);
    expect((await download((await links(page))[0]!)).toString()).toBe('hello');

    failures = 10;
    await page.goto(`${drive.url}/upload`);
    await upload();
    await waitsFor('1 failed.');
    expect(failures).toBeLessThan(8);
    expect(await page.locator('.uploads .wrong').count()).toBe(1);
  });

  it('solves altcha’s proof of work without an action of the visitor, once for each attempt', async () => {
    const drive = await start({ CAPTCHA: 'altcha' });
    drive.clock.advance(Date.now() - drive.clock.now());
    const page = await open(drive);
    for (let time = 0; time < 2; time += 1) {
      await page.getByLabel('Files').setInputFiles([write('a.txt', 'hello'), write('b.txt', 'x')]);
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('Uploaded 2 files.').waitFor();
      await page.getByRole('link', { name: 'Send more' }).click();
    }
    expect(await drive.database.reader.selectFrom('solved_captchas').select('id').execute()).toHaveLength(2);
  }, 60_000);

  it('solves it also over plain http, where browsers offer no Web Crypto', async () => {
    const drive = await start({ CAPTCHA: 'altcha', BASE_URL: 'http://drive.lan' });
    drive.clock.advance(Date.now() - drive.clock.now());
    const page = await open(drive);
    await page.evaluate("Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })");
    await page.getByLabel('Files').setInputFiles(write('a.txt', 'hello'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded one file.').waitFor();
    expect(await links(page)).toEqual([expect.stringMatching(/^http:\/\/drive\.lan\/s\//)]);
  }, 60_000);

  it('works below a base path', async () => {
    const drive = await start({ BASE_URL: 'http://127.0.0.1:1/drive' });
    const page = await open(drive, {}, '/drive/upload');
    await page.getByLabel('Files').setInputFiles(write('a.txt', 'hello'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded one file.').waitFor();
    expect((await links(page))[0]).toMatch(/^http:\/\/127\.0\.0\.1:1\/drive\/s\//);
  });

  it.each([
    ['light', 1000, 'light'],
    ['dark', 1000, 'dark'],
    ['on a small phone', 320, 'light'],
    ['on a small phone, dark', 320, 'dark'],
  ] as const)('has no accessibility fault, %s', async (_, width, colorScheme) => {
    const drive = await start({ ANONYMOUS_MAX_BYTES: '1000', ANONYMOUS_RETENTION_DAYS: '7' });
    const page = await open(drive, { viewport: { width, height: 800 }, colorScheme });
    const look = async (): Promise<void> => {
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflowPixels(page)).toBe(0);
    };
    await look();
    await page.getByLabel('Files').setInputFiles(write('large.txt', 'x'.repeat(1001)));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').waitFor();
    await look();
    await page.getByLabel('Files').setInputFiles([write(`${'long'.repeat(40)}.txt`, 'x'), write('b.txt', 'x')]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded 2 files.').waitFor();
    await look();
  });

  it('can be used with the keyboard alone', async () => {
    const drive = await start();
    const page = await open(drive);
    await page.getByLabel('Files').setInputFiles(write('a.txt', 'x'));
    await page.getByLabel('Files').focus();
    for (const key of ['Tab', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Uploaded one file.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('status');
  });
});

describe.skipIf(chromiumPath === undefined)('the upload page, without JavaScript', () => {
  const plain = { javaScriptEnabled: false };

  it('sends several files by a form and shows their links', async () => {
    const drive = await start();
    const page = await open(drive, plain);
    const bytes = randomBytes(2_000_000);
    await page.getByLabel('Files').setInputFiles([write('ä 1.bin', bytes), write('b"2".txt', 'second')]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'Your files are uploaded' }).waitFor();
    expect(await page.locator('.uploads strong').allTextContents()).toEqual(['ä 1.bin', 'b"2".txt']);
    const hrefs = await page
      .locator('.uploads a')
      .evaluateAll((all) => all.map((each) => (each as unknown as { href: string }).href));
    expect(sha256(await download(hrefs[0]!))).toBe(sha256(bytes));
    expect((await download(hrefs[1]!)).toString()).toBe('second');
    await page.reload();
    expect(await page.locator('.uploads li').count()).toBe(2);
  });

  it('shows the error and the form again', async () => {
    const drive = await start({ ANONYMOUS_MAX_BYTES: '100' });
    const page = await open(drive, plain);
    await page.getByLabel('Files').setInputFiles(write('large.txt', 'x'.repeat(101)));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').getByText('at most 100 bytes').waitFor();
    await page.getByLabel('Files').setInputFiles(write('small.txt', 'x'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'Your file is uploaded' }).waitFor();
    expect(await page.locator('.uploads strong').allTextContents()).toEqual(['small.txt']);
  });

  it('shows the response also if far too much was sent', async () => {
    const drive = await start({ ANONYMOUS_MAX_BYTES: '1000', ANONYMOUS_MAX_FILES: '1' });
    const page = await open(drive, plain);
    await page.getByLabel('File').setInputFiles(write('huge.bin', randomBytes(6_000_000)));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('at most 1000 bytes');
  });

  it('explains what to do if a captcha is on', async () => {
    const drive = await start({ CAPTCHA: 'altcha' });
    const page = await open(drive, plain);
    expect(await page.locator('noscript p').isVisible()).toBe(true);
    expect(await page.locator('noscript p').textContent()).toContain('Enable JavaScript');
    expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    expect(await accessibilityFaultsWithoutScript(drive)).toEqual([]);
  });

  /** Runs axe, which is a script, on the page with the page's own scripts blocked. */
  async function accessibilityFaultsWithoutScript(drive: Drive): Promise<string[]> {
    const page = await open(drive, {}, '/healthz');
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(`${drive.url}/upload`);
    return accessibilityFaults(page);
  }

  it('has no accessibility fault on the page of links', async () => {
    const drive = await start();
    const page = await open(drive, { viewport: { width: 320, height: 800 }, colorScheme: 'dark' });
    await page.route('**/assets/**', (route) => route.abort());
    await page.reload();
    await page.getByLabel('Files').setInputFiles([write(`${'long'.repeat(40)}.txt`, 'x'), write('b.txt', 'x')]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'Your files are uploaded' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflowPixels(page)).toBe(0);
  });
});

describe('the upload page', () => {
  it('is a part of the start page if it is on, and says so if it is off', async () => {
    const [on, off] = [await start(), await start({ ANONYMOUS_UPLOADS: 'off' })];
    for (const drive of [on, off]) await drive.createUser();
    expect(await (await on.fetch('/')).text()).toContain('type="file"');
    expect(await (await off.fetch('/')).text()).not.toMatch(/type="file"|\/upload/);
    const page = await off.fetch('/upload');
    const html = await page.text();
    expect([page.status, html.includes('does not accept uploads without an account'), html.includes('<form')]).toEqual([
      403,
      true,
      false,
    ]);
  });

  it('runs only its own script, which is small and cached as immutable', async () => {
    const drive = await start();
    const page = await drive.fetch('/upload');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const html = await page.text();
    expect(html).not.toMatch(/ on\w+=|style=/);
    const [path = ''] = /\/assets\/[\w-]+\/upload\.js/.exec(html) ?? [];
    const script = await drive.fetch(path);
    expect(script.status).toBe(200);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await drive.fetch(path.replace(/[\w-]+(?=\/upload)/, 'AAAAAAAAAAAAAAAA'))).status).toBe(404);
    expect((await drive.fetch('/assets/../package.json')).status).toBe(404);
  });
});
