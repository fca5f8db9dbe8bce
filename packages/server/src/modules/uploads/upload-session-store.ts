import { sql, type Selectable } from 'kysely';
import { compileOnce, type Reader, type Schema, type Tx } from '../../platform/db/index.ts';
import type { Session } from './upload-session.ts';

type Row = Omit<Selectable<Schema['upload_sessions']>, 'created_at'>;

const columns = [
  'id',
  'owner_id',
  'file_id',
  'parent_id',
  'file_name',
  'content_type',
  'size_bytes',
  'blob_key',
  'status',
  'purpose',
  'network_hash',
  'active_at',
] as const;

const toSession = (row: Row): Session => ({
  id: row.id,
  ownerId: row.owner_id,
  fileId: row.file_id,
  folderRowId: row.parent_id,
  fileName: row.file_name,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  blobKey: row.blob_key,
  status: row.status,
  purpose: row.purpose,
  networkHash: row.network_hash,
  activeAt: row.active_at,
});

// Written out, not bound: SQLite takes the partial indexes, of open sessions and of others, only where the statement names the same states.
const ended = [sql.lit<'COMPLETE'>('COMPLETE'), sql.lit<'FAILED'>('FAILED')];
const pending = sql.lit<'PENDING'>('PENDING');
const open = [sql.lit<'PENDING'>('PENDING'), sql.lit<'UPLOADING'>('UPLOADING')];

const insertSession = compileOnce((tx: Tx, session: Session) =>
  tx.insertInto('upload_sessions').values({
    id: session.id,
    owner_id: session.ownerId,
    file_id: session.fileId,
    parent_id: session.folderRowId,
    file_name: session.fileName,
    content_type: session.contentType,
    size_bytes: session.sizeBytes,
    blob_key: session.blobKey,
    status: session.status,
    purpose: session.purpose,
    network_hash: session.networkHash,
    created_at: session.activeAt,
    active_at: session.activeAt,
  }),
);

export async function insertSessions(tx: Tx, sessions: readonly Session[]): Promise<void> {
  for (const session of sessions) await insertSession(tx, session);
}

const selectSession = compileOnce((reader: Reader, { id }: { id: string }) =>
  reader.selectFrom('upload_sessions').select(columns).where('id', '=', id),
);

export async function findSession(reader: Reader, id: string): Promise<Session | undefined> {
  const [row] = await selectSession(reader, { id });
  return row && toSession(row);
}

/** Bytes have come and lie there. */
export async function touchSession(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('upload_sessions')
    .set({ status: 'UPLOADING', active_at: now })
    .where('id', '=', id)
    .where('status', 'in', open)
    .execute();
}

const updateEnded = compileOnce(
  (tx: Tx, { id, status, now }: { id: string; status: 'COMPLETE' | 'FAILED'; now: number }) =>
    tx
      .updateTable('upload_sessions')
      .set({ status, network_hash: null, active_at: now })
      .where('id', '=', id)
      .where('status', 'in', open)
      .returning('id'),
);

/** False where it was no longer open. */
export async function endSession(tx: Tx, id: string, status: 'COMPLETE' | 'FAILED', now: number): Promise<boolean> {
  return (await updateEnded(tx, { id, status, now })).length > 0;
}

export async function setFileName(tx: Tx, id: string, fileName: string): Promise<void> {
  await tx.updateTable('upload_sessions').set({ file_name: fileName }).where('id', '=', id).execute();
}

/** Those that came to their end by then, at most `limit`; returns how many. */
export async function deleteEndedSessions(tx: Tx, endedUntil: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('upload_sessions')
    .where('id', 'in', (db) =>
      db
        .selectFrom('upload_sessions')
        .select('id')
        .where('status', 'in', ended)
        .where('active_at', '<=', endedUntil)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Open sessions by age, the idlest first, after the one named; with `unstarted` only strangers' without a byte. */
export async function listOpenSessions(
  reader: Reader,
  options: {
    readonly idleSince: number;
    readonly unstarted: boolean;
    readonly after: Session | undefined;
    readonly limit: number;
  },
): Promise<Session[]> {
  const { idleSince, unstarted, after, limit } = options;
  let query = reader.selectFrom('upload_sessions').select(columns).where('active_at', '<=', idleSince);
  query = unstarted
    ? query.where('status', '=', pending).where('network_hash', 'is not', null)
    : query.where('status', 'in', open);
  if (after !== undefined)
    query = query.where((of) =>
      of.or([
        of('active_at', '>', after.activeAt),
        of.and([of('active_at', '=', after.activeAt), of('id', '>', after.id)]),
      ]),
    );
  const rows = await query.orderBy('active_at').orderBy('id').limit(limit).execute();
  return rows.map(toSession);
}

/** The open reservations of one network of strangers, without those that have expired and wait for the sweep. */
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

/** Of one owner, at most `limit`. */
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

/** What is still told of uploads that have ended; at most `limit`, returns how many. */
export async function deleteEndedSessionsOfOwner(tx: Tx, ownerId: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('upload_sessions')
    .where('id', 'in', (db) =>
      db
        .selectFrom('upload_sessions')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('status', 'in', ended)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
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

/** Those of the keys that a file, its thumbnail or an open upload has, in one look: an upload may become a file at any moment. */
export async function listUsedBlobKeys(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('items')
    .select('blob_key')
    .where('blob_key', 'in', keys)
    .unionAll(reader.selectFrom('items').select('preview_key as blob_key').where('preview_key', 'in', keys))
    .unionAll(
      reader.selectFrom('upload_sessions').select('blob_key').where('blob_key', 'in', keys).where('status', 'in', open),
    )
    .execute();
  return rows.flatMap(({ blob_key: key }) => (key === null ? [] : [key]));
}

/** How many items name a blob in this column, of so many keys after the one given; `last` is null where none follow. */
export async function countKeysOfItems(
  reader: Reader,
  column: 'blob_key' | 'preview_key',
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly count: number; readonly last: string | null }> {
  const row = await reader
    .selectFrom((of) =>
      of
        .selectFrom('items')
        .select(`${column} as key`)
        .where(column, '>', after)
        .orderBy(column)
        .limit(limit)
        .as('keys'),
    )
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.max('key').as('last')])
    .executeTakeFirstOrThrow();
  return row;
}
