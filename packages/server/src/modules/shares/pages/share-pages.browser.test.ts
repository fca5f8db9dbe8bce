import { readFileSync } from 'node:fs';
import { dayMs } from '@drive/base';
import { startPainter } from '@drive/thumbnails/test/painter';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contentsOf } from '../../../../test/api/archive-requests.ts';
import { feedbackApi } from '../../../../test/api/feedback-api.ts';
import { sha256, someBytes } from '../../../../test/api/uploads.ts';
import { accessibilityFaults, chromiumPath, overflowPixels, smallTargets } from '../../../../test/browser/chromium.ts';
import { startPageVisits, type PageVisits } from '../../../../test/browser/page-visits.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let mine: SharedApi;
let browser: PageVisits;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on' } });
  browser = await startPageVisits(() => drive);
  await becomeSomebody();
});
/** Uses another user from now on. */
async function becomeSomebody(): Promise<void> {
  const user = await drive.createUser();
  await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'Ada Lovelace' } });
  mine = sharedApi(drive, user);
}
afterAll(async () => {
  await browser?.close();
  await drive?.close();
});
afterEach(() => browser?.endTest());

const visit = (path: string, options: BrowserContextOptions = {}): Promise<Page> => browser.visit(path, options);

async function downloadBy(
  page: Page,
  name: string | RegExp,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const browserRunsScripts = ({ javaScriptEnabled = true }: BrowserContextOptions): boolean => javaScriptEnabled;

const headingOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

const phones = [
  ['without JavaScript, on a narrow phone', { javaScriptEnabled: false, viewport: { width: 320, height: 568 } }],
  ['without JavaScript, in the dark', { javaScriptEnabled: false, colorScheme: 'dark' }],
  ['with JavaScript', {}],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

describe.skipIf(chromiumPath === undefined).each(phones)('on a phone %s', (_, phone) => {
  beforeAll(becomeSomebody);

  test('a short link leads to the bytes', async () => {
    const bytes = someBytes(300_000);
    const name = 'Übersicht „Juli“ 🏔️.bin';
    const { shortUrl, shareUrl } = await mine.shareFile(await mine.put(name, bytes));
    const page = await visit(shortUrl, phone);
    expect([page.url(), await headingOf(page)]).toEqual([shareUrl, name]);
    const download = await downloadBy(page, 'Download');
    expect([download.name, sha256(download.bytes)]).toEqual([name, sha256(bytes)]);
    // The page can be used again.
    expect(sha256((await downloadBy(page, 'Download')).bytes)).toBe(sha256(bytes));
  });

  test('a folder can be browsed in both directions, page by page, and offers files and a ZIP', async () => {
    const bytes = someBytes(50_000);
    const trip = await mine.folder('Trip');
    const day = await mine.folder('Day 1', trip);
    const morning = await mine.folder('Morning', day);
    for (let n = 10; n < 41; n += 1) await mine.put(`${n}.txt`, `${n}`, { type: 'text/plain', in: day });
    await mine.put('sun.bin', bytes, { in: morning });
    const page = await visit((await mine.shareFolder(trip)).shareUrl, phone);
    await page.getByRole('link', { name: 'Day 1' }).click();
    await page.getByText('32 items').waitFor();
    // A script adds the second page to the first one.
    const turns = !browserRunsScripts(phone);
    if (turns) {
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('Page 2 of 2').waitFor();
    }
    expect((await downloadBy(page, 'Download 40.txt')).bytes.toString()).toBe('40');
    if (turns) await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByRole('link', { name: 'Morning' }).click();
    expect(sha256((await downloadBy(page, 'Download sun.bin')).bytes)).toBe(sha256(bytes));
    expect(await contentsOf((await downloadBy(page, 'Download folder as ZIP')).bytes)).toEqual({
      'sun.bin': bytes.toString('latin1'),
    });
    await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'Trip' }).click();
    const zip = await downloadBy(page, 'Download all as ZIP');
    expect(zip.name).toBe('Trip.zip');
    expect(Object.keys(await contentsOf(zip.bytes))).toHaveLength(32);
  });

  test('a multi-share can be opened and downloaded', async () => {
    const ids = [await mine.put('a.txt', 'hello', { type: 'text/plain' }), await mine.put('b.bin', 'bytes')];
    const page = await visit(`/share/${await mine.shareTogether(ids)}`, phone);
    expect(await headingOf(page)).toBe('2 files');
    await page.getByRole('link', { name: 'a.txt', exact: true }).click();
    await page.getByText('hello').waitFor();
    await page.goBack();
    // Types that browsers do not display are saved by their name, too.
    expect((await downloadBy(page, 'b.bin')).bytes.toString()).toBe('bytes');
  });

  test('a password is requested, refused beside the field, and accepted', async () => {
    const { shareUrl } = await mine.shareFile(await mine.put('secret.bin', 'secret'), { password: 'open sesame' });
    const page = await visit(shareUrl, phone);
    expect(await page.title()).toBe('Password needed · Drive');
    const field = page.getByLabel('Password');
    await field.fill('nope');
    await field.press('Enter');
    await page.getByText('Wrong password.').waitFor();
    expect(await field.inputValue()).toBe('');
    await field.fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'secret.bin' }).waitFor();
    expect((await downloadBy(page, 'Download')).bytes.toString()).toBe('secret');
  });

  test('likes and comments can be added and withdrawn', async () => {
    const { shareUrl } = await mine.shareFile(await mine.put('a.bin', 'x'));
    const page = await visit(shareUrl, phone);
    await page.getByRole('button', { name: 'Like' }).click();
    await page.getByRole('button', { name: 'Liked · 1', pressed: true }).waitFor();
    await page.getByLabel('Your comment').fill('Lovely <b>indeed</b>');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('heading', { name: 'Comments (1)' }).waitFor();
    await page.getByText('Lovely <b>indeed</b>').waitFor();
    await page.getByRole('link', { name: 'a.bin' }).click();
    const other = await visit(shareUrl, phone);
    await other.getByText('Lovely <b>indeed</b>').waitFor();
    expect(await other.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No comments yet.').waitFor();
    await page.getByRole('link', { name: 'a.bin' }).click();
    await page.getByRole('button', { name: 'Liked · 1' }).click();
    await page.getByRole('button', { name: 'Like', exact: true, pressed: false }).waitFor();
  });

  test('a deleted item is explained instead of downloaded', async () => {
    const id = await mine.put('a.bin', 'x');
    const page = await visit((await mine.shareFile(id)).shareUrl, phone);
    await mine.revoke(id);
    await page.getByRole('link', { name: 'Download' }).click();
    await page.getByText('its owner has revoked it').waitFor();
    expect(await headingOf(page)).toBe('This link does not exist');
  });
});

