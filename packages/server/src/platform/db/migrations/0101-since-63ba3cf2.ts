import { domainToASCII } from 'node:url';
import { foldName } from '@drive/contract';
import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Rows per query. */
const rowsAtOnce = 500;
const longestSessionMs = 90 * 86_400_000;

/** Upgrades a database of commit 63ba3cf2; in a new one there are no rows to change. */
export async function since63ba3cf2(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await runStatements(db, dialect, tables);
  // Postgres sorts the folder instead: with the index, each count of a download would write a row into every index of items.
  if (dialect === 'sqlite')
    await runStatements(
      db,
      dialect,
      `create index items_by_downloads on items (parent_id, download_count, row_id) where state = 'alive'`,
    );
  // Reservations of requests that the stop for this upgrade, or a crash, has ended.
  await sql`update upload_sessions set ends_with_request = 1, purpose = null where purpose = 'room'`.execute(db);
  await sql`
    update sessions set expires_at = created_at + ${longestSessionMs}
    where expires_at > created_at + ${longestSessionMs}`.execute(db);
  await foldNamesAgain(db, dialect);
  await writeDomainsInAscii(db);
  await countItems(db);
  if (dialect === 'postgres') await runStatements(db, dialect, `drop function give_delivery_its_body cascade`);
}

// SQLite adds one column per statement.
const tables = `
-- Reservations of single requests, and metadata of tus clients.
alter table upload_sessions add column ends_with_request integer not null default 0;
alter table upload_sessions add column tus_metadata text;

-- The sums that clients of WebDAV compare.
create table content_checksums (
  blob_key text primary key, sha1 text, md5 text
);
create index content_checksums_wanted on content_checksums (blob_key) where sha1 is null;

-- Retries of limited downloads, and tickets: one download of a share, file by file.
alter table share_transfers add column retry_until integer not null default 0;
alter table share_transfers add column in_ticket flag not null default 0;
create table share_tickets (
  id text primary key, share_id integer not null references shares (row_id) on delete cascade,
  expires_at integer not null
);
create index share_tickets_share on share_tickets (share_id);
create index share_tickets_expiry on share_tickets (expires_at);

-- When the user of a session last proved who they are. null: at the sign-in.
alter table sessions add column proven_at integer;

-- Results of scans for viruses, and the contents that administrators released in spite of one.
alter table items add column scan text;
alter table items add column virus text;
alter table file_versions add column scan text;
alter table file_versions add column virus text;
create table released_contents (
  content text primary key, released_at integer not null
);

-- Failures of emails at their recipients.
alter table share_recipients add column failed_at integer;
alter table share_recipients add column error text;

-- The number of items of each owner, with those that open uploads reserve.
alter table storage_usage add column item_count integer not null default 0;
alter table upload_sessions add column holds_item flag not null default 1;
`;

/** `İ` now folds to `i`: computes the folded names again that have a dot above an `i`. */
async function foldNamesAgain(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const position = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  for (const table of [sql.table('items'), sql.table('users')])
    for (let after = 0; ;) {
      const { rows } = await sql<{ row_id: number; name: string }>`
        select row_id, name from ${table}
        where row_id > ${after} and name is not null and ${position}(name_key, ${'i\u0307'}) > 0
        order by row_id limit ${rowsAtOnce}`.execute(db);
      for (const { row_id: rowId, name } of rows)
        await sql`update ${table} set name_key = ${foldName(name)} where row_id = ${rowId}`.execute(db);
      after = rows.at(-1)?.row_id ?? 0;
      if (rows.length < rowsAtOnce) break;
    }
}

/**
 * Only operators could make accounts whose domain is in another script. The key of one whose domain in punycode has an
 * account, too, stays as it is.
 */
async function writeDomainsInAscii(db: Kysely<any>): Promise<void> {
  const users = await db.selectFrom('users').select(['row_id', 'email_key']).execute();
  const taken = new Set(users.map(({ email_key: key }) => String(key)));
  for (const { row_id: rowId, email_key: key } of users) {
    const asciiKey = withAsciiDomain(String(key));
    if (asciiKey === key || taken.has(asciiKey)) continue;
    taken.add(asciiKey);
    await db.updateTable('users').set({ email_key: asciiKey }).where('row_id', '=', rowId).execute();
  }
}

function withAsciiDomain(key: string): string {
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  if (at === -1 || !/[\u0080-\uffff]/.test(domain)) return key;
  const ascii = domainToASCII(domain);
  return ascii === '' ? key : `${key.slice(0, at)}@${ascii}`;
}

/** Counts the items of each owner, and WebDAV properties as a part of the stored bytes. */
async function countItems(db: Kysely<any>): Promise<void> {
  // A purge deletes them from now on.
  await sql`delete from dav_properties where item_id in (select row_id from items where state = 'purged')`.execute(db);
  await sql`update storage_usage set item_count = counted.items from (
      select owner_id, count(*) as items from (
        select owner_id from items where parent_id is not null and state in ('alive', 'trashed')
        union all
        select owner_id from upload_sessions where status in ('PENDING', 'UPLOADING')
      ) as item group by owner_id
    ) as counted where counted.owner_id = storage_usage.owner_id`.execute(db);
  await sql`update storage_usage set stored_bytes = stored_bytes + counted.bytes from (
      select items.owner_id, sum(octet_length(p.namespace) + octet_length(p.name) + octet_length(p.xml)) as bytes
        from dav_properties as p join items on items.row_id = p.item_id group by items.owner_id
    ) as counted where counted.owner_id = storage_usage.owner_id`.execute(db);
}
