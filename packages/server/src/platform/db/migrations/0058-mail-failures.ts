import { domainToASCII } from 'node:url';
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Failures of mails at their recipients; and keys of email addresses whose domain is in punycode. */
export async function mailFailures(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema.alterTable('share_recipients').addColumn('failed_at', integer).execute();
  await db.schema.alterTable('share_recipients').addColumn('error', text).execute();

  // Only operators could make accounts whose domain is in another script. The key of one whose domain in punycode has an
  // account, too, stays as it is.
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
