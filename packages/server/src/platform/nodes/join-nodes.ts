import { sql } from 'kysely';
import { hourMs, secondMs } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import type { Log } from '../log.ts';

/** Time between two signs of life of a server. */
const BEAT_MS = 5 * secondMs;
/** A server that was silent for this long counts as dead. */
const SILENT_MS = 3 * BEAT_MS;
const FORGOTTEN_MS = hourMs;

export interface NodeIdentity {
  /** Id of the data directory, which only one process uses at a time. */
  readonly id: string;
  readonly version: string;
  /** Fingerprint of the master secret. */
  readonly secret: string;
  /** Id of the place of the bytes. */
  readonly storage: string;
}

/** The database is not this server's, or is in use by another one. The message is for the operator. */
export class NodeRefusedError extends Error {
  override readonly name = 'NodeRefusedError';
}

const mismatches: Readonly<Record<'secret' | 'storage', string>> = {
  secret:
    'This database belongs to a drive with another master secret. Set DRIVE_SECRET to that one, or copy its secret.key ' +
    'into this data directory.',
  storage:
    'This database belongs to a drive with its files in another directory. Set DRIVE_DATA_DIR or DRIVE_STORAGE_URL to ' +
    'that one; if the files were moved, its file storage.id belongs beside them.',
};

/**
 * Makes this process one of the servers of a Postgres database until it leaves. Refuses another master secret or
 * storage than the first server had, and, as files on a disk belong to one process, another server that is alive.
 */
export async function joinNodes(
  { database, log }: { readonly database: Database; readonly log: Log },
  { id, version, secret, storage }: NodeIdentity,
): Promise<{ leave(): Promise<void> }> {
  await database.write(async (tx) => {
    await tx.lock('nodes');
    await requireSame(tx, 'secret', secret);
    await requireSame(tx, 'storage', storage);
    await tx.deleteFrom('nodes').where('seen_at', '<', agoMs(FORGOTTEN_MS)).execute();
    const other = await tx
      .selectFrom('nodes')
      .select(['id', 'version', sql<number>`ceil((${agoMs(0)} - seen_at) / 1000.0)`.as('seconds')])
      .where('id', '!=', id)
      .where('seen_at', '>', agoMs(SILENT_MS))
      .executeTakeFirst();
    if (other !== undefined)
      throw new NodeRefusedError(
        `Another drive-server (${other.version}, node ${other.id}, alive ${Math.max(0, other.seconds)} s ago) uses this database from another ` +
          'data directory. Stop it first: files in a directory belong to one server.',
      );
    await tx
      .insertInto('nodes')
      .values({ id, version, seen_at: agoMs(0) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ version, seen_at: agoMs(0) }))
      .execute();
  });

  const beat = (): void => {
    void database
      .write((tx) =>
        tx
          .updateTable('nodes')
          .set({ seen_at: agoMs(0) })
          .where('id', '=', id)
          .execute(),
      )
      .catch((error: unknown) => log.warn('the database did not take the sign of life of this server', { error }));
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  return {
    leave: async () => {
      clearInterval(timer);
      // A database that is away forgets this server by itself.
      await database.write((tx) => tx.deleteFrom('nodes').where('id', '=', id).execute()).catch(() => undefined);
    },
  };
}

/** Id of the storage that the database belongs to; undefined before its first server. */
export async function findStorage({ reader }: Database): Promise<string | undefined> {
  const query = reader.selectFrom('drive_settings').select('value').where('name', '=', 'storage');
  return (await query.executeTakeFirst())?.value;
}

/** Makes the database belong to a storage, unless it belongs to one. Returns the id of the one that it belongs to. */
export const keepStorage = (database: Database, id: string): Promise<string> =>
  database.write((tx) => keepSetting(tx, 'storage', id));

async function requireSame(tx: Tx, name: 'secret' | 'storage', value: string): Promise<void> {
  if ((await keepSetting(tx, name, value)) !== value) throw new NodeRefusedError(mismatches[name]);
}

async function keepSetting(tx: Tx, name: 'secret' | 'storage', value: string): Promise<string> {
  await tx
    .insertInto('drive_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await tx
    .selectFrom('drive_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return known.value;
}

/** A time by the clock of the database, which all servers share. */
const agoMs = (ms: number) => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint - ${ms}::bigint`;
