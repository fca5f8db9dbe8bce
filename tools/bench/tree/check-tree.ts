import { connectSqlite } from '@drive/database';

/** Violations of invariants in the trees of a database with an empty trash; none is correct. */
export function findBrokenPromises(file: string): string[] {
  const { raw } = connectSqlite(file, { readonly: true, cacheBytes: 2 ** 28 });
  try {
    return Object.entries(promises)
      .filter(([, query]) => raw.prepare(query).get() !== undefined)
      .map(([promise]) => promise);
  } finally {
    raw.close();
  }
}

const promises: Readonly<Record<string, string>> = {
  'every owner has one root':
    'select owner_id from items where parent_id is null group by owner_id having count(*) <> 1',
  'a folder counts its children': `
    select f.row_id from items as f
    left join (select parent_id, sum(is_folder = 0) as files, sum(is_folder) as folders from items group by parent_id) as c
      on c.parent_id = f.row_id
    where f.is_folder = 1 and (f.child_files <> coalesce(c.files, 0) or f.child_folders <> coalesce(c.folders, 0))`,
  'a folder is as large as what lies in it': `
    select f.row_id from items as f
    left join (select parent_id, sum(size) as bytes from items group by parent_id) as c on c.parent_id = f.row_id
    where f.is_folder = 1 and f.size <> coalesce(c.bytes, 0)`,
  'an item lies in a folder of its owner': `
    select i.row_id from items as i left join items as f on f.row_id = i.parent_id
    where i.parent_id is not null and (f.row_id is null or f.is_folder = 0 or f.owner_id <> i.owner_id)`,
  'the usage is the size of the root': `
    select u.owner_id from storage_usage as u left join items as r on r.owner_id = u.owner_id and r.parent_id is null
    where r.row_id is null or u.stored_bytes <> r.size or u.trash_bytes <> 0`,
  'a file has bytes, a hash and a type': `
    select row_id from items
    where is_folder = 0 and (size < 1 or blob_key is null or length(sha256) <> 64 or mime_type is null)`,
};
