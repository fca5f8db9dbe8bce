import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemClock } from '@drive/base';
import { describeStaged, readBlob, StorageError, type BlobReading, type StagedBytes } from '@drive/blobs';
import { collectionCounts } from '../../modules/collections/index.ts';
import {
  checkAnnotations,
  checkFolders,
  checkUsage,
  isStillNamed,
  listFilesToCheck,
  moveToRoot,
  removeThumbnail,
  repairAnnotations,
  repairFolder,
  repairUsage,
  type CheckedFile,
} from '../../modules/files/index.ts';
import { grantCounts } from '../../modules/grants/index.ts';
import { feedbackCounts, shareUploadCounts } from '../../modules/shares/index.ts';
import { createMemoryLocks, listStagedOrphans, listUsedBlobKeys, oldBeforeOf } from '../../modules/uploads/index.ts';
import {
  checkSqliteFile,
  findLostRow,
  listLostRows,
  removeLostRow,
  type Database,
  type LostRow,
} from '../../platform/db/index.ts';

export type Damage =
  | 'database'
  | 'lost_row'
  | 'folder_totals'
  | 'annotations'
  | 'usage'
  | 'link_counts'
  | 'missing_blob'
  | 'short_blob'
  | 'altered_blob'
  | 'missing_thumbnail'
  | 'orphan_blob'
  | 'orphan_upload';

export interface Finding {
  readonly damage: Damage;
  /** The problem, with the next step if `--repair` can't solve it. */
  readonly text: string;
  /** Result of the repair; null if nothing was repaired. */
  readonly repaired: string | null;
}

const finding = (damage: Damage, text: string, repaired: string | null = null): Finding => ({
  damage,
  text,
  repaired,
});

export interface DoctorTarget {
  readonly database: Database;
  readonly blobs: BlobReading;
  /** undefined: not checked. */
  readonly staged?: StagedToCheck | undefined;
  /** Directory below which rows are set aside. */
  readonly asideDirectory: string;
}

/** Bytes of uploads, which are left over if they belong to no open one and are old enough. */
export interface StagedToCheck {
  readonly bytes: StagedBytes;
  /** Whether no server runs. Otherwise only what is older than a day counts. */
  readonly isAlone: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface DoctorOptions {
  /** Reads and hashes every blob instead of comparing sizes. */
  readonly readsData: boolean;
  readonly repairs: boolean;
  /** Epoch milliseconds. Blobs written later may belong to running uploads. */
  readonly before: number;
}

/** Yields each fault when it is found, and repaired if `repairs` is set. */
export async function* checkData(target: DoctorTarget, options: DoctorOptions): AsyncGenerator<Finding> {
  yield* checkDatabase(target, options);
  yield* checkTotals(target, options);
  yield* checkFileBlobs(target, options);
  yield* checkOrphans(target, options);
  yield* checkStaged(target, options);
}

async function repair(options: DoctorOptions, what: string, work: () => Promise<unknown>): Promise<string | null> {
  if (!options.repairs) return null;
  await work();
  return what;
}

/** A storage that refuses to clear up one object may clear up the next. */
async function cleared(
  damage: Damage,
  text: string,
  { repairs }: DoctorOptions,
  work: () => Promise<string>,
): Promise<Finding> {
  if (!repairs) return finding(damage, text);
  try {
    return finding(damage, text, await work());
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return finding(
      damage,
      `${text}. ${error.message}${error.cause === undefined ? '' : `: ${messageOf(error.cause)}`}`,
    );
  }
}

async function* checkDatabase(target: DoctorTarget, options: DoctorOptions): AsyncGenerator<Finding> {
  const { source } = target.database;
  if (source.dialect !== 'sqlite') return;
  for (const line of checkSqliteFile(source.file))
    yield finding('database', `the database is damaged (${line}): restore a backup`);
  yield* checkRows(source.file, target, options);
}

async function* checkTotals({ database }: DoctorTarget, options: DoctorOptions): AsyncGenerator<Finding> {
  for await (const folder of checkFolders(database.reader))
    yield finding(
      'folder_totals',
      `folder ${folder.id} records ${say(folder.kept)}, but has ${say(folder.counted)}`,
      await repair(options, 'recounted', () => repairFolder(database, folder)),
    );
  // The bytes of terms count in the usage.
  for await (const item of checkAnnotations(database.reader))
    yield finding(
      'annotations',
      `item ${item.id} is not found by its metadata, tags and stars`,
      await repair(options, 'written anew', () => repairAnnotations(database, item)),
    );
  for (const usage of await checkUsage(database.reader))
    yield finding(
      'usage',
      `user ${usage.ownerId} is recorded to use ${say(usage.kept)}, but uses ${say(usage.counted)}`,
      await repair(options, 'recounted', () => repairUsage(database, usage)),
    );
  for (const [what, counts] of [
    ['share', feedbackCounts],
    ['share', shareUploadCounts],
    ['file request', collectionCounts],
    ['upload grant', grantCounts],
  ] as const)
    for await (const { rowId, ownerId, kept, counted } of counts.listMiscounted(database.reader))
      yield finding(
        'link_counts',
        `${what} ${rowId} of user ${ownerId} records ${say(kept)}, but has ${say(counted)}`,
        await repair(options, 'recounted', () => counts.recount(database, rowId)),
      );
}

const say = (totals: object): string =>
  Object.entries(totals)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

/** A running server may have deleted or replaced a content since its row was read: rows are read again before it counts as damage. */
async function* checkFileBlobs({ database, blobs }: DoctorTarget, options: DoctorOptions): AsyncGenerator<Finding> {
  for await (const file of listFilesToCheck(database.reader)) {
    const damage = await findDamage(blobs, file, options.readsData).catch((error: unknown) => error as Error);
    if (damage !== undefined && (await isStillNamed(database.reader, file.blobKey))) {
      if (damage instanceof Error) throw damage;
      yield finding(...damage);
    }
    const { thumbnailKey } = file;
    if (
      thumbnailKey !== null &&
      (await blobs.find(thumbnailKey)) === undefined &&
      (await isStillNamed(database.reader, thumbnailKey))
    )
      yield finding(
        'missing_thumbnail',
        `${nameOfContent(file)} has lost its thumbnail`,
        await repair(options, 'removed the reference to it', () => removeThumbnail(database, file)),
      );
  }
}

const nameOfContent = ({ id, name, version }: CheckedFile): string =>
  `${version === null ? '' : `version ${version} of `}file ${id} "${name}"`;

async function findDamage(
  blobs: BlobReading,
  file: CheckedFile,
  readsData: boolean,
): Promise<[Damage, string] | undefined> {
  const { size, sha256, blobKey } = file;
  const what = nameOfContent(file);
  const advice = 'restore it from a backup, or upload it again';
  const blob = await blobs.open(blobKey);
  if (blob === undefined) return ['missing_blob', `${what} has lost its bytes (${blobKey}): ${advice}`];
  try {
    if (blob.bytes !== size)
      return ['short_blob', `${what} has ${blob.bytes} bytes instead of ${size} (${blobKey}): ${advice}`];
    if (!readsData || sha256 === null) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of readBlob(blob)) hash.update(chunk);
    return hash.digest('hex') === sha256
      ? undefined
      : ['altered_blob', `${what} is not what was uploaded (${blobKey}): ${advice}`];
  } finally {
    await blob.close();
  }
}

