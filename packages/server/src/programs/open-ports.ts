import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRestoreUnfinished, RestoreUnfinishedError } from '@drive/backup-format';
import {
  createFollowingClock,
  createLog,
  type Log,
  type LogFields,
  makeDurableDirectory,
  minuteMs,
  openLogFile,
  secondMs,
  type StorageFault,
  systemClock,
  systemRandom,
  dayMs,
} from '@drive/base';
import { createBallast, createFreeSpace, removeBallast } from '@drive/blobs';
import { openInstance } from '@drive/branding';
import { createClientFiles } from '@drive/client-downloads';
import { normalizeText } from '@drive/contract';
import { JobQueue } from '@drive/jobs';
import { createOutboxMailer, createSmtpMailer, type Mailer } from '@drive/mail';
import { createMetrics, noMetrics } from '@drive/metrics';
import { findSetting, joinNodes, NodeRefusedError, soleNode, type Node } from '@drive/nodes';
import { BcryptHasher } from '@drive/passwords';
import { DiskPictures, WorkerImages } from '@drive/thumbnails';
import { openSettings, type OpenedSettings } from '../app/open-settings.ts';
import { readVersion } from '../app/version.ts';
import { sharedSettings, type Config, type LoadedSettings } from '../config.ts';
import { createAudit } from '../platform/audit/index.ts';
import {
  explainToOperator,
  openPostgres,
  openSqlite,
  requirePreparing,
  untilReachable,
  type Database,
  type SqliteOptions,
} from '../platform/db/index.ts';
import { createEvents, forgetForeignOrder } from '../platform/events/index.ts';
import { loadMasterSecret } from '../platform/master-secret.ts';
import { createGuardedFetch, createTargetCheck, webhookTimes } from '../platform/outbound/index.ts';
import type { OpenedPorts } from '../platform/ports/ports.ts';
import { openScanner } from '../platform/scanner.ts';
import { createSecrets, secretIdsOf } from '../platform/secrets.ts';
import { UsageError } from './command-line.ts';
import { upgrade } from './copies/upgrade.ts';
import { openBlobs } from './open-blobs.ts';
import { claimStorage, idInFile, requireStorage } from './storage-id.ts';

/** The part of a link's URL or path after its page: a token, a short code or a slug, and a query. No log line contains it. */
export const linkPath = /(\/(?:share|s|p|collect|proof)\/|\?)[^\s'"<>/]+/g;

/** Enough for the database to delete rows, which makes room. */
const BALLAST_BYTES = 16 * 1024 * 1024;
/** Time between two checks whether the database could be opened again after a failure. */
const PROBE_MS = 5 * secondMs;

/** Longer than any statement of a server takes. */
const STATEMENT_MS = minuteMs;
/** Postgres and its servers may be started together, or fail over. */
const WAIT_MS = minuteMs;
const FILES_OF_ONE_SERVER =
  'files in a directory belong to one server. Several servers need an object storage, DRIVE_STORAGE_URL=s3://…';

interface DatabaseUse extends Pick<SqliteOptions, 'ownsWal' | 'makeRoom'> {
  /** How long to wait for a Postgres that is away. Default: not at all. */
  readonly waitMs?: number;
}

const clock = createFollowingClock(systemClock);
const random = systemRandom;

export interface OpenPorts<P> {
  readonly ports: P;
  /** Those of the operator and, unless they are set there, those that administrators have saved. */
  readonly settings: OpenedSettings;
  close(): Promise<void>;
}

/** Creates the directory unless it must exist. Refuses one with an interrupted restore, except for the restore itself. */
export async function prepareDataDirectory(
  config: Config,
  { evenUnfinished = false, mustExist = false } = {},
): Promise<void> {
  if (mustExist && !existsSync(config.dataDir))
    throw new UsageError(
      `There is no data directory ${config.dataDir}. Pass the directory of the drive with --data-dir.`,
    );
  makeDurableDirectory(config.dataDir, 0o700);
  if (!evenUnfinished && (await isRestoreUnfinished(config.dataDir))) throw new RestoreUnfinishedError(config.dataDir);
}

/** Logs to standard error, so that standard output contains only the output of the program. */
export function openLog(config: Config): Log & { flush(): void } {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json'),
    clock,
    write: openLogFile(2) ?? ((lines) => void process.stderr.write(lines)),
    linkPath,
  });
  process.once('exit', () => log.flush());
  return log;
}

