import type { AccountDeletionPreview } from '@drive/contract';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';

type Ending = AccountDeletionPreview['ends'];

/** Counts the things of an owner that work for others, or for programs. */
export async function countEnding(reader: Reader, ownerId: number, now: number): Promise<Ending> {
  const open = sql`(expires_at is null or expires_at > ${now})`;
  const { rows } = await sql<Ending>`select
    (select count(*) from shares where owner_id = ${ownerId} and revoked_at is null and mode <> 'PRIVATE' and ${open}) as "links",
    (select count(*) from collections where owner_id = ${ownerId} and deleted_at is null and ${open}) as "fileRequests",
    (select count(*) from proofings where owner_id = ${ownerId} and deleted_at is null and ${open}) as "proofings",
    (select count(*) from pastes where owner_id = ${ownerId} and burned_at is null and ${open}) as "pastes",
    (select count(*) from upload_grants where owner_id = ${ownerId} and revoked_at is null and ${open}) as "uploadGrants",
    (select count(*) from access_grants as g cross join items as i
      where i.row_id = g.item_id and i.owner_id = ${ownerId}) as "roles",
    (select count(*) from webhooks where user_id = ${ownerId} and deleted_at is null) as "webhooks",
    (select count(*) from api_keys where user_id = ${ownerId} and revoked_at is null and ${open}) as "apiKeys"`.execute(
    reader,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table has one row');
  return row;
}
