import { limits, type ApiKey, type CreatedApiKey } from '@drive/contract';
import type { Audit, AuditActor, AuditDetails } from '../../platform/audit/index.ts';
import { isoTime, minuteMs, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, LastUse, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Remember } from '../../platform/http/router.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { countActiveKeys, findKeyOwner, insertKey, listKeyRows, revokeKeyRow, type KeyRow } from './api-key-store.ts';

const keyStart = 'svc_';
const keyCharacters = 40;
const shownCharacters = 8;
const keyPattern = /^svc_[\w-]{40}$/;

export interface KeysDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Audit;
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

export interface KeyWish {
  /** users.row_id of whom it is for. */
  readonly userId: number;
  readonly label: string | null;
  readonly actor: AuditActor;
  readonly by: AuditDetails['api_key.created']['by'];
}

/** In the transaction of what asks for the key. */
export async function addKey(
  { clock, random, secrets, audit }: KeysDeps,
  tx: Tx,
  { userId, label, actor, by }: KeyWish,
): Promise<CreatedApiKey> {
  await requireKeyPlace(tx, userId);
  const rawKey = keyStart + random.token(keyCharacters);
  const id = random.uuid();
  const row = await insertKey(tx, {
    id,
    userId,
    prefix: rawKey.slice(0, keyStart.length + shownCharacters),
    keyHash: secrets.sign('api-key', rawKey),
    label,
    createdAt: clock.now(),
  });
  const target = { kind: 'api_key', id } as const;
  await audit.record(tx, { action: 'api_key.created', actor, userId, target, details: { by } });
  return { ...toApiKey(row), rawKey };
}

export function createKey(deps: KeysDeps, wish: KeyWish, remember?: Remember<CreatedApiKey>): Promise<CreatedApiKey> {
  return deps.database.write(async (tx) => {
    const created = await addKey(deps, tx, wish);
    await remember?.(tx, created);
    return created;
  });
}

export async function listKeys({ database }: KeysDeps, userId: number): Promise<ApiKey[]> {
  return (await listKeyRows(database.reader, userId)).map(toApiKey);
}

export async function revokeKey({ database, clock, audit }: KeysDeps, caller: Caller, id: string): Promise<void> {
  await database.write(async (tx) => {
    const isNews = await revokeKeyRow(tx, caller.userId, id, clock.now());
    if (isNews === undefined) throw new DomainError('api_key_not_found', 'There is no such API key.');
    if (isNews) await audit.record(tx, { action: 'api_key.revoked', actor: caller, target: { kind: 'api_key', id } });
  });
}

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  prefix: row.prefix,
  label: row.label,
  createdAt: isoTime(row.createdAt),
  lastUsedAt: optionalIsoTime(row.lastUsedAt),
  revokedAt: optionalIsoTime(row.revokedAt),
});