/** The real ports except for the blob store and the node: for programs that may run while the server runs. */
export async function openPorts(
  operator: LoadedSettings,
  log: Log,
  { ownsWal = false, makeRoom = () => removeBallast(operator.config.dataDir), waitMs = 0 }: DatabaseUse = {},
): Promise<OpenPorts<Omit<OpenedPorts, 'blobs' | 'node'>>> {
  const { database, secrets } = await openStored(operator.config, log, { ownsWal, makeRoom, waitMs });
  const metrics = operator.config.metricsToken === undefined ? noMetrics : await createMetrics({ log });
  const jobs = new JobQueue({ database, clock, random, log, metrics });
  const audit = createAudit({ clock, random, jobs });
  const settings = await openSettings(operator, { database, secrets, audit, log });
  const { config } = settings;
  const passwords = new BcryptHasher({ normalize: normalizeText });
  const images = new WorkerImages({ log });
  const { dataDir, minFreeBytes } = config;
  const pictures = new DiskPictures({
    directory: join(dataDir, 'derived'),
    maxBytes: config.derivedCacheBytes,
    images,
    clock,
    random,
    log,
    freeSpace: createFreeSpace({ directory: dataDir, minFreeBytes, clock }),
  });
  const { webhookAllowCidrs: allowCidrs, webhookPorts: ports } = config;
  const outbound = { allowCidrs, ports, ownAddresses: ownAddressesOf(config) };
  return {
    ports: {
      database,
      clock,
      random,
      secrets,
      mailer: openMailer(config),
      outboundFetch: createGuardedFetch({ ...outbound, ...webhookTimes }),
      checkTarget: createTargetCheck(outbound),
      operatorFetch: createGuardedFetch({ allowCidrs: ['0.0.0.0/0', '::/0'] }),
      log,
      metrics,
      jobs,
      events: createEvents({ database, clock, random, jobs, changesMs: config.changesDays * dayMs }),
      audit,
      passwords,
      images,
      pictures,
      scanner: openScanner(config.clamd),
      clients: createClientFiles(),
      instance: openInstance(config),
    },
    settings,
    close: async () => {
      await Promise.all([pictures.close(), images.close()]);
      await passwords.close();
      await database.close();
    },
  };
}

