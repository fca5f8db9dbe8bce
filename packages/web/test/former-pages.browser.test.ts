import type { Collection, Proofing } from '@drive/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, smallTargets, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('addresses of former pages of the server lead to the app', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await startWebStage({ settings: { FEATURE_LIMITS: 'off' } });
  });
  afterAll(() => stage?.close());
  afterEach(() => stage.check());

  test('/account shows two-factor authentication and sessions, after signing in', async () => {
    const { page, context, user } = await stage.open();
    await context.clearCookies();
    await page.goto(`${stage.drive.url}/account`);
    await page.getByLabel('Email address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.getByText('This browser').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/account/security');
  });

  test('the received files of a file request are listed with their senders, and downloaded one by one', async () => {
    const { page, context, api } = await stage.open();
    const made = (await api.call('POST', '/api/collections', { name: 'Photos' })).body as Collection;
    const form = new FormData();
    form.set('uploaderName', 'Ada \u202eecalevoL');
    form.append('files', new File(['hello'], 'notes.txt', { type: 'text/plain' }));
    const sent = await stage.drive.fetch(`/files/collect-form/${made.token}`, { method: 'POST', body: form });
    expect(sent.status).toBe(303);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(made.url);
    await page.getByRole('link', { name: 'See the received files' }).click();
    const received = page.getByRole('list', { name: 'Received files' });
    await received.getByText('Ada ecalevoL').waitFor();
    await page.goto(`${made.url}/received`);
    await received.getByText('Ada ecalevoL').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/shared/requests/${made.id}`);
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);

    const download = async (): Promise<string> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        received.getByRole('button', { name: 'Download notes.txt' }).click(),
      ]);
      return file.suggestedFilename();
    };
    expect(await download()).toBe('notes.txt');
    // The owner keeps the file elsewhere, and deletes the folder of the request.
    const { files } = (await api.call('GET', `/api/files?parentId=${made.folderId}`)).body as {
      files: { id: string }[];
    };
    await api.call('PATCH', `/api/files/${files[0]?.id}`, { parentId: await api.folder('Elsewhere') });
    await api.call('DELETE', `/api/folders/${made.folderId}`);
    await page.reload();
    expect(await download()).toBe('notes.txt');
    await received.getByRole('link', { name: 'notes.txt' }).click();
    await page.getByRole('dialog').getByText('hello').waitFor();

    const other = await stage.drive.signIn(await stage.drive.createUser());
    await context.clearCookies();
    await context.addCookies(
      other.cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), url: stage.drive.url };
      }),
    );
    await page.goto(`${made.url}/received`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('This link does not exist');
  });

  test('the selections of a proofing are listed as clients sent them, without what was deleted', async () => {
    const { page, api } = await stage.open('files', { viewport: { width: 320, height: 800 } });
    const [one, two] = [await api.put('1.jpg', '1'), await api.put('2.jpg', '2')];
    const made = (await api.call('POST', '/api/proofings', { name: '<b>Wedding</b>', fileIds: [one, two] }))
      .body as Proofing;
    const send = (json: object): Promise<Response> =>
      stage.drive.fetch(`/api/public/proofing/${made.token}/submissions`, { method: 'POST', json });
    await send({ fileIds: [two] });
    await send({ fileIds: [two, one], clientName: '<i>Ada</i>', comment: '<script>alert(1)</script>\nyes' });
    await api.call('DELETE', `/api/files/${two}`);
    await page.goto(made.url);
    await page.getByRole('link', { name: 'See the selections' }).click();
    await page.getByRole('heading', { name: '<b>Wedding</b>' }).waitFor();
    await page.goto(`${made.url}/selections`);
    const selections = page.getByRole('list', { name: 'Selections' });
    for (const shown of ['<i>Ada</i>', '<script>alert(1)</script>']) await selections.getByText(shown).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/shared/proofings/${made.id}`);
    await page.getByRole('button', { name: 'Files of round 2' }).click();
    await selections.getByText('1 file was deleted meanwhile.').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      selections.getByRole('button', { name: 'Download 1.jpg' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('1.jpg');
  });

  test.each(['account', 'collect', 'proof'] as const)(
    'a browser without JavaScript gets a page that says so, at the address of %s',
    async (kind) => {
      const { page, api } = await stage.open('files', { javaScriptEnabled: false });
      const folderId = await api.folder('Folder');
      const json = { name: 'Photos', folderId };
      const former = {
        account: async () => '/account',
        collect: async () => `/collect/${(await api.call('POST', '/api/collections', json)).body.token}/received`,
        proof: async () => `/proof/${(await api.call('POST', '/api/proofings', json)).body.token}/selections`,
      };
      await page.goto(`${stage.drive.url}${await former[kind]()}`);
      const text = page.locator('noscript p');
      const { y = 800, height = 0 } = (await text.boundingBox()) ?? {};
      expect(y + height).toBeLessThan(800);
      expect(await text.innerText()).toContain('This page is part of the web app, which needs JavaScript.');
      await text.locator('a').click();
      expect(new URL(page.url()).pathname).toBe('/install');
    },
  );
});
