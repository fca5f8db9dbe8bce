import { isoTime, minuteMs, optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import { limits, type CreatedUploadGrant, type NewUploadGrant, type UploadGrant } from '@drive/contract';
import { mayDo, requireScope, rootOf, type Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Remember } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { secretIdOf } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import { ownerOfList, type Files, type InDrive } from '../files/index.ts';
import { annotationsOf } from '../uploads/index.ts';
import {
  countActive,
  countGrants,
  findGrant,
  insertGrant,
  listGrants,
  revokeGrant,
  type GrantRow,
} from './grant-store.ts';

const prefix = 'upg_';
/** 240 bits. */
const tokenCharacters = 40;
/** Characters of the token after `upg_` that are stored and shown. */
const shownCharacters = 8;

export type UploadGrantsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'audit'> & {
  readonly accounts: Pick<Accounts, 'signIns'>;
  readonly files: Files;
  /** Ends the open uploads of a grant, in the transaction that revokes it. */
  readonly endUploads: (tx: Tx, grantId: string) => Promise<void>;
};

/** What owners do with their upload grants. */
export class UploadGrants {
  readonly #deps: UploadGrantsDeps;

  constructor(deps: UploadGrantsDeps) {
    this.#deps = deps;
  }

  async create(
    caller: Caller,
    wanted: NewUploadGrant,
    remember: Remember<CreatedUploadGrant>,
  ): Promise<CreatedUploadGrant> {
    const { database, clock, random, secrets, audit, accounts } = this.#deps;
    const { userId, kind, credentialId } = caller;
    if (wanted.share === true) requireScope(caller, 'shares');
    const token = prefix + random.token(tokenCharacters);
    const id = random.uuid();
    return database.write(async (tx) => {
      // A grant of a key ends with the key in any case.
      if (kind === 'session') await accounts.signIns.sessions.requireAlive(tx, caller);
      const { ownerId, folderId } = await this.#targetOf(tx, userId, wanted.folderId ?? null);
      await tx.lock(`upload-grants:${ownerId}`);
      const now = clock.now();
      if ((await countActive(tx, ownerId, now)) >= limits.uploadGrants) throw tooMany();
      const row = await insertGrant(tx, {
        ...rulesOf(wanted),
        id,
        ownerId,
        createdBy: userId,
        keyId: kind === 'key' ? credentialId : null,
        rootId: rootOf(caller),
        tokenHash: secrets.sign('upload-grant', token),
        secretId: secretIdOf(secrets),
        prefix: token.slice(0, prefix.length + shownCharacters),
        folderId,
        expiresAt: expiryOf(caller, wanted, now),
        createdAt: now,
      });
      await audit.record(tx, {
        action: 'upload_grant.created',
        actor: caller,
        userId: ownerId,
        target: { kind: 'upload_grant', id },
        details: { expiresAt: isoTime(row.expiresAt), maxFiles: row.maxFiles },
      });
      const driveId = await this.#deps.files.findDriveId(tx, ownerId);
      const created = { ...seenBy(caller, row, driveId), token };
      await remember(tx, created);
      return created;
    });
  }

  /** Whose tree a folder is in, and the folder (items.id; null: the root of the tree). A grant is made by who may make links. */
  async #targetOf(
    tx: Tx,
    userId: number,
    folderId: string | null,
  ): Promise<{ readonly ownerId: number; readonly folderId: string | null }> {
    if (folderId === null) return { ownerId: userId, folderId };
    const { ownerId, isRoot } = await this.#deps.files.requireFolder(tx, userId, folderId, 'share');
    return { ownerId, folderId: isRoot ? null : folderId };
  }

  async list(caller: Caller, { driveId, ...page }: PageRequest & InDrive) {
    const { reader } = this.#deps.database;
    const ownerId = await ownerOfList(reader, caller, driveId);
    const rootId = rootOf(caller);
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => listGrants(reader, ownerId, rootId, slice),
      ({ rowId }) => [rowId],
    );
    return {
      uploadGrants: rows.map((row) => seenBy(caller, row, driveId ?? null)),
      pagination: paginationOf(page, await countGrants(reader, ownerId, rootId), nextCursor),
    };
  }

  async get(caller: Caller, id: string): Promise<UploadGrant> {
    const { reader } = this.#deps.database;
    const row = await this.#require(reader, caller, id);
    return seenBy(caller, row, await this.#deps.files.findDriveId(reader, row.ownerId));
  }

  /** Does nothing if it is revoked already. */
  revoke(caller: Caller, id: string): Promise<void> {
    const { database, clock, audit, endUploads } = this.#deps;
    return database.write(async (tx) => {
      const { rowId, ownerId } = await this.#require(tx, caller, id);
      if (!(await revokeGrant(tx, rowId, clock.now()))) return;
      await endUploads(tx, id);
      await audit.record(tx, {
        action: 'upload_grant.revoked',
        actor: caller,
        userId: ownerId,
        target: { kind: 'upload_grant', id },
      });
    });
  }

  /** A key for one folder knows the grants only that a key for it has created. */
  async #require(reader: Reader, caller: Caller, id: string): Promise<GrantRow> {
    const row = await findGrant(reader, id);
    const rootId = rootOf(caller);
    const access = row && (await this.#deps.files.findLinkAccess(reader, caller.userId, row));
    if (row === undefined || !mayDo(caller.userId, access, 'share') || (rootId !== null && row.rootId !== rootId))
      throw new DomainError('grant_not_found', 'You have no such upload grant.');
    return row;
  }
}

