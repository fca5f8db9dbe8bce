import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive } from '../../../server/test/drive.ts';
import { firefoxIsMissing, openFirefox } from './firefox.ts';
import { openWebkit, webkitIsMissing } from './webkit.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('in browsers besides Chromium', () => {
  let drive: Drive;
  let folder: string;
  beforeAll(async () => {
    drive = await startDrive();
    folder = mkdtempSync(join(tmpdir(), 'drive-browsers-'));
  });
  afterAll(async () => {
    await drive?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.for([
    ['Firefox', firefoxIsMissing, openFirefox],
    ['WebKit', webkitIsMissing, openWebkit],
  ] as const)(
    'a user of %s signs in, uploads, renames by keys, reads and shares a file, which a visitor downloads unchanged',
    { timeout: 300_000 },
    async ([name, missing, open], { skip }) => {
      if (missing !== undefined) skip(missing);
      const user = await drive.createUser();
      const [source, downloads, home] = [join(folder, `${name}.txt`), join(folder, name), join(folder, `${name}-home`)];
      mkdirSync(downloads);
      const bytes = Buffer.from(`A greeting from ${name}\n`.repeat(2000));
      writeFileSync(source, bytes);
      const browser = await open(downloads, home);
      try {
        await browser.goto(`${drive.url}/sign-in?next=/app/files`);
        await browser.click('//input[@name="email"]');
        await browser.type(user.email);
        await browser.click('//input[@type="password"]');
        await browser.type(user.password);
        await browser.press('Enter');
        await browser.waitFor('//*[text()="This folder is empty"]');

        await browser.choose('//input[@data-upload="files"]', source);
        const row = (of: string): string => `//*[@role="row"][.//*[@data-item-name][contains(., "${of}")]]`;
        await browser.waitFor(row(`${name}.txt`));
        await browser.click(row(`${name}.txt`));
        await browser.press('F2');
        await browser.waitFor('//input[@aria-label="New name"]');
        await browser.type('greeting');
        await browser.press('Enter');
        await browser.waitFor(row('greeting.txt'));

        await browser.click(`${row('greeting.txt')}//*[@data-item-name]`);
        await browser.waitFor(`//*[@role="dialog"]//*[contains(text(), "A greeting from ${name}")]`);
        await browser.press('Escape');

        await browser.click('//button[@aria-label="Actions for greeting.txt"]');
        await browser.click('//*[@role="menuitem"][normalize-space()="Share"]');
        const link = '//*[@role="dialog"]//input[starts-with(@value, "http")]';
        await browser.waitFor(link);
        const url = await browser.valueOf(link);

        await browser.forgetCookies();
        await browser.goto(url);
        await browser.click('//main//a[contains(normalize-space(), "Download")]');
        const saved = join(downloads, 'greeting.txt');
        await expect.poll(() => existsSync(saved) && sha256(readFileSync(saved))).toBe(sha256(bytes));
        expect(await browser.errors()).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
