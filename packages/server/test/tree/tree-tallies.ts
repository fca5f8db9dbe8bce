import type { BlobStore } from '@drive/blobs';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/index.ts';

/** Stored values of the tree in the tables (of all owners or one), next to the computed ones. */
export interface Tallies {
  readonly kept: unknown;
  readonly counted: unknown;
}

/**
 * The stored sums and counts, next to computed ones; and violations of other invariants, next to an empty list. Compare
 * them while no change is in progress.
 */
export async function readTallies(database: Database, ownerId?: number): Promise<Tallies> {
  const tree = await readTree(database, ownerId);
  const usage = await database.reader
    .selectFrom('storage_usage')
    .selectAll()
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .orderBy('owner_id')
    .execute();
  const reserved = await sql<{ owner_id: number; bytes: number; items: number }>`
    select owner_id, cast(sum(size_bytes) as bigint) as bytes, cast(sum(holds_item) as bigint) as items
    from upload_sessions where status in ('PENDING', 'UPLOADING') group by owner_id`.execute(database.reader);
  const properties = await database.reader
    .selectFrom('dav_properties')
    .innerJoin('items', 'items.row_id', 'dav_properties.item_id')
    .select(['owner_id', 'namespace', 'dav_properties.name', 'xml'])
    .execute();
  const propertyBytesOf = (owner: number): number =>
    properties
      .filter(({ owner_id }) => owner_id === owner)
      .reduce((sum, { namespace, name, xml }) => sum + Buffer.byteLength(namespace + name + xml), 0);

  // Items being purged do not count, and may be partly deleted.
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
          tree.versions.reduce((sum, version) => sum + (version.owner_id === owner_id ? version.size : 0), 0) +
          propertyBytesOf(owner_id),
        trash_bytes: bytesOf(owner_id, ['trashed']),
        reserved_bytes: reserved.rows.find((row) => row.owner_id === owner_id)?.bytes ?? 0,
        file_count: tree.items.filter(
          (item) => item.owner_id === owner_id && item.is_folder === 0 && isKept(item.state),
        ).length,
        item_count:
          tree.items.filter((item) => item.owner_id === owner_id && item.parent_id !== null && isKept(item.state))
            .length + (reserved.rows.find((row) => row.owner_id === owner_id)?.items ?? 0),
      })),
      broken: [],
    },
  };
}

/**
 * An owner's contents and quota by the rows: contents of the files that are not purged, by items.id, the current one
 * first, then the versions, newest first; and the bytes of versions of purged files that are not deleted yet.
 */
export async function readContents(database: Database, ownerId: number) {
  const { items, versions, stateOf } = await readTree(database, ownerId);
  const files = items.filter((item) => item.is_folder === 0);
  const kept = files.filter((item) => isKept(stateOf(item)));
  const keptRowIds = new Set(kept.map(({ row_id }) => row_id));
  const usage = await database.reader
    .selectFrom('storage_usage')
    .select(['stored_bytes as stored', 'trash_bytes as trash', 'reserved_bytes as reserved'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return {
    contents: new Map(
      kept.map(({ id, row_id, version, size }) => [
        id,
        [
          { version, sizeBytes: size },
          ...versions
            .filter(({ item_id }) => item_id === row_id)
            .map((old) => ({ version: old.version, sizeBytes: old.size }))
            .toSorted((a, b) => b.version - a.version),
        ],
      ]),
    ),
    usage: usage ?? { stored: 0, trash: 0, reserved: 0 },
    lingering: versions.reduce((sum, { item_id, size }) => sum + (keptRowIds.has(item_id) ? 0 : size), 0),
  };
}

/** Row ids of items being purged; none without work in progress. */
export async function readPurging(database: Database, ownerId: number): Promise<number[]> {
  const rows = await database.reader
    .selectFrom('items')
    .select('row_id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'purging')
    .execute();
  return rows.map((row) => row.row_id);
}

/** Keys of blobs without a row, and keys of rows without a blob. Neither exists without work in progress. */
export async function readBlobKeys(
  database: Database,
  blobs: BlobStore,
): Promise<{ readonly stray: string[]; readonly missing: string[] }> {
  const stored = new Set<string>();
  for await (const key of blobs.list()) stored.add(key);
  const columns = ['blob_key', 'shared_key', 'preview_key'] as const;
  const contents = database.reader.selectFrom('items').select(columns);
  const versions = database.reader.selectFrom('file_versions').select(columns);
  const rows = await contents.unionAll(versions).execute();
  const named = new Set(
    rows
      .flatMap(({ blob_key, shared_key, preview_key }) => [blob_key, shared_key, preview_key])
      .filter((key) => key !== null),
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
  /** The item and its ancestors; ends at a cycle. */
  const upwards = (item: Row): Row[] => {
    const path: Row[] = [];
    for (let at: Row | undefined = item; at !== undefined && !path.includes(at); at = parentOf(at)) path.push(at);
    return path;
  };
  /** Children whose own state is alive, in any folder. */
  const childrenOf = (rowId: number): Row[] =>
    items.filter((item) => item.parent_id === rowId && item.state === 'alive');
  const countBytes = (rowId: number): number =>
    childrenOf(rowId).reduce((sum, child) => sum + (child.is_folder ? countBytes(child.row_id) : child.size), 0);
  /** The effective state. */
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
      'has bytes as long as it is kept':
        item.is_folder === 1 || !isKept(stateOf(item)) || (item.blob_key ?? item.shared_key) !== null,
      'keeps nothing once it is purged':
        state !== 'purged' ||
        (item.name === '' &&
          item.size === 0 &&
          [item.blob_key, item.shared_key, item.preview_key, item.sha256].every((it) => it === null) &&
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