function rulesOf(wanted: NewUploadGrant) {
  const { maxFiles = 1, maxFileBytes = null, maxTotalBytes = null, allowedTypes = null } = wanted;
  const { allowedOrigins = null, onConflict = 'rename', data = null, share = false } = wanted;
  const annotations = annotationsOf(wanted);
  return {
    maxFiles,
    maxFileBytes,
    maxTotalBytes,
    allowedTypes: allowedTypes && [...new Set(allowedTypes)],
    allowedOrigins: allowedOrigins && [...new Set(allowedOrigins)],
    onConflict,
    annotations,
    data,
    isShared: share,
  };
}

/** A grant does not outlive the key that creates it. */
const expiryOf = (
  { restriction }: Caller,
  { expiresInMinutes = limits.grantDefaultMinutes }: NewUploadGrant,
  now: number,
): number => Math.min(now + expiresInMinutes * minuteMs, restriction?.expiresAt ?? Infinity);

const tooMany = (): DomainError =>
  new DomainError(
    'grant_limit_reached',
    `An account has at most ${limits.uploadGrants} active upload grants. Revoke some, or let them expire sooner.`,
  );

/** `driveId`: owners.id of the team drive that the grant belongs to. */
const seenBy = (caller: Caller, row: GrantRow, driveId: string | null): UploadGrant => ({
  id: row.id,
  prefix: row.prefix,
  folderId: row.folderId === rootOf(caller) ? null : row.folderId,
  driveId,
  expiresAt: isoTime(row.expiresAt),
  maxFiles: row.maxFiles,
  usedFiles: row.usedFiles,
  maxFileBytes: row.maxFileBytes,
  maxTotalBytes: row.maxTotalBytes,
  usedBytes: row.usedBytes,
  allowedTypes: row.allowedTypes === null ? null : [...row.allowedTypes],
  allowedOrigins: row.allowedOrigins === null ? null : [...row.allowedOrigins],
  onConflict: row.onConflict,
  metadata: row.annotations?.metadata ?? {},
  tags: [...(row.annotations?.tags ?? [])],
  data: row.data,
  share: row.isShared,
  revokedAt: optionalIsoTime(row.revokedAt),
  createdAt: isoTime(row.createdAt),
});
