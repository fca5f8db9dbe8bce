import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteMs, systemRandom } from '@drive/base';
import { eicar, hasClamd, startClamdProcess, startFakeClamd, type FakeClamd } from '@drive/clamd/test';
import type { AdminFile, CopyResult, FileVersionPage, Item } from '@drive/contract';
import { JobQueue } from '@drive/jobs';
import { png } from '@drive/thumbnails/test';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { putBytes, reserveUpload } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../../../test/drive.ts';
import { openScanner } from '../../../platform/scanner.ts';
import { requestStoredScan } from '../index.ts';

let directory: string;
let clamd: FakeClamd;
let drive: Drive;
let user: TestUser;
let admin: TestUser;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'scans-'));
  clamd = await startFakeClamd(join(directory, 'fake.sock'));
});
afterEach(async () => {
  await drive.close();
  await clamd.stop();
  rmSync(directory, { recursive: true, force: true });
});

const start = async ({ settings, ...options }: DriveOptions = {}): Promise<void> => {
  drive = await startDrive({ settings: { CLAMD: clamd.address.path, ...settings }, ...options });
  user = await drive.createUser();
  admin = await drive.createUser({ isAdmin: true });
};
const virus = Buffer.from(eicar);
const call = (method: string, path: string, json?: unknown, { key } = user): Promise<Response> =>
  drive.fetch(path, { method, key, ...(json === undefined ? {} : { json }) });
const bodyOf = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
const itemOf = (id: string): Promise<Item> => bodyOf(call('GET', `/api/files/${id}`));
const scanOf = async (id: string): Promise<Item['scan']> => (await itemOf(id)).scan;
const outcomeOf = async (response: Promise<Response>): Promise<unknown> => {
  const { status, ok, body } = await response.then(async (answer) => ({ ...pick(answer), body: await answer.text() }));
  return ok || status < 400 ? status : [status, (JSON.parse(body) as { code: string }).code];
};
const pick = ({ status, ok }: Response) => ({ status, ok });
const quarantine = (id: string, quarantined: boolean) =>
  outcomeOf(call('POST', `/api/admin/files/${id}/quarantine`, { quarantined }, admin));

interface Uploaded {
  readonly id: string;
  readonly token: string;
}
async function upload(bytes: Buffer, name = 'a.txt', more: object = {}): Promise<Uploaded> {
  const reservation = await reserveUpload(drive, user, { name, bytes: bytes.length, autoShare: true, ...more });
  const { fileId: id } = (await putBytes(reservation, bytes)) as { fileId: string };
  return { id, token: reservation.shareToken ?? '' };
}
/** A signed URL that a visitor gets. */
const urlOf = async (token: string): Promise<string> =>
  (await bodyOf<{ downloadUrl: string }>(drive.fetch(`/api/public/share/${token}/download-url`))).downloadUrl;
const scanStored = async (all: boolean): Promise<void> => {
  const { database, clock } = drive;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  await requestStoredScan({ database, jobs: new JobQueue({ database, clock, random: systemRandom, log }) }, { all });
};

