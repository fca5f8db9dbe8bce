import { type FollowingClock, type Log, secondMs } from '@drive/base';
import type { Database as AnyDatabase, Reader as AnyReader, Tx as AnyTx } from '@drive/database';
import { sql } from 'kysely';
import type { NodesSchema } from './nodes-schema.ts';

/** Those of a program whose schema includes `NodesSchema`. */
type Database = AnyDatabase<any>;
type Reader = AnyReader<any>;
type Tx = AnyTx<any>;
type SettingName = NodesSchema['drive_settings']['name'];

/** Time between two signs of life of a server. */
const BEAT_MS = 5 * secondMs;
/** Time until the next one after one that failed. */
const RETRY_MS = secondMs;
/** A server that was silent for this long counts as dead. */
const SILENT_MS = 3 * BEAT_MS;

/** This process among the servers of its database. */
export interface Node {
  /** Stays the same when the server is started again. */
  readonly id: string;
  /** Number of servers that are alive, this one included, as of the last sign of life of this one. */
  countLive(): number;
  /** Time since the database last took a sign of life of this server; 0 if there is no other. */
  silentMs(): number;
  /** Whether the others count this server as dead, because the database has taken no sign of life of it. */
  isCutOff(): boolean;
  /** Ids of the servers that are alive, this one included. */
  listLive(reader: Reader): Promise<readonly string[]>;
  /** Whether no other server may be alive. */
  readonly isAlone: boolean;
}

/** A server of a SQLite database, which has no other. */
export const soleNode: Node = {
  id: 'single',
  countLive: () => 1,
  silentMs: () => 0,
  isCutOff: () => false,
  listLive: async () => [soleNode.id],
  isAlone: true,
};

export interface NodeIdentity {
  /** Id of the data directory, which only one process uses at a time. */
  readonly id: string;
  readonly version: string;
  /** Fingerprint of the master secret. */
  readonly secret: string;
  /** Fingerprint of the other master secret that this server accepts while one replaces the other. */
  readonly previousSecret?: string | undefined;
  /** The place of the bytes. */
  readonly storage: { readonly id: string; readonly kind: 'directory' | 'bucket' };
  /** Why no other server may be alive meanwhile; undefined: others may be. */
  readonly aloneBecause?: string | undefined;
  /** Fingerprints of the settings in which servers should agree, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The database is not this server's, or is in use by another one. The message is for the operator. */
export class NodeRefusedError extends Error {
  override readonly name = 'NodeRefusedError';
}

/** Servers are alive beside one that has to be alone. */
export class ServersAliveError extends NodeRefusedError {}

const otherSecret =
  'This database belongs to a drive with another master secret. Set DRIVE_SECRET to that one, or copy its secret.key ' +
  'into this data directory. To replace it, set DRIVE_SECRET_PREVIOUS to that one.';
const otherStorage = {
  directory:
    'This database belongs to a drive with its files in another directory. Set DRIVE_DATA_DIR or DRIVE_STORAGE_URL to ' +
    'that one; if the files were moved, its file storage.id belongs beside them.',
  bucket:
    'This database belongs to a drive with its files in another bucket or prefix. Set DRIVE_STORAGE_URL to that one.',
} as const;

interface NodeDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: FollowingClock;
  /** Called if the files or the database were moved elsewhere while this server was silent. */
  readonly onMoved?: (() => void) | undefined;
  /** Called if others are alive that came while this server counted as dead, and one of them or this one has to be alone. */
  readonly onReplaced?: ((error: ServersAliveError) => void) | undefined;
}

/**
 * Makes this process one of the servers of a Postgres database until it leaves. Refuses another master secret or
 * storage than the first server had, and two live servers of which one has to be alone. Logs each setting in which
 * this server differs from a live one. The clock follows that of the database, so that servers whose own clocks differ have
 * one time.
 */
