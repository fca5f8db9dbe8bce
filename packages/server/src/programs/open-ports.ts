import { mkdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { createAudit } from '../platform/audit/index.ts';
import { openDiskBlobs } from '../platform/blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openPostgres, openSqlite, upgrade, type Database } from '../platform/db/index.ts';
import { createEvents } from '../platform/events/index.ts';
import { createWorkerImages } from '../platform/images/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { createLog } from '../platform/log-writer.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, noMetrics } from '../platform/metrics/index.ts';
import { createOutboxMailer, createSmtpMailer, type Mailer } from '../platform/mail/index.ts';
import { loadMasterSecret } from '../platform/master-secret.ts';
import { createGuardedFetch, createTargetCheck } from '../platform/outbound/index.ts';
import { createBcryptHasher } from '../platform/passwords/index.ts';
import { systemRandom } from '../platform/random.ts';
import { createSecrets } from '../platform/secrets.ts';
import type { Ports } from '../ports.ts';
import { isRestoreUnfinished, RestoreUnfinishedError } from './backup/unfinished.ts';

/** Enough for the database to delete what makes room. */
const BALLAST_BYTES = 16 * 1024 * 1024;

const clock = systemClock;
const random = systemRandom;

export interface OpenPorts<P> {
  readonly ports: P;
  close(): Promise<void>;
}

/**
 * Makes the data directory where it is missing; only the server's own user may look into it. Refuses one with half a
 * restore in it, except to who restores.
 */
export async function prepareDataDirectory(config: Config, { evenUnfinished = false } = {}): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  if (!evenUnfinished && (await isRestoreUnfinished(config.dataDir))) throw new RestoreUnfinishedError(config.dataDir);
}

/** To standard error, so that standard output holds nothing but what the program is asked for. */
export function openLog(config: Config): Log & { flush(): void } {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json'),
    clock,
    write: (lines) => void process.stderr.write(lines),
  });
  process.once('exit', () => log.flush());
  return log;
}

/** The real world, without the place for bytes: for programs that may run beside the server. */
export async function openPorts(
  config: Config,
  log: Log,
  { ownsLog = false } = {},
): Promise<OpenPorts<Omit<Ports, 'blobs'>>> {
  const secret = config.secret ?? loadMasterSecret(config.dataDir, random);
  const database = await openDatabase(config, log, ownsLog);
  const metrics = config.metricsToken === undefined ? noMetrics : createMetrics({ log });
  const jobs = createJobs({ database, clock, random, log, metrics });
  const passwords = createBcryptHasher();
  const images = createWorkerImages({ log });
  const outbound = { allowCidrs: config.webhookAllowCidrs, ownAddresses: ownAddressesOf(config) };
  return {
    ports: {
      database,
      clock,
      random,
      secrets: createSecrets(Buffer.from(secret)),
      mailer: openMailer(config),
      outboundFetch: createGuardedFetch(outbound),
      checkTarget: createTargetCheck(outbound),
      operatorFetch: createGuardedFetch({ allowCidrs: ['0.0.0.0/0', '::/0'] }),
      log,
      metrics,
      jobs,
      events: createEvents({ database, clock, random, jobs }),
      audit: createAudit({ database, clock, random, jobs }),
      passwords,
      images,
    },
    close: async () => {
      await images.close();
      await passwords.close();
      await database.close();
    },
  };
}

/** All of it; one process at a time. */
export async function openAllPorts(config: Config, log: Log): Promise<OpenPorts<Ports>> {
  const { ports, close } = await openPorts(config, log, { ownsLog: true });
  const directory = config.storageUrl === undefined ? config.dataDir : fileURLToPath(config.storageUrl);
  const blobs = await openDiskBlobs({
    directory,
    minFreeBytes: config.minFreeBytes,
    ballastBytes: BALLAST_BYTES,
    isGroupReading: config.offload !== 'none',
    clock,
    random,
  });
  return {
    ports: { ...ports, blobs },
    close: async () => {
      await blobs.close();
      await close();
    },
  };
}

async function openDatabase(config: Config, log: Log, ownsLog: boolean): Promise<Database> {
  const database =
    config.databaseUrl === undefined
      ? openSqlite({
          file: join(config.dataDir, 'drive.db'),
          ownsLog,
          onBroken: (error) => giveUp(log, error),
          onLogGrows: (error) => log.warn('the log of the database was not folded', { error }),
        })
      : await openPostgres({ url: config.databaseUrl });
  const { applied, snapshot } = await upgrade(database, clock, { directory: join(config.dataDir, 'snapshots') });
  if (snapshot !== undefined) log.info('database upgraded', { count: applied.length, path: snapshot });
  return database;
}

/** What was acknowledged is safe; nothing more may be, so the process ends and a supervisor starts a new one. */
function giveUp(log: Log, error: Error): void {
  log.error('database failed', { error });
  process.exitCode = 1;
  setImmediate(() => process.exit(1));
}

/** Those of its interfaces, and the one it is reached under where that is another, behind a translator of addresses. */
function ownAddressesOf({ baseUrl }: Config): () => string[] {
  const outside = baseUrl === undefined ? [] : [new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')];
  return () => [
    ...outside,
    ...Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
  ];
}

function openMailer(config: Config): Mailer {
  const from = config.mailFrom ?? 'Drive <drive@localhost>';
  return config.smtpUrl === undefined
    ? createOutboxMailer({ directory: join(config.dataDir, 'outbox'), from, clock, random })
    : createSmtpMailer({ url: config.smtpUrl, from, clock, random });
}