describe.skipIf(chromiumPath === undefined)('without a mouse', () => {
  test('the password field has the focus, and the first tab stop skips to the content', async () => {
    const locked = await visit((await mine.shareFile(await mine.put('a', 'x'), { password: 'open sesame' })).shareUrl);
    await locked.locator('input[type=password]:focus').waitFor();
    await locked.keyboard.type('open sesame');
    await locked.keyboard.press('Enter');
    await locked.getByRole('heading', { name: 'a', exact: true }).waitFor();
    await locked.keyboard.press('Tab');
    expect(await locked.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await locked.keyboard.press('Enter');
    await locked.keyboard.press('Tab');
    const [download] = await Promise.all([locked.waitForEvent('download'), locked.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('a');
  });
});

/** Every page and state, by its name in this test. */
async function everyPage(): Promise<Record<string, (page: Page) => Promise<void>>> {
  const painter = await startPainter();
  const picture = painter.encode(painter.flag(900, 600), '.jpg');
  painter.close();
  const jpeg = { type: 'image/jpeg' };
  const long = `${'an_unbroken-name.'.repeat(14)}jpg`;
  const image = await mine.put('Summer at the lake 2026.jpg', picture, jpeg);
  const plain = await mine.put(`${'a long name with spaces '.repeat(10)}.zip`, 'x');
  const trip = await mine.folder('A trip with quite a long name to the mountains');
  let deep = trip;
  for (let depth = 1; depth <= 6; depth += 1)
    deep = await mine.folder(`Folder ${depth} ${'deep '.repeat(depth)}`, deep);
  const empty = await mine.folder('Empty', trip);
  for (const name of ['plain.txt', long, 'שלום.txt', '<b>&amp;.html', '🏔️'.repeat(60)])
    await mine.put(name, picture, { ...jpeg, in: trip });
  await mine.holdBack(await mine.put('held back.bin', 'x', { in: trip }));
  for (let n = 0; n < 31; n += 1) await mine.put(`${n}.mp3`, 'x', { type: 'audio/mpeg', in: deep });
  await drive.drain();
  const spent = await mine.shareFile(await mine.put('b', 'x'), { maxDownloads: 1 });
  await (await drive.fetch(`/share/${spent.shareToken}/download`, { redirect: 'follow' })).text();
  const held = await mine.put('c', 'x');
  const { shareToken: heldBack } = await mine.shareFile(held);
  await mine.holdBack(held);
  const { shareToken: lapsed } = await mine.shareFile(await mine.put('d', 'x'), { expiresInDays: 1 });
  drive.clock.advance(dayMs);
  const { shareToken: locked } = await mine.shareFile(await mine.put('e', 'x'), { password: 'open sesame' });
  const { shareToken: folder } = await mine.shareFolder(trip, { expiresInDays: 30 });
  const { shareToken: file } = await mine.shareFile(image, { expiresInDays: 7 });
  const { shareToken: other } = await mine.shareFile(plain);
  const multi = await mine.shareTogether([image, plain]);
  for (const token of [file, folder]) {
    const api = feedbackApi(drive, token);
    await api.said('שלום, עם 🦊', { authorName: 'דוד \u202eדוד' });
    await api.said(`${'unbroken'.repeat(90)} and on`, { authorName: 'x'.repeat(100) });
    for (let n = 0; n < 11; n += 1) await api.said(`A comment\nwith a second line, number ${n}`);
  }
  await drive.drain();
  const at =
    (path: string) =>
    async (page: Page): Promise<void> => {
      await page.goto(`${drive.url}${path}`);
    };
  return {
    'an image': at(`/share/${file}`),
    'a file': at(`/share/${other}`),
    'a folder': at(`/share/${folder}`),
    'a folder deep in it': at(`/share/${folder}?folder=${deep}`),
    'its last page': at(`/share/${folder}?folder=${deep}&page=2`),
    'a page beyond the last': at(`/share/${folder}?folder=${deep}&page=9`),
    'an empty folder': at(`/share/${folder}?folder=${empty}`),
    'files shared together': at(`/share/${multi}`),
    'the comments on it': at(`/share/${folder}/comments`),
    'their last page': at(`/share/${file}/comments?page=2`),
    'a comment that is refused': async (page) => {
      await page.goto(`${drive.url}/share/${file}/comments`);
      await page.getByLabel('Your comment').fill(' ');
      await page.getByRole('button', { name: 'Comment' }).click();
      await page.getByText('The comment must not be blank.').waitFor();
    },
    'a password': at(`/share/${locked}`),
    'a wrong password': async (page) => {
      await page.goto(`${drive.url}/share/${locked}`);
      await page.getByLabel('Password').fill('nope');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Wrong password.').waitFor();
    },
    'an unknown link': at('/share/nothing'),
    'an expired link': at(`/share/${lapsed}`),
    'a link that is used up': at(`/share/${spent.shareToken}`),
    'a file that is held back': at(`/share/${heldBack}`),
    'a folder that is not there': at(`/share/${folder}?folder=${crypto.randomUUID()}`),
    'a file that is not there': at(`/share/${folder}/download?file=${crypto.randomUUID()}`),
  };
}

describe.skipIf(chromiumPath === undefined)('every page', () => {
  let all: Awaited<ReturnType<typeof everyPage>>;
  beforeAll(async () => {
    all = await everyPage();
  }, 60_000);

  test.each([
    ['light', 320],
    ['light', 390],
    ['light', 1280],
    ['dark', 320],
    ['dark', 1280],
  ] as const)(
    'is accessible (WCAG 2.2 AA), %s, %i pixels wide, without overflow or small targets',
    async (colorScheme, width) => {
      const page = await visit('/robots.txt', { colorScheme, viewport: { width, height: 700 } });
      for (const [name, open] of Object.entries(all)) {
        await open(page);
        expect([
          name,
          await accessibilityFaults(page),
          await overflowPixels(page),
          await smallTargets(page),
          // Any but the page's own script.
          await page.locator('script:not([src*="/app/assets/share-page-"])').count(),
        ]).toEqual([name, [], 0, [], 0]);
      }
    },
    90_000,
  );

  test('is checked by a test that finds known faults', async () => {
    const page = await visit('about:blank');
    await page.setContent(
      '<html><main style="width:900px"><img src="data:,"><p style="color:#999">faint</p><a href="/x" style="font-size:8px">x</a>',
    );
    const faults = (await accessibilityFaults(page)).map((fault) => fault.split(':')[0]);
    expect(faults).toEqual(expect.arrayContaining(['color-contrast', 'document-title', 'html-has-lang', 'image-alt']));
    expect(await overflowPixels(page)).toBeGreaterThan(0);
    expect(await smallTargets(page)).toHaveLength(1);
  });
});
