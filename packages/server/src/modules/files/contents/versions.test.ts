import { dayMs, hourMs } from '@drive/base';
import type { FileVersionPage, Item } from '@drive/contract';
import { png } from '@drive/thumbnails/test';
import { sql } from 'kysely';
import { afterEach, assert, describe, expect, inject, it } from 'vitest';
import { storeBytes } from '../../../../test/api/interrupted-uploads.ts';
import {
  listBlobs,
  putBytes,
  readUsage,
  refusalOf,
  reserveUpload,
  sha256,
  someBytes,
} from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { toReceivers } from '../../../../test/network/receivers.ts';
import { overriding } from '../../../../test/overriding.ts';
import { readBlobKeys, readTallies } from '../../../../test/tree/tree-tallies.ts';

let drive: Drive;
let user: TestUser;
const start = async (settings: Parameters<typeof startDrive>[0] = {}): Promise<void> => {
  drive = await startDrive(settings);
  user = await drive.createUser();
};
afterEach(async () => {
  await drive.drain();
  const { kept, counted } = await readTallies(drive.database);
  assert.deepEqual(kept, counted);
  assert.deepEqual(await readBlobKeys(drive.database, drive.blobs), { stray: [], missing: [] });
  await drive.close();
});

/** Stores contents one after the other under a name; returns the id of the file. */
async function replaceAll(name: string, contents: readonly Buffer[], parentFolderId?: string): Promise<string> {
  let id = '';
  for (const bytes of contents) {
    drive.clock.advance(1000);
    const reservation = await reserveUpload(drive, user, {
      name,
      bytes: bytes.length,
      onConflict: 'replace',
      type: name.endsWith('.png') ? 'image/png' : 'text/plain',
      ...(parentFolderId === undefined ? {} : { parentFolderId }),
    });
    id = ((await putBytes(reservation, bytes)) as { fileId: string }).fileId;
  }
  return id;
}

const call = (path: string, method = 'GET', json?: unknown): Promise<Response> =>
  drive.fetch(path, { method, key: user.key, ...(json === undefined ? {} : { json }) });
