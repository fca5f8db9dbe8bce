import { existsSync, readFileSync, renameSync, truncateSync, appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDiskBlobs } from '@drive/blobs';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { davApi } from '../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { fillTables, listTables, rowsOf } from '../../../test/fill-tables.ts';
import { checkData, type Finding } from './check-data.ts';

// Creates each fault that docs/backup.md lists, finds it, and repairs it if possible, without losing bytes.

let drive: Drive;
let tree: TreeApi;
let file: string;
let folder: string;
const content = Buffer.alloc(5000, 1);

beforeAll(async () => {
  drive = await startDrive();
  const user = await drive.createUser();
  tree = treeApi(drive, user);
  folder = await tree.folder('Photos');
  file = await tree.file('a.bin', { in: folder, bytes: 5000 });
  await tree.call('POST', `/api/files/${file}/share`);
  await tree.call('POST', '/api/collections', { name: 'Holiday' });
  await tree.call('PATCH', `/api/files/${file}`, { metadata: { order: '42' }, tags: ['Sea'] });
  await tree.call('PUT', `/api/files/${file}/star`);
  const set = '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><a xmlns="b">ü</a></D:prop></D:set></D:propertyupdate>';
  await davApi(drive, user).call('PROPPATCH', '/Photos', { body: set });
  await drive.drain();
  await fillTables(drive.database);
  // The generated rows have wrong sums.
  await look({ repairs: true });
});
afterAll(() => drive.close());

async function look({ repairs }: { readonly repairs: boolean }): Promise<Finding[]> {
  const blobDirectory = drive.config.dataDir;
  const target = { database: drive.database, blobs: readDiskBlobs(blobDirectory), asideDirectory: blobDirectory };
  const found: Finding[] = [];
  for await (const each of checkData(target, { readsData: true, repairs, before: Infinity })) found.push(each);
  return found;
}

const inData = (...path: string[]): string => join(drive.config.dataDir, ...path);
async function bytesOf(id: string): Promise<string> {
  const row = await drive.database.reader
    .selectFrom('items')
    .select('blob_key')
    .where('id', '=', id)
    .executeTakeFirst();
  return inData('blobs', row?.blob_key ?? '');
}
const change = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  drive.database.write((tx) => statement.execute(tx));

const rowOf = (id: string) => sql`(select row_id from items where id = ${id})`;

interface Fault {
  /** The text in docs/backup.md. */
  readonly name: string;
  readonly damage: string;
  /** The message of `--repair`, without the path; null if it cannot repair the fault. */
  readonly repaired: string | null;
  plant(): Promise<unknown>;
  /** Simulates restoring a backup. */
  restore?(): Promise<unknown>;
}

