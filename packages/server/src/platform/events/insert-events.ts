import { sql, type RawBuilder } from 'kysely';
import { compileOnce, type Dialect, jsonRows, type Tx } from '../db/index.ts';
import { placeFrom } from './event-store.ts';
import type { DriveEvent, NewEvent, PublishedEvent } from './events-port.ts';

export type GatheredEvent = NewEvent & Pick<DriveEvent, 'id' | 'createdAt'>;

const columns = {
  n: 'bigint',
  id: 'text',
  type: 'text',
  userId: 'bigint',
  data: 'text',
  createdAt: 'bigint',
  itemId: 'text',
  name: 'text',
  folder: 'bigint',
  formerName: 'text',
  formerFolder: 'bigint',
} as const;

/**
 * Stores events with the places of their items, read by the same statement. Returns those whose rows meet the condition. Paths
 * leave out folders that are purged already.
 */
export function createInsert(dialect: Dialect, condition: RawBuilder<boolean>) {
  const insertAll = compileOnce((tx: Tx, { events }: { events: string }) => {
    const statement = insertion(dialect, jsonRows(dialect, events, 'r', columns), condition);
    return { compile: () => statement.compile(tx) };
  });
  // Most changes make one event. Reading it from JSON takes a third of the statement's time on SQLite.
  const insertOne = compileOnce((tx: Tx, event: EventValues) => {
    const statement = insertion(
      dialect,
      sql`(select ${sql.join(names.map((name) => bound(event, name)))}) as r`,
      condition,
    );
    return { compile: () => statement.compile(tx) };
  });
  return async (tx: Tx, events: readonly GatheredEvent[]): Promise<readonly PublishedEvent[]> => {
    const [first, ...others] = events.map(valuesOf);
    if (first === undefined) return [];
    const all =
      others.length === 0 ? insertOne(tx, first) : insertAll(tx, { events: JSON.stringify([first, ...others]) });
    const stored = new Map((await all).map((row) => [row.id, row]));
    return events.flatMap(({ id, type, userId, createdAt, item }) => {
      const row = stored.get(id);
      if (row === undefined || !row.isAwaited) return [];
      return [
        { id, type, userId, createdAt, place: placeFrom(item?.id ?? null, row.folder_ids, row.former_folder_ids) },
      ];
    });
  };
}

type EventValues = Readonly<Record<keyof typeof columns, string | number | null>>;
const names = Object.keys(columns) as (keyof typeof columns)[];

const valuesOf = ({ id, type, userId, data, createdAt, item }: GatheredEvent, n: number): EventValues => ({
  n,
  id,
  type,
  userId,
  data: JSON.stringify(data),
  createdAt,
  itemId: item?.id ?? null,
  name: item?.name ?? null,
  folder: item?.folderRowId ?? null,
  formerName: item?.former?.name ?? null,
  formerFolder: item?.former?.folderRowId ?? null,
});

const bound = (event: EventValues, name: keyof typeof columns): RawBuilder<unknown> =>
  sql`cast(${event[name]} as ${sql.raw(columns[name])}) as ${sql.ref(name)}`;

interface Inserted {
  readonly id: string;
  readonly folder_ids: string | null;
  readonly former_folder_ids: string | null;
  readonly isAwaited: boolean | 0 | 1;
}

function insertion(
  dialect: Dialect,
  events: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): RawBuilder<Inserted> {
  const json = (text: string) => sql.raw(dialect === 'sqlite' ? `json_quote(${text})` : `to_json(${text})::text`);
  const idOf = (place: string) => sql.raw(`coalesce('"' || ${place}.folder_id || '"', 'null')`);
  return sql<Inserted>`
    with recursive added as materialized (
      select r.*, coalesce(r.folder, (select parent_id from items where items.id = r."itemId")) as place
      from ${events}
    ),
    above (start, row_id, parent_id, folder_id, ids, path) as (
      select f.row_id, f.row_id, f.parent_id, case when f.parent_id is not null then f.id end,
        case when f.parent_id is null then '' else f.id end, case when f.name = '' then '' else '/' || f.name end
      from items as f
      where f.row_id in (select place from added union select "formerFolder" from added)
      union all
      select above.start, f.row_id, f.parent_id, above.folder_id,
        case when f.parent_id is null then above.ids else f.id || ' ' || above.ids end,
        case when f.name = '' then above.path else '/' || f.name || above.path end
      from above join items as f on f.row_id = above.parent_id
    ),
    places as (select start, folder_id, ids, path from above where parent_id is null)
    insert into events (id, type, user_id, data, created_at, item_id, folder_ids, former_folder_ids)
    select added.id, added.type, added."userId",
      case when added.type like 'file.%' or added.type like 'folder.%' or added.type = 'upload.failed' then
        '{' || case when added.type like 'folder.%' then '"parent_id":' else '"folder_id":' end || ${idOf('here')}
        || case when added.type = 'upload.failed' then '' else
          ',"path":' || ${json(`(here.path || '/' || added.name)`)} end
        || ',' || substr(added.data, 2, length(added.data) - 2)
        || case when added.type not like '%.updated' then '' else ',"previous":{' || case
          when added."formerFolder" is null then ''
          else
            case when added."formerName" = added.name then '' else '"name":' || ${json('added."formerName"')} || ',' end
            || case when former.start = here.start then '' else '"parent_id":' || ${idOf('former')} || ',' end
            || '"path":' || ${json(`(former.path || '/' || added."formerName")`)}
          end || '}' end
        || '}'
      else added.data end,
      added."createdAt", added."itemId", here.ids, case when former.start <> here.start then former.ids end
    from added left join places as here on here.start = added.place
      left join places as former on former.start = added."formerFolder"
    order by added.n
    returning id, folder_ids, former_folder_ids, (${condition}) as "isAwaited"`;
}
