import { readFile } from 'node:fs/promises';
import { startPainter, type Painter } from '@drive/thumbnails/test/painter';
import { rawPhoto } from '@drive/thumbnails/test/raw-photos';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { paper } from '../../server/test/paper.ts';
import { scriptedFiles } from '../../server/test/scripted-files.ts';
import { faultsOf, startWebStage, smallTargets, type WebStage, type WebUser } from './web-user.ts';
import { zipFile } from './zip-file.ts';

/** Set to a folder, the tests leave pictures of the pages there. */
const pictures = process.env['WEB_PICTURES'];

describe.skipIf(chromiumPath === undefined)('the viewer', () => {
  let stage: WebStage;
  let painter: Painter;
  beforeAll(async () => {
    stage = await startWebStage();
    painter = await startPainter();
  });
  afterAll(async () => {
    painter?.close();
    await stage?.close();
  });
  afterEach(() => stage.check());

  const picture = (width: number, height: number): Buffer => painter.encode(painter.flag(width, height), '.jpg');
  const snap = async ({ page }: WebUser, name: string): Promise<void> => {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
  };
  const viewer = ({ page }: WebUser, name: string) => page.getByRole('dialog', { name });
  const open = async (me: WebUser, name: string): Promise<void> => {
    await me.page.getByRole('button', { name, exact: true }).click();
    await viewer(me, name).waitFor();
  };

  test('shows images one after the other by keys and buttons, and returns to the list by Escape and Back', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.folder('A folder');
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await me.api.put(name, picture(900, 600), { type: 'image/jpeg' });
    await page.reload();
    await page.getByRole('button', { name: '1.jpg', exact: true }).focus();
    await page.keyboard.press('Enter');
    const image = page.getByRole('img', { name: /\.jpg$/ });
    await viewer(me, '1.jpg').getByText('1 of 3').waitFor();
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(900);
    expect(await page.title()).toBe('1.jpg · Drive');
    await snap(me, 'image');
    await page.keyboard.press('ArrowRight');
    await viewer(me, '2.jpg').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await viewer(me, '3.jpg').getByText('3 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await viewer(me, '2.jpg').waitFor();
    await page.reload();
    await viewer(me, '2.jpg').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
    expect(await page.title()).toBe('Files · Drive');
    await open(me, '3.jpg');
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    // Nothing that was closed keeps the page from being clicked.
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog', { name: 'New folder' }).waitFor();
  });

  test('opens by a double click on the row and by a click on the thumbnail, and keeps the focus inside', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('notes.txt', 'Remember the milk');
    await page.reload();
    await page.getByRole('row', { name: 'notes.txt' }).getByText('bytes', { exact: false }).last().dblclick();
    await viewer(me, 'notes.txt').getByText('Remember the milk').waitFor();
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      // At the end the library moves the focus to the beginning, in a later task.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
        .toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('row', { name: 'notes.txt' }).locator('[data-opens]').click();
    await viewer(me, 'notes.txt').waitFor();
  });

  test('zooms an image by keys, buttons and a double click, moves it by dragging, turns it, and shows its data', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('map.jpg', picture(1600, 1200), { type: 'image/jpeg' });
    await page.reload();
    await open(me, 'map.jpg');
    const image = page.getByRole('img', { name: 'map.jpg' });
    const width = async (): Promise<number> => Math.round((await image.boundingBox())?.width ?? 0);
    await expect.poll(width).toBeGreaterThan(300);
    const fit = await width();
    await page.keyboard.press('+');
    await expect.poll(width).toBeCloseTo(fit * 1.5, -1);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(width).toBeCloseTo(fit * 2, -1);
    await page.keyboard.press('0');
    await expect.poll(width).toBe(fit);
    const shareAtMouse = async (): Promise<number> => {
      const { y, height } = (await image.boundingBox())!;
      return Math.round(((250 - y) / height) * 100);
    };
    await page.mouse.move(400, 250);
    const pointed = await shareAtMouse();
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -200);
    await expect.poll(width).toBeCloseTo(fit * 1.15 ** 5, -1);
    expect(await shareAtMouse()).toBe(pointed);
    await page.keyboard.press('0');
    await expect.poll(width).toBe(fit);
    await image.dblclick();
    await expect.poll(width).toBeCloseTo(fit * 2.5, -1);
    const before = await image.boundingBox();
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(640, 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await image.boundingBox())?.y).toBeLessThan(before?.y ?? 0);
    const zoomed = await width();
    await page.mouse.wheel(0, -200);
    await expect.poll(width).toBeCloseTo(zoomed * 1.15, -1);
    await page.keyboard.press('r');
    await expect
      .poll(async () => {
        const box = await image.boundingBox();
        return Math.round(((box?.height ?? 0) / (box?.width ?? 1)) * 100);
      })
      .toBe(133);
    await page.keyboard.press('i');
    await page.getByRole('complementary', { name: 'Details' }).getByText('1600 × 1200').waitFor();
    await snap(me, 'zoomed');
  });

  test('a slideshow goes on by itself to the last image, and stops there or at a click', async () => {
    const me = await stage.open();
    const { page } = me;
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) await me.api.put(name, picture(90, 60), { type: 'image/jpeg' });
    await page.clock.install();
    await page.reload();
    await open(me, '1.jpg');
    await page.getByRole('button', { name: 'Start the slideshow' }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Stop the slideshow' }).waitFor();
    // The timer of an image may be set after its viewer is there, so the clock goes on until the next one is.
    const goOnTo = async (name: string): Promise<void> => {
      await expect.poll(() => page.clock.runFor(1000).then(() => viewer(me, name).count())).toBe(1);
    };
    await goOnTo('2.jpg');
    await goOnTo('3.jpg');
    await page.clock.runFor(5000);
    await expect.poll(() => page.getByRole('button', { name: 'Stop the slideshow' }).count()).toBe(0);
  });

  test('a finger swipes to the next file, and scrolls a wide table', async () => {
    const me = await stage.open('files', { viewport: { width: 390, height: 800 }, hasTouch: true });
    const { page } = me;
    const row = `${'a long value;'.repeat(20)}\n`;
    await me.api.put('2.csv', row.repeat(60), { type: 'text/csv' });
    for (const name of ['1.jpg', '3.jpg']) await me.api.put(name, picture(90, 60), { type: 'image/jpeg' });
    await page.reload();
    await open(me, '1.jpg');
    const cdp = await me.context.newCDPSession(page);
    const swipe = async (y: number, ...way: readonly number[]): Promise<void> => {
      for (const [step, x] of way.entries())
        await cdp.send('Input.dispatchTouchEvent', {
          type: step === 0 ? 'touchStart' : 'touchMove',
          touchPoints: [{ x, y }],
        });
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(400, 320, 200, 90);
    await viewer(me, '2.csv').getByRole('cell').first().waitFor();
    await swipe(400, 320, 200, 90);
    // The second time, the table is at its beginning, and browsers would go back in the history.
    for (let times = 0; times < 2; times += 1) await swipe(400, 90, 200, 320);
    await viewer(me, '2.csv').waitFor();
    await swipe(30, 90, 200, 320);
    await viewer(me, '1.jpg').waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('plays sound and jumps in it by a request for a range; opening a file is no download', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('tone.wav', silence(3_000_000), { type: 'audio/wav' });
    await page.reload();
    const statuses: number[] = [];
    page.on('response', (response) => response.url().includes('/files/d/') && statuses.push(response.status()));
    await open(me, 'tone.wav');
    const audio = page.locator('audio');
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBe(375);
    await audio.evaluate((element) => void ((element as HTMLAudioElement).currentTime = 300));
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).seeking)).toBe(false);
    expect(await audio.evaluate((element) => (element as HTMLAudioElement).currentTime)).toBe(300);
    expect(statuses).toContain(206);
    const { body } = await me.api.call('GET', '/api/files');
    expect(body.files[0].downloadCount).toBe(0);
  });

  test('sound continues at its place with a new URL when the old one has expired', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('tone.wav', silence(3_000_000), { type: 'audio/wav' });
    await page.clock.install();
    await page.reload();
    await open(me, 'tone.wav');
    const audio = page.locator('audio');
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBe(375);
    await audio.evaluate((element) => void ((element as HTMLAudioElement).currentTime = 300));
    const url = await audio.getAttribute('src');
    // The page first: the browser may still request a range, whose URL has expired for the server.
    await page.clock.fastForward(16 * 60_000);
    stage.drive.clock.advance(16 * 60_000);
    await audio.evaluate((element, old) => {
      if (element.getAttribute('src') === old) element.dispatchEvent(new Event('error'));
    }, url);
    await expect.poll(() => audio.getAttribute('src')).not.toBe(url);
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).currentTime)).toBe(300);
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).seeking)).toBe(false);
    await audio.evaluate((element) => element.dispatchEvent(new Event('error')));
    await expect.poll(() => audio.count()).toBe(0);
  });

  test('the shown file stays when a file is put before it in the list', async () => {
    const me = await stage.open();
    const { page } = me;
    for (const name of ['b.txt', 'c.txt']) await me.api.put(name, name);
    await page.reload();
    await open(me, 'c.txt');
    await viewer(me, 'c.txt').getByText('2 of 2').waitFor();
    await me.api.put('a.txt', 'a');
    // The link is new, so the list is loaded again.
    await viewer(me, 'c.txt').getByRole('button', { name: 'Copy link' }).click();
    await viewer(me, 'c.txt').getByText('3 of 3').waitFor();
    expect(await page.title()).toBe('c.txt · Drive');
  });

  test('highlights code, formats Markdown, and shows HTML as its source', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('hello.ts', "const greeting: string = 'Grüße'; // hi", { type: 'text/typescript' });
    await me.api.put('page.html', '<h1>Not a heading</h1><script>document.title="RAN"</script>', { type: 'text/html' });
    await me.api.put('old.txt', Buffer.from('Gr\u00fc\u00dfe', 'latin1'), { type: 'text/plain' });
    await me.api.put('notes.md', '# Title\n\n- [x] done\n\n<img src=x onerror="document.title=`RAN`">', {
      type: 'text/markdown',
    });
    await page.reload();
    await open(me, 'hello.ts');
    expect(await page.locator('.hljs-keyword').first().textContent()).toBe('const');
    expect(await page.locator('.hljs-string').textContent()).toBe("'Grüße'");
    await snap(me, 'code');
    expect((await faultsOf(page)).join('\n')).toBe('');
    await page.keyboard.press('ArrowRight');
    await viewer(me, 'notes.md').getByRole('heading', { name: 'Title' }).waitFor();
    expect(await page.locator('.markdown img').count()).toBe(0);
    expect((await faultsOf(page)).join('\n')).toBe('');
    await page.getByRole('button', { name: 'Show source' }).click();
    await viewer(me, 'notes.md').getByText('# Title').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await viewer(me, 'old.txt').getByText('Grüße').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await viewer(me, 'page.html').getByText('<h1>Not a heading</h1>').waitFor();
    expect(await page.title()).toBe('page.html · Drive');
  });

  test('runs no script of a file, whatever its content and its type', async () => {
    const me = await stage.open();
    const { page } = me;
    const trace = 'document.title=`RAN`;window.top.ran=1;parent.ran=1;fetch(`/api/me`)';
    const wanted = scriptedFiles(trace).filter(({ type }) => /html|svg|xml|markdown|pdf|plain/.test(type));
    const ids: string[] = [];
    for (const [index, { name, type, bytes }] of wanted.slice(0, 14).entries())
      ids.push(await me.api.put(`${index} ${name}`, bytes, { type }));
    ids.push(
      await me.api.put('x.md', `<script>${trace}</script>\n\n[a](javascript:${trace})\n\n![](http://127.0.0.1:9/x)`, {
        type: 'text/markdown',
      }),
      await me.api.put(
        'x.svg',
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${trace}</script></svg>`,
        {
          type: 'image/svg+xml',
        },
      ),
    );
    for (const id of ids) {
      await me.goto(`files?view=${id}`);
      await page.locator('[role=dialog] :is(pre, img, .pdf-view, h2 + div, .markdown)').first().waitFor();
      await page.waitForLoadState('load');
      expect(await page.title()).not.toBe('RAN');
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      expect(await page.locator('a[href^=javascript]').count()).toBe(0);
    }
  }, 180_000);

  test('a RAW photo is shown by the picture inside it', async () => {
    const me = await stage.open();
    const jpeg = picture(400, 200);
    const tags = ({ jpegs }: { readonly jpegs: readonly number[] }) => [
      [259, 3, 1, 6] as const,
      [273, 4, 1, jpegs[0] ?? 0] as const,
      [279, 4, 1, jpeg.length] as const,
    ];
    await me.api.put('sun.nef', rawPhoto({ directories: [tags], jpegs: [jpeg] }));
    await stage.drive.drain();
    await me.page.reload();
    await open(me, 'sun.nef');
    const image = viewer(me, 'sun.nef').locator('img');
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(400);
    expect((await faultsOf(me.page)).join('\n')).toBe('');
  });

  test('a CSV file is a table, and a text has the numbers of its lines', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.csv', 'Name;Sum\nAda;3\n"Grace; H.";4\n', { type: 'text/csv' });
    await me.api.put('b.ts', 'const a = 1;\n\nconst b = 2;\n', { type: 'text/typescript' });
    await page.reload();
    await open(me, 'a.csv');
    await page.getByRole('cell', { name: 'Grace; H.' }).waitFor();
    await page.getByRole('columnheader', { name: 'Sum' }).waitFor();
    expect((await faultsOf(page)).join('\n')).toBe('');
    await snap(me, 'csv');
    await viewer(me, 'a.csv').getByRole('button', { name: 'Next file' }).click();
    await viewer(me, 'b.ts').getByText('const b').waitFor();
    expect(await page.locator('.source .line').count()).toBe(4);
  });

  test('a PDF is drawn page by page, with its text and its links, also on a phone', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('paper.pdf', paper(['First words', 'Second words', 'Third words']), { type: 'application/pdf' });
    await page.reload();
    await open(me, 'paper.pdf');
    const shown = viewer(me, 'paper.pdf');
    await shown.getByRole('group', { name: 'Page 1 of 3' }).getByText('First words').waitFor();
    await expect.poll(() => darkPixels(page, 1)).toBeGreaterThan(500);
    expect(await shown.getByRole('link', { name: 'https://example.org/' }).getAttribute('rel')).toContain('noopener');
    await snap(me, 'pdf');
    // The focus is on a button of the viewer.
    await page.keyboard.press('End');
    await shown.getByRole('status').filter({ hasText: 'Page 3 of 3' }).waitFor();
    await expect.poll(() => darkPixels(page, 3)).toBeGreaterThan(500);
    const width = async (): Promise<number> => (await shown.getByRole('group').last().boundingBox())?.width ?? 0;
    const before = await width();
    await page.keyboard.press('+');
    await expect.poll(width).toBeCloseTo(before * 1.25, -1);
    await expect.poll(() => darkPixels(page, 3)).toBeGreaterThan(500);
    await page.setViewportSize({ width: 390, height: 800 });
    await shown.getByRole('button', { name: 'Fit to the window' }).click();
    await expect.poll(width).toBeLessThan(390);
    expect((await faultsOf(page)).join('\n')).toBe('');
    await snap(me, 'pdf-phone');
    const worker = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/pdf-worker-'))?.name,
    );
    const policy = (await page.request.get(worker ?? '')).headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
  });

  test('a ZIP archive lists its files, each of which is saved alone', async () => {
    const me = await stage.open();
    const { page } = me;
    const archive = zipFile([
      { name: 'photos/sun.txt', content: 'The sun. '.repeat(500) },
      { name: 'readme.txt', content: 'Read me', isEncrypted: true },
      { name: 'evil\u202Egpj.exe', content: 'x' },
    ]);
    await me.api.put('a.zip', archive, { type: 'application/zip' });
    await page.reload();
    await open(me, 'a.zip');
    await page.getByText('3 files').waitFor();
    await page.getByText('locked with a password').waitFor();
    await page.getByText('evilgpj.exe').waitFor();
    expect((await faultsOf(page)).join('\n')).toBe('');
    await snap(me, 'zip');
    await page.getByRole('button', { name: 'photos' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: sun.txt' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('sun.txt');
    expect(await readFile(await saved.path(), 'utf8')).toBe('The sun. '.repeat(500));
    const { body } = await me.api.call('GET', '/api/files');
    expect(body.files[0].downloadCount).toBe(0);
    const find = page.getByRole('searchbox');
    await find.fill('sun');
    await find.press('Escape');
    expect(await find.inputValue()).toBe('');
  });

  test('a ZIP archive that cannot be read is tried again on request', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('b.zip', zipFile([{ name: 'sun.txt', content: 'The sun' }]), { type: 'application/zip' });
    await page.reload();
    await page.route('**/files/d/**', (route) => route.abort());
    await open(me, 'b.zip');
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    await page.unroute('**/files/d/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await viewer(me, 'b.zip').getByText('sun.txt').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a broken PDF says so, one with a password is left to the browser, and no script of one runs', async () => {
    const me = await stage.open();
    const { page } = me;
    const pdf = scriptedFiles('document.title="RAN"').find(
      ({ name, type }) => name === 'document.pdf' && type === 'application/pdf',
    );
    await me.api.put('1-broken.pdf', '%PDF-1.7 nothing else', { type: 'application/pdf' });
    await me.api.put('2-scripted.pdf', pdf?.bytes ?? '', { type: 'application/pdf' });
    await me.api.put('3-locked.pdf', lockedPaper(), { type: 'application/pdf' });
    await page.reload();
    // A document that is closed while it loads writes nothing to the console.
    const asked = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname.startsWith('/files/'),
      (route) => (route.request().headers()['range'] === undefined ? route.continue() : asked.resolve()),
    );
    await open(me, '2-scripted.pdf');
    await asked.promise;
    await page.keyboard.press('Escape');
    await viewer(me, '2-scripted.pdf').waitFor({ state: 'detached' });
    await page.unrouteAll();
    await open(me, '1-broken.pdf');
    await page.getByText('This browser cannot show the file').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer(me, '2-scripted.pdf').locator('.pdf-page canvas[data-drawn]').waitFor();
    expect(await page.title()).toBe('2-scripted.pdf · Drive');
    // Without the viewer of the browser, which writes to the console.
    await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
    await page.keyboard.press('ArrowRight');
    await viewer(me, '3-locked.pdf').getByText('This browser cannot show the file').waitFor();
    expect((await faultsOf(page)).join('\n')).toBe('');
  });

  test('says what to do with a file that cannot be shown, does not exist, or cannot be reached', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.zip', 'PK', { type: 'application/zip' });
    await me.api.put('b.mp4', 'no video', { type: 'video/mp4' });
    const id = await me.api.put('c.txt', 'text');
    await page.reload();
    await open(me, 'a.zip');
    await page.getByText('No preview').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).last().click(),
    ]);
    expect(saved.suggestedFilename()).toBe('a.zip');
    expect((await faultsOf(page)).join('\n')).toBe('');
    await page.keyboard.press('ArrowRight');
    await page.getByText('This browser cannot show the file').waitFor();
    await page.route('**/files/d/**', (route) => route.abort());
    await page.keyboard.press('ArrowRight');
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    await page.unroute('**/files/d/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('text', { exact: true }).waitFor();
    await me.goto(`files?view=${id.replace(/^.{8}/, '00000000')}`);
    await page.getByText('This file does not exist').waitFor();
    expect((await faultsOf(page)).join('\n')).toBe('');
  });

  test.each([320, 1280])('shares, downloads and shows details in a window of %i px', async (width) => {
    const me = await stage.open('files', { viewport: { width, height: 800 }, permissions: ['clipboard-write'] });
    const { page } = me;
    await me.api.put('sea.jpg', picture(640, 480), { type: 'image/jpeg' });
    await me.api.put('sun.jpg', picture(640, 480), { type: 'image/jpeg' });
    await page.reload();
    await open(me, 'sea.jpg');
    expect(await smallTargets(page)).toEqual([]);
    expect((await faultsOf(page)).join('\n')).toBe('');
    await snap(me, `viewer-${width}`);
    if (width >= 640) {
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Link copied.').waitFor();
    }
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const share = page.getByRole('dialog', { name: 'Share “sea.jpg”' });
    await share.getByRole('button', { name: 'Copy', exact: true }).click();
    await share.getByRole('button', { name: 'Copied' }).waitFor();
    expect((await faultsOf(page)).join('\n')).toBe('');
    await share.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => share.count()).toBe(0);
    await viewer(me, 'sea.jpg').waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole(width < 768 ? 'dialog' : 'complementary', { name: 'Details' });
    await details.getByText('image/jpeg').waitFor();
    expect((await faultsOf(page)).join('\n')).toBe('');
    await snap(me, `details-${width}`);
    if (width < 768) {
      await page.keyboard.press('Escape');
      await expect.poll(() => details.count()).toBe(0);
      await viewer(me, 'sea.jpg').waitFor();
    }
  });
});

describe.skipIf(chromiumPath === undefined)('under another host than that of DRIVE_BASE_URL', () => {
  test('thumbnails and images are shown', async () => {
    const stage = await startWebStage({ settings: { BASE_URL: 'http://drive.test' } });
    const painter = await startPainter();
    try {
      const me = await stage.open();
      const bytes = painter.encode(painter.flag(64, 48), '.png');
      await me.api.put('sun.png', bytes, { type: 'image/png' });
      await stage.drive.drain();
      await me.page.reload();
      const width = () =>
        me.page
          .locator('img')
          .last()
          .evaluate((image) => (image as HTMLImageElement).naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
      await me.page.getByRole('button', { name: 'sun.png', exact: true }).click();
      await me.page.getByRole('dialog').getByRole('img', { name: 'sun.png' }).waitFor();
      await stage.check();
    } finally {
      painter.close();
      await stage.close();
    }
  });
});

/** A document that asks for a password. */
function lockedPaper(): Buffer {
  const [id, keys] = [`<${'01'.repeat(16)}>`, `/O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}>`];
  const lock = `/ID [${id} ${id}] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 ${keys} >>`;
  return Buffer.from(paper(['Secret']).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${lock}`), 'latin1');
}

/** Pixels of a page of a PDF document that are not white. */
const darkPixels = (page: Page, number: number): Promise<number> =>
  page.evaluate((of) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`[data-page="${of}"] canvas[data-drawn]`);
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128) dark += 1;
    return dark;
  }, number);

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
