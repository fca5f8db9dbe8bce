import { createBaseUrl, type Log, systemClock, systemRandom } from '@drive/base';
import type { Images } from '@drive/thumbnails';
import { createApp, type App } from '../../app.ts';
import { createAccountsApp } from '../../app/accounts-app.ts';
import type { Config, LoadedSettings } from '../../config.ts';
import { DataDirectoryInUseError, lockDataDirectory, type Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { createHttpServer } from '../../platform/http/index.ts';
import { baseUrlOf, localUrl } from '../local-base-url.ts';
import { openAllPorts, openLog, openPorts, prepareDataDirectory } from '../open-ports.ts';

/** The server of a data directory: the one that runs, or one that listens for this program alone. */
export interface DemoServer extends Pick<App, 'accounts' | 'apiKeys'> {
  /** Without a trailing slash. */
  readonly url: string;
  readonly database: Database;
  readonly images: Images;
  /** Waits for the jobs of what was done, unless a server runs, which does them by and by. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openDemoServer(settings: LoadedSettings): Promise<DemoServer> {
  const { config } = settings;
  await prepareDataDirectory(config, { mustExist: true });
  const quiet: Config = { ...config, logLevel: 'warn' };
  const lock = tryLock(config.dataDir);
  const log = openLog(quiet);
  return lock === undefined ? joinRunning(settings, log) : startOwn(settings, log, lock);
}

async function joinRunning(operator: LoadedSettings, log: Log): Promise<DemoServer> {
  const url = localUrl(operator.config.host, operator.config.port);
  await requireReady(url);
  const { ports, settings, close } = await openPorts(operator, log);
  const { config } = settings;
  const { accounts, apiKeys } = createAccountsApp({ ...ports, baseUrl: createBaseUrl(baseUrlOf(config)) }, config);
  const { database, images } = ports;
  return { url, database, images, accounts, apiKeys, settle: async () => {}, close };
}

async function startOwn(operator: LoadedSettings, log: Log, lock: { release(): void }): Promise<DemoServer> {
  const { ports, settings, close } = await openAllPorts(operator, log).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const { config } = settings;
  const app = createApp(ports, config, { baseUrl: baseUrlOf(config) });
  const server = createHttpServer({
    clock: systemClock,
    random: systemRandom,
    log,
    minTransferRate: config.minTransferRate,
  });
  const { port } = await server.listen('127.0.0.1', 0);
  app.start();
  server.serve(app.listener, app.countBroken);
  const { database, images } = ports;
  return {
    url: localUrl('127.0.0.1', port),
    database,
    images,
    accounts: app.accounts,
    apiKeys: app.apiKeys,
    settle: async () => {
      await app.idle();
      await ports.jobs.drain();
    },
    close: async () => {
      app.endStreams();
      await server.stop(0);
      await app.stop();
      await close();
      lock.release();
    },
  };
}

async function requireReady(url: string): Promise<void> {
  const status = await fetch(`${url}/readyz`).then(
    (response) => response.status,
    () => undefined,
  );
  if (status === 200) return;
  throw new DomainError(
    'unavailable',
    `A server uses this data directory, but none answers at ${url}. Pass the --host and --port that it was started with.`,
  );
}

function tryLock(directory: string): { release(): void } | undefined {
  try {
    return lockDataDirectory(directory);
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) return undefined;
    throw error;
  }
}