export async function joinNodes(
  { database, log, clock, onMoved, onReplaced }: NodeDeps,
  identity: NodeIdentity,
): Promise<Node & { leave(): Promise<void> }> {
  const { id, version, secret, previousSecret, storage, aloneBecause = null } = identity;
  const settings = JSON.stringify(identity.settings);
  let live = 1;
  let beatAt = performance.now();
  let hasLeft = false;

  const row = () => ({ version, settings, alone_because: aloneBecause, seen_at: agoMs(0) });

  /** Renews the row. Others may have joined since if this process counted as dead, or was forgotten: it is then admitted anew. */
  async function beat(tx: AnyTx<NodesSchema>): Promise<void> {
    const askedAt = clock.now();
    const renewed = await tx
      .updateTable('nodes')
      .set(row())
      .where('id', '=', id)
      .where('seen_at', '>', agoMs(SILENT_MS))
      .returning('seen_at')
      .executeTakeFirst();
    if (renewed === undefined) return void (await enter(tx));
    clock.follow(renewed.seen_at, askedAt);
    live = (await listOthers(tx, id)).length + 1;
  }

  /** Inserts the row, and returns the others that are alive. */
  async function enter(tx: AnyTx<NodesSchema>): Promise<readonly OtherNode[]> {
    const found = await requireMayEnter(tx, { id, aloneBecause });
    const askedAt = clock.now();
    const { seen_at: databaseMs } = await tx
      .insertInto('nodes')
      .values({ id, ...row() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row()))
      .returning('seen_at')
      .executeTakeFirstOrThrow();
    clock.follow(databaseMs, askedAt);
    live = found.length + 1;
    return found;
  }

  const others = await database.write(async (tx: AnyTx<NodesSchema>) => {
    await tx.lock('nodes');
    const known = await keepSetting(tx, 'secret', secret);
    if (known !== secret && known !== previousSecret) throw new NodeRefusedError(otherSecret);
    if (known !== secret) await replaceSetting(tx, 'secret', secret);
    if ((await keepSetting(tx, 'storage', storage.id)) !== storage.id)
      throw new NodeRefusedError(otherStorage[storage.kind]);
    return enter(tx);
  });
  for (const { setting, node } of differences(identity.settings, others))
    log.warn('a setting differs from that of another server', { setting, node });

  let retry: NodeJS.Timeout | undefined;
  const stop = (): void => {
    hasLeft = true;
    clearInterval(timer);
    clearTimeout(retry);
  };
  const beatOnce = (): void => {
    clearTimeout(retry);
    void database
      .write(async (tx) => {
        await beat(tx);
        return (await findSetting(tx, 'storage')) !== storage.id || (await findSetting(tx, 'moved_to')) !== undefined;
      })
      .then((isMoved) => {
        beatAt = performance.now();
        if (isMoved) onMoved?.();
      })
      .catch((error: unknown) => {
        if (error instanceof ServersAliveError) {
          stop();
          onReplaced?.(error);
          return;
        }
        log.warn('the database did not take the sign of life of this server', { error });
        clearTimeout(retry);
        if (!hasLeft) retry = setTimeout(beatOnce, RETRY_MS).unref();
      });
  };
  const timer = setInterval(beatOnce, BEAT_MS).unref();
  const silentMs = (): number => performance.now() - beatAt;
  return {
    id,
    countLive: () => live,
    silentMs,
    isCutOff: () => silentMs() >= SILENT_MS,
    listLive: async (reader) => [id, ...(await listOthers(reader, id)).map((other) => other.id)],
    isAlone: aloneBecause !== null,
    leave: async () => {
      stop();
      // An unreachable database removes this server after a while.
      await database.write((tx) => tx.deleteFrom('nodes').where('id', '=', id).execute()).catch(() => undefined);
    },
  };
}

