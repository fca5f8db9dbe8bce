import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, secondMs, systemClock, systemRandom } from '@drive/base';
import { createApp, type App } from '../app.ts';
import { ConfigError, defaultWarnings, loosenedRules, type Config, type LoadedSettings } from '../config.ts';
import type { ScheduledBackups } from '../platform/backup-program.ts';
import { lockDataDirectory } from '../platform/db/index.ts';
import { isDomainError } from '../platform/errors.ts';
import { createHttpServer } from '../platform/http/index.ts';
import { flagOf, type SettingName } from '../settings.ts';
import { createBackupProcess } from './backup/backup-process.ts';
import { makeCliProfile } from './cli-profile.ts';
import type { CommandLine } from './command-line.ts';
import { diskWarnings } from './data-disk.ts';
import { baseUrlOf, localUrl } from './local-base-url.ts';
import { openAllPorts, openLog, prepareDataDirectory } from './open-ports.ts';
import { printStatus } from './print-status.ts';

const GRACE_MS = 30 * secondMs;
/** Work that still runs this long after the last request was cut will not end. */
const LAST_MS = 10 * secondMs;

export interface ServeOptions {
  /** The settings on the command line, which a scheduled backup gets, too. */
  readonly flags?: CommandLine['flags'];
  /** The environment of the user whose drive-cli is signed in when the first account is made. */
  readonly cliEnv?: Readonly<Record<string, string | undefined>>;
}

export async function serve(settings: LoadedSettings, options: ServeOptions = {}): Promise<void> {
  const { config: given } = settings;
  await prepareDataDirectory(given);
  const lock = lockDataDirectory(given.dataDir);
  const log = openLog(given);
  dieOnBugs(log);
  warn(loosenedRules(given));

  const server = createHttpServer({
    clock: systemClock,
    random: systemRandom,
    log,
    minTransferRate: given.minTransferRate,
  });
  const port = await listen(server, given);
  const { ports, settings: opened, close } = await openAllPorts(settings, log);
  const { config, saved } = opened;
  const baseUrl = baseUrlOf(config, port);
  const { cliEnv } = options;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const url = localUrl(config.host, port);
  const app: App = createApp(ports, config, {
    baseUrl,
    backups: backupsOf(config, options.flags),
    settings: saved,
    onFirstAdmin: cliEnv && ((admin) => makeCliProfile(admin, { apiKeys: app.apiKeys, url, env: cliEnv, print })),
  });
  if (config.adminEmail !== undefined && config.adminPassword !== undefined)
    await app.accounts.ensureAdmin(config.adminEmail, config.adminPassword).catch(blameSettings);
  app.start();
  saved.start();
  server.serve(app.listener, app.countBroken);

  stopOnSignal(async () => {
    app.drain();
    server.drain();
    if (config.drainSeconds > 0) {
      log.info('draining');
      await sleep(config.drainSeconds * secondMs);
    }
    const watchdog = setTimeout(() => process.exit(1), GRACE_MS + LAST_MS);
    app.endStreams();
    await server.stop(GRACE_MS);
    await app.stop();
    await saved.stop();
    await close();
    lock.release();
    clearTimeout(watchdog);
    log.info('stopped');
  });
  warn([...defaultWarnings(config), ...diskWarnings(config), ...saved.problems]);
  log.info('started');
  // The log is written later otherwise, below the setup link.
  log.flush();
  await sayHello(app, url, config);
}

const settingOfField: Readonly<Record<string, string>> = {
  email: 'DRIVE_ADMIN_EMAIL',
  password: 'DRIVE_ADMIN_PASSWORD',
};

/** Names the settings instead of the fields of the account that they describe. */
function blameSettings(error: unknown): never {
  if (!isDomainError(error, 'validation_failed') || error.issues === undefined) throw error;
  throw new ConfigError(error.issues.map(({ field, message }) => `${settingOfField[field] ?? field} ${message}`));
}

function backupsOf(
  { backupDir: directory, backupHours, backupKeep: keep }: Config,
  flags: CommandLine['flags'] = {},
): ScheduledBackups | undefined {
  if (directory === undefined) return undefined;
  const given = Object.entries(flags).map(([name, value]) => `--${flagOf(name as SettingName)}=${value}`);
  return { program: createBackupProcess({ directory, keep, flags: given }), everyHours: backupHours, keep };
}

/** The message is complete: no stack is printed. */
function warn(lines: readonly string[]): void {
  for (const line of lines) printStatus(`WARNING ${line}`);
}

export class ListenError extends Error {
  override readonly name = 'ListenError';
}

async function listen(server: ReturnType<typeof createHttpServer>, config: Config): Promise<number> {
  try {
    const { port } = await server.listen(config.host, config.port);
    return port;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const where = `${config.host}:${config.port}`;
    if (code === 'EADDRINUSE')
      throw new ListenError(`${where} is in use by another server. Choose another DRIVE_PORT.`);
    if (code === 'EACCES')
      throw new ListenError(`${where} needs more rights than this user has. Choose a DRIVE_PORT from 1024.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ListenError(`${where} is not an address of this machine: check DRIVE_HOST.`);
    throw error;
  }
}

async function sayHello(app: App, url: string, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const setupLink = await app.accounts.createSetupLink();
  const setup = setupLink && `\nNo account yet. Open this link to create the first one:\n  ${setupLink}\n\n`;
  // One write: programs that wait for the first line then have the link, which is the last line for the operator.
  process.stdout.write(`listening on ${url}\ndata directory: ${dataDir}\n${setup ?? ''}`);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      void stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(
            `drive-server: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          );
          process.exit(1);
        },
      );
    });
}

/** After an unexpected error only the data on disk are reliable: the process ends, to be restarted. */
function dieOnBugs(log: Log & { flush(): void }): void {
  const die = (error: unknown): void => {
    log.error('ended by an unexpected error', { error });
    log.flush();
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}
