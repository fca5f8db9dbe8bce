import { sql, type RawBuilder } from 'kysely';
import { mayDo } from '../access/index.ts';
import { compileOnce, type Dialect, isAmong, type Reader, rowIdList, type Tx } from '../db/index.ts';
import { placeFrom } from './event-store.ts';
import type { DriveEvent, EventItem, NewEvent, PublishedEvent } from './events-port.ts';

export type GatheredEvent = NewEvent &
  Pick<DriveEvent, 'id' | 'createdAt'> & {
    /** users.row_id */
    readonly actorId: number | null;
  };

const columns = {
  id: 'id',
  type: 'type',
  userId: 'user_id',
  data: 'data',
  createdAt: 'created_at',
  itemId: 'item_id',
  folderIds: 'folder_ids',
  formerFolderIds: 'former_folder_ids',
  itemName: 'item_name',
  actorId: 'actor_id',
  recipient: 'recipient',
} as const;
type Field = keyof typeof columns;
const fields = Object.keys(columns) as readonly Field[];
const columnList = sql.raw(Object.values(columns).join(', '));
type Value = string | number | null;
type EventValues = Readonly<Record<Field, Value>>;

/** An event with the place that its item had when it was read. */
export interface PlacedEvent {
  readonly event: GatheredEvent;
  readonly values: EventValues & Readonly<Record<'folderIds' | 'formerFolderIds', string | null>>;
  /** Whether a companion awaits the events of its user. */
  readonly isAwaited: boolean;
}

const insertion = (size: number) => {
  const rows = Array.from({ length: size }, (_, n) => fields.map((field) => ({ n, field, name: `${field}${n}` })));
  const run = compileOnce((tx: Tx['later'], values: Readonly<Record<string, Value>>) => {
    const insert = sql<never>`
      insert into events (${columnList})
      values ${sql.join(rows.map((row) => sql`(${sql.join(row.map(({ name }) => values[name]))})`))}`;
    return { compile: () => insert.compile(tx) };
  });
  return async (tx: Tx, events: readonly EventValues[]): Promise<void> => {
    const values: Record<string, Value> = {};
    for (const row of rows) for (const { n, field, name } of row) values[name] = events[n]![field];
    await run(tx.later, values);
  };
};

/** Numbers of rows that one statement inserts, so that a few are prepared. Reading rows from JSON takes SQLite twice as long. */
const insertions = [50, 10, 1].map((size) => ({ size, insert: insertion(size) }));

/** In their order. */
async function insertInOrder(tx: Tx, events: readonly EventValues[]): Promise<void> {
  let from = 0;
  for (const { size, insert } of insertions)
    for (; from + size <= events.length; from += size) await insert(tx, events.slice(from, from + size));
}

/** A step of the path to a folder; without a row id, a user (`start`) whose events are awaited. */
interface Step {
  readonly start: number;
  readonly row_id: number | null;
  readonly parent_id: number | null;
  readonly id: string;
  readonly name: string;
}

const selectSteps = (dialect: Dialect, isAwaited: RawBuilder<boolean>) =>
  compileOnce((reader: Reader, { folders, users }: { folders: string; users: string }) => {
    const select = sql<Step>`
      with recursive above (start, row_id, parent_id, id, name) as (
        select f.row_id, f.row_id, f.parent_id, f.id, f.name from items as f where ${isAmong(dialect, 'f.row_id', folders)}
        union all
        select above.start, f.row_id, f.parent_id, f.id, f.name
        from above join items as f on f.row_id = above.parent_id
      )
      select start, row_id, parent_id, id, name from above
      union all
      select events.user_id, null, null, '', '' from ${
        dialect === 'sqlite'
          ? sql`(select value as user_id from json_each(${users}))`
          : sql`unnest(cast(${users} as bigint[]))`
      } as events ${sql.raw(dialect === 'sqlite' ? '' : '(user_id)')} where ${isAwaited}`;
    return { compile: () => select.compile(reader) };
  });

/** Where a folder is. */
interface Place {
  /** As the API names the folder: null for the root. */
  readonly folderId: string | null;
  /** Of the folder and those above it, from the root down, without the root. */
  readonly ids: string;
  /** Leaves out folders that are purged already. */
  readonly path: string;
}

function placesFrom(steps: readonly Step[]): ReadonlyMap<number, Place> {
  const folders = new Map(steps.map((step) => [step.row_id, step]));
  const placeOf = (start: number): Place => {
    let [ids, path] = ['', ''];
    let at = folders.get(start);
    const folderId = at === undefined || at.parent_id === null ? null : at.id;
    for (; at !== undefined && at.parent_id !== null; at = folders.get(at.parent_id)) {
      ids = ids === '' ? at.id : `${at.id} ${ids}`;
      if (at.name !== '') path = `/${at.name}${path}`;
    }
    return { folderId, ids, path };
  };
  return new Map([...new Set(steps.map(({ start }) => start))].map((start) => [start, placeOf(start)]));
}

