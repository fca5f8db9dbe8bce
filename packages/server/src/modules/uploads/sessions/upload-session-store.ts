import type { Origin } from '@drive/contract';
import { sql } from 'kysely';
import {
  compileOnce,
  converted,
  defineRow,
  deleteRows,
  type Reader,
  type RowBatch,
  type Tx,
} from '../../../platform/db/index.ts';
import { givenBytes, type GivenAnnotations, type Precondition } from '../../files/index.ts';
import type { SessionLock } from './session-locks.ts';
import type { Session } from './upload-session.ts';

function readOrigin(stored: string | null): Origin {
  const [kind = 'system', id = null] = stored?.split(' ') ?? [];
  return { kind: kind as Origin['kind'], id };
}

const writeOrigin = ({ kind, id }: Origin): string => (id === null ? kind : `${kind} ${id}`);

export const sessionRow = defineRow('upload_sessions', {
  id: 'id',
  ownerId: 'owner_id',
  fileId: 'file_id',
  folderRowId: 'parent_id',
  rootId: 'root_id',
  fileName: 'file_name',
  contentType: 'content_type',
  sizeBytes: 'size_bytes',
  blobKey: 'blob_key',
  status: 'status',
  purpose: 'purpose',
  endsWithRequest: converted('ends_with_request', (flag: number) => flag === 1),
  holdsItem: converted('holds_item', (flag: number) => flag === 1),
  tusMetadata: 'tus_metadata',
  reservedBy: 'reserved_by',
  networkHash: 'network_hash',
  modifiedAt: 'modified_at',
  annotations: converted('annotations', (json: string | null) =>
    json === null ? null : (JSON.parse(json) as GivenAnnotations),
  ),
  onConflict: 'on_conflict',
  precondition: converted('precondition', (json: string | null) =>
    json === null ? null : (JSON.parse(json) as Precondition),
  ),
  replacedId: 'replaced_id',
  isDirect: converted('is_direct', (flag: number) => flag === 1),
  origin: converted('origin', readOrigin),
  activeAt: 'active_at',
});

// Literals, not parameters: SQLite uses a partial index only if the statement contains the states that the index names.
const ended = [sql.lit<'COMPLETE'>('COMPLETE'), sql.lit<'FAILED'>('FAILED')];
const pending = sql.lit<'PENDING'>('PENDING');
const open = [sql.lit<'PENDING'>('PENDING'), sql.lit<'UPLOADING'>('UPLOADING')];

const insertSession = compileOnce(
  (
    tx: Tx['later'],
    session: Omit<Session, 'precondition' | 'annotations' | 'isDirect' | 'endsWithRequest' | 'holdsItem' | 'origin'> & {
      origin: string;
      precondition: string | null;
      annotations: string | null;
      metadataBytes: number;
      isDirect: 0 | 1;
      endsWithRequest: 0 | 1;
      holdsItem: 0 | 1;
    },
  ) =>
    tx.insertInto('upload_sessions').values({
      id: session.id,
      owner_id: session.ownerId,
      file_id: session.fileId,
      parent_id: session.folderRowId,
      root_id: session.rootId,
      file_name: session.fileName,
      content_type: session.contentType,
      size_bytes: session.sizeBytes,
      blob_key: session.blobKey,
      status: session.status,
      purpose: session.purpose,
      ends_with_request: session.endsWithRequest,
      holds_item: session.holdsItem,
      tus_metadata: session.tusMetadata,
      reserved_by: session.reservedBy,
      network_hash: session.networkHash,
      modified_at: session.modifiedAt,
      annotations: session.annotations,
      metadata_bytes: session.metadataBytes,
      on_conflict: session.onConflict,
      precondition: session.precondition,
      replaced_id: session.replacedId,
      is_direct: session.isDirect,
      origin: session.origin,
      created_at: session.activeAt,
      active_at: session.activeAt,
    }),
);

export async function insertSessions(tx: Tx, sessions: readonly Session[]): Promise<void> {
  for (const session of sessions) {
    const { precondition, annotations, isDirect, endsWithRequest, holdsItem } = session;
    await insertSession(tx.later, {
      ...session,
      precondition: precondition && JSON.stringify(precondition),
      annotations: annotations && JSON.stringify(annotations),
      metadataBytes: annotations ? givenBytes(annotations) : 0,
      isDirect: isDirect ? 1 : 0,
      endsWithRequest: endsWithRequest ? 1 : 0,
      holdsItem: holdsItem ? 1 : 0,
      origin: writeOrigin(session.origin),
    });
  }
}

