import type { Report, ReportPage } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { refusalOf } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TreeApi;
let owner: TestUser;
let mine: SharedApi;
beforeAll(async () => {
  drive = await startDrive();
  admin = treeApi(drive, await drive.createUser({ isAdmin: true }));
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  // A new hour, in which this network may report again.
  drive.clock.advance(3_600_000);
});

const report = (token: string, json: object, init: object = {}): Promise<Response> =>
  drive.fetch(`/api/public/share/${token}/reports`, { method: 'POST', json, ...init });
const list = async (): Promise<Report[]> =>
  ((await admin.call('GET', '/api/admin/reports')).body as ReportPage).reports.filter(
    (report) => report.owner?.email === owner.email,
  );
describe('a report about a share', () => {
  it('[P-300] is listed for administrators with the file, until one closes it', async () => {
    const id = await mine.put('a.exe', 'a');
    const { shareToken } = await mine.shareFile(id);
    const json = { reason: 'malware', message: '  It is\u0007 infected. ', email: 'visitor@example.org' };
    expect((await report(shareToken, json)).status).toBe(204);
    const [found] = await list();
    expect(found).toMatchObject({
      reason: 'malware',
      message: 'It is infected.',
      email: 'visitor@example.org',
      shareName: 'a.exe',
      owner: { email: owner.email },
      file: { id, name: 'a.exe', owner: { email: owner.email }, quarantinedAt: null },
    });
    expect(JSON.stringify(found)).not.toContain(shareToken);
    const stats = (await admin.call('GET', '/api/admin/stats')).body as { reports: { open: number } };
    expect(stats.reports.open).toBeGreaterThan(0);
    const path = `/api/admin/reports/${found?.id}`;
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await admin.call('DELETE', path)).body).toMatchObject({ code: 'report_not_found' });
    expect((await mine.call('GET', '/api/admin/reports')).status).toBe(403);
  });

  it('[P-298] names a file of a folder, or means everything at the link', async () => {
    const folder = await mine.folder('Folder');
    const id = await mine.put('b.txt', 'b', { in: folder });
    const other = await mine.put('c.txt', 'c');
    const { shareToken } = await mine.shareFolder(folder);
    expect((await report(shareToken, { reason: 'privacy', fileId: id })).status).toBe(204);
    expect((await report(shareToken, { reason: 'other' })).status).toBe(204);
    expect(await refusalOf(await report(shareToken, { reason: 'other', fileId: other }))).toEqual([
      404,
      'file_not_found',
    ]);
    expect((await list()).map(({ file, shareName }) => [file?.id, shareName])).toEqual([
      [undefined, 'Folder'],
      [id, 'Folder'],
    ]);
  });

  it('[P-301] is closed when the file is quarantined or deleted, and deleted with the account of the owner', async () => {
    const ids = [await mine.put('d.txt', 'd'), await mine.put('e.txt', 'e'), await mine.put('f.txt', 'f')];
    for (const id of ids)
      expect((await report((await mine.shareFile(id)).shareToken, { reason: 'illegal' })).status).toBe(204);
    const names = async () => (await list()).map(({ file }) => file?.name);
    expect(await names()).toEqual(['f.txt', 'e.txt', 'd.txt']);
    await admin.call('POST', `/api/admin/files/${ids[0]}/quarantine`, { quarantined: true });
    expect(await names()).toEqual(['f.txt', 'e.txt']);
    await admin.call('DELETE', `/api/admin/files/${ids[1]}`);
    expect(await names()).toEqual(['f.txt']);
    const { id } = await drive.app.accounts.directory.get({ email: owner.email });
    await admin.call('DELETE', `/api/admin/users/${id}`);
    await drive.drain();
    const left = await drive.database.reader
      .selectFrom('reports as r')
      .innerJoin('shares as s', 's.row_id', 'r.share_id')
      .select('r.id')
      .where('s.owner_id', '=', owner.userId)
      .execute();
    expect(left).toEqual([]);
  });

  it('[P-299] needs the share open and unlocked, and a known reason', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('g.txt', 'g'), { password: 'secret' });
    expect(await refusalOf(await report(shareToken, { reason: 'other' }))).toEqual([401, 'share_locked']);
    expect(await refusalOf(await report('unknown', { reason: 'other' }))).toEqual([404, 'share_not_found']);
    expect(await refusalOf(await report(shareToken, { reason: 'boring' }))).toEqual([400, 'validation_failed']);
    expect(await refusalOf(await report(shareToken, { reason: 'other', message: 'x'.repeat(1001) }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await list()).toEqual([]);
  });

  it('[P-302] is limited for each network and for each share', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('h.txt', 'h'));
    for (let n = 0; n < 5; n += 1) expect((await report(shareToken, { reason: 'other' })).status).toBe(204);
    expect(await refusalOf(await report(shareToken, { reason: 'other' }))).toEqual([429, 'too_many_requests']);
    for (let hour = 1; hour < 4; hour += 1) {
      drive.clock.advance(3_600_000);
      for (let n = 0; n < 5; n += 1) expect((await report(shareToken, { reason: 'other' })).status).toBe(204);
    }
    drive.clock.advance(3_600_000);
    expect(await refusalOf(await report(shareToken, { reason: 'other' }))).toEqual([429, 'too_many_requests']);
  });
});

describe('the form of a report', () => {
  const open = async (path: string, init: object = {}) => {
    const response = await drive.fetch(path, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });
    return { status: response.status, html: await response.text(), location: response.headers.get('location') };
  };
  const post = (path: string, fields: Record<string, string>) =>
    open(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'text/html', origin: drive.url },
    });

  it('[P-303] is linked from the page of the share, and sends the report without a script', async () => {
    const folder = await mine.folder('Folder');
    const id = await mine.put('i.txt', 'i', { in: folder });
    const { shareToken } = await mine.shareFolder(folder);
    expect((await open(`/share/${shareToken}`)).html).toContain(`href="/share/${shareToken}/report"`);
    const path = `/share/${shareToken}/report`;
    expect((await open(path)).html).toContain(`<option value="${id}">i.txt</option>`);
    const wrong = await post(path, { reason: '', file: id, message: 'Look <b>here</b>', email: '' });
    expect([wrong.status, wrong.html.includes('Choose a reason.')]).toEqual([400, true]);
    expect(wrong.html).toContain('Look &lt;b&gt;here&lt;/b&gt;');
    const sent = await post(path, { reason: 'copyright', file: id, message: 'Look here', email: '' });
    expect([sent.status, sent.location]).toEqual([303, `${path}?sent=1`]);
    expect((await open(`${path}?sent=1`)).html).toContain('Thank you.');
    expect(await list()).toMatchObject([{ reason: 'copyright', message: 'Look here', file: { id } }]);
  });

  it('[P-304] asks for the password of a locked share first', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('j.txt', 'j'), { password: 'secret' });
    const { status, html } = await open(`/share/${shareToken}/report`);
    expect([status, html.includes('j.txt')]).toEqual([401, false]);
  });
});
