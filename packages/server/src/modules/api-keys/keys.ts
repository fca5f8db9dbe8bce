import { limits, type ApiKey, type CreatedApiKey } from '@drive/contract';
import { isoTime, minuteMs, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, LastUse, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Remember } from '../../platform/http/router.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { countActiveKeys, findKeyOwner, insertKey, listKeyRows, revokeKeyRow, type KeyRow } from './store.ts';

const keyStart = 'svc_';
const keyCharacters = 40;
const shownCharacters = 8;
const keyPattern = /^svc_[\w-]{40}$/;

export interface KeysDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
}

export async function authenticateKey(
  { database, clock, secrets }: KeysDeps,
  lastUsed: LastUse,
  rawKey: string,
): Promise<Caller | undefined> {
  if (!keyPattern.test(rawKey)) return undefined;
  const owner = await findKeyOwner(database.reader, secrets.sign('api-key', rawKey));
  if (owner === undefined) return undefined;
  const { userId, accountId, isAdmin, plan, rowId, lastUsedAt } = owner;
  const now = clock.now();
  if (lastUsedAt === null || now - lastUsedAt >= minuteMs) lastUsed.note(rowId, now);
  return { kind: 'key', userId, accountId, isAdmin, plan, credentialId: rowId };
}

/** Takes a place among the user's active keys, or throws `api_key_limit_reached`; holds until the transaction ends. */
export async function requireKeyPlace(tx: Tx, userId: number): Promise<void> {
  await tx.lock(`api-keys:${userId}`);
  if ((await countActiveKeys(tx, userId)) < limits.activeApiKeys) return;
  throw new DomainError(
    'api_key_limit_reached',
    `An account has at most ${limits.activeApiKeys} active API keys. Revoke one that is no longer needed.`,
  );
}

/** In the transaction of what asks for the key. */
export async function addKey(
  { clock, random, secrets }: KeysDeps,
  tx: Tx,
  key: { readonly userId: number; readonly label: string | null },
): Promise<CreatedApiKey> {
  await requireKeyPlace(tx, key.userId);
  const rawKey = keyStart + random.token(keyCharacters);
  const row = await insertKey(tx, {
    id: random.uuid(),
    userId: key.userId,
    prefix: rawKey.slice(0, keyStart.length + shownCharacters),
    keyHash: secrets.sign('api-key', rawKey),
    label: key.label,
    createdAt: clock.now(),
  });
  return { ...toApiKey(row), rawKey };
}

export function createKey(
  deps: KeysDeps,
  key: { readonly userId: number; readonly label: string | null },
  remember?: Remember<CreatedApiKey>,
): Promise<CreatedApiKey> {
  return deps.database.write(async (tx) => {
    const created = await addKey(deps, tx, key);
    await remember?.(tx, created);
    return created;
  });
}

export async function listKeys({ database }: KeysDeps, userId: number): Promise<ApiKey[]> {
  return (await listKeyRows(database.reader, userId)).map(toApiKey);
}

export async function revokeKey({ database, clock }: KeysDeps, userId: number, id: string): Promise<void> {
  const found = await database.write((tx) => revokeKeyRow(tx, userId, id, clock.now()));
  if (!found) throw new DomainError('api_key_not_found', 'There is no such API key.');
}

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  prefix: row.prefix,
  label: row.label,
  createdAt: isoTime(row.createdAt),
  lastUsedAt: optionalIsoTime(row.lastUsedAt),
  revokedAt: optionalIsoTime(row.revokedAt),
});
