import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { noticed, startWebStage, type WebStage, type WebUser } from './web-user.ts';

/** Looks like `evilexe.jpg` where the mark has an effect. */
const evil = (text: string): string => `${text}\u202egpj.exe`;
const turns = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;

/** The texts and attributes of the page with a mark in them. */
const marked = (me: WebUser): Promise<string[]> =>
  me.page.evaluate((source) => {
    const found = new RegExp(source);
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
      if (node instanceof Text) texts.push(node.data);
      if (node instanceof HTMLInputElement) texts.push(node.value);
      if (node instanceof Element) for (const { name, value } of node.attributes) texts.push(`${name}=${value}`);
    }
    return texts.filter((text) => found.test(text));
  }, turns.source);

describe.skipIf(chromiumPath === undefined)('names with marks that turn the text', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage({ settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on' } });
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('[P-411] are shown harmless in the list, its menus and dialogs, the viewer, the trash and the title', async () => {
    const me = await stage.open();
    const { page, api, goto } = me;
    const folder = await api.folder(evil('folder'));
    const inner = await api.folder(evil('inner'), folder);
    await api.put(evil('evil'), 'text', { in: folder, type: 'text/plain' });
    const trashed = await api.put(evil('trashed'), 'text');
    await api.trash(trashed);

    await goto(`files/${folder}`);
    await page.getByRole('button', { name: 'evilgpj.exe', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'foldergpj.exe' }).waitFor();
    await expect.poll(() => page.title()).toContain('foldergpj.exe');
    expect(await marked(me)).toEqual([]);

    await page.getByRole('button', { name: 'Actions for evilgpj.exe' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('grid').getByRole('textbox').waitFor();
    expect(await marked(me)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for evilgpj.exe' }).click();
    await page.getByRole('menuitem', { name: 'Move' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await marked(me)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for evilgpj.exe' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).first().click();
    await page.getByRole('dialog', { name: /evilgpj\.exe/ }).waitFor();
    expect(await marked(me)).toEqual([]);
    await page.keyboard.press('Escape');

    await goto(`files/${inner}`);
    await page.getByRole('link', { name: 'foldergpj.exe' }).waitFor();
    expect(await marked(me)).toEqual([]);
    await page.getByRole('link', { name: 'foldergpj.exe' }).click();
    await page.getByRole('button', { name: 'evilgpj.exe', exact: true }).click();
    await page.getByRole('dialog', { name: 'evilgpj.exe' }).getByText('text', { exact: true }).waitFor();
    await expect.poll(() => page.title()).toContain('evilgpj.exe');
    await page.getByRole('button', { name: 'Details' }).click();
    expect(await marked(me)).toEqual([]);
    await goto('search?q=evil');
    await page.getByRole('button', { name: 'evilgpj.exe', exact: true }).waitFor();
    expect(await marked(me)).toEqual([]);

    await goto('trash');
    await page.getByText('trashedgpj.exe').waitFor();
    expect(await marked(me)).toEqual([]);
    await page.getByRole('button', { name: 'Restore: trashedgpj.exe' }).click();
    // Another page would cancel the request.
    await noticed(page, '1 item restored').waitFor();
    await goto('files');
    await page.getByRole('button', { name: 'trashedgpj.exe', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select trashedgpj.exe' }).check();
    await page.keyboard.press('Delete');
    await page.getByRole('region', { name: 'Notifications' }).getByText(/trash/).waitFor();
    expect(await marked(me)).toEqual([]);
  });

  test('[P-412] are shown harmless in links, requests, proofings, pastes and keys', async () => {
    const me = await stage.open();
    const { page, api, goto } = me;
    await page.clock.setFixedTime(stage.drive.clock.now());
    const file = await api.put(evil('evil'), 'text', { type: 'text/plain' });
    const { shareToken } = await api.shareFile(file, { commentsEnabled: true });
    const comment = { body: evil('comment'), authorName: 'Eve' };
    await api.call('POST', `/api/public/share/${shareToken}/comments`, comment);
    const create = async (path: string, json: object) =>
      (await api.call('POST', path, json)).body as { id: string; token: string };
    const request = await create('/api/collections', { name: evil('request') });
    const proofing = await create('/api/proofings', { name: evil('proofing'), fileIds: [file] });
    const submission = { fileIds: [file], clientName: 'Eve', comment: evil('wish') };
    await api.call('POST', `/api/public/proofing/${proofing.token}/submissions`, submission);
    const paste = await create('/api/pastes', { title: evil('paste'), content: 'text' });
    await create('/api/me/api-keys', { label: evil('key') });
    const { body } = await api.call('POST', `/api/public/collect/${request.token}/uploads`, {
      fileName: evil('received'),
      contentType: 'text/plain',
      sizeBytes: 4,
    });
    await stage.drive.fetch(new URL((body as { uploadUrl: string }).uploadUrl).pathname, {
      method: 'PUT',
      body: 'text',
    });

    for (const [path, text] of [
      ['shared', 'evilgpj.exe'],
      ['shared/requests', 'requestgpj.exe'],
      [`shared/requests/${request.id}`, 'receivedgpj.exe'],
      ['shared/proofings', 'proofinggpj.exe'],
      [`shared/proofings/${proofing.id}`, 'wishgpj.exe'],
      ['shared/pastes', 'pastegpj.exe'],
      [`shared/pastes/${paste.id}`, 'pastegpj.exe'],
      ['account/keys', 'keygpj.exe'],
    ] as const) {
      await goto(path);
      await page.getByText(text).first().waitFor();
      expect([path, await marked(me)]).toEqual([path, []]);
    }
    await goto(`shared/proofings/${proofing.id}`);
    await page.getByRole('button', { name: 'Files of round 1' }).click();
    await page.getByText('evilgpj.exe').first().waitFor();
    expect(await marked(me)).toEqual([]);
    await goto('shared');
    await page
      .getByRole('button', { name: /evilgpj\.exe/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /evilgpj\.exe/ }).waitFor();
    expect(await marked(me)).toEqual([]);
  });

  test('[P-413] are shown harmless to administrators', async () => {
    const me = await stage.open('admin', { isAdmin: true });
    const { page, api, goto } = me;
    const file = await api.put(evil('evil'), 'text');
    const { shareToken } = await api.shareFile(file);
    const report = { reason: 'malware', message: evil('message') };
    expect((await api.call('POST', `/api/public/share/${shareToken}/reports`, report)).status).toBeLessThan(300);
    for (const [path, text] of [
      ['admin/files', 'evilgpj.exe'],
      ['admin/files', 'messagegpj.exe'],
    ] as const) {
      await goto(path);
      await page.getByText(text).first().waitFor();
      expect([path, await marked(me)]).toEqual([path, []]);
    }
  });

  test('that show nothing are shown as the numbers of their characters', async () => {
    const { page, api } = await stage.open();
    await api.put('\u202e\u200b', 'text');
    await page.reload();
    const name = page.getByRole('button', { name: 'U+202E U+200B', exact: true });
    await name.waitFor();
    expect(await name.innerText()).toBe('U+202E U+200B');
  });
});