const keysAtOnce = 500;

async function* checkOrphans({ database, blobs }: DoctorTarget, options: DoctorOptions): AsyncGenerator<Finding> {
  for await (const keys of inPages(blobs.list())) {
    const used = new Set(await listUsedBlobKeys(database.reader, keys));
    for (const key of keys) {
      if (used.has(key)) continue;
      const info = await blobs.find(key);
      if (info === undefined || info.modifiedAt >= options.before) continue;
      // An upload may have completed since.
      if ((await listUsedBlobKeys(database.reader, [key])).length > 0) continue;
      const text = `blob ${key} (${info.bytes} bytes) belongs to no file`;
      yield await cleared('orphan_blob', text, options, async () => `moved to ${await blobs.setAside(key)}`);
    }
  }
}

/** Sessions need no lock: a repair has the database to itself, and without one nothing is removed. */
async function* checkStaged({ database, staged }: DoctorTarget, options: DoctorOptions): AsyncGenerator<Finding> {
  if (staged === undefined) return;
  const { bytes, isAlone, now } = staged;
  const oldBefore = oldBeforeOf({ isAlone, startedAt: now, now });
  // A server that completes a direct upload removes its object a moment later.
  const ages = { oldBefore, directBefore: isAlone ? Infinity : oldBefore };
  const deps = { database, blobs: bytes, locks: createMemoryLocks(systemClock) };
  for await (const { id, info } of listStagedOrphans(deps, ages)) {
    const text = `no open upload owns ${describeStaged(id)}${info.bytes > 0 ? ` (${info.bytes} bytes)` : ''}`;
    yield await cleared('orphan_upload', text, options, async () => {
      await bytes.discard(id);
      return 'removed';
    });
  }
}

async function* inPages(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const key of keys) {
    if (page.push(key) < keysAtOnce) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Rows that refer to missing rows. Rows that refer to removed rows are found in the next round. */
async function* checkRows(
  file: string,
  { database, asideDirectory }: DoctorTarget,
  { repairs }: DoctorOptions,
): AsyncGenerator<Finding> {
  for (;;) {
    const rows = listLostRows(file);
    // An item without an owner has no root folder.
    const withoutOwner = new Set(rows.filter((row) => !hasLostFolder(row)).map(nameOf));
    for (const row of rows) {
      const text = `row ${row.rowId} of ${row.table} belongs to a row of ${row.missingTable} that is not there`;
      if (!repairs) yield finding('lost_row', text);
      else if (!hasLostFolder(row)) yield finding('lost_row', text, await setRowAside(file, row, asideDirectory));
      else if (!withoutOwner.has(nameOf(row))) yield finding('lost_row', text, await moveToOwner(database, row));
    }
    if (!repairs || rows.length === 0) return;
  }
}

const nameOf = ({ table, rowId }: LostRow): string => `${table} ${rowId}`;

const hasLostFolder = ({ table, column }: LostRow): boolean => table === 'items' && column === 'parent_id';

async function moveToOwner(database: Database, { rowId }: LostRow): Promise<string> {
  await moveToRoot(database, rowId);
  return "moved into its owner's root folder";
}

/** Writes and syncs the row as a line of JSON, then deletes it. */
async function setRowAside(file: string, row: LostRow, directory: string): Promise<string> {
  const values = findLostRow(file, row);
  if (values === undefined) return 'gone with the row before';
  const aside = join(directory, 'lost+found');
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const path = join(aside, 'rows.jsonl');
  const handle = await open(path, 'a', 0o600);
  try {
    await handle.appendFile(`${JSON.stringify({ table: row.table, row: values })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  removeLostRow(file, row);
  return `moved to ${path}`;
}
