import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('an instance with a name, a logo and a color', () => {
  let stage: WebStage;
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'drive-logo-'));
    const logo = join(directory, 'logo.svg');
    writeFileSync(
      logo,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#fc0"/></svg>',
    );
    stage = await startWebStage({
      settings: { INSTANCE_NAME: 'Files of Ada', INSTANCE_LOGO: logo, INSTANCE_COLOUR: '#ffcc00' },
    });
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(directory, { recursive: true, force: true });
  });
  afterEach(() => stage.check());

  test('shows them in the app and on pages, and every text can be read', async () => {
    const { page, api, goto } = await stage.open();
    const header = page.locator('header').first();
    await header.getByText('Files of Ada').waitFor();
    expect(await page.title()).toBe('Files · Files of Ada');
    const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
    const shown = await accent();
    expect(shown).not.toBe('#0a5bb0');
    const logo = header.getByRole('presentation').first();
    await logo.waitFor();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await faultsOf(page)).toEqual([]);
    await goto('account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    const { shortUrl } = await api.shareFile(await api.put('hello.txt', 'hello'));
    await page.goto(shortUrl);
    await header.getByText('Files of Ada').waitFor();
    expect(await accent()).toBe(shown);
    expect(await faultsOf(page)).toEqual([]);
  });
});
