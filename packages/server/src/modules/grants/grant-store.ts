import type { PageSlice } from '@drive/base';
import type { OnConflict } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import {
  converted,
  countRows,
  defineKeptCounts,
  defineRow,
  deleteRows,
  flag,
  isAfter,
  type Reader,
  type RowBatch,
  type RowOf,
  type Tx,
} from '../../platform/db/index.ts';
import { isOfOtherSecret, type HashedTexts } from '../../platform/secrets.ts';
import { userIsAdmitted } from '../accounts/index.ts';
import type { GivenAnnotations } from '../files/index.ts';

const readList = (json: string | null): readonly string[] | null =>
  json === null ? null : (JSON.parse(json) as string[]);
const writeList = (list: readonly string[] | null): string | null => (list === null ? null : JSON.stringify(list));

const grantRow = defineRow('upload_grants', {
  rowId: 'row_id',
  id: 'id',
  ownerId: 'owner_id',
  /** users.row_id of who made it; null: not known. */
  createdBy: 'created_by',
  /** items.id of the folder of the key that created it; null: its user's root. */
  rootId: 'root_id',
  prefix: 'prefix',
  /** items.id; null: the root. */
  folderId: 'folder_id',
  expiresAt: 'expires_at',
  maxFiles: 'max_files',
  usedFiles: 'used_files',
  maxFileBytes: 'max_file_bytes',
  maxTotalBytes: 'max_total_bytes',
  usedBytes: 'used_bytes',
  allowedTypes: converted('allowed_types', readList),
  allowedOrigins: converted('allowed_origins', readList),
  onConflict: 'on_conflict',
  annotations: converted('annotations', (json: string | null) =>
    json === null ? null : (JSON.parse(json) as GivenAnnotations),
  ),
  data: 'data',
  isShared: flag('is_shared'),
  revokedAt: 'revoked_at',
  createdAt: 'created_at',
});
export type GrantRow = RowOf<typeof grantRow>;

