import { emailKey } from '@drive/contract';
import { sql } from 'kysely';
import { countRows, deleteRows, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';
import type { ScimComparison } from './scim-filter.ts';

export interface ScimUserRow {
  readonly userId: number;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly isActive: boolean;
  /** Not active, and not by SCIM: an administrator disabled the account, or its user has left. */
  readonly isDisabledByOthers: boolean;
  readonly externalId: string | null;
  readonly userName: string;
  readonly createdAt: number;
}

/** Users that are enabled, and those that SCIM has made or changed. */
const resources = (reader: Reader) =>
  reader
    .selectFrom('users')
    .leftJoin('scim_users', 'scim_users.user_id', 'users.row_id')
    .where(sql<boolean>`(users.is_system = 0 and users.deleted_at is null)`)
    .where((is) => is.or([is('users.disabled_at', 'is', null), is('scim_users.user_id', 'is not', null)]));

/** undefined: the filter names an attribute that this server cannot compare. */
const matching = (reader: Reader, filter: readonly ScimComparison[]): ReturnType<typeof resources> | undefined => {
  let found = resources(reader);
  for (const { attribute, value } of filter) {
    const key = emailKey(value);
    if (attribute === 'id') found = found.where('users.id', '=', value.toLowerCase());
    else if (attribute === 'externalid') found = found.where('scim_users.external_id', '=', value);
    // A user whom SCIM did not make is named by the email address.
    else if (attribute === 'username')
      found = found.where((is) =>
        is.or([
          is('scim_users.user_name_key', '=', value.toLowerCase()),
          is.and([is('scim_users.user_id', 'is', null), is('users.email_key', '=', key)]),
        ]),
      );
    else if (attribute === 'emails.value' || attribute === 'emails') found = found.where('users.email_key', '=', key);
    else if (attribute === 'active') found = found.where('users.disabled_at', value === 'true' ? 'is' : 'is not', null);
    else return undefined;
  }
  return found;
};

const selected = (query: ReturnType<typeof resources>) =>
  query.select([
    'users.row_id as userId',
    'users.id',
    'users.email',
    'users.name',
    'users.disabled_at as disabledAt',
    'scim_users.external_id as externalId',
    'scim_users.user_name as userName',
    'scim_users.disabled_at as scimDisabledAt',
    'users.created_at as createdAt',
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const toUser = ({ disabledAt, scimDisabledAt, userName, ...row }: Row): ScimUserRow => ({
  ...row,
  isActive: disabledAt === null,
  isDisabledByOthers: disabledAt !== null && disabledAt !== scimDisabledAt,
  userName: userName ?? row.email,
});

export async function findScimUser(reader: Reader, id: string): Promise<ScimUserRow | undefined> {
  const row = await selected(resources(reader)).where('users.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** Oldest first; undefined if the filter cannot be answered. */
export async function listScimUsers(
  reader: Reader,
  filter: readonly ScimComparison[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly users: ScimUserRow[]; readonly total: number } | undefined> {
  const query = matching(reader, filter);
  if (query === undefined) return undefined;
  const rows = await selected(query).orderBy('users.row_id').offset(offset).limit(limit).execute();
  return { users: rows.map(toUser), total: await countRows(query) };
}

/** users.row_id of the user whom SCIM knows by this external id, unless the account is deleted. */
export async function findByExternalId(reader: Reader, externalId: string): Promise<number | undefined> {
  const row = await resources(reader)
    .select('users.row_id as userId')
    .where('scim_users.external_id', '=', externalId)
    .executeTakeFirst();
  return row?.userId;
}

/** Those of deleted accounts whose erasure has not come that far, so that their names can be given again. */
export async function deleteScimUsersOfDeleted(
  tx: Tx,
  { userName, externalId }: { userName: string; externalId: string | null },
): Promise<void> {
  await tx
    .deleteFrom('scim_users')
    .where((is) =>
      is.or([
        is('user_name_key', '=', userName.toLowerCase()),
        ...(externalId === null ? [] : [is('external_id', '=', externalId)]),
      ]),
    )
    .where('user_id', 'in', (db) => db.selectFrom('users').select('row_id').where('deleted_at', 'is not', null))
    .execute();
}

/** Whether another user has the name or the external id. */
export async function isScimUserTaken(
  reader: Reader,
  { userId, userName, externalId }: { userId: number; userName: string; externalId: string | null },
): Promise<boolean> {
  const taken = await reader
    .selectFrom('scim_users')
    .select('user_id')
    .where('user_id', '<>', userId)
    .where((is) =>
      is.or([
        is('user_name_key', '=', userName.toLowerCase()),
        ...(externalId === null ? [] : [is('external_id', '=', externalId)]),
      ]),
    )
    .executeTakeFirst();
  return taken !== undefined;
}

/** Call under the lock `scim`. */
export async function putScimUser(
  tx: Tx,
  { userId, userName, externalId }: { userId: number; userName: string; externalId: string | null },
): Promise<void> {
  const row = { user_name: userName, user_name_key: userName.toLowerCase(), external_id: externalId };
  await tx
    .insertInto('scim_users')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** SCIM has enabled or disabled the account in this transaction. */
export async function noteActive(tx: Tx, userId: number): Promise<void> {
  const disabledAt = tx.selectFrom('users').select('disabled_at').where('row_id', '=', userId);
  await tx
    .updateTable('scim_users')
    .set({ disabled_at: sql`(${disabledAt})` })
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteScimUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('scim_users').where('user_id', '=', userId).execute();
}

export const scimUserOf = (userId: number): RowBatch =>
  deleteRows('scim_users', 'user_id', (rows) => rows.where('user_id', '=', userId));

export async function isScimUser(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader.selectFrom('scim_users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}
