import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Broken, type CrashUpload } from './crash-uploads.ts';

/** Every acknowledged upload is complete, and no other is visible. */
export async function verifyFiles(url: string, key: string, uploads: readonly CrashUpload[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (const upload of uploads) {
    const item = await fetch(`${url}/api/files/${upload.fileId}`, { headers });
    const said = (await item.json()) as { sha256?: string };
    if (!upload.acknowledged) {
      if (item.status !== 404) throw new Broken(`${upload.fileId} was never complete, and is there`);
      continue;
    }
    if (item.status !== 200) throw new Broken(`${upload.fileId} was acknowledged, and is gone (${item.status})`);
    if (said.sha256 !== upload.sha256) throw new Broken(`${upload.fileId} has the digest ${said.sha256}`);
    const address = await fetch(`${url}/api/files/${upload.fileId}/download-url`, { headers });
    const { downloadUrl } = (await address.json()) as { downloadUrl: string };
    const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== upload.sha256) throw new Broken(`${upload.fileId} holds other bytes: ${bytes.length} of them`);
  }
}

/** Copies and moves of many items that have not ended, of all users. */
export function countRunningOperations(dataDirectory: string): number {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'), { readOnly: true });
  try {
    const row = database.prepare(`select count(*) as count from operations where status = 'running'`).get();
    return (row as unknown as { count: number }).count;
  } finally {
    database.close();
  }
}

export interface Leftovers {
  readonly files: number;
  readonly versions: number;
  readonly open: number;
  /** Blobs that no row names. */
  readonly orphans: number;
}

/**
 * With the server down, before any sweep tidies up: neither purging nor replacing leaves bytes behind, however often it was cut
 * short. An upload that came to nothing may; so may a body by path or a small one for a reservation, at most as many as were cut.
 */
export function verifyPurged(dataDirectory: string, cutBodies: number): void {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'), { readOnly: true });
  try {
    const named = database
      .prepare(
        `select coalesce(blob_key, shared_key) as key from items where coalesce(blob_key, shared_key) is not null
         union select coalesce(blob_key, shared_key) from file_versions
         union select blob_key from upload_sessions where status <> 'COMPLETE'
         union select blob_key from dropped_contents`,
      )
      .all() as unknown as { key: string }[];
    const keys = new Set(named.map(({ key }) => key));
    const left = [...listBlobs(join(dataDirectory, 'blobs')).keys()].filter((key) => !keys.has(key));
    if (left.length > cutBodies)
      throw new Broken(
        `${left.length} blobs were left behind, and only ${cutBodies} bodies were cut: ${left.join(' ')}`,
      );
  } finally {
    database.close();
  }
}

/**
 * With the server stopped and its sweep run: the disk contains the blobs of the database, and the usage is their sum. Orphans may
 * stay while they are more than 20 and a tenth of the files, as a body by path is on disk before its row: the sweep then takes a
 * lost database for the likelier reason, and keeps them (orphaned-bytes.ts).
 */
