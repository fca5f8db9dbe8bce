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
  const insert = compileOnce((tx: Tx, { events }: { events: string }) => {
    const statement = insertion(dialect, events, condition);
    return { compile: () => statement.compile(tx) };
  });
  return async (tx: Tx, events: readonly GatheredEvent[]): Promise<readonly PublishedEvent[]> => {
    const rows = events.map(({ id, type, userId, data, createdAt, item }, n) => ({
      n,
      id,
      type,
      userId,
      data: JSON.stringify(data),
      createdAt,
      itemId: item?.id,
      name: item?.name,
      folder: item?.folderRowId,
      formerName: item?.former?.name,
      formerFolder: item?.former?.folderRowId,
    }));
    const stored = new Map((await insert(tx, { events: JSON.stringify(rows) })).map((row) => [row.id, row]));
    return events.flatMap(({ id, type, userId, createdAt, item }) => {
      const row = stored.get(id);
      if (row === undefined || !row.isAwaited) return [];
      return [
        { id, type, userId, createdAt, place: placeFrom(item?.id ?? null, row.folder_ids, row.former_folder_ids) },
      ];
    });
  };
}

interface Inserted {
  readonly id: string;
  readonly folder_ids: string | null;
  readonly former_folder_ids: string | null;
  readonly isAwaited: boolean | 0 | 1;
}

function insertion(dialect: Dialect, events: string, condition: RawBuilder<boolean>): RawBuilder<Inserted> {
  const json = (text: string) => sql.raw(dialect === 'sqlite' ? `json_quote(${text})` : `to_json(${text})::text`);
  const idOf = (place: string) => sql.raw(`coalesce('"' || ${place}.folder_id || '"', 'null')`);
  return sql<Inserted>`
    with recursive added as materialized (
      select r.*, coalesce(r.folder, (select parent_id from items where items.id = r."itemId")) as place
      from ${jsonRows(dialect, events, 'r', columns)}
    ),
    above (start, row_id, parent_id, id, name, depth) as (
      select f.row_id, f.row_id, f.parent_id, f.id, f.name, 0 from items as f
      where f.row_id in (select place from added union select "formerFolder" from added)
      union all
      select above.start, f.row_id, f.parent_id, f.id, f.name, above.depth + 1
      from above join items as f on f.row_id = above.parent_id
    ),
    places as (
      select start,
        coalesce(string_agg(id, ' ' order by depth desc) filter (where parent_id is not null), '') as ids,
        coalesce(string_agg('/' || name, '' order by depth desc) filter (where name <> ''), '') as path,
        max(case when depth = 0 and parent_id is not null then id end) as folder_id
      from above group by start
    )
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
