import { type Random, systemRandom } from '@drive/base';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pasteApi } from '../../../../test/api/paste-api.ts';
import { chromiumPath } from '../../../../test/browser/chromium.ts';
import { expectFit, startPageVisits, type PageVisits } from '../../../../test/browser/page-visits.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../../../test/drive.ts';

/** The least work that the server ever requires. */
const soonSolved: Random = {
  ...systemRandom,
  code: (length, alphabet) => (alphabet === '0123456789' ? '0'.repeat(length) : systemRandom.code(length, alphabet)),
};

let drive: Drive;
let guarded: Drive;
/** The server whose pages are tested. */
let shown: Drive;
let visits: PageVisits;
let owner: TestUser;
let session: TestSession;

describe.skipIf(chromiumPath === undefined)('the pages of pastes, in a browser', () => {
  beforeAll(async () => {
    drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
    guarded = await startDrive({ settings: { FEATURE_LIMITS: 'off', CAPTCHA: 'altcha' }, random: soonSolved });
    // altcha's library reads the system clock, too.
    guarded.clock.advance(Date.now() - guarded.clock.now());
    visits = await startPageVisits(() => shown);
    owner = await drive.createUser();
    session = await drive.signIn(owner);
  });
  beforeEach(() => {
    shown = drive;
  });
  afterEach(() => visits.endTest());
  afterAll(async () => {
    await visits?.close();
    await guarded?.close();
    await drive?.close();
  });

  const { create, resolve, page: fetchPage } = pasteApi(() => drive);
  const own = (json: Parameters<typeof create>[0]) => create(json, { key: owner.key });
  const textOf = (page: Page): Promise<string | null> => page.locator('pre.text').textContent();
  const selected = (page: Page): Promise<string> =>
    page.evaluate(
      `(() => { getSelection().selectAllChildren(document.querySelector('.paste')); return getSelection().toString(); })()`,
    );

  it('show text with line numbers that are not copied', async () => {
    const content = '\n  first\n\tsecond\n\nlast';
    const { token } = await own({ content, title: 'Notes', language: 'text', expiresInDays: 7 });
    const page = await visits.visit(`/p/${token}`, { javaScriptEnabled: true });
    expect(await textOf(page)).toBe(content);
    expect(await page.locator('pre.numbers').textContent()).toBe('1\n2\n3\n4\n5');
    expect((await selected(page)).trimEnd()).toBe(content);
    const [numbers, text] = await Promise.all(
      ['.numbers', '.text'].map((name) =>
        page.locator(`pre${name}`).evaluate('(pre) => pre.getBoundingClientRect().height'),
      ),
    );
    expect(numbers).toBe(text);
    await page.getByRole('link', { name: 'Raw text' }).click();
    expect(await page.locator('body').textContent()).toBe(content);
  });

  it('fit every screen width, light and dark', { timeout: 60_000 }, async () => {
    const long = await own({
      content: `${'x'.repeat(3000)}\n${'a\n'.repeat(120)}`,
      title: 'long'.repeat(50),
      language: 'C++',
    });
    const locked = await own({ content: 'x', password: 'sesame' });
    const burning = await own({ content: 'x', burnAfterReading: true, title: 'Once' });
    for (const path of [`/p/${long.token}`, `/p/${locked.token}`, '/paste'])
      await expectFit(await visits.visit(path, { scheme: 'dark', width: 320 }));
    for (const path of [`/p/${burning.token}`, `/paste/made?of=${long.token}`])
      await expectFit(await visits.visit(path, { as: session, width: 1280 }));
  });

  it('create, lock and unlock a paste without script', async () => {
    const page = await visits.visit('/paste', { javaScriptEnabled: false });
    await page.getByLabel('Text', { exact: true }).fill('line 1\nline 2\n');
    await page.getByLabel('Title').fill('From a form');
    await page.getByLabel('Keep for').selectOption('A week');
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Get a link' }).click();
    await page.getByRole('heading', { name: 'Your paste is saved' }).waitFor();
    await page.getByRole('link', { name: /\/p\// }).click();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Wrong password.').waitFor();
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'From a form' }).waitFor();
    expect(await textOf(page)).toBe('line 1\nline 2\n');
  });

  it('keep the typed text if it has an error', async () => {
    const page = await visits.visit('/paste', { javaScriptEnabled: false });
    await page.getByLabel('Text', { exact: true }).fill('\n<b>typed</b>');
    await page.getByLabel('Language').fill('<html>');
    await page.getByLabel('once').check();
    await page.getByLabel('For', { exact: true }).selectOption('PUBLIC');
    await page.getByRole('button', { name: 'Get a link' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('The language must be letters');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('\n<b>typed</b>');
    expect(await page.getByLabel('once').isChecked()).toBe(true);
    expect(await page.getByLabel('For', { exact: true }).inputValue()).toBe('PUBLIC');
  });

  it('show a burning paste once, by the button only', async () => {
    const paste = await own({ content: 'the <secret>', burnAfterReading: true, title: 'Once' });
    const page = await visits.visit(`/p/${paste.token}`, { javaScriptEnabled: false });
    await page.reload();
    expect((await resolve(paste)).status).toBe(200);
    await page.getByRole('button', { name: 'Show and delete' }).click();
    expect(await textOf(page)).toBe('the <secret>');
    const late = await visits.visit(`/p/${paste.token}`, { width: 320 });
    await late.getByRole('heading', { name: 'This paste has been read' }).waitFor();
    await expectFit(late);
  });

  it('show a PRIVATE paste to its owner, who can delete it', async () => {
    const paste = await own({ content: 'mine', shareMode: 'PRIVATE' });
    expect((await fetchPage(`/p/${paste.token}`)).status).toBe(404);
    const page = await visits.visit(`/p/${paste.token}`, { as: session, javaScriptEnabled: false });
    expect(await textOf(page)).toBe('mine');
    await page.getByText('Delete this paste').click();
    await page.getByRole('button', { name: 'Delete it for good' }).click();
    await page.getByRole('heading', { name: 'Deleted' }).waitFor();
    expect((await resolve(paste, { key: owner.key })).status).toBe(404);
  });

  it('show half a mebibyte as one line or as the maximum of lines', { timeout: 60_000 }, async () => {
    for (const content of ['&"<'.repeat(174_000), '\n'.repeat(512 * 1024)]) {
      const { token } = await own({ content });
      const page = await visits.visit(`/p/${token}`);
      await page.getByRole('heading', { name: 'Untitled paste' }).waitFor();
      expect(content.startsWith((await textOf(page)) ?? '?')).toBe(true);
    }
  });

  it('solve the proof of work for a visitor, and explain it if scripts are off', { timeout: 60_000 }, async () => {
    shown = guarded;
    const page = await visits.visit('/paste');
    await page.getByLabel('Text', { exact: true }).fill('with proof');
    await page.getByRole('button', { name: 'Get a link' }).click();
    await page.getByRole('heading', { name: 'Your paste is saved' }).waitFor();
    await page.getByRole('link', { name: /\/p\// }).click();
    expect(await textOf(page)).toBe('with proof');
    const without = await visits.visit('/paste', { javaScriptEnabled: false });
    expect(await without.locator('noscript p').isVisible()).toBe(true);
  });
});
