import { type Log, systemClock as clock, systemRandom as random } from '@drive/base';
import { normalizeText } from '@drive/contract';
import { BcryptHasher } from '@drive/passwords';
import { createNewPasswords } from '../../../packages/server/src/modules/accounts/passwords/new-passwords.ts';
import { createUsers } from '../../../packages/server/src/modules/accounts/registration/create-user.ts';
import { Keys } from '../../../packages/server/src/modules/api-keys/api-keys.ts';
import type { Audit } from '../../../packages/server/src/platform/audit/index.ts';
import type { Database } from '../../../packages/server/src/platform/db/index.ts';
import { loadMasterSecret } from '../../../packages/server/src/platform/master-secret.ts';
import { createSecrets } from '../../../packages/server/src/platform/secrets.ts';

export interface SeededAccount {
  readonly email: string;
  readonly password: string;
  /** An API key. */
  readonly key: string;
}

const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** The benchmark does not read the audit log. */
const audit: Audit = { record: async () => undefined };

/** No key is made for a session here. */
const noSessions = { requireRecentSignIn: async () => undefined };

/** Accounts as the server itself makes them, with a key each; the first is an administrator. Answers users.row_id, too. */
export async function createAccounts(
  database: Database,
  dataDirectory: string,
  people: readonly { readonly email: string; readonly password: string }[],
): Promise<{ readonly userId: number; readonly account: SeededAccount }[]> {
  const passwords = new BcryptHasher({ normalize: normalizeText });
  const instance = { name: 'Drive', color: undefined, logo: undefined };
  const newPasswords = createNewPasswords({ passwords, instance });
  const users = createUsers({ database, clock, random, newPasswords });
  const secrets = createSecrets(Buffer.from(loadMasterSecret(dataDirectory, random)));
  const keys = new Keys({ database, clock, random, secrets, audit, log, accounts: noSessions });
  const accounts = [];
  for (const [index, { email, password }] of people.entries()) {
    const { userId } = await users.createUser({ email, password, plan: 'paid', isAdmin: index === 0 });
    const { rawKey } = await keys.create({
      userId,
      label: 'bench',
      restriction: null,
      actor: 'console',
      by: 'console',
    });
    accounts.push({ userId, account: { email, password, key: rawKey } });
  }
  await passwords.close();
  return accounts;
}
