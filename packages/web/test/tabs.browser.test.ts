import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, type WebStage, type WebUser } from './web-user.ts';

const MiB = 1024 * 1024;

describe.skipIf(chromiumPath === undefined)('several tabs, several devices, and an ended session', () => {
  let stage: WebStage;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drive-web-'));
    stage = await startWebStage();
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => stage.check());

  const names = (page: Page): Promise<string[]> => page.locator('[data-item-name]').allInnerTexts();
  /** Opens the files in a page, and waits until it follows changes of others. */
  const openFiles = async (page: Page): Promise<void> => {
    const started = page.waitForResponse(/live-updates/);
    await page.goto(`${stage.drive.url}/app/files`);
    await started;
    await page.getByText('This folder is empty').waitFor();
  };
  const addFolder = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name of the folder').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name }).waitFor();
  };
  const choose = (page: Page, name: string, bytes: number): Promise<void> => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.alloc(bytes, name));
    return page.setInputFiles('[data-upload=files]', path);
  };
  const signIn = async ({ user }: WebUser, page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('a change in one tab is shown in the other', async () => {
    const me = await stage.open();
    const other = await me.context.newPage();
    await openFiles(me.page);
    await openFiles(other);
    await addFolder(me.page, 'From the first tab');
    await expect.poll(() => names(other)).toEqual(['From the first tab']);
  });

  test('a file that a visitor sends is shown by its event, in every tab', async () => {
    const me = await stage.open();
    const target = await me.api.folder('Received');
    const { token } = (await me.api.call('POST', '/api/collections', { name: 'Photos', folderId: target })).body as {
      token: string;
    };
    const other = await me.context.newPage();
    const connected = me.context.waitForEvent('response', (response) =>
      new URL(response.url()).pathname.endsWith('/api/users/me/events/stream'),
    );
    const started = [me.page, other].map((page) => page.waitForResponse(/live-updates/));
    for (const page of [me.page, other]) await page.goto(`${stage.drive.url}/app/files/${target}`);
    await Promise.all([connected, ...started]);
    for (const page of [me.page, other]) await page.getByText('This folder is empty').waitFor();
    const upload = { fileName: 'sent.txt', contentType: 'text/plain', sizeBytes: 4 };
    const reserved = await stage.drive.fetch(`/api/public/collect/${token}/uploads`, { method: 'POST', json: upload });
    const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
    expect((await stage.drive.fetch(uploadUrl, { method: 'PUT', body: 'sent' })).status).toBe(200);
    for (const page of [me.page, other]) await expect.poll(() => names(page)).toEqual(['sent.txt']);
  });

  test('a change on another device is shown by its event, without the focus and without asking again and again', async () => {
    const me = await stage.open();
    const { page } = me;
    const connected = page.waitForResponse(
      (response) => response.url().endsWith('events/stream') || response.url().includes('events/stream?'),
    );
    const started = page.waitForResponse(/live-updates/);
    await page.reload();
    await Promise.all([connected, started]);
    await page.getByText('This folder is empty').waitFor();
    const inside = await me.api.folder('From the phone');
    await expect.poll(() => names(page)).toEqual(['From the phone']);
    await me.api.call('PATCH', `/api/files/${inside}`, { name: 'Renamed' });
    await expect.poll(() => names(page)).toEqual(['Renamed']);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    // What this browser changes itself is loaded once.
    await addFolder(page, 'Own');
    await me.api.folder('Last');
    await expect.poll(() => names(page)).toEqual(['Last', 'Own', 'Renamed']);
    expect(asked.filter((path) => path === '/api/files').length).toBeLessThanOrEqual(2);
  });

  test('an ended session keeps the uploads, which go on after signing in again in another tab', async () => {
    const me = await stage.open();
    const { page, context } = me;
    const inside = await me.api.folder('Inside');
    await me.goto(`files/${inside}?sort=-size`);
    await page.getByText('This folder is empty').waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const limit = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await limit(4 * MiB);
    await choose(page, 'large.bin', 24 * MiB);
    await page.getByRole('button', { name: 'Pause large.bin' }).waitFor();
    await context.clearCookies();
    await choose(page, 'late.txt', 10);
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      ended.getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await signIn(me, tab);
    await tab.getByRole('heading', { name: 'Inside' }).waitFor();
    expect(new URL(tab.url()).pathname + new URL(tab.url()).search).toBe(`/app/files/${inside}?sort=-size`);
    await tab.close();
    await page.bringToFront();
    await limit(-1);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await ended.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Uploads' }).getByText('2 files uploaded').waitFor();
    await expect.poll(() => names(page)).toEqual(['large.bin', 'late.txt']);
    expect(await me.api.names(inside)).toEqual(['large.bin', 'late.txt']);
  });
});