interface FoundItem {
  readonly name: string;
  /** owners.row_id */
  readonly ownerId: number;
  /** items.row_id; null: none. */
  readonly folderRowId: number | null;
}

/** Items that were given without their folder, by items.id. */
async function findItems(tx: Tx, items: readonly EventItem[]): Promise<ReadonlyMap<string, FoundItem>> {
  if (items.length === 0) return new Map();
  const ids = items.map(({ id }) => id);
  const rows = await tx
    .selectFrom('items')
    .select(['id', 'name', 'owner_id as ownerId', 'parent_id as folderRowId'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...item }) => [id, item]));
}

/** Stores events in their order. Returns those that are awaited. */
export async function insertEvents(tx: Tx, placed: readonly PlacedEvent[]): Promise<readonly PublishedEvent[]> {
  await insertInOrder(
    tx,
    placed.map(({ values }) => values),
  );
  return placed
    .filter(({ isAwaited }) => isAwaited)
    .map(({ event: { id, type, userId, createdAt, item }, values: { folderIds, formerFolderIds } }) => {
      const place = placeFrom(item?.id ?? null, folderIds, formerFolderIds);
      return { id, type, userId, createdAt, place };
    });
}

/** Reads the places of items from the tree. The condition, whether the events of a user are awaited, names one as `events.user_id`. */
export function createPlacing(dialect: Dialect, isAwaited: RawBuilder<boolean>) {
  const readSteps = selectSteps(dialect, isAwaited);
  return async (tx: Tx, events: readonly GatheredEvent[]): Promise<readonly PlacedEvent[]> => {
    const items = events.flatMap(({ item }) => item ?? []);
    const found = await findItems(
      tx,
      items.filter(({ folderRowId }) => folderRowId === undefined),
    );
    const folderOf = ({ id, folderRowId }: EventItem): number | undefined =>
      folderRowId ?? found.get(id)?.folderRowId ?? undefined;
    const folders = new Set(items.flatMap((item) => [folderOf(item) ?? [], item.former?.folderRowId ?? []].flat()));
    const users = new Set(events.map(({ userId }) => userId));
    const steps = await readSteps(tx, {
      folders: rowIdList(dialect, [...folders]),
      users: rowIdList(dialect, [...users]),
    });
    const places = placesFrom(steps.filter(({ row_id: rowId }) => rowId !== null));
    const awaited = new Set(steps.flatMap(({ start, row_id: rowId }) => (rowId === null ? [start] : [])));
    return events.map((event) => {
      const here = event.item && places.get(folderOf(event.item) ?? 0);
      const former = event.item?.former && places.get(event.item.former.folderRowId);
      const values = valuesOf(event, here, former, event.item && found.get(event.item.id));
      return { event, values, isAwaited: awaited.has(event.userId) };
    });
  };
}

function valuesOf(
  event: GatheredEvent,
  here: Place | undefined,
  former: Place | undefined,
  now: FoundItem | undefined,
) {
  const { id, type, userId, createdAt, item, actorId, recipient = null } = event;
  // An item that has moved to another owner has a name there that is not for the former one.
  const name = item?.name ?? (mayDo(userId, now, 'read') ? now.name : null);
  return {
    id,
    type,
    userId,
    data: JSON.stringify(dataOf(event, here, former)),
    createdAt,
    itemId: item?.id ?? null,
    folderIds: here?.ids ?? null,
    formerFolderIds: former !== undefined && former.ids !== here?.ids ? former.ids : null,
    itemName: isOfItem(type) ? null : name,
    actorId,
    recipient,
  };
}

/** Whether the data names the item and its place. */
const isOfItem = (type: string): boolean =>
  type.startsWith('file.') || type.startsWith('folder.') || type === 'upload.completed';

function dataOf({ type, data, item }: GatheredEvent, here: Place | undefined, former: Place | undefined): object {
  const folderId = here?.folderId ?? null;
  if (type === 'upload.failed') return { folder_id: folderId, ...data };
  if (!isOfItem(type)) return data;
  const isOfFolder = type.startsWith('folder.');
  const path = `${here?.path ?? ''}/${item?.name ?? ''}`;
  const placed = isOfFolder ? { parent_id: folderId, path, ...data } : { folder_id: folderId, path, ...data };
  return type.endsWith('.updated') ? { ...placed, previous: previousOf(item, here, former) } : placed;
}

/** What was different before a change of name or folder. */
function previousOf(item: EventItem | undefined, here: Place | undefined, former: Place | undefined): object {
  if (item?.former === undefined || former === undefined) return {};
  const { name } = item.former;
  return {
    ...(name === item.name ? {} : { name }),
    ...(former.ids === here?.ids ? {} : { parent_id: former.folderId }),
    path: `${former.path}/${name}`,
  };
}
