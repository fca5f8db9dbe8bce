import { createHash } from 'node:crypto';
import { collectionCounts } from '../../modules/collections/index.ts';
import {
  checkFolders,
  checkUsage,
  listFilesToCheck,
  removeThumbnail,
  repairFolder,
  repairUsage,
  type CheckedFile,
} from '../../modules/files/index.ts';
import { feedbackCounts } from '../../modules/shares/index.ts';
import { listUsedBlobKeys } from '../../modules/uploads/index.ts';
import { readBlob, setBlobAside, type BlobReading } from '../../platform/blobs/index.ts';
import { checkSqliteFile, listMiscounted, recount, type Database } from '../../platform/db/index.ts';
import { examineRows } from './examine-rows.ts';
import { finding, type Damage, type Finding } from './findings.ts';

export interface Patient {
  readonly database: Database;
  readonly blobs: BlobReading;
  readonly blobDirectory: string;
}

export interface Examination {
  /** Every byte is read, instead of asking how many there are. */
  readonly readsData: boolean;
  readonly repairs: boolean;
  /** Blobs that were written after this moment may belong to what is under way; epoch milliseconds. */
  readonly before: number;
}

/** Everything that is wrong, as it is found. What was mended is told with it. */
export async function* examine(patient: Patient, how: Examination): AsyncGenerator<Finding> {
  yield* examineDatabase(patient, how);
  yield* examineTotals(patient, how);
  yield* examineFiles(patient, how);
  yield* examineOrphans(patient, how);
}

async function mend(how: Examination, what: string, work: () => Promise<unknown>): Promise<string | null> {
  if (!how.repairs) return null;
  await work();
  return what;
}

async function* examineDatabase(patient: Patient, how: Examination): AsyncGenerator<Finding> {
  const { source } = patient.database;
  if (source.dialect !== 'sqlite') return;
  for (const line of checkSqliteFile(source.file))
    yield finding('database', `the database is damaged (${line}): restore a backup`);
  yield* examineRows(source.file, patient, how);
}

async function* examineTotals({ database }: Patient, how: Examination): AsyncGenerator<Finding> {
  for await (const folder of checkFolders(database.reader))
    yield finding(
      'folder_totals',
      `folder ${folder.id} says it has ${say(folder.kept)}, and has ${say(folder.counted)}`,
      await mend(how, 'counted anew', () => repairFolder(database, folder)),
    );
  for (const usage of await checkUsage(database.reader))
    yield finding(
      'usage',
      `user ${usage.ownerId} is said to use ${say(usage.kept)}, and uses ${say(usage.counted)}`,
      await mend(how, 'counted anew', () => repairUsage(database, usage)),
    );
  for (const [what, counts] of [
    ['share', feedbackCounts],
    ['file request', collectionCounts],
  ] as const)
    for await (const { rowId, ownerId, kept, counted } of listMiscounted(database.reader, counts))
      yield finding(
        'link_counts',
        `${what} ${rowId} of user ${ownerId} says it has ${say(kept)}, and has ${say(counted)}`,
        await mend(how, 'counted anew', () => recount(database, counts, rowId)),
      );
}

const say = (totals: object): string =>
  Object.entries(totals)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

async function* examineFiles({ database, blobs }: Patient, how: Examination): AsyncGenerator<Finding> {
  for await (const file of listFilesToCheck(database.reader)) {
    const damage = await lookAt(blobs, file, how.readsData);
    if (damage !== undefined) yield finding(...damage);
    if (file.thumbnailKey !== null && (await blobs.find(file.thumbnailKey)) === undefined)
      yield finding(
        'missing_thumbnail',
        `file ${file.id} "${file.name}" has lost its thumbnail`,
        await mend(how, 'it has none any more', () => removeThumbnail(database, file)),
      );
  }
}

async function lookAt(
  blobs: BlobReading,
  { id, name, size, sha256, blobKey }: CheckedFile,
  readsData: boolean,
): Promise<[Damage, string] | undefined> {
  const what = `file ${id} "${name}"`;
  const advice = 'restore it from a backup, or have it uploaded again';
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

async function* examineOrphans({ database, blobs, blobDirectory }: Patient, how: Examination): AsyncGenerator<Finding> {
  for await (const keys of inPages(blobs.list())) {
    const used = new Set(await listUsedBlobKeys(database.reader, keys));
    for (const key of keys) {
      if (used.has(key)) continue;
      const info = await blobs.find(key);
      if (info === undefined || info.modifiedAt >= how.before) continue;
      // Looked at again: it may have become a file since.
      if ((await listUsedBlobKeys(database.reader, [key])).length > 0) continue;
      yield finding(
        'orphan_blob',
        `blob ${key} (${info.bytes} bytes) belongs to no file`,
        how.repairs ? `moved to ${await setBlobAside(blobDirectory, key)}` : null,
      );
    }
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