const away = (): string => inData('away');
const faults: readonly Fault[] = [
  {
    name: 'the bytes of a file are gone',
    damage: 'missing_blob',
    repaired: null,
    plant: async () => renameSync(await bytesOf(file), away()),
    restore: async () => renameSync(away(), await bytesOf(file)),
  },
  {
    name: 'the bytes of a file are cut short',
    damage: 'short_blob',
    repaired: null,
    plant: async () => truncateSync(await bytesOf(file), 4999),
    restore: async () => appendFileSync(await bytesOf(file), '\u0001'),
  },
  {
    name: 'one byte of a file is another',
    damage: 'altered_blob',
    repaired: null,
    plant: async () => writeFileSync(await bytesOf(file), Buffer.concat([content.subarray(1), Buffer.from('b')])),
    restore: async () => writeFileSync(await bytesOf(file), content),
  },
  {
    name: 'bytes belong to no file',
    damage: 'orphan_blob',
    repaired: 'moved to lost+found',
    plant: async () => drive.blobs.put(drive.blobs.newKey(), oneChunk('nobody')),
  },
  {
    name: 'the thumbnail of a file is gone',
    damage: 'missing_thumbnail',
    repaired: 'removed the reference to it',
    plant: () => change(sql`update items set preview_key = 'abc/def' where id = ${file}`),
  },
  {
    name: 'the size of a folder is wrong',
    damage: 'folder_totals',
    repaired: 'recounted',
    plant: () => change(sql`update items set size = size + 1 where id = ${folder}`),
  },
  {
    name: 'the number of files or folders in a folder is wrong',
    damage: 'folder_totals',
    repaired: 'recounted',
    plant: () => change(sql`update items set child_files = 7, child_folders = 7 where id = ${folder}`),
  },
  {
    name: 'an item is not found by its metadata or tags',
    damage: 'annotations',
    repaired: 'written anew',
    plant: () => change(sql`update item_terms set term = term || 'x' where item_id = ${rowOf(file)}`),
  },
  {
    name: 'the number of stars of an item is wrong',
    damage: 'annotations',
    repaired: 'written anew',
    plant: () => change(sql`update items set star_count = 0 where id = ${file}`),
  },
  ...(
    [
      ['bytes that a user stores', 'stored_bytes'],
      ["bytes in a user's trash", 'trash_bytes'],
      ['bytes reserved for uploads', 'reserved_bytes'],
      ['number of files of a user', 'file_count'],
      ['number of items of a user', 'item_count'],
    ] as const
  ).map(([what, column]): Fault => ({
    name: `the ${what.startsWith('number') ? what : `sum of the ${what}`} is wrong`,
    damage: 'usage',
    repaired: 'recounted',
    plant: () => change(sql`update storage_usage set ${sql.ref(column)} = 123456`),
  })),
  ...(
    [
      ['likes of a share', 'shares', 'like_count'],
      ['comments of a share', 'shares', 'comment_count'],
      ['files that came by a file request', 'collections', 'file_count'],
      ['files on their way to a file request', 'collections', 'pending_count'],
      ['files that visitors added by a share', 'shares', 'upload_count'],
      ['files on their way to a share', 'shares', 'upload_pending_count'],
    ] as const
  ).map(([what, table, column]): Fault => ({
    name: `the number of ${what} is wrong`,
    damage: 'link_counts',
    repaired: 'recounted',
    plant: () => change(sql`update ${sql.table(table)} set ${sql.ref(column)} = 123456`),
  })),
];

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const withoutPath = (repaired: string | null | undefined): string | null | undefined =>
  repaired?.replace(/^moved to \S*lost\+found.*$/, 'moved to lost+found') ?? repaired;

