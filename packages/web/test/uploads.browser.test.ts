import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, type WebStage, type WebUser } from './web-user.ts';

const MiB = 1024 * 1024;

interface Conditions {
  readonly offline?: boolean;
  /** Bytes a second; unlimited without it. */
  readonly uploadThroughput?: number;
}

describe.skipIf(chromiumPath === undefined)('uploads in the web app', () => {
  let stage: WebStage;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drive-web-'));
    stage = await startWebStage({ settings: { RATE_SESSION: '600', FREE_QUOTA_BYTES: String(200 * MiB) } });
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => stage.check());

  /** A file on disk: the browser takes larger ones only from there. */
  const fileOf = (name: string, bytes: number): string => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.alloc(bytes, name));
    return path;
  };
  const choose = (page: Page, paths: string | string[]): Promise<void> =>
    page.setInputFiles('[data-upload=files]', paths);
  const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' });
  const percent = async (page: Page): Promise<number> =>
    Number(await panel(page).getByRole('progressbar', { name: 'Total progress' }).getAttribute('aria-valuenow'));
  /** Bytes per second that the browser may send; undefined: as fast as it can. */
  /** One session sets both: the last conditions of another session would count. */
  const emulateNetwork = async ({ context, page }: WebUser): Promise<(conditions: Conditions) => Promise<void>> => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    return async ({ offline = false, uploadThroughput = -1 }) => {
      const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput };
      await devtools.send('Network.emulateNetworkConditions', conditions);
    };
  };
  const limitSpeed = async (me: WebUser, uploadThroughput = -1): Promise<void> =>
    (await emulateNetwork(me))({ uploadThroughput });

  test('a large file shows rising progress, pauses, goes on in another folder and arrives', async () => {
    const me = await stage.open();
    const { page } = me;
    const elsewhere = await me.api.folder('Elsewhere');
    await page.reload();
    await limitSpeed(me, 6 * MiB);
    await choose(page, fileOf('film.bin', 24 * MiB));
    const seen = new Set<number>();
    await expect
      .poll(
        async () => {
          seen.add(await percent(page));
          return seen.size;
        },
        { interval: 50 },
      )
      .toBeGreaterThanOrEqual(5);
    await panel(page)
      .getByText(/MiB\/s · .* left/)
      .waitFor();
    await panel(page).getByRole('button', { name: 'Pause film.bin' }).click();
    await panel(page).getByText('Paused').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    await panel(page).getByRole('button', { name: 'Resume film.bin' }).click();
    await limitSpeed(me);
    await panel(page).getByText('1 file uploaded').waitFor();
    await page.getByText('This folder is empty').waitFor();
    expect(await me.api.names()).toEqual(['Elsewhere', 'film.bin']);
    expect(await me.api.names(elsewhere)).toEqual([]);
  });

  test('a large file arrives in the folder that was open, like a small one', async () => {
    const me = await stage.open();
    const inside = await me.api.folder('Inside');
    await me.goto(`files/${inside}`);
    await me.page.getByText('This folder is empty').waitFor();
    await choose(me.page, [fileOf('large.bin', 5 * MiB), fileOf('little.bin', 5)]);
    await panel(me.page).getByText('2 files uploaded').waitFor();
    expect([await me.api.names(), (await me.api.names(inside)).toSorted()]).toEqual([
      ['Inside'],
      ['large.bin', 'little.bin'],
    ]);
  });

  test('replacing all asks again about a folder, which no file can replace', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.folder('a.txt');
    await me.api.put('b.txt', 'old');
    await page.reload();
    await choose(page, [fileOf('a.txt', 3), fileOf('b.txt', 3)]);
    await page.getByLabel('Do this for the other conflict, too').check();
    await page.getByRole('button', { name: 'Replace' }).click();
    // The dialog hides the panel from screen readers.
    await page.getByText('1 of 2 files').waitFor();
    const ask = page.getByRole('dialog', { name: '“a.txt” exists already' });
    await ask.getByRole('button', { name: 'Keep both' }).click();
    await panel(page).getByText('2 files uploaded').waitFor();
    await expect.poll(() => me.names()).toEqual(['a.txt', 'a (1).txt', 'b.txt']);
  });

  test('a file chosen again after a reload continues where it stopped', async () => {
    const me = await stage.open();
    const { page } = me;
    const path = fileOf('resumed.bin', 72 * MiB);
    const creations: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) creations.push(request.url());
    });
    await limitSpeed(me, 24 * MiB);
    await choose(page, path);
    await expect.poll(() => percent(page)).toBeGreaterThan(50);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('1 upload was interrupted.').first().waitFor();
    await limitSpeed(me);
    const head = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await choose(page, path);
    expect(Number((await head).headers()['upload-offset'])).toBeGreaterThan(0);
    await panel(page).getByText('1 file uploaded').waitFor();
    expect([creations.length, await me.api.names()]).toEqual([1, ['resumed.bin']]);
  });

  test('an upload survives the loss of the network', async () => {
    const me = await stage.open();
    const { page } = me;
    const emulate = await emulateNetwork(me);
    await emulate({ uploadThroughput: 8 * MiB });
    await choose(page, fileOf('offline.bin', 16 * MiB));
    await expect.poll(() => percent(page)).toBeGreaterThan(10);
    await emulate({ offline: true });
    await page.getByText('You are offline.').waitFor();
    await emulate({ offline: false });
    await panel(page).getByText('1 file uploaded').waitFor();
    expect(await me.api.names()).toEqual(['offline.bin']);
  });

  test('an upload goes on after the device slept for hours, if its connection died silently', async () => {
    const me = await stage.open();
    const { page } = me;
    const devtools = await me.context.newCDPSession(page);
    await page.clock.install();
    await page.reload();
    const sent = Promise.withResolvers<void>();
    const methods: string[] = [];
    await page.route('**/files/tus/**', async (route) => {
      methods.push(route.request().method());
      // Nothing answers the first request for bytes.
      if (methods.filter((method) => method === 'PATCH').length > 1 || methods.at(-1) !== 'PATCH')
        await route.continue();
      else sent.resolve();
    });
    await choose(page, fileOf('night.bin', 6 * MiB));
    await sent.promise;
    for (const state of ['frozen', 'active'] as const) await devtools.send('Page.setWebLifecycleState', { state });
    await page.clock.fastForward('08:00:00');
    await panel(page).getByText('1 file uploaded').waitFor();
    expect(methods).toEqual(['HEAD', 'PATCH', 'HEAD', 'PATCH']);
    expect(await me.api.names()).toEqual(['night.bin']);
  });

  test('a folder that is dropped arrives with its folders, also the empty ones', async () => {
    const me = await stage.open();
    const { page } = me;
    const root = join(folder, 'Trip');
    mkdirSync(join(root, 'Day 1'), { recursive: true });
    mkdirSync(join(root, 'Later', 'Ideas'), { recursive: true });
    writeFileSync(join(root, 'plan.txt'), 'plan');
    writeFileSync(join(root, 'Day 1', 'sun.txt'), 'sun');
    writeFileSync(join(root, 'Later', '.gitkeep'), '');
    await page.getByText('This folder is empty').waitFor();
    await page.locator('main [data-drop-target-for-external]').waitFor();
    const devtools = await me.context.newCDPSession(page);
    const drop = async (file: string, x: number, y: number): Promise<void> => {
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
    };
    await drop(root, 640, 500);
    await panel(page).getByText('3 files uploaded').waitFor();
    await page.getByRole('link', { name: 'Trip' }).click();
    await expect.poll(() => me.names()).toEqual(['Day 1', 'Later', 'plan.txt']);
    await page.getByRole('link', { name: 'Day 1' }).click();
    await expect.poll(() => me.names()).toEqual(['sun.txt']);
    await page.goBack();
    await page.getByRole('link', { name: 'Later' }).click();
    await expect.poll(() => me.names()).toEqual(['Ideas', '.gitkeep']);
    // From any screen, what is dropped on the entry of the user's files goes there.
    const files = page.locator('nav [data-drop-target-for-external]', { hasText: 'Files' });
    const { x, y } = (await files.boundingBox())!;
    await drop(join(root, 'plan.txt'), x + 20, y + 10);
    await files.getByRole('link').click();
    await expect.poll(() => me.names()).toEqual(['Trip', 'plan.txt']);
  });

  test('a file from the clipboard is uploaded', async () => {
    const me = await stage.open();
    const { page } = me;
    await page.getByText('This folder is empty').waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'pasted.png', { type: 'image/png' }));
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
    });
    await panel(page).getByText('1 file uploaded').waitFor();
    expect(await me.api.names()).toEqual(['pasted.png']);
  });

  test.each([1280, 1024, 768, 390])('the panel is not covered by notices in a window of %i px', async (width) => {
    const me = await stage.open('files', { viewport: { width, height: 800 } });
    const { page } = me;
    await choose(page, fileOf('a.txt', 10));
    await panel(page).getByText('1 file uploaded').waitFor();
    await page.getByRole('checkbox', { name: 'Select a.txt' }).check();
    await page.keyboard.press('Delete');
    const notice = page.getByRole('region', { name: 'Notifications' }).getByText('1 item moved to the trash');
    await notice.waitFor();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    const [above, below] = [(await notice.locator('../..').boundingBox())!, (await panel(page).boundingBox())!];
    const isBeside = above.x + above.width <= below.x || above.y + above.height <= below.y;
    expect([isBeside, above, below]).toEqual([true, above, below]);
  });

  test('a name that is taken is asked about: keep both, replace, skip', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.txt', 'old');
    const a = fileOf('a.txt', 3);
    const ask = page.getByRole('dialog', { name: '“a.txt” exists already' });
    for (const choice of ['Skip', 'Keep both', 'Replace']) {
      await choose(page, a);
      await ask.waitFor();
      if (choice === 'Skip') expect(await faultsOf(page)).toEqual([]);
      await ask.getByRole('button', { name: choice }).click();
      await panel(page).getByRole('button', { name: 'Close' }).click();
    }
    await expect.poll(() => me.names()).toEqual(['a.txt', 'a (1).txt'].toSorted());
    const { id } = (await me.api.call('GET', '/api/files/by-path?path=%2Fa.txt')).body as { id: string };
    const versions = (await me.api.call('GET', `/api/files/${id}/versions`)).body as { versions: unknown[] };
    expect(versions.versions).toHaveLength(1);
  });

  test('closing the question about a name skips the file, and the panel asks again', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('a.txt', 'old');
    await choose(page, fileOf('a.txt', 3));
    const ask = page.getByRole('dialog', { name: '“a.txt” exists already' });
    await ask.getByRole('button', { name: 'Close' }).click();
    await panel(page).getByText('Skipped').waitFor();
    await panel(page).getByRole('button', { name: 'Retry a.txt' }).click();
    await ask.getByRole('button', { name: 'Keep both' }).click();
    await expect.poll(() => me.names()).toEqual(['a (1).txt', 'a.txt']);
  });

  test('an empty file is stored, and asked about if its name is taken', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.call('POST', '/api/files/folders', { name: 'folder.txt' });
    await choose(page, [fileOf('empty.txt', 0), fileOf('full.txt', 3)]);
    await panel(page).getByText('2 files uploaded').waitFor();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    for (const [name, choice] of [
      ['empty.txt', 'Keep both'],
      ['full.txt', 'Replace'],
      ['folder.txt', 'Keep both'],
    ] as const) {
      await choose(page, fileOf(name, 0));
      const ask = page.getByRole('dialog', { name: `“${name}” exists already` });
      await ask.getByRole('button', { name: choice }).click();
      await panel(page).getByText('1 file uploaded').waitFor();
      await panel(page).getByRole('button', { name: 'Close' }).click();
    }
    const { files } = (await me.api.call('GET', '/api/files')).body as { files: { name: string; size: number }[] };
    expect(files.map(({ name, size }) => `${name} ${size}`).toSorted()).toEqual(
      ['empty.txt 0', 'empty (1).txt 0', 'full.txt 0', 'folder.txt 0', 'folder (1).txt 0'].toSorted(),
    );
  });

  test('too large a file and too little storage are refused before bytes are sent', async () => {
    const me = await stage.open();
    const { page } = me;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (['PUT', 'PATCH'].includes(request.method())) sent.push(request.url());
    });
    await choose(page, fileOf('full.bin', 201 * MiB));
    await panel(page).getByText('This needs 201 MiB, and 200 MiB of your storage are left.').waitFor();
    await panel(page).getByText('0 files uploaded, 1 failed').waitFor();
    expect(sent).toEqual([]);
  });

  test('closing the page asks while an upload is at work, and cancelling ends it', async () => {
    const me = await stage.open();
    const { page } = me;
    await limitSpeed(me, MiB);
    await choose(page, fileOf('slow.bin', 16 * MiB));
    await panel(page).getByRole('button', { name: 'Cancel slow.bin' }).waitFor();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await panel(page).getByRole('button', { name: 'Cancel slow.bin' }).click();
    await expect.poll(() => panel(page).count()).toBe(0);
    const usedBytes = async () => ((await me.api.call('GET', '/api/me')).body as { usedBytes: number }).usedBytes;
    await expect.poll(usedBytes).toBe(0);
    await page.reload();
    await page.getByText('This folder is empty').waitFor();
    expect(await page.getByText('was interrupted').count()).toBe(0);
  });
});

describe.skipIf(chromiumPath === undefined)('uploads in the web app under the default limits', () => {
  let stage: WebStage;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drive-web-'));
    const defaults = { RATE_API: '', RATE_APIKEY: '', RATE_AUTH: '', RATE_FILES: '', RATE_TRANSFERS: '' };
    stage = await startWebStage({ settings: defaults });
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => stage.check());

  test('400 small files arrive without a refusal that anybody sees', { timeout: 180_000 }, async () => {
    const { page } = await stage.open();
    const refusals: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 429) refusals.push(response.url());
    });
    const names = Array.from({ length: 400 }, (_, index) => `small-${index}.txt`);
    for (const name of names) writeFileSync(join(folder, name), name);
    await page.setInputFiles(
      '[data-upload=files]',
      names.map((name) => join(folder, name)),
    );
    const panel = page.getByRole('region', { name: 'Uploads' });
    await panel.getByText('400 files uploaded').waitFor({ timeout: 150_000 });
    expect(refusals).toEqual([]);
    expect((await page.request.get(`${stage.drive.url}/api/me`)).headers()['x-ratelimit-limit']).toBe('60');
    await page.getByRole('button', { name: 'small-0.txt', exact: true }).waitFor();
  });
});
