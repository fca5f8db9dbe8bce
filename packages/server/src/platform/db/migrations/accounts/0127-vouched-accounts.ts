import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Adds when somebody vouched for an account: that its address is that of its user. */
export const vouchedAccounts = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements);

/**
 * The audit log knows who registered openly, for as long as it is kept. Where nobody is known to have, somebody let every user in,
 * and all accounts are vouched for. Otherwise those are of which it is known: administrators, whom an administrator, an invitation
 * or single sign-on let in, and accounts without a password, which nobody gets who registers openly.
 */
const statements = `
alter table users add column vouched_at integer;
update users set vouched_at = created_at where is_system = 0 and deleted_at is null and (
  is_admin = 1
  or password_hash = '!'
  or not exists (select 1 from audit_log where action = 'account.registered' and details = '{"by":"registration"}')
  or id in (select user_id from audit_log where action = 'user.created')
  or id in (select user_id from audit_log where action = 'account.registered' and details <> '{"by":"registration"}')
)
`;
