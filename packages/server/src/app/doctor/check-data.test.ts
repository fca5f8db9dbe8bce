import { appendFileSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDiskBlobs, StorageError, type BlobReading } from '@drive/blobs';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { putBytes, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import { readTallies } from '../../../test/tree/tree-tallies.ts';
import { checkData, type Damage, type DoctorOptions, type Finding } from './check-data.ts';

let drive: Drive;
let tree: TreeApi;
let ids: Record<'folder' | 'inner' | 'file' | 'other', string>;

beforeEach(async () => {
  drive = await startDrive();
  tree = treeApi(drive, await drive.createUser());
  const folder = await tree.folder('Photos');
  const inner = await tree.folder('2026', folder);
  const file = await tree.file('a.bin', { in: inner, bytes: 5000 });
  const other = await tree.file('b.bin', { bytes: 300 });
  await tree.trash(await tree.file('gone.bin', { in: folder, bytes: 70 }));
  ids = { folder, inner, file, other };
  await drive.drain();
});
afterEach(() => drive.close());

async function look(how: Partial<DoctorOptions> = {}, blobs?: BlobReading): Promise<Finding[]> {
  const blobDirectory = drive.config.dataDir;
  const found: Finding[] = [];
  const target = {
    database: drive.database,
    blobs: blobs ?? readDiskBlobs(blobDirectory),
    asideDirectory: blobDirectory,
  };
  for await (const each of checkData(target, { readsData: true, repairs: false, before: Infinity, ...how }))
    found.push(each);
  return found;
}

const kinds = (found: readonly Finding[]): Damage[] => found.map(({ damage }) => damage);
const pathOf = async (id: string): Promise<string> => {
  const row = await drive.database.reader
    .selectFrom('items')
    .select('blob_key')
    .where('id', '=', id)
    .executeTakeFirst();
  return join(drive.config.dataDir, 'blobs', row?.blob_key ?? '');
};
const change = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  drive.database.write((tx) => statement.execute(tx));

describe('the doctor', () => {
  it('finds nothing in a healthy drive with trashed files and uploads in progress', async () => {
    expect(await look()).toEqual([]);
  });

  it('finds a missing, a truncated and an altered blob, and leaves the files unchanged', async () => {
    rmSync(await pathOf(ids.file));
    expect(await look({ repairs: true })).toEqual([
      {
        damage: 'missing_blob',
        text: expect.stringContaining(`file ${ids.file} "a.bin" has lost its bytes`),
        repaired: null,
      },
    ]);
    truncateSync(await pathOf(ids.other), 299);
    expect(kinds(await look({ repairs: true }))).toEqual(['missing_blob', 'short_blob']);
    appendFileSync(await pathOf(ids.other), 'x');
    expect(kinds(await look({ readsData: false }))).toEqual(['missing_blob']);
    expect(kinds(await look({ repairs: true }))).toEqual(['missing_blob', 'altered_blob']);
    expect(await tree.get(ids.file)).toMatchObject({ size: 5000 });
  });

  it('reports no bytes of files that are deleted while it looks at them', async () => {
    const disk = readDiskBlobs(drive.config.dataDir);
    await change(sql`update items set preview_key = 'abc/def' where id = ${ids.file}`);
    const open: BlobReading['open'] = async (...args) => {
      if (existsSync(file)) {
        await tree.trash(ids.file);
        await tree.purge(ids.file);
        await drive.drain();
      }
      return disk.open(...args);
    };
    const file = await pathOf(ids.file);
    expect(kinds(await look({}, overriding(disk, { open })))).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  it('finds a missing, a truncated and an altered version, and leaves its file unchanged', async () => {
    const user = await drive.createUser();
    let id = '';
    for (const bytes of [100, 200, 300, 400]) {
      const reservation = await reserveUpload(drive, user, { name: 'v.bin', bytes, onConflict: 'replace' });
      id = ((await putBytes(reservation, Buffer.alloc(bytes, bytes))) as { fileId: string }).fileId;
    }
    expect(await look()).toEqual([]);
    const versions = await drive.database.reader
      .selectFrom('file_versions')
      .select('blob_key')
      .orderBy('version')
      .execute();
    const [missing = '', short = '', altered = ''] = versions.map(({ blob_key }) =>
      join(drive.config.dataDir, 'blobs', blob_key ?? ''),
    );
    rmSync(missing);
    truncateSync(short, 199);
    writeFileSync(altered, Buffer.alloc(300, 1));
    expect(kinds(await look({ readsData: false }))).toEqual(['missing_blob', 'short_blob']);
    const found = await look({ repairs: true });
    expect(found.map(({ damage, text, repaired }) => [damage, text.slice(0, text.indexOf('file ')), repaired])).toEqual(
      [
        ['missing_blob', 'version 1 of ', null],
        ['short_blob', 'version 2 of ', null],
        ['altered_blob', 'version 3 of ', null],
      ],
    );
    expect(found[0]?.text).toContain(`file ${id} "v.bin"`);
    expect(await treeApi(drive, user).get(id)).toMatchObject({ size: 400 });
  });

  it('recounts the bytes of versions, and moves those of a deleted row aside', async () => {
    const user = await drive.createUser();
    for (const bytes of [100, 200])
      await putBytes(
        await reserveUpload(drive, user, { name: 'v.bin', bytes, onConflict: 'replace' }),
        Buffer.alloc(bytes),
      );
    await change(sql`update storage_usage set stored_bytes = stored_bytes - 100 where owner_id = ${user.userId}`);
    expect(kinds(await look({ repairs: true }))).toEqual(['usage']);
    expect(await look()).toEqual([]);
    await change(sql`delete from file_versions`);
    expect(kinds(await look({ repairs: true }))).toEqual(['usage', 'orphan_blob']);
    expect(await look()).toEqual([]);
  });

  it('finds orphaned blobs, and moves them aside with --repair', async () => {
    const key = drive.blobs.newKey();
    await drive.blobs.put(key, [Buffer.from('nobody')] as unknown as AsyncIterable<Uint8Array>);
    expect(kinds(await look({ before: 0 }))).toEqual([]);
    const [found] = await look({ repairs: true });
    expect(found).toMatchObject({ damage: 'orphan_blob', repaired: expect.stringContaining('lost+found') });
    expect(existsSync(found?.repaired?.replace('moved to ', '') ?? '')).toBe(true);
    expect(await look()).toEqual([]);
  });

  it('goes on after an orphaned blob that the storage does not move, and says why', async () => {
    await change(sql`update items set blob_key = 'xx/other' where id = ${ids.file}`);
    await change(sql`update items set blob_key = 'xx/another' where id = ${ids.other}`);
    const disk = readDiskBlobs(drive.config.dataDir);
    let isFirst = true;
    const setAside: BlobReading['setAside'] = async (key) => {
      if (!isFirst) return disk.setAside(key);
      isFirst = false;
      throw new StorageError('A blob cannot be set aside', { cause: new Error('EntityTooLarge') });
    };
    const found = (await look({ repairs: true }, overriding(disk, { setAside }))).filter(
      ({ damage }) => damage === 'orphan_blob',
    );
    expect(found.map(({ repaired }) => repaired)).toEqual([null, expect.stringContaining('moved to')]);
    expect(found[0]?.text).toMatch(/belongs to no file\. A blob cannot be set aside: EntityTooLarge$/);
  });

  it('recounts folders and users for an error at any level', async () => {
    await change(sql`update items set size = size + 1, child_files = 7 where id = ${ids.inner}`);
    await change(sql`update items set size = 1 where id = ${ids.folder}`);
    await change(sql`update storage_usage set stored_bytes = stored_bytes + 5, reserved_bytes = 9`);
    expect(kinds(await look())).toEqual(expect.arrayContaining(['folder_totals', 'folder_totals', 'usage']));
    for (const found of await look({ repairs: true })) expect(found.repaired).not.toBeNull();
    expect(await look()).toEqual([]);
    const { kept, counted } = await readTallies(drive.database);
    expect(kept).toEqual(counted);
  });

  it('writes the terms of annotations anew, counts stars, and leaves nothing of purged items', async () => {
    await tree.call('PATCH', `/api/files/${ids.file}`, {
      metadata: { order: '42', long: 'x'.repeat(200) },
      tags: ['A'],
    });
    await tree.call('PATCH', `/api/files/${ids.other}`, { tags: ['B'] });
    await tree.call('PUT', `/api/files/${ids.folder}/star`);
    const gone = await tree.file('purged.bin');
    await tree.call('PATCH', `/api/files/${gone}`, { metadata: { a: 'b' } });
    await tree.trash(gone);
    await tree.purge(gone);
    await drive.drain();
    const terms = () =>
      drive.database.reader.selectFrom('item_terms').selectAll().orderBy('item_id').orderBy('term').execute();
    const right = await terms();
    expect(right).toHaveLength(4);
    expect(await look()).toEqual([]);

    const rowOf = (id: string) => sql`(select row_id from items where id = ${id})`;
    const insert = (id: string, bytes: number) =>
      change(sql`insert into item_terms (item_id, term, owner_id, folder_id, bytes)
        select row_id, 't:x', owner_id, parent_id, ${bytes} from items where id = ${id}`);
    await change(sql`delete from item_terms where item_id = ${rowOf(ids.file)} and bytes > 0`);
    await change(sql`update item_terms set folder_id = null where item_id = ${rowOf(ids.other)}`);
    await change(sql`update items set star_count = 3 where id = ${ids.folder}`);
    await insert(gone, 7);
    await insert(ids.inner, 0);
    expect(kinds(await look()).filter((kind) => kind === 'annotations')).toHaveLength(5);
    for (const found of await look({ repairs: true })) expect(found.repaired).not.toBeNull();
    expect(await look()).toEqual([]);
    expect(await terms()).toEqual(right);
    expect(await tree.get(ids.folder)).toMatchObject({ starred: true });
  });

  it('clears thumbnails whose blob is missing', async () => {
    await change(sql`update items set preview_key = 'abc/def' where id = ${ids.file}`);
    expect(kinds(await look({ repairs: true }))).toEqual(['missing_thumbnail']);
    expect(await look()).toEqual([]);
  });

  it.runIf(inject('databaseKind') === 'sqlite')(
    'moves items of a missing folder to the root, and deletes rows without an owner',
    async () => {
      const { source } = drive.database;
      if (source.dialect !== 'sqlite') return;
      const handle = new Sqlite(source.file);
      handle.pragma('foreign_keys = off');
      handle.prepare('delete from items where id = ?').run(ids.inner);
      handle.exec(`insert into password_resets (token_hash, user_id, expires_at) values ('x', 999, 1)`);
      handle.close();
      // The item, the password reset, and the upload into the folder.
      expect(kinds(await look()).filter((kind) => kind === 'lost_row')).toHaveLength(3);
      for (const found of await look({ repairs: true })) expect(found.repaired).not.toBeNull();
      expect(await look()).toEqual([]);
      expect(await tree.names()).toEqual(expect.arrayContaining([expect.stringMatching(/^recovered \d+ a\.bin$/)]));
    },
  );
});
