import { sql } from 'kysely';
import type { BlobStore } from '../src/platform/blobs/index.ts';
import type { Database } from '../src/platform/db/index.ts';

/** What the tables say of the tree (of all owners or one), beside what it must be. */
export interface Tallies {
  readonly kept: unknown;
  readonly counted: unknown;
}

/**
 * The sums and counts that are kept, beside what counting it all anew says; and whatever else breaks what always holds,
 * beside nothing. To be compared while nobody changes anything.
 */
export async function readTallies(database: Database, ownerId?: number): Promise<Tallies> {
  const tree = await readTree(database, ownerId);
  const usage = await database.reader
    .selectFrom('storage_usage')
    .selectAll()
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .orderBy('owner_id')
    .execute();
  const reserved = await sql<{ owner_id: number; bytes: number }>`
    select owner_id, cast(sum(size_bytes) as bigint) as bytes from upload_sessions
    where status in ('PENDING', 'UPLOADING') group by owner_id`.execute(database.reader);

  // What is being purged counts nowhere any more, and is half gone.
  const folders = tree.items.filter((item) => item.is_folder === 1 && isKept(tree.stateOf(item)));
  const bytesOf = (owner: number, states: readonly string[]): number =>
    tree.items
      .filter((item) => item.owner_id === owner && item.is_folder === 0 && states.includes(tree.stateOf(item)))
      .reduce((sum, item) => sum + item.size, 0);
  return {
    kept: {
      folders: folders.map(({ row_id, size, child_files, child_folders }) => {
        return { row_id, size, child_files, child_folders };
      }),
      usage,
      broken: brokenRules(tree),
    },
    counted: {
      folders: folders.map((folder) => {
        const children = tree.childrenOf(folder.row_id);
        const files = children.filter(({ is_folder }) => is_folder === 0).length;
        const size = tree.countBytes(folder.row_id);
        return { row_id: folder.row_id, size, child_files: files, child_folders: children.length - files };
      }),
      usage: usage.map(({ owner_id }) => ({
        owner_id,
        stored_bytes:
          bytesOf(owner_id, ['alive', 'trashed']) +
          tree.versions.reduce((sum, version) => sum + (version.owner_id === owner_id ? version.size : 0), 0),
        trash_bytes: bytesOf(owner_id, ['trashed']),
        reserved_bytes: reserved.rows.find((row) => row.owner_id === owner_id)?.bytes ?? 0,
        file_count: tree.items.filter(
          (item) => item.owner_id === owner_id && item.is_folder === 0 && isKept(item.state),
        ).length,
      })),
      broken: [],
    },
  };
}

/** Row ids of what is still on its way out; there are none when all is still. */
export async function readPurging(database: Database, ownerId: number): Promise<number[]> {
  const rows = await database.reader
    .selectFrom('items')
    .select('row_id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'purging')
    .execute();
  return rows.map((row) => row.row_id);
}

/** Keys of bytes that no row names, and keys that a row names without there being bytes. None of either when all is still. */
export async function readBlobKeys(
  database: Database,
  blobs: BlobStore,
): Promise<{ readonly stray: string[]; readonly missing: string[] }> {
  const stored = new Set<string>();
  for await (const key of blobs.list()) stored.add(key);
  const contents = database.reader.selectFrom('items').select(['blob_key', 'preview_key']);
  const versions = database.reader.selectFrom('file_versions').select(['blob_key', 'preview_key']);
  const rows = await contents.unionAll(versions).execute();
  const named = new Set(
    rows.flatMap(({ blob_key, preview_key }) => [blob_key, preview_key]).filter((key) => key !== null),
  );
  return {
    stray: [...stored].filter((key) => !named.has(key)),
    missing: [...named].filter((key) => !stored.has(key)),
  };
}

type Tree = Awaited<ReturnType<typeof readTree>>;

const isKept = (state: string): boolean => state === 'alive' || state === 'trashed';

async function readTree(database: Database, ownerId: number | undefined) {
  const items = await database.reader
    .selectFrom('items')
    .selectAll()
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .orderBy('row_id')
    .execute();
  type Row = (typeof items)[number];
  const byRowId = new Map(items.map((item) => [item.row_id, item]));
  const parentOf = (item: Row): Row | undefined => byRowId.get(item.parent_id ?? 0);
  /** The item and the folders above it; ends where it comes round again. */
  const upwards = (item: Row): Row[] => {
    const path: Row[] = [];
    for (let at: Row | undefined = item; at !== undefined && !path.includes(at); at = parentOf(at)) path.push(at);
    return path;
  };
  /** Those that are alive by themselves, whatever the folder is. */
  const childrenOf = (rowId: number): Row[] =>
    items.filter((item) => item.parent_id === rowId && item.state === 'alive');
  const countBytes = (rowId: number): number =>
    childrenOf(rowId).reduce((sum, child) => sum + (child.is_folder ? countBytes(child.row_id) : child.size), 0);
  /** In effect. */
  const stateOf = (item: Row): Row['state'] => upwards(item).find(({ state }) => state !== 'alive')?.state ?? 'alive';
  const versions = await database.reader
    .selectFrom('file_versions')
    .selectAll()
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .execute();
  const versionsOf = (rowId: number) => versions.filter((version) => version.item_id === rowId);
  return { items, versions, versionsOf, parentOf, upwards, childrenOf, countBytes, stateOf };
}

function brokenRules({ items, versionsOf, parentOf, upwards, childrenOf, stateOf }: Tree): string[] {
  return items.flatMap((item) => {
    const { row_id: rowId, state } = item;
    const rules: Record<string, boolean> = {
      'leads up to the root of its owner':
        upwards(item).at(-1)?.parent_id === null && upwards(item).every((each) => each.owner_id === item.owner_id),
      'lies in a folder': item.parent_id === null || parentOf(item)?.is_folder === 1,
      'does not share its name with a sibling':
        state !== 'alive' || childrenOf(item.parent_id ?? 0).filter(({ name }) => name === item.name).length <= 1,
      'is not left in a folder that is gone': state !== 'alive' || parentOf(item)?.state !== 'purged',
      'has a time in the trash exactly while it is there':
        !isKept(state) || (item.deleted_at !== null) === (state === 'trashed'),
      'has bytes as long as it is kept': item.is_folder === 1 || !isKept(stateOf(item)) || item.blob_key !== null,
      'keeps nothing once it is purged':
        state !== 'purged' ||
        (item.name === '' &&
          item.size === 0 &&
          [item.blob_key, item.preview_key, item.sha256].every((it) => it === null) &&
          versionsOf(rowId).length === 0),
      'had each of its versions before its content': versionsOf(rowId).every(
        ({ version, replaced_at }) => version < item.version && replaced_at <= item.created_at,
      ),
    };
    return Object.entries(rules).flatMap(([rule, holds]) =>
      holds ? [] : [`${state} ${rowId}: not true that it ${rule}`],
    );
  });
}