export interface NewGrant {
  readonly id: string;
  readonly ownerId: number;
  readonly createdBy: number;
  /** api_keys.row_id; null: a session creates it. */
  readonly keyId: number | null;
  readonly rootId: string | null;
  readonly tokenHash: string;
  readonly secretId: string;
  readonly prefix: string;
  readonly folderId: string | null;
  readonly expiresAt: number;
  readonly maxFiles: number;
  readonly maxFileBytes: number | null;
  readonly maxTotalBytes: number | null;
  readonly allowedTypes: readonly string[] | null;
  readonly allowedOrigins: readonly string[] | null;
  readonly onConflict: OnConflict;
  readonly annotations: GivenAnnotations | null;
  readonly data: string | null;
  readonly isShared: boolean;
  readonly createdAt: number;
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<GrantRow> {
  const row = await tx
    .insertInto('upload_grants')
    .values({
      id: grant.id,
      owner_id: grant.ownerId,
      created_by: grant.createdBy,
      key_id: grant.keyId,
      root_id: grant.rootId,
      token_hash: grant.tokenHash,
      secret_id: grant.secretId,
      prefix: grant.prefix,
      folder_id: grant.folderId,
      expires_at: grant.expiresAt,
      max_files: grant.maxFiles,
      max_file_bytes: grant.maxFileBytes,
      max_total_bytes: grant.maxTotalBytes,
      allowed_types: writeList(grant.allowedTypes),
      allowed_origins: writeList(grant.allowedOrigins),
      on_conflict: grant.onConflict,
      annotations: grant.annotations && JSON.stringify(grant.annotations),
      data: grant.data,
      is_shared: grant.isShared ? 1 : 0,
      created_at: grant.createdAt,
    })
    .returning(grantRow.columns)
    .executeTakeFirstOrThrow();
  return grantRow.from(row);
}

/**
 * Whether it is not revoked, its key is valid, and neither the user of the key nor the owner of its folder is disabled or suspended. It may
 * have expired.
 */
const isGiven = (now: number): RawBuilder<boolean> => sql<boolean>`(upload_grants.revoked_at is null
  and (upload_grants.key_id is null or exists (select 1 from api_keys as its_key
    where its_key.row_id = upload_grants.key_id and its_key.revoked_at is null
      and (its_key.expires_at is null or its_key.expires_at > ${now})
      and ${userIsAdmitted('its_key.user_id')}))
  and ${userIsAdmitted('upload_grants.owner_id')})`;

/** Does nothing if the grant has another hash. */
export async function renewTokenHash(
  tx: Tx,
  rowId: number,
  { from, to, secretId }: { readonly from: string; readonly to: string; readonly secretId: string },
): Promise<void> {
  await tx.later
    .updateTable('upload_grants')
    .set({ token_hash: to, secret_id: secretId })
    .where('row_id', '=', rowId)
    .where('token_hash', '=', from)
    .execute();
}

export const hashedGrants: HashedTexts = {
  what: 'upload grants',
  countOthers: (reader, secretId, now) =>
    countRows(
      reader
        .selectFrom('upload_grants')
        .where(isGiven(now))
        .where('expires_at', '>', now)
        .where(isOfOtherSecret(secretId)),
    ),
};

/** A grant that was not taken back; it may have expired. */
export async function findGiven(
  reader: Reader,
  by: { readonly tokenHash: string } | { readonly id: string },
  now: number,
): Promise<GrantRow | undefined> {
  const rows = reader.selectFrom('upload_grants').select(grantRow.columns).where(isGiven(now));
  const found = 'id' in by ? rows.where('id', '=', by.id) : rows.where('token_hash', '=', by.tokenHash);
  const row = await found.executeTakeFirst();
  return row && grantRow.from(row);
}

/** In any state. */
export async function findGrant(reader: Reader, id: string): Promise<GrantRow | undefined> {
  const row = await reader.selectFrom('upload_grants').select(grantRow.columns).where('id', '=', id).executeTakeFirst();
  return row && grantRow.from(row);
}

const ofOwner = (reader: Reader, ownerId: number, rootId: string | null) =>
  reader
    .selectFrom('upload_grants')
    .where('owner_id', '=', ownerId)
    .$if(rootId !== null, (rows) => rows.where('root_id', '=', rootId));

/** Newest first. With a root, only those that keys for this folder have created. */
export async function listGrants(
  reader: Reader,
  ownerId: number,
  rootId: string | null,
  { offset, limit, after }: PageSlice,
): Promise<GrantRow[]> {
  const rows = await ofOwner(reader, ownerId, rootId)
    .select(grantRow.columns)
    .where(isAfter(after, ['row_id'], 'desc'))
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(grantRow.from);
}

export const countGrants = (reader: Reader, ownerId: number, rootId: string | null): Promise<number> =>
  countRows(ofOwner(reader, ownerId, rootId));

/** Neither revoked, nor expired, nor used up. */
export const countActive = (reader: Reader, ownerId: number, now: number): Promise<number> =>
  countRows(
    reader
      .selectFrom('upload_grants')
      .where('owner_id', '=', ownerId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where((of) => of('used_files', '<', of.ref('max_files'))),
  );

/** Takes one place and its bytes. False, without a change, if the grant has ended or does not have them. */
export async function takePlace(tx: Tx, rowId: number, bytes: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('upload_grants')
    .set({ used_files: sql<number>`used_files + 1`, used_bytes: sql<number>`used_bytes + ${bytes}` })
    .where('row_id', '=', rowId)
    .where('expires_at', '>', now)
    .where(isGiven(now))
    .where((of) => of('used_files', '<', of.ref('max_files')))
    .where(sql<boolean>`(max_total_bytes is null or used_bytes + ${bytes} <= max_total_bytes)`)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** For an upload that failed. */
export async function givePlaceBack(tx: Tx, id: string, bytes: number): Promise<void> {
  await tx
    .updateTable('upload_grants')
    .set({ used_files: sql<number>`used_files - 1`, used_bytes: sql<number>`used_bytes - ${bytes}` })
    .where('id', '=', id)
    .execute();
}

/** False if it was revoked before, which keeps the earlier time. */
export async function revokeGrant(tx: Tx, rowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('upload_grants')
    .set({ revoked_at: now })
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes the grants that a user (users.row_id) has made, in whatever tree. */
export async function revokeGrantsBy(tx: Tx, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('upload_grants')
    .set({ revoked_at: now })
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

// Literals, not parameters: SQLite uses a partial index only if the statement contains what the index names.
const granted = sql.lit<'grant'>('grant');
const open = [sql.lit<'PENDING'>('PENDING'), sql.lit<'UPLOADING'>('UPLOADING')];

const openUploads = (reader: Reader) =>
  reader.selectFrom('upload_sessions').select('id').where('purpose', '=', granted).where('status', 'in', open);

/** `upload_sessions.origin` of the uploads of a grant. */
const originOf = (id: string): string => `grant ${id}`;

export async function listOpenUploads(reader: Reader, id: string): Promise<string[]> {
  const rows = await openUploads(reader).where('origin', '=', originOf(id)).execute();
  return rows.map((row) => row.id);
}

/** Open uploads of grants that were taken back. */
export async function listForsakenUploads(reader: Reader, now: number, limit: number): Promise<string[]> {
  const rows = await openUploads(reader)
    .where(
      sql<boolean>`not exists (select 1 from upload_grants
        where upload_grants.id = substr(upload_sessions.origin, 7) and ${isGiven(now)})`,
    )
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Those that ended by then and have no open upload. */
export const endedGrants = (until: number): RowBatch =>
  deleteRows('upload_grants', 'row_id', (rows) =>
    rows.where('expires_at', '<=', until).where(
      sql<boolean>`not exists (select 1 from upload_sessions where upload_sessions.purpose = 'grant'
        and upload_sessions.status in ('PENDING', 'UPLOADING') and upload_sessions.origin = 'grant ' || upload_grants.id)`,
    ),
  );

export const grantsOf = (ownerId: number): RowBatch =>
  deleteRows('upload_grants', 'row_id', (rows) => rows.where('owner_id', '=', ownerId));

const uploadsOf = sql`upload_sessions as u where u.purpose = 'grant' and u.origin = 'grant ' || s.id
  and u.status <> 'FAILED'`;

export const grantCounts = defineKeptCounts(
  'upload_grants',
  {
    used_files: sql`(select count(*) from ${uploadsOf})`,
    used_bytes: sql`(select coalesce(sum(u.size_bytes), 0) from ${uploadsOf})`,
  },
  sql`true`,
);
