import { minuteMs } from '@drive/base';
import { sql } from 'kysely';
import { compileOnce, type Reader, type Tx } from '../../../platform/db/index.ts';
import type { Purpose, SessionLock } from './session-locks.ts';
import { sessionRow } from './upload-session-store.ts';
import type { Session } from './upload-session.ts';

// Only Postgres runs the statements of leases; a server on SQLite is alone and locks sessions in memory.

interface LeaseWanted {
  readonly id: string;
  readonly nodeId: string;
  readonly purpose: Purpose;
  readonly now: number;
  /** End of the lease unless it is renewed. */
  readonly until: number;
}

/** A lease that ends so much later than one of now is of a time at which the clock of the database was ahead. */
const aheadMs = minuteMs;

/** The holder of a lease that anyone may claim, and some server should. */
export const nobody = '';

export interface ClaimedLease {
  readonly session: Session;
  readonly turn: number;
  /** Whether the holder before ended without a release, and may even be at work still. */
  readonly isTakeover: boolean;
}

type LeaseClaim = LeaseWanted & { readonly latest: number };

// The row is locked before it is read, so that the holder that is returned is the one that is replaced.
const updateLease = compileOnce((tx: Tx, { id, nodeId, purpose, now, until, latest }: LeaseClaim) =>
  tx
    .updateTable('upload_sessions as s')
    .from((of) =>
      of
        .selectFrom('upload_sessions')
        .select(['id as old_id', 'held_by as old_holder'])
        .where('id', '=', id)
        .forUpdate()
        .as('old'),
    )
    .set((of) => ({
      held_by: nodeId,
      held_for: purpose,
      held_until: until,
      heard_at: now,
      has_bytes: 0,
      turn: of('s.turn', '+', 1),
      wanted: null,
    }))
    .whereRef('s.id', '=', 'old.old_id')
    // A lease of this server that it does not know of is one whose release was not stored.
    .where((of) =>
      of.or([
        of('s.held_by', 'is', null),
        of('s.held_until', '<=', now),
        of('s.held_until', '>', latest),
        of('s.held_by', '=', nodeId),
        of('s.held_by', '=', nobody),
      ]),
    )
    .returning([...sessionRow.columnsOf('s'), 's.turn', 'old.old_holder']),
);

/** undefined if there is no such session, or another server has the lease. */
export async function claimLease(tx: Tx, wanted: LeaseWanted): Promise<ClaimedLease | undefined> {
  const [row] = await updateLease(tx, { ...wanted, latest: wanted.until + aheadMs });
  return row && { session: sessionRow.from(row), turn: row.turn, isTakeover: (row.old_holder ?? nobody) !== nobody };
}

export interface LeaseHolder {
  readonly nodeId: string | null;
  readonly purpose: Purpose | null;
  readonly until: number;
  readonly activeAt: number;
  readonly hasBytes: boolean;
  readonly turn: number;
}

const selectHolder = compileOnce((reader: Reader, { id }: { id: string }) =>
  reader
    .selectFrom('upload_sessions')
    .select(['held_by', 'held_for', 'held_until', 'heard_at', 'has_bytes', 'turn'])
    .where('id', '=', id),
);

/** undefined if there is no such session. */
export async function findHolder(reader: Reader, id: string): Promise<LeaseHolder | undefined> {
  const [row] = await selectHolder(reader, { id });
  return (
    row && {
      nodeId: row.held_by,
      purpose: row.held_for,
      until: row.held_until,
      activeAt: row.heard_at,
      hasBytes: row.has_bytes === 1,
      turn: row.turn,
    }
  );
}

/** Stores the first lease of a session that the transaction has added. */
export async function keepLease(tx: Tx, { id, nodeId, purpose, now, until }: LeaseWanted): Promise<void> {
  await tx
    .updateTable('upload_sessions')
    .set({ held_by: nodeId, held_for: purpose, held_until: until, heard_at: now, turn: 1 })
    .where('id', '=', id)
    .execute();
}

