import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, noticed, startWebStage, type WebStage, type WebUser } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('the editor of texts', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage();
  });
  afterEach(() => stage.check());
  afterAll(() => stage.close());

  const snap = async ({ page }: WebUser, name: string): Promise<void> => {
    const folder = process.env['WEB_PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const fileOf = async (
    { api }: WebUser,
    name: string,
    folder?: string,
  ): Promise<{ readonly id: string; readonly size: number }> =>
    (await api.call('GET', folder === undefined ? '/api/files' : `/api/files?parentId=${folder}`)).body.files.find(
      (file: { readonly name: string }) => file.name === name,
    );
  const replace = async ({ user }: WebUser, name: string, content: string): Promise<void> => {
    const options = { method: 'PUT', key: user.key, headers: { 'content-type': 'text/plain' }, body: content };
    expect((await stage.drive.fetch(`/files/by-path/${name}?onConflict=replace`, options)).ok).toBe(true);
  };
  const edit = async ({ page }: WebUser, name: string): Promise<void> => {
    await page.reload();
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: `Text of ${name}` }).waitFor();
  };

  /** Returns to the window after a while: it loads again what is shown. */
  const comeBack = async ({ page }: WebUser): Promise<void> => {
    const isListed = page.waitForResponse((response) => response.url().includes('/api/files?'));
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 60_000;
      window.dispatchEvent(new Event('focus'));
    });
    await isListed;
  };

  test('a new text file is written in place, and saving never overwrites what somebody else saved', async () => {
    const me = await stage.open();
    const { page } = me;
    await page.getByRole('button', { name: 'New text file' }).click();
    await page.getByRole('dialog', { name: 'New text file' }).waitFor();
    await page.keyboard.type('Notes.md');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of Notes.md' }).waitFor();
    // The text is below neither of them.
    expect(await page.getByRole('button', { name: /^(?:Next|Previous) file$/ }).count()).toBe(0);
    // Keys that are shortcuts of the screen elsewhere.
    await page.keyboard.type('#/?First');
    await page.getByText('Not saved yet').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    const { id, size } = await fileOf(me, 'Notes.md');
    expect(size).toBe(8);
    expect((await me.api.call('GET', `/api/files/${id}/versions`)).body.versions).toHaveLength(1);
    expect((await faultsOf(page)).join('\n')).toBe('');
    await snap(me, 'editor');
    await replace(me, 'Notes.md', 'theirs');
    await page.keyboard.type(' words');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Somebody else has saved this file' }).waitFor();
    await page.getByRole('button', { name: 'Save a copy' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await fileOf(me, 'Notes.md')).size).toBe(6);
    expect((await fileOf(me, 'Notes (1).md')).size).toBe(14);
    await page.getByRole('textbox').focus();
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(me.names).toEqual(['Notes (1).md', 'Notes.md']);
  });

  test('typed words survive the end of the session, and the deletion of the file and of its folder', async () => {
    const me = await stage.open();
    const { page, user } = me;
    const folder = await me.api.folder('Work');
    const id = await me.api.put('a.txt', 'one\r\ntwo\r\n', { in: folder });
    await me.goto(`files/${folder}`);
    await edit(me, 'a.txt');
    await page.keyboard.type('zero\n');
    await stage.drive.database.write((tx) => tx.deleteFrom('sessions').where('user_id', '=', user.userId).execute());
    await page.getByText('Not saved yet').waitFor();
    await page.keyboard.press('Control+s');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(user.password);
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await fileOf(me, 'a.txt', folder)).size).toBe('zero\r\none\r\ntwo\r\n'.length);
    await page.getByRole('textbox', { name: 'Text of a.txt' }).focus();
    await page.keyboard.type('more');
    await me.api.trash(id);
    await comeBack(me);
    await page.keyboard.press('Control+s');
    const gone = page.getByRole('dialog', { name: 'This file is not here any more' });
    await gone.getByRole('button', { name: 'Save a copy' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await fileOf(me, 'a.txt', folder)).size).toBe('zero\r\nmoreone\r\ntwo\r\n'.length);
    await page.getByRole('textbox', { name: 'Text of a.txt' }).focus();
    await page.keyboard.type(' and more');
    await me.api.trash(folder);
    await comeBack(me);
    await page
      .getByRole('heading', { name: 'This folder does not exist', includeHidden: true })
      .waitFor({ state: 'attached' });
    await page.keyboard.press('Control+s');
    await gone.getByRole('button', { name: 'Save a copy' }).click();
    await noticed(page, '1 item copied to “Files”').waitFor();
    expect((await fileOf(me, 'a.txt')).size).toBe('zero\r\nmore and moreone\r\ntwo\r\n'.length);
  });

  test('says why it does not change a text that is too long or in another encoding', async () => {
    const me = await stage.open();
    const { page } = me;
    await me.api.put('1-long.txt', 'x'.repeat(79).concat('\n').repeat(30_000));
    await me.api.put('2-old.txt', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]));
    await page.reload();
    await page.getByRole('button', { name: '1-long.txt', exact: true }).click();
    await page.getByText('Texts of up to 2.0 MiB can be edited here.').waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.getByText('This text is not in UTF-8.').waitFor();
    await page.getByText('Grüße').waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect((await faultsOf(page)).join('\n')).toBe('');
  });

  test('is not offered to those who may only look', async () => {
    const [owner, member] = [await stage.open(), await stage.open()];
    const folder = await owner.api.folder('Work');
    const id = await owner.api.put('plan.txt', 'plan', { in: folder });
    const grants = { grants: [{ email: member.user.email, role: 'viewer' }] };
    expect((await owner.api.call('POST', `/api/files/${folder}/access`, grants)).status).toBeLessThan(300);
    await member.goto(`files/${folder}?view=${id}`);
    await member.page.getByText('plan', { exact: true }).waitFor();
    expect(await member.page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await member.page.keyboard.press('Escape');
    expect(await member.page.getByRole('button', { name: 'New text file' }).count()).toBe(0);
  });
});