export function verifyStorage(dataDirectory: string): Leftovers {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'), { readOnly: true });
  try {
    const files = database
      .prepare(
        `select coalesce(blob_key, shared_key) as key, size as bytes from items
         where coalesce(blob_key, shared_key) is not null`,
      )
      .all() as unknown as { key: string; bytes: number }[];
    const versions = database
      .prepare('select coalesce(blob_key, shared_key) as key, size as bytes from file_versions')
      .all() as unknown as {
      key: string;
      bytes: number;
    }[];
    const open = database
      .prepare(`select id, size_bytes as bytes from upload_sessions where status in ('PENDING', 'UPLOADING')`)
      .all() as unknown as { id: string; bytes: number }[];
    const usage = database
      .prepare(
        'select coalesce(sum(stored_bytes), 0) as stored, coalesce(sum(reserved_bytes), 0) as reserved, coalesce(sum(trash_bytes), 0) as trash from storage_usage',
      )
      .get() as unknown as { stored: number; reserved: number; trash: number };

    const blobs = listBlobs(join(dataDirectory, 'blobs'));
    const contents = [...files, ...versions];
    const known = new Map(contents.map(({ key, bytes }) => [key, bytes]));
    const orphans = [...blobs.keys()].filter((key) => !known.has(key));
    if (orphans.length > 0 && orphans.length <= Math.max(Math.min(20, known.size), known.size / 10))
      throw new Broken(`${orphans.length} blobs belong to no file: ${orphans.join(' ')}`);
    for (const [key, bytes] of known)
      if (blobs.has(key) && blobs.get(key) !== bytes)
        throw new Broken(`the blob ${key} has ${blobs.get(key)} bytes, and its row ${bytes}`);
    for (const { key } of contents) if (!blobs.has(key)) throw new Broken(`the bytes ${key} of a file are gone`);

    const openIds = new Set(open.map(({ id }) => id));
    for (const id of readdirSync(join(dataDirectory, 'staging')))
      if (!openIds.has(id)) throw new Broken(`${id} in staging belongs to no open upload`);

    const sum = (rows: readonly { bytes: number }[]): number => rows.reduce((total, { bytes }) => total + bytes, 0);
    if (usage.stored !== sum(contents))
      throw new Broken(`${usage.stored} bytes are counted as stored, not ${sum(contents)}`);
    if (usage.reserved !== sum(open))
      throw new Broken(`${usage.reserved} bytes are counted as reserved, not ${sum(open)}`);
    verifyTree(database, usage.trash);
    return { files: files.length, versions: versions.length, open: open.length, orphans: orphans.length };
  } finally {
    database.close();
  }
}

/** No purge is in progress, and every folder and the trash have the sums of their content. */
function verifyTree(database: DatabaseSync, trashBytes: number): void {
  const count = (query: string): number => (database.prepare(query).get() as { n: number }).n;
  if (count(`select count(*) as n from items where state = 'purging'`) > 0)
    throw new Broken('something is still being purged');
  if (
    count(
      `select count(*) as n from items where state = 'purged' and (coalesce(blob_key, shared_key) is not null or name <> '')`,
    ) > 0
  )
    throw new Broken('something is left of what was purged');
  // A folder counts its children whose own state is not trashed, in any state of the folder.
  const wrong = count(`
    select count(*) as n from items as folder where is_folder = 1 and state <> 'purged' and (
      size <> (select coalesce(sum(size), 0) from items where parent_id = folder.row_id and state = 'alive') or
      child_files <> (select count(*) from items where parent_id = folder.row_id and state = 'alive' and is_folder = 0) or
      child_folders <> (select count(*) from items where parent_id = folder.row_id and state = 'alive' and is_folder = 1))`);
  if (wrong > 0) throw new Broken(`${wrong} folders have the wrong size or count`);
  const trashed = count(`select coalesce(sum(size), 0) as n from items where state = 'trashed'`);
  if (trashBytes !== trashed) throw new Broken(`${trashBytes} bytes are counted as trash, not ${trashed}`);
}

/** Sets the time in the trash to a year ago. */
export function letTrashGrowOld(dataDirectory: string): void {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'));
  database.exec(`update items set deleted_at = deleted_at - 31536000000 where state = 'trashed'`);
  database.close();
}

/** Sets the last activity of open uploads to a month ago. */
export function letOpenUploadsGrowOld(dataDirectory: string): void {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'));
  database.exec(
    `update upload_sessions set active_at = active_at - 2678400000 where status in ('PENDING', 'UPLOADING')`,
  );
  database.close();
}

function listBlobs(directory: string): Map<string, number> {
  const blobs = new Map<string, number>();
  for (const bucket of readdirSync(directory))
    for (const name of readdirSync(join(directory, bucket)))
      blobs.set(`${bucket}/${name}`, statSync(join(directory, bucket, name)).size);
  return blobs;
}