describe('a new content', () => {
  it('is pending until a job has scanned it, once, and is served meanwhile', async () => {
    await start();
    const { id, token } = await upload(Buffer.from('hello'));
    expect(await itemOf(id)).toMatchObject({ scan: 'pending', virus: null, quarantined: false });
    expect(await outcomeOf(drive.fetch(await urlOf(token)))).toBe(200);
    await drive.drain();
    expect(await itemOf(id)).toMatchObject({ scan: 'clean', virus: null, quarantined: false });
    await drive.drain();
    expect([clamd.scans, clamd.bytes]).toEqual([1, 5]);
  });

  it('is scanned whichever way it comes', async () => {
    await start();
    const byPath = await drive.fetch('/files/by-path/p.txt', { method: 'PUT', key: user.key, body: 'by path' });
    const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    const dav = (method: string, name: string, init: RequestInit = {}) =>
      drive.fetch(`/dav/${name}`, { method, ...init, headers: { authorization, ...init.headers } });
    await dav('PUT', 'd.txt', { body: 'by WebDAV' });
    await dav('COPY', 'd.txt', { headers: { destination: `${drive.url}/dav/c.txt` } });
    const { id: folder } = await bodyOf<Item>(call('POST', '/api/files/folders', { name: 'folder' }));
    await drive.drain();
    // A copy has the content of its original.
    expect(clamd.scans).toBe(2);
    expect(await scanOf((await bodyOf<Item>(Promise.resolve(byPath))).id)).toBe('clean');
    const { files } = await bodyOf<{ files: Item[] }>(call('GET', '/api/files'));
    expect(files.map(({ name, scan }) => [name, scan])).toEqual([
      ['folder', null],
      ['c.txt', 'clean'],
      ['d.txt', 'clean'],
      ['p.txt', 'clean'],
    ]);
    expect(await scanOf(folder)).toBeNull();
  });

  it('without bytes is clean at once', async () => {
    await start();
    const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    await drive.fetch('/dav/empty', { method: 'PUT', headers: { authorization } });
    const { files } = await bodyOf<{ files: Item[] }>(call('GET', '/api/files'));
    expect(files).toMatchObject([{ name: 'empty', size: 0, scan: 'clean' }]);
    await drive.drain();
    expect(clamd.scans).toBe(0);
  });

  it('is scanned after a restart of the server', async () => {
    await start();
    const { id } = await upload(Buffer.from('hello'));
    await drive.restart();
    await drive.drain();
    expect(await scanOf(id)).toBe('clean');
  });

  it('is not scanned without a scanner, nor after the scanner was removed', async () => {
    let scanner = openScanner(clamd.address.path);
    const options = Object.defineProperty({}, 'scanner', { get: () => scanner, enumerable: true });
    drive = await startDrive(options);
    user = await drive.createUser();
    const { id } = await upload(Buffer.from('hello'));
    expect(await scanOf(id)).toBe('pending');
    scanner = undefined;
    await drive.restart();
    const { id: later } = await upload(Buffer.from('hello'), 'b.txt');
    expect(await itemOf(later)).toMatchObject({ scan: null, virus: null });
    await drive.drain();
    expect([await scanOf(id), await scanOf(later), clamd.scans]).toEqual([null, null, 0]);
  });

  it('that is purged before its scan is forgotten', async () => {
    await start();
    const { id } = await upload(virus);
    await call('DELETE', `/api/files/${id}`);
    await call('DELETE', `/api/files/${id}/permanent`);
    await drive.drain();
    expect(clamd.scans).toBe(0);
    expect(drive.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('an infected file', () => {
  it('goes to quarantine with the name of the virus, an entry in the audit log and mails', async () => {
    await start();
    const { id, token } = await upload(virus, 'invoice.doc');
    const url = await urlOf(token);
    await drive.drain();
    expect(await itemOf(id)).toMatchObject({ scan: 'infected', virus: 'Eicar-Test-Signature', quarantined: true });
    for (const path of [url, `/share/${token}`, `/share/${token}/download`, `/api/public/share/${token}`])
      expect(await outcomeOf(drive.fetch(path))).toEqual([403, 'file_quarantined']);
    const own = await bodyOf<{ downloadUrl: string }>(call('GET', `/api/files/${id}/download-url`));
    expect(await outcomeOf(drive.fetch(own.downloadUrl))).toBe(200);

    const listed = await bodyOf<{ files: AdminFile[] }>(
      call('GET', '/api/admin/files?quarantined=true', undefined, admin),
    );
    expect(listed.files).toMatchObject([{ id, quarantineReason: 'Eicar-Test-Signature', scan: 'infected' }]);
    const audit = call('GET', '/api/admin/audit?action=file.quarantined', undefined, admin);
    expect((await bodyOf<{ audit: object[] }>(audit)).audit).toMatchObject([
      {
        action: 'file.quarantined',
        actor: { kind: 'server' },
        target: { kind: 'file', id },
        details: { virus: 'Eicar-Test-Signature' },
      },
    ]);
    const mails = drive.mails.map(({ to, subject, text }) => ({ to, subject, text: text.replaceAll('\n', ' ') }));
    expect(mails).toMatchObject([
      { to: user.email, subject: 'A virus was found in your file', text: expect.stringContaining('invoice.doc') },
      { to: admin.email, subject: 'A virus was found in invoice.doc', text: expect.stringContaining(user.email) },
    ]);
    for (const { text } of mails) expect(text).toContain('Eicar-Test-Signature');
  });

  it('is not copied, and a folder with it is copied without it', async () => {
    await start();
    const put = (name: string, body: string) =>
      drive.fetch(`/files/by-path/${name}`, { method: 'PUT', key: user.key, body });
    await put('folder/bad.txt', eicar);
    await put('folder/good.txt', 'hello');
    await drive.drain();
    const authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    const copy = (from: string, to: string) =>
      drive.fetch(`/dav/${from}`, {
        method: 'COPY',
        headers: { authorization, destination: `${drive.url}/dav/${to}` },
      });
    expect((await copy('folder/bad.txt', 'copy.txt')).status).toBe(403);
    expect((await copy('folder', 'copy')).status).toBe(207);
    const read = drive.fetch('/files/by-path/folder/bad.txt', { key: user.key });
    expect(await outcomeOf(read)).toBe(200);
  });

  it('stays released once an administrator has released it, wherever the same content is', async () => {
    await start();
    const { id, token } = await upload(virus);
    await drive.drain();
    expect(await quarantine(id, false)).toBe(200);
    expect(await itemOf(id)).toMatchObject({ scan: 'clean', virus: null, quarantined: false });
    await scanStored(true);
    await drive.drain();
    const again = await upload(virus, 'b.txt');
    await drive.drain();
    expect(clamd.scans).toBe(3);
    for (const file of [id, again.id]) expect(await itemOf(file)).toMatchObject({ scan: 'clean', quarantined: false });
    expect(await outcomeOf(drive.fetch(await urlOf(token)))).toBe(200);

    expect(await quarantine(again.id, true)).toBe(200);
    await scanStored(true);
    await drive.drain();
    expect(await itemOf(id)).toMatchObject({ scan: 'infected', quarantined: true });
  });

  it('of an unknown checksum gets it from the scan, so that its release holds', async () => {
    await start();
    const { id } = await upload(virus);
    await drive.database.write((tx) => tx.updateTable('items').set({ sha256: null }).where('id', '=', id).execute());
    await drive.drain();
    expect((await itemOf(id)).sha256).toMatch(/^275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f$/);
  });
});

describe('a file with several contents', () => {
  const replace = (bytes: Buffer) => upload(bytes, 'a.txt', { onConflict: 'replace' });
  const versionsOf = (id: string) => bodyOf<FileVersionPage>(call('GET', `/api/files/${id}/versions`));

  it('is scanned for each of them, also if it is replaced before its scan', async () => {
    await start();
    const { id, token } = await replace(virus);
    const old = await urlOf(token);
    await replace(Buffer.from('harmless'));
    await drive.drain();
    expect(clamd.scans).toBe(2);
    expect(await itemOf(id)).toMatchObject({ scan: 'clean', quarantined: false });
    // The URL is that of the infected version.
    expect(await outcomeOf(drive.fetch(old))).toEqual([403, 'file_quarantined']);
    expect(await outcomeOf(drive.fetch(await urlOf(token)))).toBe(200);
    expect(drive.mails).toEqual([]);

    const [{ version } = { version: 0 }] = (await versionsOf(id)).versions;
    const restored = await bodyOf<Item>(call('POST', `/api/files/${id}/versions/${version}/restore`));
    expect(restored).toMatchObject({ scan: 'infected', virus: 'Eicar-Test-Signature', quarantined: true });
    await drive.drain();
    expect(drive.mails).toHaveLength(2);
    expect(clamd.scans).toBe(2);
  });

  it('[P-442] stays in quarantine if it is replaced, until it is released', async () => {
    await start();
    const { id } = await replace(virus);
    await drive.drain();
    await replace(Buffer.from('harmless'));
    await drive.drain();
    expect(await itemOf(id)).toMatchObject({ scan: 'clean', virus: null, quarantined: true });
    expect(await quarantine(id, false)).toBe(200);
    expect(await itemOf(id)).toMatchObject({ scan: 'clean', quarantined: false });
  });

  it('[P-687] is put in quarantine with all its copies, which are scanned once together', async () => {
    await start();
    const { id } = await upload(virus);
    const made = await bodyOf<{ copied: Item[] }>(call('POST', '/api/files/copy', { ids: [id], copyToRoot: true }));
    await drive.drain();
    expect(clamd.scans).toBe(1);
    for (const each of [id, made.copied[0]?.id ?? ''])
      expect(await itemOf(each)).toMatchObject({ scan: 'infected', quarantined: true });
  });

  it('gets a scan of a restored version that has none', async () => {
    await start();
    const { id } = await replace(Buffer.from('one'));
    await drive.drain();
    await replace(Buffer.from('two'));
    await drive.drain();
    await drive.database.write((tx) => tx.updateTable('file_versions').set({ scan: null }).execute());
    const [{ version } = { version: 0 }] = (await versionsOf(id)).versions;
    expect(await bodyOf<Item>(call('POST', `/api/files/${id}/versions/${version}/restore`))).toMatchObject({
      scan: 'pending',
    });
    await drive.drain();
    expect([await scanOf(id), clamd.scans]).toEqual(['clean', 3]);
  });
});

describe('with DRIVE_CLAMD_FAIL=closed', () => {
  beforeEach(() => start({ settings: { CLAMD_FAIL: 'closed' } }));

  it('[P-218] links refuse a file until it is clean, at every door', async () => {
    const { id, token } = await upload(png({ width: 8, height: 8 }), 'a.png', {
      type: 'image/png',
      publicListing: true,
    });
    const names = () => bodyOf<{ items: unknown[] }>(drive.fetch('/api/public/search?q=a.png'));
    const share = `/api/public/share/${token}`;
    const doors = [
      share,
      `${share}/download-url`,
      `/share/${token}`,
      `/share/${token}/view`,
      `/share/${token}/download`,
    ];
    for (const path of doors)
      expect([path, await outcomeOf(drive.fetch(path))]).toEqual([path, [403, 'file_quarantined']]);
    expect(await outcomeOf(drive.fetch(`${share}/archive`, { method: 'POST', json: {} }))).toEqual([
      403,
      'file_quarantined',
    ]);
    expect((await names()).items).toEqual([]);
    expect((await itemOf(id)).quarantined).toBe(false);
    const own = await bodyOf<{ downloadUrl: string }>(call('GET', `/api/files/${id}/download-url`));
    expect(await outcomeOf(drive.fetch(own.downloadUrl))).toBe(200);
    await drive.drain();
    for (const path of doors) expect(await outcomeOf(drive.fetch(path))).toBeLessThan(400);
    drive.clock.advance(2 * minuteMs);
    expect((await names()).items).toHaveLength(1);
  });

  it('a file of others is copied and taken once it is clean, and one of the user copied before', async () => {
    const { id: folder } = await bodyOf<Item>(call('POST', '/api/files/folders', { name: 'folder' }));
    const { id } = await upload(png({ width: 8, height: 8 }), 'a.png', { type: 'image/png', parentFolderId: folder });
    const member = await drive.createUser();
    const grants = [{ email: member.email, role: 'editor' }];
    await call('POST', `/api/files/${folder}/access`, { grants, notify: false });
    const take = async () =>
      (await call('PATCH', `/api/files/${id}`, { moveToRoot: true, name: 'taken' }, member)).status;
    const copy = async (itemId: string, by = user) => {
      const json = { ids: [itemId], copyToRoot: true };
      const { copied, failed } = await bodyOf<CopyResult>(call('POST', '/api/files/copy', json, by));
      return [copied.map(({ size }) => size), failed.map(({ code }) => code)];
    };
    expect(await copy(id, member)).toEqual([[], ['file_quarantined']]);
    expect(await copy(folder, member)).toEqual([[0], ['file_quarantined']]);
    expect((await copy(id))[1]).toEqual([]);
    expect(await take()).toBe(403);
    await drive.drain();
    expect((await copy(id, member))[1]).toEqual([]);
    expect((await copy(folder, member))[1]).toEqual([]);
    expect(await take()).toBe(200);
  });

  it('a folder is listed, but its file cannot be opened, previewed or packed before it is clean', async () => {
    const { id: folder } = await bodyOf<Item>(call('POST', '/api/files/folders', { name: 'folder' }));
    const { shareToken } = await bodyOf<{ shareToken: string }>(call('POST', `/api/folders/${folder}/share`, {}));
    const { id } = await upload(png({ width: 8, height: 8 }), 'a.png', {
      type: 'image/png',
      parentFolderId: folder,
      autoShare: false,
    });
    await drive.drain();
    const shared = `/api/public/share/${shareToken}`;
    const list = async () => (await bodyOf<{ files: Item[] }>(drive.fetch(`${shared}/files`))).files[0];
    const archive = async () =>
      (await bodyOf<{ downloadUrl: string }>(drive.fetch(`${shared}/archive`, { method: 'POST', json: {} })))
        .downloadUrl;
    const previewUrl = (await list())?.previewUrl ?? '';
    const zip = await archive();
    const setPending = (scan: 'pending' | 'clean') =>
      drive.database.write((tx) => tx.updateTable('items').set({ scan }).where('id', '=', id).execute());
    await setPending('pending');
    expect(await list()).toMatchObject({ scan: 'pending', previewUrl: null, quarantined: false });
    const refused = [403, 'file_quarantined'];
    expect(await outcomeOf(drive.fetch(previewUrl))).toEqual(refused);
    expect(await outcomeOf(drive.fetch(`${shared}/download-url?fileId=${id}`))).toEqual(refused);
    expect(await outcomeOf(drive.fetch(`${shared}/archive`, { method: 'POST', json: {} }))).toEqual(refused);
    expect(await outcomeOf(drive.fetch(zip))).toEqual(refused);
    await setPending('clean');
    expect(await outcomeOf(drive.fetch(previewUrl))).toBe(200);
    expect(await outcomeOf(drive.fetch(zip))).toBe(200);
  });

  it('a file over StreamMaxLength is skipped and stays refused, until an administrator releases it', async () => {
    clamd.maxBytes = 100_000;
    const { id, token } = await upload(Buffer.alloc(300_000, 1));
    await drive.drain();
    expect(await itemOf(id)).toMatchObject({ scan: 'skipped', virus: null, quarantined: false });
    const refusal = await drive.fetch(`/api/public/share/${token}/download-url`);
    expect([refusal.status, await refusal.json()]).toMatchObject([
      403,
      { code: 'file_quarantined', message: 'This file could not be checked for viruses, which this server requires.' },
    ]);
    expect(await quarantine(id, false)).toBe(200);
    expect(await scanOf(id)).toBe('clean');
    expect(await outcomeOf(drive.fetch(await urlOf(token)))).toBe(200);
    await scanStored(true);
    await drive.drain();
    expect(await scanOf(id)).toBe('clean');
  });
});

describe('a scanner that fails', () => {
  it('is asked again until it answers, and files are served meanwhile', async () => {
    await start({ settings: { METRICS_TOKEN: 'x'.repeat(32) } });
    await clamd.stop();
    const { id, token } = await upload(Buffer.from('hello'));
    for (let passed = 0; passed < 20; passed += 1) {
      await drive.drain();
      drive.clock.advance(5 * minuteMs);
    }
    expect(await scanOf(id)).toBe('pending');
    expect(await outcomeOf(drive.fetch(await urlOf(token)))).toBe(200);
    const metrics = async () =>
      (await drive.fetch('/metrics', { headers: { authorization: `Bearer ${'x'.repeat(32)}` } })).text();
    expect(await metrics()).toContain('drive_scanner_up 0');
    expect((await drive.fetch('/readyz')).status).toBe(200);
    expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'warn', event: 'scanner does not answer' }));
    await clamd.start();
    clamd.silentAfter = 0;
    expect(await metrics()).toContain('drive_scanner_up 0');
    clamd.silentAfter = undefined;
    await drive.drain();
    expect(await scanOf(id)).toBe('clean');
    expect(await metrics()).toContain('drive_scanner_up 1');
    expect(await metrics()).toContain('drive_scans_total{result="clean"} 1');
  });

  it('breaks off one content five times before it is skipped, and scans the others', async () => {
    await start();
    clamd.cutAfter = 100_000;
    const { id } = await upload(Buffer.alloc(200_000, 1));
    const { id: other } = await upload(Buffer.from('hello'), 'b.txt');
    const counted = () => drive.logged.filter(({ event }) => event === 'scan broken off').length;
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await drive.drain();
      expect([counted(), await scanOf(id)]).toEqual([attempt, attempt < 5 ? 'pending' : 'skipped']);
      drive.clock.advance(10 * minuteMs);
    }
    expect(await scanOf(other)).toBe('clean');
    expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'file not scanned' }));
    clamd.cutAfter = undefined;
    await scanStored(false);
    await drive.drain();
    expect(await scanOf(id)).toBe('clean');
  });

  it('skips a content whose bytes are damaged', async () => {
    await start();
    const { id } = await upload(Buffer.from('hello'));
    const { blob_key: key } = await drive.database.reader
      .selectFrom('items')
      .select('blob_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await drive.blobs.delete(key ?? '');
    await drive.drain();
    expect(await scanOf(id)).toBe('skipped');
    expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'blob damaged' }));
  });
});