describe('the doctor finds and repairs:', () => {
  it.each(faults)('$name', async ({ damage, repaired, plant, restore }) => {
    const tables = await listTables(drive.database);
    await plant();
    const found = await look({ repairs: false });
    expect(new Set(found.map((each) => each.damage))).toEqual(new Set([damage]));
    expect(found.every((each) => each.repaired === null)).toBe(true);
    // A check without --repair changes nothing.
    expect(await look({ repairs: false })).toEqual(found);
    const before = await Promise.all(tables.map(async (table) => (await rowsOf(drive.database, table)).length));
    const treated = await look({ repairs: true });
    expect(treated.map((each) => withoutPath(each.repaired))).toEqual(found.map(() => repaired));
    expect(await Promise.all(tables.map(async (table) => (await rowsOf(drive.database, table)).length))).toEqual(
      before,
    );
    for (const each of treated) {
      const path = /^moved to (\S+)$/.exec(each.repaired ?? '')?.[1];
      if (path !== undefined) expect(readFileSync(path, 'utf8')).toBe('nobody');
    }
    await restore?.();
    expect(await look({ repairs: false })).toEqual([]);
    expect(readFileSync(await bytesOf(file))).toEqual(content);
  });

  it.runIf(inject('databaseKind') === 'sqlite')('rows of every table whose parent row is missing', async () => {
    const keys = withHandle((handle) => foreignKeysOf(handle));
    for (const { table, column } of keys.filter(({ table }) => table !== 'items')) {
      const before = withHandle((handle) => {
        handle.pragma('foreign_keys = off');
        const first = handle.prepare<[], Values>(`select * from "${table}" order by rowid limit 1`).get();
        handle.exec(`update "${table}" set "${column}" = 999 where rowid = (select min(rowid) from "${table}")`);
        return first;
      });
      const known = setAside().length;
      const found = await look({ repairs: false });
      expect({ table, found }).toEqual({
        table,
        found: expect.arrayContaining([expect.objectContaining({ damage: 'lost_row', repaired: null })]),
      });
      const treated = await look({ repairs: true });
      expect({ table, treated }).toEqual({
        table,
        treated: expect.arrayContaining([
          expect.objectContaining({ damage: 'lost_row', repaired: expect.stringMatching(/lost\+found.rows\.jsonl$/) }),
        ]),
      });
      // Every removed blob is in the quarantine directory.
      const kept = setAside().slice(known);
      const missing = typeof before?.[column] === 'string' ? '999' : 999;
      expect(kept).toContainEqual({ table, row: { ...before, [column]: missing } });
      expect({ table, left: await look({ repairs: false }) }).toEqual({ table, left: [] });
      withHandle((handle) => {
        handle.pragma('foreign_keys = off');
        for (const each of kept) putBack(handle, each.table, each.table === table ? { ...before } : each.row);
      });
      await look({ repairs: true });
    }
    expect(keys.length).toBeGreaterThan(25);
  });

  it.runIf(inject('databaseKind') === 'sqlite')('a tree whose owner is missing', async () => {
    const other = treeApi(drive, await drive.createUser({ email: 'gone@example.com' }));
    const inside = await other.file('b.bin', { in: await other.folder('Folder'), bytes: 12 });
    await drive.drain();
    const path = await bytesOf(inside);
    const key = path.split('/').slice(-2).join('-');
    withHandle((handle) => {
      handle.pragma('foreign_keys = off');
      handle.exec(`delete from users where email = 'gone@example.com'`);
    });
    for (const each of await look({ repairs: true })) expect(each.repaired).not.toBeNull();
    expect(await look({ repairs: false })).toEqual([]);
    expect(readFileSync(inData('lost+found', key))).toEqual(content.subarray(0, 12));
    expect(setAside()).toContainEqual({ table: 'items', row: expect.objectContaining({ id: inside, name: 'b.bin' }) });
  });

  it('every fault that docs/backup.md lists', () => {
    const page = readFileSync(new URL('../../../../../docs/backup.md', import.meta.url), 'utf8');
    const rows = page.split('\n').flatMap((line) => {
      const [, name, damage, repaired] = /^\| (.+?) +\| `(\w+)` +\| (.+?) +\|$/.exec(line) ?? [];
      return damage === undefined || ['database', 'lost_row', 'orphan_upload'].includes(damage)
        ? []
        : [[name, damage, repaired]];
    });
    expect(rows).toEqual(
      faults.map(({ name, damage, repaired }) => [name, damage, repaired ?? 'nothing: the file stays']),
    );
  });
});

type Values = Readonly<Record<string, unknown>>;

function setAside(): { readonly table: string; readonly row: Values }[] {
  const path = inData('lost+found', 'rows.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '';
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** A row that the doctor has written anew meanwhile stays. */
function putBack(handle: Sqlite.Database, table: string, row: Values): void {
  const names = Object.keys(row);
  handle
    .prepare(`insert or ignore into "${table}" (${names.join()}) values (${names.map((name) => `:${name}`).join()})`)
    .run(row);
}

function withHandle<T>(work: (handle: Sqlite.Database) => T): T {
  const { source } = drive.database;
  if (source.dialect !== 'sqlite') throw new Error('only SQLite loses rows');
  const handle = new Sqlite(source.file);
  try {
    return work(handle);
  } finally {
    handle.close();
  }
}

function foreignKeysOf(handle: Sqlite.Database): { table: string; column: string }[] {
  const tables = handle.prepare<[], string>(`select name from sqlite_master where type = 'table'`).pluck().all();
  return tables.flatMap((table) =>
    (handle.pragma(`foreign_key_list("${table}")`) as { from: string }[]).map(({ from }) => ({ table, column: from })),
  );
}