/** Asks the holder to release. */
export async function wantLease(tx: Tx, id: string, turn: number, wanted: Purpose): Promise<void> {
  await tx.updateTable('upload_sessions').set({ wanted }).where('id', '=', id).where('turn', '=', turn).execute();
}

/** One statement for all leases of a server. Returns those that it still has, with what others wait for. */
export async function renewLeases(
  tx: Tx,
  leases: readonly Pick<SessionLock, 'id' | 'turn' | 'activeAt' | 'hasBytes'>[],
  { nodeId, until }: Pick<LeaseWanted, 'nodeId' | 'until'>,
): Promise<ReadonlyMap<string, { readonly wanted: Purpose | null }>> {
  const held = leases.map(({ id, turn, activeAt, hasBytes }) => ({
    id,
    turn,
    heard_at: Math.round(activeAt),
    has_bytes: Number(hasBytes),
  }));
  // A row that another transaction is about to end is skipped: waiting for several of them could be a deadlock.
  const { rows } = await sql<{ id: string; wanted: Purpose | null }>`
    with held as (
      select * from json_to_recordset(${JSON.stringify(held)}::json)
        as held (id text, turn bigint, heard_at bigint, has_bytes bigint)
    ), free as (
      select s.id from upload_sessions s join held on held.id = s.id and held.turn = s.turn
      where s.held_by = ${nodeId} for no key update of s skip locked
    ), renewed as (
      update upload_sessions s
      set held_until = ${until}, heard_at = held.heard_at, has_bytes = held.has_bytes
      from held where s.id = held.id and s.id in (select id from free)
      returning s.id
    )
    select s.id, s.wanted from upload_sessions s join held on held.id = s.id and held.turn = s.turn
    where s.held_by = ${nodeId}`.execute(tx);
  return new Map(rows.map(({ id, wanted }) => [id, { wanted }]));
}

const updateReleased = compileOnce(
  (tx: Tx, { id, turn, heldBy, until }: { id: string; turn: number; heldBy: string | null; until: number }) =>
    tx
      .updateTable('upload_sessions')
      .set({ held_by: heldBy, held_until: until })
      .where('id', '=', id)
      .where('turn', '=', turn),
);

export async function releaseLease(tx: Tx, id: string, turn: number): Promise<void> {
  await updateReleased(tx, { id, turn, heldBy: null, until: 0 });
}

/** Like `releaseLease`, with work that is left from the given time on. */
export async function leaveLease(tx: Tx, id: string, turn: number, from: number): Promise<void> {
  await updateReleased(tx, { id, turn, heldBy: nobody, until: from });
}

/** Ends a lease without a release: the next holder takes it over. */
export async function expireLease(tx: Tx, id: string, turn: number, until: number): Promise<void> {
  await tx
    .updateTable('upload_sessions')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('turn', '=', turn)
    .execute();
}

/** Ends the leases that an earlier process of this server had, and makes work that is left due. */
export async function expireLeases(tx: Tx, nodeId: string, startedAt: number): Promise<void> {
  await tx
    .updateTable('upload_sessions')
    .set({ held_until: 0 })
    .where((of) =>
      of.or([of('held_by', '=', nobody), of.and([of('held_by', '=', nodeId), of('heard_at', '<', startedAt)])]),
    )
    .execute();
}

/** Ids of sessions whose holder has neither released nor renewed its lease, or has left work. */
export async function listExpired(
  reader: Reader,
  { now, until }: Pick<LeaseWanted, 'now' | 'until'>,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('upload_sessions')
    .select('id')
    .where('held_by', 'is not', null)
    .where((of) => of.or([of('held_until', '<=', now), of('held_until', '>', until + aheadMs)]))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Gives the session another key, to which no earlier holder writes. False, without a change, if parts are there: they belong
 * to the key, and a late holder cannot add to them.
 */
export async function replaceBlobKey(tx: Tx, id: string, turn: number, blobKey: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload_sessions')
    .set({ blob_key: blobKey })
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('staged_uploads').select('id').where('id', '=', id).where('upload_id', 'is not', null))),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