describe('stored contents', () => {
  it('are scanned if they never were, or all of them', async () => {
    await start();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push((await upload(Buffer.from(`file ${index}`), `${index}.txt`)).id);
    ids.push((await upload(virus, 'virus.txt')).id);
    await drive.drain();
    const forget = () =>
      drive.database.write((tx) =>
        tx
          .updateTable('items')
          .set({ scan: null, virus: null, quarantined: 0 })
          .where('id', 'in', ids.slice(1))
          .execute(),
      );
    await forget();
    clamd.scans = 0;
    await scanStored(false);
    await drive.drain();
    expect(clamd.scans).toBe(3);
    expect(await Promise.all(ids.map(scanOf))).toEqual(['clean', 'clean', 'clean', 'infected']);
    expect((await itemOf(ids[3] ?? '')).quarantined).toBe(true);
    await scanStored(true);
    await drive.drain();
    expect(clamd.scans).toBe(7);
  });
});

it.skipIf(inject('databaseKind') === 'sqlite')('a content is scanned by one of several servers', async () => {
  await start();
  const another = await drive.startAnother();
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => (await upload(Buffer.from(`file ${index}`), `${index}.txt`)).id),
  );
  await Promise.all([drive.drain(), another.drain()]);
  expect(clamd.scans).toBe(10);
  expect(new Set(await Promise.all(ids.map(scanOf)))).toEqual(new Set(['clean']));
});

it.skipIf(!hasClamd)(
  'a real clamd judges uploads (skipped unless clamav-daemon is installed)',
  { timeout: 120_000 },
  async () => {
    const real = await startClamdProcess(directory, { streamMaxBytes: 1_000_000 });
    try {
      await start({ settings: { CLAMD: `unix:${real.address.path}` } });
      const clean = await upload(Buffer.from('hello'));
      const infected = await upload(virus, 'b.txt');
      const large = await upload(Buffer.alloc(3_000_000), 'c.txt');
      await drive.drain();
      expect(await itemOf(clean.id)).toMatchObject({ scan: 'clean' });
      expect(await itemOf(infected.id)).toMatchObject({ scan: 'infected', quarantined: true });
      expect((await itemOf(infected.id)).virus).toContain('Eicar-Test-Signature');
      expect(await itemOf(large.id)).toMatchObject({ scan: 'skipped', quarantined: false });
    } finally {
      await real.stop();
    }
  },
);
