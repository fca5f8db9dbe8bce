import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { dayMs } from '@drive/base';
import type { ArchiveUrl, ShareDescriptor } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readArchive } from '../../../test/api/archive-requests.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { refusalOf } from '../../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';

const MiB = 1024 * 1024;

let drive: Drive;
let mine: TreeApi;
let folder: string;
let file: string;
let token: string;
beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off', ARCHIVE_MAX_BYTES: String(64 * MiB) },
    blobs: (disk) =>
      overriding(disk, { find: (key) => disk.find(originalOf(key)), open: (key) => disk.open(originalOf(key)) }),
  });
});
afterAll(() => drive.close());
beforeEach(async () => {
  mine = treeApi(drive, await drive.createUser());
  folder = await mine.folder('Trip');
  file = await mine.file('plan.txt', { in: folder });
  token = (await share()).shareToken;
});

const share = async (wishes: object = {}): Promise<ShareDescriptor> =>
  (await mine.call('POST', `/api/folders/${folder}/share`, wishes)).body as ShareDescriptor;
const ask = (init: { json?: unknown; headers?: Record<string, string> } = {}): Promise<Response> =>
  drive.fetch(`/api/public/share/${token}/archive`, { method: 'POST', ...init });
async function urlOf(init?: Parameters<typeof ask>[0]): Promise<string> {
  const answer = await ask(init);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ArchiveUrl).downloadUrl;
}
const refusalAt = async (url: string): Promise<[number, string]> => refusalOf(await drive.fetch(url));
async function begin(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}
const downloadsOfShare = async (): Promise<number> => {
  await drive.drain();
  return ((await mine.call('GET', '/api/shares')).body.shares as { downloadCount: number }[])[0]?.downloadCount ?? -1;
};
const setItem = (id: string, values: { quarantined?: 0 | 1 }) =>
  drive.database.write((tx) => tx.updateTable('items').set(values).where('id', '=', id).execute());

describe('an archive of a share', () => {
  const closings: Readonly<Record<string, () => Promise<unknown>>> = {
    'was revoked': () => mine.call('DELETE', `/api/folders/${folder}/share`),
    'was made private': () => mine.call('PATCH', `/api/folders/${folder}/share`, { shareMode: 'PRIVATE' }),
    'got a password': () => mine.call('PATCH', `/api/folders/${folder}/share/password`, { password: 'open sesame' }),
    'lies in the trash': () => mine.trash(folder),
    'lost a file to the trash': () => mine.trash(file),
    'lost a file to another folder': async () => mine.patch(file, { parentId: await mine.folder('elsewhere') }),
  };
  it.each(Object.entries(closings))(
    '[P-286] is refused if the shared item %s, with the same error for each reason',
    async (_, close) => {
      await mine.file('other.txt', { in: folder });
      const url = await urlOf();
      const answered = (await close()) as { status: number } | undefined;
      expect(answered?.status ?? 204).toBeLessThan(300);
      const answer = await drive.fetch(url);
      const text = await answer.text();
      expect([answer.status, (JSON.parse(text) as { code: string }).code]).toEqual([403, 'access_denied']);
      expect(text).not.toMatch(/plan|other|Trip/);
    },
  );

  it('is refused once the share has expired, and accepted again after the expiry is extended', async () => {
    await share({ expiresInDays: 1 });
    drive.clock.advance(dayMs - 60_000);
    const url = await urlOf();
    drive.clock.advance(60_000);
    expect(await refusalAt(url)).toEqual([403, 'access_denied']);
    await mine.call('PATCH', `/api/folders/${folder}/share/expiry`, { expiresInDays: 2 });
    expect(Object.keys(await readArchive(drive, url))).toEqual(['plan.txt']);
  });

  it('is refused once the password that unlocked it is replaced', async () => {
    await mine.call('PATCH', `/api/folders/${folder}/share/password`, { password: 'open sesame' });
    const unlocked = await drive.fetch(`/api/public/share/${token}/unlock`, {
      method: 'POST',
      json: { password: 'open sesame' },
    });
    const headers = { 'x-share-unlock': ((await unlocked.json()) as { unlockToken: string }).unlockToken };
    const [first, second] = [await urlOf({ headers }), await urlOf({ headers })];
    expect(Object.keys(await readArchive(drive, first))).toEqual(['plan.txt']);
    await mine.call('PATCH', `/api/folders/${folder}/share/password`, { password: 'another one' });
    expect(await refusalAt(second)).toEqual([403, 'access_denied']);
  });

  it('[P-287] stays invalid if the share is revoked and created again', async () => {
    const url = await urlOf();
    await mine.call('DELETE', `/api/folders/${folder}/share`);
    await share();
    expect(await refusalAt(url)).toEqual([403, 'access_denied']);
  });

  it('contains no quarantined file', async () => {
    const url = await urlOf();
    await setItem(file, { quarantined: 1 });
    expect(await refusalAt(url)).toEqual([403, 'file_quarantined']);
    expect(await refusalOf(await ask())).toEqual([403, 'file_quarantined']);
    await setItem(file, { quarantined: 0 });
    expect(Object.keys(await readArchive(drive, url))).toEqual(['plan.txt']);
  });

  it('contains items that were moved within the folder', async () => {
    const url = await urlOf();
    await mine.patch(file, { parentId: await mine.folder('deeper', folder) });
    expect(Object.keys(await readArchive(drive, url))).toEqual(['plan.txt']);
  });

  it('of an empty folder is an empty ZIP', async () => {
    await mine.trash(file);
    const made = (await (await ask()).json()) as ArchiveUrl;
    expect(made).toMatchObject({ fileCount: 0, totalBytes: 0 });
    expect(await readArchive(drive, made.downloadUrl)).toEqual({});
  });

  it('[P-265] is refused above the cap with the size of the folder', async () => {
    await drive.database.write((tx) =>
      tx
        .updateTable('items')
        .set({ size: 100 * MiB })
        .where('id', '=', folder)
        .execute(),
    );
    const answer = await ask();
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { code: 'archive_size_exceeded', actual_bytes: 100 * MiB, cap_bytes: 64 * MiB },
    ]);
  });

  it('[P-249] of many files counts one download for the share and one for each file', async () => {
    const names = Array.from({ length: 1100 }, (_, index) => `${index}.txt`);
    await addClones(names);
    expect(Object.keys(await readArchive(drive, await urlOf()))).toHaveLength(1101);
    expect(await downloadsOfShare()).toBe(1);
    const counts = await drive.database.reader
      .selectFrom('items')
      .select('download_count')
      .where('parent_id', '=', (of) => of.selectFrom('items').select('row_id').where('id', '=', folder))
      .execute();
    expect(counts.filter(({ download_count }) => download_count !== 1)).toEqual([]);
    const left = await drive.database.reader
      .selectFrom('archive_parts')
      .innerJoin('archives', 'archives.row_id', 'archive_parts.archive_id')
      .select('position')
      .where('consumed_at', 'is not', null)
      .where('name', '=', 'Trip.zip')
      .execute();
    expect(left).toEqual([]);
  });

  it('[P-99] counts as a download of the recipient that requested it', async () => {
    await mine.call('POST', `/api/shares/${token}/recipients`, { emails: ['ann@example.com'] });
    await drive.drain();
    const r = /[?]r=(\S+)/.exec(drive.mails.find(({ to }) => to === 'ann@example.com')?.text ?? '')?.[1] ?? '';
    await readArchive(drive, await urlOf({ headers: { 'x-share-recipient': r } }));
    await drive.drain();
    expect((await mine.call('GET', `/api/shares/${token}/recipients`)).body.recipients).toMatchObject([
      { email: 'ann@example.com', downloadCount: 1 },
    ]);
  });
});