/** Returns the others that are alive. Throws a `ServersAliveError` if one of them, or this one, has to be alone. */
async function requireMayEnter(
  tx: AnyTx<NodesSchema>,
  { id, aloneBecause }: { readonly id: string; readonly aloneBecause: string | null },
): Promise<readonly OtherNode[]> {
  await tx.lock('nodes');
  // This waits for servers that are about to renew such a row, or makes them enter again.
  await tx.deleteFrom('nodes').where('seen_at', '<=', agoMs(SILENT_MS)).execute();
  const found = await listOthers(tx, id);
  const other = found.find((each) => (aloneBecause ?? each.alone_because) !== null);
  if (other === undefined) return found;
  throw new ServersAliveError(
    `Another drive-server (${other.version}, node ${other.id}, alive ${Math.max(0, other.seconds)} s ago) uses this database. ` +
      `Stop it first: ${aloneBecause ?? other.alone_because}.`,
  );
}

interface OtherNode extends Pick<NodesSchema['nodes'], 'id' | 'version' | 'alone_because'> {
  readonly settings: string;
  /** Since its last sign of life. */
  readonly seconds: number;
}

const listOthers = (reader: AnyReader<NodesSchema>, id: string): Promise<OtherNode[]> =>
  reader
    .selectFrom('nodes')
    .select(['id', 'version', 'alone_because', 'settings'])
    .select(sql<number>`ceil((${agoMs(0)} - seen_at) / 1000.0)`.as('seconds'))
    .where('id', '!=', id)
    .where('seen_at', '>', agoMs(SILENT_MS))
    .execute();

/** A setting that only one of two versions has does not differ. */
function differences(
  own: Readonly<Record<string, string>>,
  others: readonly OtherNode[],
): { readonly setting: string; readonly node: string }[] {
  return others.flatMap(({ id, settings }) => {
    const theirs = JSON.parse(settings) as Readonly<Record<string, string>>;
    return Object.keys(own)
      .filter((setting) => Object.hasOwn(theirs, setting) && theirs[setting] !== own[setting])
      .map((setting) => ({ setting, node: id }));
  });
}

/** Id of the storage that the database belongs to; undefined before its first server. */
export const findStorage = ({ reader }: Database): Promise<string | undefined> => findSetting(reader, 'storage');

/** Makes the database belong to a storage, unless it belongs to one. Returns the id of the one that it belongs to. */
export const keepStorage = (database: Database, id: string): Promise<string> =>
  database.write((tx) => keepSetting(tx, 'storage', id));

/**
 * Begins to move the bytes from the place with the id `from` to that of `to`. Until the switch the database belongs to the former, so
 * that no server starts at a target whose move was given up. False if it belongs to a third place.
 */
export async function beginStorageMove(tx: Tx, { from, to }: { readonly from: string; readonly to: string }) {
  if ((await keepSetting(tx, 'storage', from)) !== from) return false;
  await replaceSetting(tx, 'next_storage', to);
  return true;
}

/** Makes the database belong to the place that its bytes were moved to, unless another move has begun. No server may run. */
export async function switchStorage(tx: Tx, id: string): Promise<boolean> {
  if ((await findSetting(tx, 'next_storage')) !== id) return false;
  await deleteSetting(tx, 'next_storage');
  await replaceSetting(tx, 'storage', id);
  return true;
}

/** A value that all servers of the database share. */
export async function findSetting(reader: Reader, name: SettingName): Promise<string | undefined> {
  const query = (reader as AnyReader<NodesSchema>)
    .selectFrom('drive_settings')
    .select('value')
    .where('name', '=', name);
  return (await query.executeTakeFirst())?.value;
}

export async function replaceSetting(tx: Tx, name: SettingName, value: string): Promise<void> {
  await deleteSetting(tx, name);
  await tx.insertInto('drive_settings').values({ name, value }).execute();
}

export async function deleteSetting(tx: Tx, name: SettingName): Promise<void> {
  await tx.deleteFrom('drive_settings').where('name', '=', name).execute();
}

async function keepSetting(tx: AnyTx<NodesSchema>, name: 'secret' | 'storage', value: string): Promise<string> {
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
