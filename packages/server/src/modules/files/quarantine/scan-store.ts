import type { ScanResult } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { hasKey, keyOf } from '../items/content-key.ts';
import { aFile } from '../items/item-row.ts';

/** The content of a file, current or a version. */
export interface ScannedContent {
  /** items.id and items.row_id of its file. */
  readonly id: string;
  readonly itemRowId: number;
  readonly ownerId: number;
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly scan: ScanResult | null;
}

const contentFields = ['size as sizeBytes', 'sha256', 'scan'] as const;

const selectCurrent = (reader: Reader) =>
  reader
    .selectFrom('items')
    .select(['id', 'row_id as itemRowId', 'owner_id as ownerId', 'blob_key', 'shared_key', ...contentFields])
    .where('is_folder', '=', aFile)
    .where('state', 'in', ['alive', 'trashed']);

type CurrentRow = Awaited<ReturnType<ReturnType<typeof selectCurrent>['execute']>>[number];

function toCurrent({ blob_key, shared_key, ...row }: CurrentRow): ScannedContent[] {
  const blobKey = keyOf({ blob_key, shared_key });
  return blobKey === null ? [] : [{ ...row, blobKey }];
}

/** A file and its copies, each with the content now. */
export const listCurrent = async (reader: Reader, blobKey: string): Promise<ScannedContent[]> =>
  (await selectCurrent(reader).where(hasKey(blobKey)).execute()).flatMap(toCurrent);

/** undefined if no file has the content any more. */
export async function findScanned(reader: Reader, blobKey: string): Promise<ScannedContent | undefined> {
  const [current] = await listCurrent(reader, blobKey);
  if (current !== undefined) return current;
  const version = await reader
    .selectFrom('file_versions as version')
    .innerJoin('items', 'items.row_id', 'version.item_id')
    .select(['items.id', 'items.row_id as itemRowId', 'items.owner_id as ownerId'])
    .select(['version.size as sizeBytes', 'version.sha256', 'version.scan'])
    .where(hasKey(blobKey, 'version'))
    .limit(1)
    .executeTakeFirst();
  return version && { ...version, blobKey };
}

/** A pending content has a job of its own. */
const judged = ['clean', 'infected', 'skipped'] as const;

/** The next current contents in the order of their rows: all of them, or those that were never scanned. */
export async function listToScan(
  reader: Reader,
  { afterRowId, all, limit }: { readonly afterRowId: number; readonly all: boolean; readonly limit: number },
): Promise<ScannedContent[]> {
  const rows = await selectCurrent(reader)
    .where('row_id', '>', afterRowId)
    .where(sql<boolean>`coalesce(blob_key, shared_key) is not null`)
    .where((where) => where.or([where('scan', 'is', null), where('scan', 'in', all ? judged : ['skipped'])]))
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.flatMap(toCurrent);
}

/** In every row that names the blob. */
export async function setScan(
  tx: Tx,
  blobKey: string,
  result: { readonly scan: ScanResult | null; readonly virus: string | null },
): Promise<void> {
  for (const table of ['items', 'file_versions'] as const)
    await tx.updateTable<'items' | 'file_versions'>(table).set(result).where(hasKey(blobKey)).execute();
}

/** Whether a row of items is a file that visitors of links get; `held-back.ts` has the rule. */
export function isReleasedRow(alias: string, { mustBeClean }: { readonly mustBeClean: boolean }): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.quarantined`)} = 0 and ${isReleasedContent(alias, { mustBeClean })})`;
}

/** The part of the rule that a row of file_versions has by itself. */
export function isReleasedContent(
  alias: string,
  { mustBeClean }: { readonly mustBeClean: boolean },
): RawBuilder<boolean> {
  const scan = sql`coalesce(${sql.ref(`${alias}.scan`)}, '')`;
  return mustBeClean ? sql<boolean>`${scan} = 'clean'` : sql<boolean>`${scan} <> 'infected'`;
}

type NamedContent = Pick<ScannedContent, 'sha256' | 'blobKey'>;

export async function isReleased(reader: Reader, { sha256, blobKey }: NamedContent): Promise<boolean> {
  const names = sha256 === null ? [blobKey] : [sha256, blobKey];
  const row = await reader
    .selectFrom('released_contents')
    .select('content')
    .where('content', 'in', names)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function addRelease(tx: Tx, { sha256, blobKey }: NamedContent, now: number): Promise<void> {
  await tx
    .insertInto('released_contents')
    .values({ content: sha256 ?? blobKey, released_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeRelease(tx: Tx, { sha256, blobKey }: NamedContent): Promise<void> {
  const names = sha256 === null ? [blobKey] : [sha256, blobKey];
  await tx.deleteFrom('released_contents').where('content', 'in', names).execute();
}
