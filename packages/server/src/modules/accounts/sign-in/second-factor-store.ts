import { sql, type RawBuilder } from 'kysely';
import type { Reader } from '../../../platform/db/index.ts';
import { noPassword } from '../users/user-store.ts';

const hasTotp = (userColumn: string): RawBuilder<number> => sql<number>`exists (
  select 1 from totp where totp.user_id = ${sql.ref(userColumn)} and totp.confirmed_at is not null)`;
const hasPasskey = (userColumn: string): RawBuilder<number> => sql<number>`exists (
  select 1 from passkeys where passkeys.user_id = ${sql.ref(userColumn)})`;

/** Condition that the user in `userColumn` has an authenticator or a passkey. */
export const hasSecondFactor = (userColumn: string): RawBuilder<boolean> =>
  sql<boolean>`(${hasTotp(userColumn)} or ${hasPasskey(userColumn)})`;

const asNumber = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${condition} then 1 else 0 end`;

/** How a user can prove who they are. */
export interface SignInWays {
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** An account at the issuer of single sign-on. */
  readonly hasIdentity: boolean;
}

export async function findSignInWays(reader: Reader, userId: number): Promise<SignInWays> {
  const row = await reader
    .selectFrom('users')
    .select([
      'password_hash',
      asNumber(hasTotp('users.row_id')).as('totp'),
      asNumber(hasPasskey('users.row_id')).as('passkey'),
      asNumber(sql`exists (select 1 from identities where identities.user_id = users.row_id)`).as('identity'),
    ])
    .where('row_id', '=', userId)
    .executeTakeFirst();
  return {
    hasPassword: row !== undefined && row.password_hash !== noPassword,
    hasTotp: row?.totp === 1,
    hasPasskey: row?.passkey === 1,
    hasIdentity: row?.identity === 1,
  };
}
