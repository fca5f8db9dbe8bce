import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { faultsOf, startWebStage, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('the language of app and pages', () => {
  let stage: WebStage;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drive-web-'));
    stage = await startWebStage({ settings: { ANONYMOUS_UPLOADS: 'on' } });
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => stage.check());

  test('a visitor with a German browser reads German pages, whose scripts are in German, too', async () => {
    const me = await stage.open('files', { locale: 'de' });
    const { page } = me;
    const shared = await me.api.folder('Urlaub');
    for (const name of ['a.txt', 'b.txt']) await me.api.put(name, name, { in: shared });
    const { shareUrl } = await me.api.shareFolder(shared);
    await me.context.clearCookies();
    await page.goto(shareUrl);
    await page.getByText('2 Elemente').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'a.txt' }).first().click();
    await page.getByText('1 von 2').waitFor();
    await page.getByRole('button', { name: 'Nächste Datei' }).click();
    await page.getByText('2 von 2').waitFor();
    await page.goto(`${stage.drive.url}/upload`);
    await page.getByText('Oder lege sie irgendwo auf dieser Seite ab.').waitFor();
    const path = join(folder, 'gruß.txt');
    writeFileSync(path, 'Hallo');
    await page.getByLabel('Dateien').setInputFiles(path);
    await page.getByRole('button', { name: 'Hochladen' }).click();
    await page.getByText('Eine Datei ist hochgeladen. Bewahre die Links auf').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('the language that a user has chosen in the app is that of the pages', async () => {
    const { page } = await stage.open();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Dein Konto' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.getByRole('link', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