const itemOf = async (id: string): Promise<Item> => (await (await call(`/api/files/${id}`)).json()) as Item;
const sizesOf = async (): Promise<number[]> => {
  const rows = await drive.database.reader.selectFrom('file_versions').select('size').orderBy('version').execute();
  return rows.map(({ size }) => size);
};
/** Locks of Postgres that a transaction waits for. */
const countWaiting = async (): Promise<number | undefined> => {
  const waiting = sql<{ count: number }>`select count(*) as count from pg_locks where not granted
    and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
  return (await waiting.execute(drive.database.reader)).rows[0]?.count;
};
const some = (...sizes: number[]): Buffer[] => sizes.map(someBytes);

describe('versions', () => {
  it('are kept in the configured number, newest first', async () => {
    await start({ settings: { VERSIONS_KEEP: '2' } });
    await replaceAll('a', some(1, 2, 3, 4, 5));
    expect(await sizesOf()).toEqual([3, 4]);
    expect(await readUsage(drive)).toEqual({ stored: 12, reserved: 0 });
    await drive.drain();
    expect((await listBlobs(drive)).blobs).toHaveLength(3);
  });

  it.each(['VERSIONS_KEEP', 'VERSIONS_DAYS'] as const)('are not kept with %s=0', async (name) => {
    await start({ settings: { [name]: '0' } });
    const id = await replaceAll('a', some(10, 20));
    expect(await sizesOf()).toEqual([]);
    expect(await readUsage(drive)).toEqual({ stored: 20, reserved: 0 });
    expect(await itemOf(id)).toMatchObject({ size: 20 });
    await drive.drain();
    expect((await listBlobs(drive)).blobs).toHaveLength(1);
  });

  it('are swept once they are too old, for every owner', async () => {
    await start({ settings: { VERSIONS_DAYS: '7' } });
    await replaceAll('a', some(1, 2));
    user = await drive.createUser();
    await replaceAll('b', some(3, 4));
    drive.clock.advance(5 * dayMs);
    await replaceAll('b', some(5));
    drive.clock.advance(2 * dayMs);
    await drive.jobs.runNow('files.versions');
    expect(await sizesOf()).toEqual([4]);
    expect(await readUsage(drive)).toEqual({ stored: 2 + 4 + 5, reserved: 0 });
  });

  it('are swept down to a lowered setting', async () => {
    await start({ settings: { VERSIONS_KEEP: '2' } });
    await replaceAll('a', some(1, 2, 3));
    await storeBytes(drive, 'older/1', someBytes(9));
    await drive.database.write(async (tx) => {
      await sql`insert into file_versions (item_id, version, owner_id, blob_key, size, uploaded_at, replaced_at)
        select item_id, 0, owner_id, 'older/1', 9, uploaded_at, replaced_at from file_versions where version = 1`.execute(
        tx,
      );
      await sql`update storage_usage set stored_bytes = stored_bytes + 9`.execute(tx);
    });
    expect(await sizesOf()).toEqual([9, 1, 2]);
    await drive.jobs.runNow('files.versions');
    expect(await sizesOf()).toEqual([1, 2]);
  });

  it.runIf(inject('databaseKind') === 'postgres').each([
    ['too old', { VERSIONS_KEEP: '2' }],
    ['too many', { VERSIONS_KEEP: '0' }],
  ])('that are %s and swept while their file moves to another owner are counted once', async (_why, swept) => {
    const { promise: isSwept, resolve: sweeps } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    let isHeld = false;
    await start({ settings: { VERSIONS_KEEP: '2' } });
    user = await drive.createUser({ isAdmin: true });
    const { id: driveId } = (await (await call('/api/drives', 'POST', { name: 'Team' })).json()) as { id: string };
    const id = await replaceAll('a', some(10, 20));
    const sweeper = await drive.startAnother({
      settings: swept,
      database: (own) =>
        overriding(own, {
          write: (work, options) =>
            own.write(async (tx) => {
              const result = await work(tx);
              const left = await tx.selectFrom('file_versions').select('version').execute();
              if (left.length === 0 && !isHeld) {
                isHeld = true;
                sweeps();
                await mayCommit;
              }
              return result;
            }, options),
        }),
    });
    if (swept.VERSIONS_KEEP === '2') drive.clock.advance(365 * dayMs);
    const sweep = sweeper.jobs.runNow('files.versions');
    await isSwept;
    const move = call('/api/files/move', 'PATCH', { ids: [id], moveToRoot: true, driveId });
    await expect.poll(countWaiting).toBeGreaterThan(0);
    commit();
    await sweep;
    expect(((await (await move).json()) as { failed: unknown[] }).failed).toEqual([]);
    expect(await sizesOf()).toEqual([]);
  });

  it.runIf(inject('databaseKind') === 'postgres').each([
    ['too old', { VERSIONS_KEEP: '2' }],
    ['too many', { VERSIONS_KEEP: '0' }],
  ])('that are %s and swept keep nobody waiting for the tree of another owner', async (_why, swept) => {
    await start({ settings: { VERSIONS_KEEP: '2' } });
    const id = await replaceAll('a', some(10, 20));
    const owner = user;
    user = await drive.createUser();
    const { userId: busyUserId } = user;
    await replaceAll('b', some(10, 20));
    const sweeper = await drive.startAnother({ settings: swept });
    if (swept.VERSIONS_KEEP === '2') drive.clock.advance(365 * dayMs);
    const { promise: isLocked, resolve: locks } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const change = drive.database.write(async (tx) => {
      await tx.lock(`tree:${busyUserId}`);
      // A lock is sent with the next statement.
      await sql`select 1`.execute(tx);
      locks();
      await mayCommit;
    });
    await isLocked;
    const sweep = sweeper.jobs.runNow('files.versions');
    await expect.poll(countWaiting).toBeGreaterThan(0);
    user = owner;
    expect((await call(`/api/files/${id}`, 'PATCH', { name: 'c' })).status).toBe(200);
    commit();
    await Promise.all([change, sweep]);
    expect(await sizesOf()).toEqual([]);
  });

  it('[P-445] are trashed, restored and purged with their file', async () => {
    await start();
    const folder = (await (await call('/api/files/folders', 'POST', { name: 'f' })).json()) as Item;
    const id = await replaceAll('a', some(10, 20), folder.id);
    await call(`/api/files/${folder.id}`, 'DELETE');
    expect(await readUsage(drive)).toEqual({ stored: 30, reserved: 0 });
    await call(`/api/files/${folder.id}/restore`, 'POST');
    expect(await sizesOf()).toEqual([10]);
    await call(`/api/files/${id}`, 'PATCH', { name: 'b', moveToRoot: true });
    expect(await sizesOf()).toEqual([10]);
    await call(`/api/files/${id}`, 'DELETE');
    expect((await call(`/api/files/${id}/permanent`, 'DELETE')).status).toBe(204);
    await drive.drain();
    expect(await sizesOf()).toEqual([]);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect((await listBlobs(drive)).blobs).toEqual([]);
  });

  it('survive the orphan sweep', async () => {
    await start();
    await replaceAll('a', some(10, 20));
    await drive.restart();
    drive.clock.advance(48 * hourMs);
    await drive.jobs.runNow('uploads.orphans');
    expect((await listBlobs(drive)).blobs).toHaveLength(2);
  });
});

describe('the thumbnail of an image', () => {
  it('moves with its content to the version, and is made again for the next', async () => {
    await start();
    const id = await replaceAll('a.png', [png({ width: 8, height: 8, color: [255, 0, 0] })]);
    await drive.drain();
    expect((await itemOf(id)).previewUrl).not.toBeNull();
    await replaceAll('a.png', [png({ width: 9, height: 9, color: [0, 0, 255] })]);
    expect((await itemOf(id)).previewUrl).toBeNull();
    await drive.drain();
    expect((await itemOf(id)).previewUrl).not.toBeNull();
    expect((await listBlobs(drive)).blobs).toHaveLength(4);
  });

  it('is never made of content that was replaced meanwhile', async () => {
    const made: number[] = [];
    await start({
      images: {
        render: async (blob) => {
          made.push(blob.bytes);
          if (made.length === 1) await replaceAll('a.png', some(200));
          return { bytes: Buffer.from('RIFF\x0c\0\0\0WEBP picture'), width: 1, height: 1 };
        },
        close: async () => undefined,
      },
    });
    const id = await replaceAll('a.png', some(100));
    await drive.drain();
    expect(made).toEqual([100, 200]);
    expect((await itemOf(id)).previewUrl).not.toBeNull();
    expect((await listBlobs(drive)).blobs).toHaveLength(3);
  });
});

describe('the versions of a file', () => {
  const versionsOf = async (id: string, query = ''): Promise<FileVersionPage> =>
    (await (await call(`/api/files/${id}/versions${query}`)).json()) as FileVersionPage;
  const download = async (id: string, version: number): Promise<Buffer> => {
    const answer = await call(`/api/files/${id}/versions/${version}/download-url`);
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  };

  it('are listed newest first, with pages', async () => {
    await start();
    const contents = some(1, 2, 3, 4);
    const id = await replaceAll('a', contents);
    const { versions, pagination } = await versionsOf(id, '?limit=2');
    expect(versions.map(({ version, size }) => [version, size])).toEqual([
      [3, 3],
      [2, 2],
    ]);
    expect(pagination).toMatchObject({ currentPage: 1, totalItems: 3, totalPages: 2 });
    expect(versions[0]).toEqual({
      version: 3,
      size: 3,
      mimeType: 'text/plain',
      sha256: sha256(contents[2]!),
      modifiedAt: null,
      uploadedAt: new Date(drive.clock.now() - 1000).toISOString(),
      replacedAt: new Date(drive.clock.now()).toISOString(),
    });
    expect((await versionsOf(id, '?limit=2&page=2')).versions.map(({ version }) => version)).toEqual([1]);
  });

  it('are downloaded by their own URLs', async () => {
    await start();
    const contents = some(10, 20, 30);
    const id = await replaceAll('a', contents);
    expect(await download(id, 1)).toEqual(contents[0]);
    expect(await download(id, 2)).toEqual(contents[1]);
  });

  it('are restored under a new number; the replaced content becomes a version, and no quota is needed', async () => {
    await start({ settings: { FREE_QUOTA_BYTES: '60', VERSIONS_KEEP: '2' } });
    const contents = some(10, 20, 30);
    const id = await replaceAll('a', contents);
    const before = await call(`/api/files/${id}/versions/1/download-url`);
    const { downloadUrl } = (await before.json()) as { downloadUrl: string };
    const restored = await call(`/api/files/${id}/versions/1/restore`, 'POST');
    expect(restored.status).toBe(200);
    expect(await restored.json()).toMatchObject({ id, name: 'a', size: 10, sha256: sha256(contents[0]!) });
    expect((await versionsOf(id)).versions.map(({ version, size }) => [version, size])).toEqual([
      [3, 30],
      [2, 20],
    ]);
    expect(await readUsage(drive)).toEqual({ stored: 60, reserved: 0 });
    // A URL names a content, here the current one.
    expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())).toEqual(contents[0]);
    expect(await refusalOf(await call(`/api/files/${id}/versions/1/restore`, 'POST'))).toEqual([
      404,
      'version_not_found',
    ]);
    await call(`/api/files/${id}/versions/2/restore`, 'POST');
    expect((await versionsOf(id)).versions.map(({ version, size }) => [version, size])).toEqual([
      [4, 10],
      [3, 30],
    ]);
  });

  it('publish events, which no webhook receives by default', async () => {
    await start({ outbound: toReceivers });
    await call('/api/users/me/webhooks', 'POST', { url: 'https://127.0.0.1:9/' });
    const contents = some(10, 20);
    const id = await replaceAll('a', contents);
    await call(`/api/files/${id}/versions/1/restore`, 'POST');
    const events = await drive.database.reader
      .selectFrom('events')
      .select(['type', 'data'])
      .where('type', '=', 'file.replaced')
      .orderBy('row_id')
      .execute();
    const told = contents.toReversed().map((bytes) => ({
      file_id: id,
      file_name: 'a',
      file_size: bytes.length,
      sha256: sha256(bytes),
      occurred_at: new Date(drive.clock.now()).toISOString(),
    }));
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject(told);
    expect(await drive.database.reader.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
  });

  it('are deleted with their bytes', async () => {
    await start();
    const id = await replaceAll('a', some(10, 20, 30));
    expect((await call(`/api/files/${id}/versions/1`, 'DELETE')).status).toBe(204);
    expect(await refusalOf(await call(`/api/files/${id}/versions/1`, 'DELETE'))).toEqual([404, 'version_not_found']);
    expect(await readUsage(drive)).toEqual({ stored: 50, reserved: 0 });
    await drive.drain();
    expect((await listBlobs(drive)).blobs).toHaveLength(2);
  });

  it('[P-443] are refused to other users, for folders, and for trashed or purged files', async () => {
    await start();
    const id = await replaceAll('a', some(10, 20));
    const folder = (await (await call('/api/files/folders', 'POST', { name: 'f' })).json()) as Item;
    const requests = (of: string, version = '1'): [string, string][] => [
      [`/api/files/${of}/versions`, 'GET'],
      [`/api/files/${of}/versions/${version}/download-url`, 'GET'],
      [`/api/files/${of}/versions/${version}/restore`, 'POST'],
      [`/api/files/${of}/versions/${version}`, 'DELETE'],
    ];
    const refusals = async (of: string, version?: string): Promise<string[]> => {
      const codes: string[] = [];
      for (const [path, method] of requests(of, version)) codes.push((await refusalOf(await call(path, method)))[1]);
      return codes;
    };
    const unknown = Array.from({ length: 4 }, () => 'file_not_found');
    for (const version of ['2', '99', '0', '-1', '1.0', 'x', '9'.repeat(30)])
      expect((await refusals(id, version)).slice(1)).toEqual(Array.from({ length: 3 }, () => 'version_not_found'));
    expect(await refusals(folder.id)).toEqual(unknown);
    expect(await refusals('no-id')).toEqual(unknown);
    const owner = user;
    user = await drive.createUser();
    expect(await refusals(id)).toEqual(unknown);
    user = owner;
    await call(`/api/files/${id}`, 'DELETE');
    expect(await refusals(id)).toEqual(unknown);
    await call(`/api/files/${id}/permanent`, 'DELETE');
    expect(await refusals(id)).toEqual(['file_not_found', 'file_purged', 'file_not_found', 'file_not_found']);
  });

  it('[P-444] of a quarantined file are available to its owner alone', async () => {
    await start();
    const admin = await drive.createUser({ isAdmin: true });
    const reservation = await reserveUpload(drive, user, { name: 'a', autoShare: true });
    await putBytes(reservation, someBytes(10));
    const shared = await drive.fetch(`/api/public/share/${reservation.shareToken}/download-url`);
    const { downloadUrl } = (await shared.json()) as { downloadUrl: string };
    const id = await replaceAll('a', some(20));
    await drive.fetch(`/api/admin/files/${id}/quarantine`, {
      method: 'POST',
      key: admin.key,
      json: { quarantined: true },
    });
    expect(await refusalOf(await fetch(downloadUrl))).toEqual([403, 'file_quarantined']);
    expect(await download(id, 1)).toHaveLength(10);
    await replaceAll('a', some(30));
    expect(await itemOf(id)).toMatchObject({ quarantined: true, size: 30 });
  });
});
