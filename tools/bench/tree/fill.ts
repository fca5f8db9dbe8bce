import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectSqlite } from '@drive/database';
import { foldName } from '../../../packages/contract/src/names.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Tree } from './shape.ts';
import { mimeTypeOf } from './tree-names.ts';

export interface FillOptions {
  readonly file: string;
  readonly ownerId: number;
  /** Writes the bytes of every file there; undefined: the rows name bytes that aren't there. */
  readonly blobsDirectory: string | undefined;
  readonly random: SeededRandom;
}

type ItemRow = {
  readonly [
    column in
      | 'row_id'
      | 'id'
      | 'owner_id'
      | 'parent_id'
      | 'is_folder'
      | 'name'
      | 'name_key'
      | 'size'
      | 'child_files'
      | 'child_folders'
      | 'mime_type'
      | 'sha256'
      | 'blob_key'
      | 'created_at'
  ]: string | number | null;
};

const columns = [
  'row_id',
  'id',
  'owner_id',
  'parent_id',
  'is_folder',
  'name',
  'name_key',
  'size',
  'child_files',
  'child_folders',
  'mime_type',
  'sha256',
  'blob_key',
  'created_at',
] as const satisfies readonly (keyof ItemRow)[];

const keysInABucket = 1000;
const firstTime = Date.parse('2020-01-01T00:00:00Z');
const lastTime = Date.parse('2026-01-01T00:00:00Z');
const cacheBytes = 2 ** 30;

/** Writes a tree into a database without other users. Returns the items' ids by index. */
export function fillTree(tree: Tree, { file, ownerId, blobsDirectory, random }: FillOptions): string[] {
  const { raw } = connectSqlite(file, { readonly: false, cacheBytes });
  // A crash only requires a new run, so nothing need be durable.
  raw.pragma('journal_mode = off');
  raw.pragma('synchronous = off');
  raw.pragma('foreign_keys = off');
  const { last } = raw.prepare('select coalesce(max(row_id), 0) as last from items').get() as { last: number };
  const insert = raw.prepare(
    `insert into items (${columns.join(', ')}, state) values (${columns.map(() => '?').join(', ')}, 'alive')`,
  );
  const count = tree.parents.length;
  const ids: string[] = [];
  const bucketBase = firstTime + last;

  raw.exec('begin exclusive');
  for (let index = 0; index < count; index++) {
    const isFolder = tree.isFolder[index] === 1;
    const name = tree.names[index]!;
    const id = random.uuid();
    const bucket = (bucketBase + Math.floor(index / keysInABucket)).toString(36).padStart(9, '0');
    const blobKey = isFolder ? null : `${bucket}/${random.hex(4)}`;
    const sizeBytes = tree.sizes[index]!;
    const sha256 =
      blobKey === null
        ? null
        : blobsDirectory === undefined
          ? random.hex(8)
          : writeBlob(join(blobsDirectory, blobKey), id, sizeBytes);
    ids.push(id);
    const row: ItemRow = {
      row_id: last + 1 + index,
      id,
      owner_id: ownerId,
      parent_id: index === 0 ? null : last + 1 + tree.parents[index]!,
      is_folder: isFolder ? 1 : 0,
      name,
      name_key: foldName(name),
      size: sizeBytes,
      child_files: tree.childFiles[index]!,
      child_folders: tree.childFolders[index]!,
      mime_type: isFolder ? null : mimeTypeOf(name),
      sha256,
      blob_key: blobKey,
      created_at: Math.floor(firstTime + ((lastTime - firstTime) * index) / count),
    };
    insert.run(columns.map((column) => row[column]));
  }
  raw
    .prepare(
      `insert into storage_usage (owner_id, stored_bytes, trash_bytes, reserved_bytes, item_count, file_count)
      values (?, ?, 0, 0, ?, ?)`,
    )
    .run(ownerId, tree.sizes[0]!, count - 1, tree.isFolder.filter((flag) => flag === 0).length);
  raw.exec('commit');
  raw.pragma('journal_mode = wal');
  raw.close();
  return ids;
}

/** Bytes that no other file has; answers their SHA-256. */
function writeBlob(path: string, id: string, sizeBytes: number): string {
  const bytes = Buffer.alloc(sizeBytes, id);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
  return createHash('sha256').update(bytes).digest('hex');
}