const originalOf = (key: string): string => key.replace(/-clone.*/, '');

/** More files in the folder, all with the bytes of the one that is there. */
async function addClones(names: readonly string[]): Promise<void> {
  await drive.database.write(async (tx) => {
    const {
      row_id: _,
      file_size: __,
      ...row
    } = await tx.selectFrom('items').selectAll().where('id', '=', file).executeTakeFirstOrThrow();
    for (let from = 0; from < names.length; from += 100)
      await tx
        .insertInto('items')
        .values(
          names.slice(from, from + 100).map((name) => ({
            ...row,
            id: randomUUID(),
            name,
            name_key: name,
            blob_key: `${row.blob_key}-clone-${randomUUID()}`,
          })),
        )
        .execute();
    await tx
      .updateTable('items')
      .set((of) => ({
        child_files: of('child_files', '+', names.length),
        size: of('size', '+', names.length * row.size),
      }))
      .where('id', '=', folder)
      .execute();
  });
}

describe('a share with maxDownloads 1', () => {
  beforeEach(async () => {
    await mine.file('large.bin', { in: folder, bytes: 24 * MiB });
    await share({ maxDownloads: 1 });
  });

  it('[P-149] reserves its one download for a ZIP, and consumes it after the last byte', async () => {
    const [first, second] = [await urlOf(), await urlOf()];
    await drive.fetch(first, { method: 'HEAD' });
    await readArchive(drive, first);
    expect(await downloadsOfShare()).toBe(1);
    expect(await refusalAt(second)).toEqual([410, 'share_limit_reached']);
    expect(await refusalOf(await ask())).toEqual([410, 'share_limit_reached']);
  });

  it('refuses a second download while one is in progress, and releases the slot of an aborted one', async () => {
    const [first, second] = [await urlOf(), await urlOf()];
    const answer = await begin(first);
    expect(await refusalAt(second)).toEqual([410, 'share_limit_reached']);
    answer.destroy();
    await drive.app.idle();
    expect(await downloadsOfShare()).toBe(0);
    expect(Object.keys(await readArchive(drive, second))).toHaveLength(2);
    expect(await downloadsOfShare()).toBe(1);
  });
});