/** Opens the database, unless it was moved elsewhere. */
async function openStored(config: Config, log: Log, use: DatabaseUse) {
  const secret = config.secret ?? loadMasterSecret(config.dataDir, random);
  const database = await openDatabase(config, log, use);
  await requireUnmoved(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return { database, secrets: secretsOf(secret, config) };
}

export async function openAllPorts(operator: LoadedSettings, log: Log): Promise<OpenPorts<OpenedPorts>> {
  const { config } = operator;
  const { dataDir, minFreeBytes } = config;
  const freeSpace = createFreeSpace({ directory: dataDir, minFreeBytes, clock });
  const ballast = createBallast({ directory: dataDir, bytes: BALLAST_BYTES, minFreeBytes, freeSpace, clock });
  const { ports, settings, close } = await openPorts(operator, log, {
    ownsWal: true,
    makeRoom: ballast.release,
    waitMs: WAIT_MS,
  });
  let node: Awaited<ReturnType<typeof joinAsServer>> | undefined;
  try {
    node = await joinAsServer(config, ports);
    // Again: a move may have ended between the two.
    await requireUnmoved(ports.database);
  } catch (error) {
    await node?.leave();
    await close();
    throw error;
  }
  const blobs = await openBlobs(config, ports.database, ballast);
  ballast.watch();
  return {
    ports: { ...ports, blobs, node },
    settings,
    close: async () => {
      await ballast.close();
      await blobs.close();
      await node.leave();
      await close();
    },
  };
}

export type JoiningPorts = Pick<OpenedPorts, 'database' | 'log' | 'secrets'>;

/**
 * Announces this process as a server of the database and the files. Refused while another one is alive, if the files
 * are in a directory or `aloneBecause` is given.
 */
export async function joinAsServer(
  config: Config,
  { database, log, secrets }: JoiningPorts,
  { aloneBecause }: { readonly aloneBecause?: string } = {},
): Promise<Node & { leave(): Promise<void> }> {
  // A file of SQLite has no other server: it is locked with its data directory.
  if (config.databaseUrl === undefined) {
    await requireStorage(config, database);
    return { ...soleNode, leave: async () => {} };
  }
  const storage = await claimStorage(config, database);
  const secretIds = secretIdsOf(secrets);
  return joinNodes(
    {
      database,
      log,
      clock,
      onMoved:
        aloneBecause === undefined
          ? () => end(log, 'the files or the database of this drive were moved while this server was silent')
          : undefined,
      onReplaced: (error) => end(log, 'another server came while this one was silent', { error }),
    },
    {
      id: idInFile(join(config.dataDir, 'node.id')),
      version: readVersion(),
      secret: secretIds[0],
      previousSecret: secretIds[1],
      storage,
      aloneBecause: aloneBecause ?? (storage.kind === 'directory' ? FILES_OF_ONE_SERVER : undefined),
      settings: Object.fromEntries(
        sharedSettings(config).map(([name, value]) => [name, secrets.sign('fingerprint', value).slice(0, 12)]),
      ),
    },
  );
}

export const secretsOf = (secret: string, { secretPrevious }: Pick<Config, 'secretPrevious'>): OpenedPorts['secrets'] =>
  createSecrets(Buffer.from(secret), secretPrevious === undefined ? undefined : Buffer.from(secretPrevious));

/** Refuses a database that was moved elsewhere, or the copy of one that is still being moved. */
async function requireUnmoved({ reader, dialect }: Database): Promise<void> {
  if ((await findSetting(reader, 'copied_from')) !== undefined)
    throw new NodeRefusedError(
      `The move of a drive to this database has not ended. Run again: drive-server move-database ${dialect}`,
    );
  if ((await findSetting(reader, 'moved_to')) === undefined) return;
  throw new NodeRefusedError(
    dialect === 'sqlite'
      ? 'The database of this drive was moved to Postgres. Set DRIVE_DATABASE_URL.'
      : 'The database of this drive was moved to SQLite. Start the server without DRIVE_DATABASE_URL, with the data directory that it was moved to.',
  );
}

const isFull = async (directory: string): Promise<boolean> =>
  (await createFreeSpace({ directory, minFreeBytes: 0, clock }).bytes()) < BALLAST_BYTES / 4;

/** Brings the database up to this version. */
export async function openDatabase(
  config: Config,
  log: Log,
  { waitMs = 0, ...use }: DatabaseUse = {},
): Promise<Database> {
  // The first connection writes: a server that is restarted on a full disk could not start.
  if (config.databaseUrl === undefined && (await isFull(config.dataDir))) await use.makeRoom?.();
  const database =
    config.databaseUrl === undefined
      ? openSqlite({
          file: join(config.dataDir, 'drive.db'),
          ...use,
          onBroken: (error) => void giveUp(log, config.dataDir, error),
          onFault: (fault, error) => logFault(log, fault, error),
          onWalGrows: (error) => log.warn('the log of the database was not folded', { error }),
        })
      : await openPostgres({ url: config.databaseUrl, statementMs: STATEMENT_MS });
  if (config.databaseUrl !== undefined) await reach(database, config.databaseUrl, log, waitMs);
  const { applied, tolerated, isUpgraded, snapshot } = await upgradeDatabase(config, database);
  if (isUpgraded)
    log.info('database upgraded', { count: applied.length, ...(snapshot === undefined ? {} : { path: snapshot }) });
  if (tolerated.length > 0)
    log.warn('the database is of a newer version, which lets this one work', {
      count: tolerated.length,
      code: tolerated.at(-1) ?? '',
    });
  return database;
}

async function reach(database: Database, url: string, log: Log, waitMs: number): Promise<void> {
  try {
    const onWaiting = (error: unknown): void =>
      log.warn('the database does not answer yet; the start waits', { error });
    await untilReachable(database, { forMs: waitMs, onWaiting });
    await requirePreparing(url);
  } catch (error) {
    await database.close();
    throw explainToOperator(error, url);
  }
}

/** On Postgres over a connection of its own, whose statements may take long: of two servers, one waits for the other. */
async function upgradeDatabase({ databaseUrl, dataDir, upgradeCopy }: Config, opened: Database) {
  const database = databaseUrl === undefined ? opened : await openPostgres({ url: databaseUrl, maxConnections: 1 });
  try {
    // Copying a large Postgres would keep all its servers waiting for hours; it has its own backups.
    const copies = upgradeCopy ?? databaseUrl === undefined;
    const outcome = await upgrade(database, clock, { directory: copies ? join(dataDir, 'snapshots') : undefined });
    if (database.dialect === 'postgres') await forgetForeignOrder(database);
    return outcome;
  } finally {
    if (database !== opened) await database.close();
  }
}

function logFault(log: Log, fault: StorageFault | undefined, error: unknown): void {
  if (fault === undefined) log.info('database writes again');
  else log.error('database cannot write', { code: fault, error });
}

/** Ends the process: the files or the database are no longer its own. */
function end(log: Log, reason: string, fields: LogFields = {}): void {
  log.error(reason, fields);
  process.exitCode = 1;
  setImmediate(() => process.exit(1));
}

/**
 * Ends the process once the disk accepts writes, because a supervisor starts a new one, which must write. Until then this
 * one serves reads.
 */
async function giveUp(log: Log, directory: string, error: Error): Promise<void> {
  log.error('database failed', { error });
  const probe = join(directory, `write-probe.${process.pid}`);
  while (!(await isWritable(probe))) await sleep(PROBE_MS, undefined, { ref: false });
  process.exitCode = 1;
  setImmediate(() => process.exit(1));
}

async function isWritable(probe: string): Promise<boolean> {
  try {
    await writeFile(probe, 'x', { flush: true });
    await rm(probe);
    return true;
  } catch {
    await rm(probe, { force: true }).catch(() => undefined);
    return false;
  }
}

/** The addresses of its interfaces, and that of the base URL if it differs, as behind address translation. */
function ownAddressesOf({ baseUrl }: Config): () => string[] {
  const outside = baseUrl === undefined ? [] : [new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')];
  return () => [
    ...outside,
    ...Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
  ];
}

/** Follows the settings, with each email. */
function openMailer(config: Config): Mailer {
  const { dataDir } = config;
  const current = (): Mailer => {
    const { instanceName, mailFrom, smtpUrl: url } = config;
    const from = mailFrom ?? `${instanceName.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')} <drive@localhost>`;
    return url === undefined
      ? createOutboxMailer({ directory: join(dataDir, 'outbox'), from, clock, random })
      : createSmtpMailer({ url, from, clock, random });
  };
  return { send: (mail) => current().send(mail) };
}