const selectSession = compileOnce((reader: Reader, { id }: { id: string }) =>
  reader.selectFrom('upload_sessions').select(sessionRow.columns).where('id', '=', id),
);

export async function findSession(reader: Reader, id: string): Promise<Session | undefined> {
  const [row] = await selectSession(reader, { id });
  return row && sessionRow.from(row);
}

// A single server knows its locks without the row, in which servers of an earlier time may have left a number.
const hasTurn = (turn: number) => sql<boolean>`(turn = ${turn} or ${turn} = 0)`;

/** Marks an open session as receiving bytes; with `releases`, as unlocked. False if it has ended or the lock is another's. */
export async function touchSession(
  tx: Tx,
  { id, turn }: Pick<SessionLock, 'id' | 'turn'>,
  now: number,
  { releases = false } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload_sessions')
    .set({ status: 'UPLOADING', active_at: now, ...(releases ? { held_by: null } : {}) })
    .where('id', '=', id)
    .where(hasTurn(turn))
    .where('status', 'in', open)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const updateEnded = compileOnce(
  (tx: Tx, { id, turn, status, now }: { id: string; turn: number; status: 'COMPLETE' | 'FAILED'; now: number }) =>
    tx
      .updateTable('upload_sessions')
      .set({ status, network_hash: null, active_at: now, held_by: null })
      .where('id', '=', id)
      .where(hasTurn(turn))
      .where('status', 'in', open)
      .returning('id'),
);

/** Ends and unlocks a session. False if it was no longer open, or the lock is another's. */
export async function endSession(
  tx: Tx,
  { id, turn }: Pick<SessionLock, 'id' | 'turn'>,
  status: 'COMPLETE' | 'FAILED',
  now: number,
): Promise<boolean> {
  return (await updateEnded(tx, { id, turn, status, now })).length > 0;
}

/** Removes an open session, without a trace of it. False if it was no longer open, or the lock is another's. */
export async function deleteSession(tx: Tx, { id, turn }: Pick<SessionLock, 'id' | 'turn'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('upload_sessions')
    .where('id', '=', id)
    .where(hasTurn(turn))
    .where('status', 'in', open)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** False if it was no longer open, or the lock is another's. */
export async function resizeSession(
  tx: Tx,
  { id, turn }: Pick<SessionLock, 'id' | 'turn'>,
  sizeBytes: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload_sessions')
    .set({ size_bytes: sizeBytes })
    .where('id', '=', id)
    .where(hasTurn(turn))
    .where('status', 'in', open)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the metadata of a creation by tus. */
export async function setTusMetadata(
  tx: Tx,
  { id, turn }: Pick<SessionLock, 'id' | 'turn'>,
  tusMetadata: string,
): Promise<void> {
  await tx
    .updateTable('upload_sessions')
    .set({ tus_metadata: tusMetadata })
    .where('id', '=', id)
    .where(hasTurn(turn))
    .execute();
}

/** Stores the result of a complete upload; `replacedId` is null if it created a file. */
export async function setStored(
  tx: Tx,
  id: string,
  { fileName, replacedId }: Pick<Session, 'fileName' | 'replacedId'>,
): Promise<void> {
  await tx
    .updateTable('upload_sessions')
    .set({ file_name: fileName, replaced_id: replacedId })
    .where('id', '=', id)
    .execute();
}

export const deleteEndedSessions = (endedUntil: number): RowBatch =>
  deleteRows('upload_sessions', 'id', (rows) => rows.where('status', 'in', ended).where('active_at', '<=', endedUntil));

export const deleteEndedSessionsOfOwner = (ownerId: number): RowBatch =>
  deleteRows('upload_sessions', 'id', (rows) => rows.where('owner_id', '=', ownerId).where('status', 'in', ended));

/** `unstarted`: of visitors, without a byte. `of members`: reserved in the tree of another, without those that end with a request. */
export type OpenSessions = 'all' | 'unstarted' | 'of members';

/** Open sessions, longest idle first, after the given one. */
export async function listOpenSessions(
  reader: Reader,
  options: {
    readonly idleSince: number;
    readonly which: OpenSessions;
    readonly after: Session | undefined;
    readonly limit: number;
  },
): Promise<Session[]> {
  const { idleSince, which, after, limit } = options;
  let query = reader.selectFrom('upload_sessions').select(sessionRow.columns).where('active_at', '<=', idleSince);
  query =
    which === 'unstarted'
      ? query.where('status', '=', pending).where('network_hash', 'is not', null)
      : query.where('status', 'in', open);
  if (which === 'of members')
    query = query.whereRef('reserved_by', '<>', 'owner_id').where('ends_with_request', '=', 0);
  if (after !== undefined)
    query = query.where((of) =>
      of.or([
        of('active_at', '>', after.activeAt),
        of.and([of('active_at', '=', after.activeAt), of('id', '>', after.id)]),
      ]),
    );
  const rows = await query.orderBy('active_at').orderBy('id').limit(limit).execute();
  return rows.map(sessionRow.from);
}

/** The open reservations of a network of visitors that have not expired. */
export async function countOpenOfNetwork(
  reader: Reader,
  networkHash: string,
  unbegunSince: number,
): Promise<{ readonly count: number; readonly oldestUnbegunAt: number | null }> {
  return reader
    .selectFrom('upload_sessions')
    .select((of) => [
      of.fn.countAll<number>().as('count'),
      of.fn.min(of.case().when('status', '=', pending).then(of.ref('active_at')).end()).as('oldestUnbegunAt'),
    ])
    .where('network_hash', '=', networkHash)
    .where('status', 'in', open)
    .where((of) => of.or([of('status', '<>', pending), of('active_at', '>', unbegunSince)]))
    .executeTakeFirstOrThrow();
}

export async function listOpenIdsOfOwner(reader: Reader, ownerId: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('upload_sessions')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('status', 'in', open)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listOpenIds(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('upload_sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', open)
    .execute();
  return rows.map(({ id }) => id);
}

/** The keys in use by a file, a version, a thumbnail or an open upload, or whose deletion is due or comes later. One statement, because an upload may become a file at any time. */
export async function listUsedBlobKeys(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('items')
    .select('blob_key')
    .where('blob_key', 'in', keys)
    .unionAll(reader.selectFrom('items').select('shared_key as blob_key').where('shared_key', 'in', keys))
    .unionAll(reader.selectFrom('items').select('preview_key as blob_key').where('preview_key', 'in', keys))
    .unionAll(reader.selectFrom('file_versions').select('blob_key').where('blob_key', 'in', keys))
    .unionAll(reader.selectFrom('file_versions').select('shared_key as blob_key').where('shared_key', 'in', keys))
    .unionAll(reader.selectFrom('dropped_contents').select('blob_key').where('blob_key', 'in', keys))
    .unionAll(reader.selectFrom('file_versions').select('preview_key as blob_key').where('preview_key', 'in', keys))
    .unionAll(
      reader.selectFrom('upload_sessions').select('blob_key').where('blob_key', 'in', keys).where('status', 'in', open),
    )
    .execute();
  return [...new Set(rows.flatMap(({ blob_key: key }) => key ?? []))];
}

/**
 * Counts the different keys in a column of files or versions that follow `after`, up to `limit` and to `until`, which is included.
 * `last` is null if none follow.
 */
export async function countKeys(
  reader: Reader,
  table: 'items' | 'file_versions',
  column: 'blob_key' | 'shared_key' | 'preview_key',
  { after, until, limit }: { readonly after: string; readonly until: string | undefined; readonly limit: number },
): Promise<{ readonly count: number; readonly last: string | null }> {
  const row = await reader
    .selectFrom((of) =>
      of
        .selectFrom<'items' | 'file_versions'>(table)
        .select(`${column} as key`)
        .distinct()
        .where(column, '>', after)
        .$if(until !== undefined, (query) => query.where(column, '<=', until ?? ''))
        .orderBy(column)
        .limit(limit)
        .as('keys'),
    )
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.max('key').as('last')])
    .executeTakeFirstOrThrow();
  return row;
}
