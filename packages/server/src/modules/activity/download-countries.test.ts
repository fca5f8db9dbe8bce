import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCountryTable } from '@drive/country-table/test';
import { expect, it } from 'vitest';
import { startDrive } from '../../../test/drive.ts';
import { sharedApi } from '../../../test/shared.ts';

/** The details of the downloads of a link: of a file, of a ticket and of a ZIP, the first one first. */
async function countriesWith(settings: object): Promise<{ countries: unknown[]; stored: string }> {
  const drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', ...settings } });
  try {
    const mine = sharedApi(drive, await drive.createUser());
    const folder = await mine.folder('Photos');
    const fileId = await mine.put('a.txt', 'hello', { in: folder });
    const { shareToken } = await mine.shareFolder(folder);
    const share = `/api/public/share/${shareToken}`;
    const ask = async (path: string, init = {}): Promise<any> => (await drive.fetch(`${share}${path}`, init)).json();
    const { ticket } = await ask('/tickets', { method: 'POST', json: {} });
    for (const url of [
      (await ask(`/download-url?fileId=${fileId}`)).downloadUrl,
      (await ask(`/download-url?fileId=${fileId}`, { headers: { 'x-share-ticket': ticket } })).downloadUrl,
      (await ask('/archive', { method: 'POST', json: {} })).downloadUrl,
    ]) {
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      await response.arrayBuffer();
      await drive.app.idle();
    }
    const { activity } = (await mine.call('GET', `/api/activity?shareToken=${shareToken}`)).body;
    const events = drive.database.reader.selectFrom('events').selectAll();
    const rows = await events.where('type', 'like', 'share.download%').execute();
    return { countries: activity.map(({ details }: any) => details.country), stored: JSON.stringify(rows) };
  } finally {
    await drive.close();
  }
}

it('[P-1787] downloads of visitors show their country, and no address is stored, only if there is a table of countries', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countries-'));
  try {
    const table = join(folder, 'countries.mmdb');
    writeCountryTable(table, { '127.0.0.0/8': 'FR' });
    const { countries, stored } = await countriesWith({ COUNTRY_TABLE: table });
    expect(countries).toEqual(['FR', 'FR', 'FR']);
    expect(stored).not.toContain('127.0.0');
    expect((await countriesWith({})).countries).toEqual([undefined, undefined, undefined]);
    expect((await countriesWith({ COUNTRY_TABLE: join(folder, 'none.mmdb') })).countries).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
