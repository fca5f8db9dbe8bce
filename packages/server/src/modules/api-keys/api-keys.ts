import {
  BoundedMap,
  findSigned,
  isoTime,
  minuteMs,
  optionalIsoTime,
  type PageRequest,
  paginationOf,
  readAll,
  readPage,
  type SortKeys,
} from '@drive/base';
import { keyScopes, limits, type ApiKey, type ApiKeyPage, type CreatedApiKey } from '@drive/contract';
import type { Remember } from '@drive/http-api';
import type { Caller, KeyRestriction } from '../../platform/access/index.ts';
import type { AuditActor, AuditDetails } from '../../platform/audit/index.ts';
import { createLastUse, type LastUse, type Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { secretIdOf } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import * as store from './api-key-store.ts';
import { deleteDecided } from './device-sign-in-store.ts';

const prefix = 'svc_';
const keyCharacters = 40;
/** Characters of the key after `svc_` that are stored and shown. */
const shownCharacters = 8;
const keyPattern = /^svc_[\w-]{40}$/;
/** Number of keys whose hash is cached. */
const maxKnownHashes = 1000;

/** Of a list that is sent in pieces. */
const rowsAtOnce = 100;
const keysOf = ({ createdAt, rowId }: store.KeyRow): SortKeys => [createdAt, rowId];

export interface NewApiKey {
  readonly userId: number;
  readonly label: string | null;
  readonly restriction: KeyRestriction | null;
  readonly actor: AuditActor;
  readonly by: AuditDetails['api_key.created']['by'];
}

type KeysDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'log'> & {
  readonly accounts: Pick<Accounts, 'requireRecentSignIn'>;
};

export class Keys {
  readonly #deps: KeysDeps;
  readonly #lastUse: LastUse;
  /** Hashes of valid keys. The row is read for each request, so that a revoked key is refused at once. */
  readonly #knownHashes = new BoundedMap<string>(maxKnownHashes);

  constructor(deps: KeysDeps) {
    this.#deps = deps;
    this.#lastUse = createLastUse({
      what: 'key',
      log: deps.log,
      write: (rowIds, usedAt) => deps.database.write((tx) => store.setLastUsed(tx, rowIds, usedAt)),
    });
  }

  /** Throws `api_key_limit_reached` at ten active keys. Locks the user's keys until the transaction ends. */
  async requireFreeSlot(tx: Tx, userId: number): Promise<void> {
    await tx.lock(`api-keys:${userId}`);
    if ((await store.countActiveKeys(tx, userId, this.#deps.clock.now())) < limits.activeApiKeys) return;
    throw new DomainError(
      'api_key_limit_reached',
      `An account has at most ${limits.activeApiKeys} active API keys. Revoke one that is no longer needed.`,
    );
  }

  /**
   * Throws `reauthentication_required` for a session whose user has not proved lately who they are. Call in the transaction
   * that issues a key, under its lock: a credential that ended meanwhile must not leave one behind.
   */
  async requireMayIssue(tx: Tx, caller: Caller): Promise<void> {
    const { accounts, clock } = this.#deps;
    if (caller.kind === 'session') return accounts.requireRecentSignIn(tx, caller);
    if (!(await store.isActiveKey(tx, caller.credentialId, clock.now())))
      throw new DomainError('authentication_required', 'This API key was revoked or has expired.');
  }

  /** Call in the transaction of the request for the key. */
  async add(tx: Tx, { userId, label, restriction, actor, by }: NewApiKey): Promise<CreatedApiKey> {
    const { random, secrets, clock, audit } = this.#deps;
    await this.requireFreeSlot(tx, userId);
    const rawKey = prefix + random.token(keyCharacters);
    const id = random.uuid();
    const row = await store.insertKey(tx, {
      id,
      user_id: userId,
      prefix: rawKey.slice(0, prefix.length + shownCharacters),
      key_hash: secrets.sign('api-key', rawKey),
      secret_id: secretIdOf(secrets),
      label,
      scopes: restriction?.scopes?.join(' ') ?? null,
      folder_id: restriction?.folderId ?? null,
      expires_at: restriction?.expiresAt ?? null,
      created_at: clock.now(),
    });
    const target = { kind: 'api_key', id } as const;
    await audit.record(tx, { action: 'api_key.created', actor, userId, target, details: { by } });
    return { ...toApiKey(row, await store.isAdmin(tx, userId)), rawKey };
  }

  /** The owner of a key (`svc_…`); undefined if the key is unknown, revoked or expired, or its account disabled. */
  async authenticate(rawKey: string): Promise<Caller | undefined> {
    if (!keyPattern.test(rawKey)) return undefined;
    const now = this.#deps.clock.now();
    const owner = await this.#findOwner(rawKey, now);
    if (owner === undefined) return undefined;
    const { rowId, publicId, lastUsedAt, scopes, folderId, expiresAt, userId, accountId, accountName, plan } = owner;
    if (lastUsedAt === null || now - lastUsedAt >= minuteMs) this.#lastUse.note(rowId, now);
    const isRestricted = scopes !== null || folderId !== null || expiresAt !== null;
    const restriction = isRestricted ? { scopes, folderId, expiresAt } : null;
    const isAdmin = owner.isAdmin && scopes?.includes('admin') !== false;
    return { kind: 'key', userId, accountId, accountName, plan, isAdmin, credentialId: rowId, publicId, restriction };
  }

  async #findOwner(rawKey: string, now: number): Promise<store.KeyOwner | undefined> {
    const { secrets, database } = this.#deps;
    const known = this.#knownHashes.get(rawKey);
    if (known !== undefined) {
      const owner = await store.findKeyOwner(database.reader, known, now);
      if (owner !== undefined) return owner;
      // Revoked, or another server has replaced the hash.
      this.#knownHashes.delete(rawKey);
    }
    return findSigned(secrets, ['api-key', rawKey], async (hash) => {
      const owner = await store.findKeyOwner(database.reader, hash, now);
      if (owner !== undefined) this.#knownHashes.set(rawKey, await this.#renewHash(owner.rowId, rawKey, hash));
      return owner;
    });
  }

  /** Replaces a hash of the previous master secret. Returns the hash that the key has now. */
  async #renewHash(rowId: number, rawKey: string, hash: string): Promise<string> {
    const { secrets, database, log } = this.#deps;
    const renewed = secrets.sign('api-key', rawKey);
    if (hash === renewed) return hash;
    const replacement = { from: hash, to: renewed, secretId: secretIdOf(secrets) };
    return database
      .write((tx) => store.replaceKeyHash(tx, rowId, replacement))
      .then(() => renewed)
      .catch((error: unknown) => {
        // The key is right, though the database takes no writes.
        log.warn('the hash of a key was not renewed', { error });
        return hash;
      });
  }

  /** Throws like `requireFreeSlot` and, for a caller, like `requireMayIssue`. */
  create(
    key: NewApiKey,
    by: { readonly caller?: Caller; readonly remember?: Remember<CreatedApiKey> } = {},
  ): Promise<CreatedApiKey> {
    return this.#deps.database.write(async (tx) => {
      await tx.lock(`api-keys:${key.userId}`);
      if (by.caller !== undefined) await this.requireMayIssue(tx, by.caller);
      const created = await this.add(tx, key);
      await by.remember?.(tx, created);
      return created;
    });
  }

  /** Newest first, some at a time. */
  async *listAll(userId: number): AsyncGenerator<ApiKey[]> {
    const { reader } = this.#deps.database;
    await this.#lastUse.flush();
    const isAdmin = await store.isAdmin(reader, userId);
    for await (const rows of readAll(rowsAtOnce, (slice) => store.listKeys(reader, userId, slice), keysOf))
      yield rows.map((row) => toApiKey(row, isAdmin));
  }

  async list(userId: number, page: PageRequest): Promise<ApiKeyPage> {
    const { reader } = this.#deps.database;
    await this.#lastUse.flush();
    const isAdmin = await store.isAdmin(reader, userId);
    const { rows, nextCursor } = await readPage(page, (slice) => store.listKeys(reader, userId, slice), keysOf);
    return {
      apiKeys: rows.map((row) => toApiKey(row, isAdmin)),
      pagination: paginationOf(page, await store.countKeys(reader, userId), nextCursor),
    };
  }

  /** The key of the request. Throws `api_key_not_found` for a session. */
  async getCurrent({ kind, credentialId, userId }: Caller): Promise<ApiKey> {
    const { reader } = this.#deps.database;
    await this.#lastUse.flush();
    const row = kind === 'key' ? await store.findKey(reader, credentialId) : undefined;
    if (row === undefined)
      throw new DomainError('api_key_not_found', 'This request came with a session, not with an API key.');
    return toApiKey(row, await store.isAdmin(reader, userId));
  }

  /** Does nothing if the key is revoked already. Throws `api_key_not_found`. */
  revoke(caller: Caller, id: string): Promise<void> {
    const { database, clock, audit } = this.#deps;
    return database.write(async (tx) => {
      const isRevoked = await store.revokeKey(tx, caller.userId, id, clock.now());
      if (isRevoked === undefined) throw new DomainError('api_key_not_found', 'There is no such API key.');
      if (isRevoked)
        await audit.record(tx, { action: 'api_key.revoked', actor: caller, target: { kind: 'api_key', id } });
    });
  }

  /** Revokes every key of the user, also those that approved devices have not fetched yet. */
  async revokeAll(tx: Tx, userId: number, actor: AuditActor): Promise<void> {
    const { clock, audit } = this.#deps;
    await tx.lock(`api-keys:${userId}`);
    await deleteDecided(tx, userId);
    for (const id of await store.revokeKeysOf(tx, userId, clock.now()))
      await audit.record(tx, { action: 'api_key.revoked', actor, userId, target: { kind: 'api_key', id } });
  }

  /** Writes the times of last use that are still in memory. */
  flush(): Promise<void> {
    return this.#lastUse.flush();
  }
}

const toApiKey = (
  { scopes, expiresAt, createdAt, lastUsedAt, revokedAt, rowId: _rowId, ...row }: store.KeyRow,
  isAdmin: boolean,
): ApiKey => ({
  ...row,
  scopes: [...(scopes ?? keyScopes.filter((scope) => scope !== 'admin' || isAdmin))],
  expiresAt: optionalIsoTime(expiresAt),
  createdAt: isoTime(createdAt),
  lastUsedAt: optionalIsoTime(lastUsedAt),
  revokedAt: optionalIsoTime(revokedAt),
});
