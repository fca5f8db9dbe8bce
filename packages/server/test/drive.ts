import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, type Log, type LogFields, type LogLevel, type Random, systemRandom } from '@drive/base';
import { createTestClock, type TestClock } from '@drive/base/test';
import type { BlobStore } from '@drive/blobs';
import { openInstance } from '@drive/branding';
import { createClientFiles } from '@drive/client-downloads';
import { normalizeText } from '@drive/contract';
import { createAnswerCheck } from '@drive/http-api/test';
import { JobQueue, type Jobs } from '@drive/jobs';
import type { Mail, Mailer } from '@drive/mail';
import { createMetrics, noMetrics } from '@drive/metrics';
import { acknowledgements } from '@drive/node-http';
import { BcryptHasher } from '@drive/passwords';
import { DiskPictures, WorkerImages, type Images } from '@drive/thumbnails';
import { inject } from 'vitest';
import { createApp, type App } from '../src/app.ts';
import type { ModulesOptions } from '../src/app/modules.ts';
import { openSettings } from '../src/app/open-settings.ts';
import { loadSettings, type Config, type LoadedSettings } from '../src/config.ts';
import { createAudit } from '../src/platform/audit/index.ts';
import type { Database } from '../src/platform/db/index.ts';
import { createEvents, type Events } from '../src/platform/events/index.ts';
import { createHttpServer, type ServerOptions } from '../src/platform/http/index.ts';
import type { FeatureBudgets } from '../src/platform/limits/index.ts';
import { createGuardedFetch, createTargetCheck, type GuardedFetchOptions } from '../src/platform/outbound/index.ts';
import { openScanner, type Scanner } from '../src/platform/scanner.ts';
import { createSecrets, type Secrets } from '../src/platform/secrets.ts';
import type { SettingName } from '../src/settings.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { overriding } from './overriding.ts';
import { createTestBlobs, gathersParts } from './test-blobs.ts';

export interface DriveOptions {
  /** Names without `DRIVE_`. Rate limits are off by default. */
  readonly settings?: Readonly<Partial<Record<SettingName, string>>>;
  readonly featureBudgets?: FeatureBudgets;
  readonly server?: Pick<ServerOptions, 'idleMs' | 'headersMs' | 'keepAliveMs' | 'onSampling'>;
  /** Wraps the disk, e.g. to make it fail. */
  readonly blobs?: (disk: BlobStore) => BlobStore;
  /** Wraps the database, e.g. to make its writes fail. */
  readonly database?: (database: Database) => Database | Promise<Database>;
  /** The keys of each start, which a restart can replace. Default: those of one master secret. */
  readonly secrets?: () => Secrets;
  /** Whether the server has not reached the database for long. Default: never. */
  readonly isCutOff?: () => boolean;
  /** Replaces the codecs. */
  readonly images?: Images;
  readonly random?: Random;
  /** Finds viruses. Default: none is configured, unless `DRIVE_CLAMD` is set. */
  readonly scanner?: Scanner;
  /** Scheduled backups. Default: none. */
  readonly backups?: ModulesOptions['backups'];
  /** Folder of the clients that the server serves. Default: none are built. */
  readonly clients?: string;
  /** Called with each mail before its delivery; an error it throws is the mail server's refusal. */
  readonly onMail?: (mail: Mail) => void;
  /** Targets that webhooks may reach; by default no request is sent. */
  readonly outbound?: GuardedFetchOptions;
  /** Webhooks send in real time; by default when drained. */
  readonly sendsByItself?: boolean;
  /** Sends mails; by default they are only collected. */
  readonly mailer?: Mailer;
}

export interface TestUser {
  /** users.row_id */
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  /** A complete API key. */
  readonly key: string;
}

/** A signed-in browser. */
export interface TestSession {
  /** For the `cookie` header. */
  readonly cookie: string;
  /** For the `x-xsrf-token` header. */
  readonly xsrf: string;
}

export interface LogEntry extends LogFields {
  readonly level: LogLevel;
  readonly event: string;
}

/** The complete server over real HTTP, with a manual clock and a readable mailbox. */
export interface Drive {
  /** Without a trailing slash. */
  readonly url: string;
  readonly app: App;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly clock: TestClock;
  readonly mails: Mail[];
  readonly logged: LogEntry[];
  readonly config: Config;
  /**
   * `path` below the server, or a complete URL. With `key` or `session` as that caller; an object as `json` is sent as
   * JSON.
   */
  fetch(path: string, init?: DriveInit): Promise<Response>;
  /** Waits for the work after responses, then runs every due job, and the jobs that these add. */
  drain(): Promise<void>;
  createUser(user?: {
    email?: string;
    password?: string;
    plan?: 'free' | 'paid';
    isAdmin?: boolean;
  }): Promise<TestUser>;
  signIn(user: Pick<TestUser, 'email' | 'password'>): Promise<TestSession>;
  /** Lets the servers apply what another process has saved. */
  followSettings(): Promise<void>;
  /** Stops the server and starts it again on the same data; the URL may change. */
  restart(): Promise<void>;
  /**
   * Starts another server of the same database, files and clock, with its own connections, jobs and memory, and the options
   * of this one unless given. This one closes it. Postgres only.
   */
  startAnother(options?: DriveOptions): Promise<Drive>;
  /** Fails if a response violated the contract. */
  close(): Promise<void>;
}

export interface DriveInit extends RequestInit {
  readonly key?: string;
  readonly session?: TestSession;
  readonly json?: unknown;
}

/** Servers that answer the requests of a test in turn; a limit of each of them counts for each. */
export const serverCount = inject('serverCount') ?? 1;

const unlimited: Partial<Record<SettingName, string>> = {
  RATE_API: '0',
  RATE_APIKEY: '0',
  RATE_AUTH: '0',
  RATE_FILES: '0',
  RATE_TRANSFERS: '0',
  RATE_PUBLIC: '0',
};

export async function startDrive(options: DriveOptions = {}): Promise<Drive> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-data-'));
  // Nothing waits for the disk: the packages of the database and of the blobs test power losses.
  const { database, connect, close } = await createTestDatabase({ mayBeUsed: true, waitsForDisk: false });
  const clock = createTestClock();
  const { minFreeBytes } = settingsOf({ DATA_DIR: directory, ...options.settings }).config;
  const testBlobs = createTestBlobs({
    directory,
    minFreeBytes,
    clock,
    random: options.random ?? systemRandom,
    fsync: false,
  });
  let users = 0;
  const countUser = (): number => (users += 1);
  const openBlobs = testBlobs.open;
  const place: Place = { directory, clock, nodeIds: new Set(), database, connect, countUser, openBlobs };
  return startIn(place, options, async () => {
    await close();
    await testBlobs.remove();
    rmSync(directory, { recursive: true, force: true });
  });
}

let codecs: WorkerImages | undefined;
/**
 * The codecs of the drives of a test worker, to which every user is the same tenant: the thread that a server starts for each tenant
 * takes a second of processor time.
 */
export const sharedImages: Images = {
  render: (source, options) => {
    codecs ??= new WorkerImages({ log: collectingLog([]) });
    return codecs.render(source, { ...options, tenant: 0 });
  },
  close: async () => {},
};

/** Settings that the servers of a drive have in common. */
interface Place extends Pick<TestDatabase, 'database' | 'connect'> {
  readonly directory: string;
  readonly clock: TestClock;
  readonly nodeIds: Set<string>;
  openBlobs(database: Database): Promise<BlobStore>;
  countUser(): number;
}

async function startIn(place: Place, options: DriveOptions, leave: () => Promise<void>): Promise<Drive> {
  const { directory, clock } = place;
  const database = (await options.database?.(place.database)) ?? place.database;
  const random = options.random ?? systemRandom;
  const passwords = new BcryptHasher({ normalize: normalizeText, cost: 4 });
  const loaded = settingsOf({ ...unlimited, DATA_DIR: directory, ...options.settings });
  const { config } = loaded;
  const mails: Mail[] = [];
  const logged: LogEntry[] = [];
  const violations: string[] = [];
  const log = collectingLog(logged);
  const images = options.images ?? sharedImages;

  const others: Drive[] = [];
  const nodeId = `node-${place.nodeIds.size}`;
  place.nodeIds.add(nodeId);

  /** One server: everything but the listener, which those of a project with several have in common. */
  async function startServer(id: string, own: Database, url: string, openBlobs: Place['openBlobs']) {
    const disk = await openBlobs(own);
    const secrets = options.secrets?.() ?? createSecrets(Buffer.alloc(32, 7));
    const outbound = { ports: config.webhookPorts, ...options.outbound };
    const blobs = options.blobs?.(disk) ?? disk;
    const metrics = config.metricsToken === undefined ? noMetrics : await createMetrics({ log });
    const jobs = new JobQueue({ database: own, clock, random, log, metrics, runsOnlyWhenDrained: true });
    const audit = createAudit({ clock, random, jobs });
    const settings = await openSettings(loaded, { database: own, secrets, audit, log });
    const pictures = new DiskPictures({
      directory: join(directory, `derived-${id}`),
      maxBytes: config.derivedCacheBytes,
      images,
      clock,
      random,
      log,
      freeSpace: { require: async () => {} },
    });
    const ports = {
      database: own,
      blobs,
      clock,
      random,
      secrets,
      passwords,
      images,
      pictures,
      scanner: options.scanner ?? openScanner(config.clamd),
      instance: openInstance(settings.config),
      clients: createClientFiles(options.clients ?? join(directory, 'no-clients')),
      log,
      node: {
        id,
        countLive: () => place.nodeIds.size,
        silentMs: () => 0,
        isCutOff: () => options.isCutOff?.() === true,
        listLive: async () => [...place.nodeIds],
        isAlone: own.dialect === 'sqlite',
      },
      metrics,
      jobs,
      events: createEvents({ database: own, clock, random, jobs, changesMs: config.changesDays * dayMs }),
      audit,
      mailer: {
        send: async (mail: Mail) => {
          options.onMail?.(mail);
          await options.mailer?.send(mail);
          mails.push(mail);
        },
      },
      operatorFetch: createGuardedFetch({ allowCidrs: ['127.0.0.0/8'] }),
      outboundFetch:
        options.outbound === undefined
          ? () => Promise.reject(new Error('no test expects an outbound request'))
          : createGuardedFetch(outbound),
      checkTarget: createTargetCheck(outbound),
    };
    const app = createApp(ports, settings.config, {
      baseUrl: url,
      createAnswerCheck: (pageOrigin) => createAnswerCheck((what) => violations.push(what), pageOrigin),
      featureBudgets: options.featureBudgets ?? {},
      backups: options.backups,
      settings: settings.saved,
      sendsOnlyWhenDrained: options.sendsByItself !== true,
    });
    return { app, blobs, pictures, jobs, settings: settings.saved, events: ports.events };
  }

  const run = async () => {
    const http = createHttpServer({
      clock,
      random,
      log,
      minTransferRate: config.minTransferRate,
      ...options.server,
    });
    const { port } = await http.listen('127.0.0.1', 0);
    const origin = `http://127.0.0.1:${port}`;
    const url = config.baseUrl ?? origin;
    const first = await startServer(nodeId, database, url, place.openBlobs);
    const servers = [first];
    const opened: Database[] = [];
    for (let index = 1; index < serverCount; index += 1) {
      const own = await place.connect();
      opened.push(own);
      const id = `${nodeId}-${index}`;
      place.nodeIds.add(id);
      servers.push(await startServer(id, (await options.database?.(own)) ?? own, url, place.openBlobs));
    }
    let turn = 0;
    const next = () => servers[turn++ % servers.length] ?? first;
    http.serve((request, response) => next().app.listener(request, response), first.app.countBroken);
    for (const { app } of servers) app.start();
    const stop = async (): Promise<void> => {
      for (const { app } of servers) app.endStreams();
      await http.stop(0);
      for (const { app, blobs, pictures } of servers) {
        await app.stop();
        await pictures.close();
        await blobs.close();
      }
      for (const own of opened) await own.close();
    };
    const idle = async (): Promise<void> => void (await Promise.all(servers.map(({ app }) => app.idle())));
    const drain = async (): Promise<void> => {
      const isIdle = idle().then(() => true);
      while (!(await Promise.race([isIdle, acknowledgements.settle().then(() => false)])));
      // Any server does what another one has added.
      let server = next();
      do {
        server = next();
        await server.jobs.drain();
      } while (await server.app.drainWebhooks());
    };
    const followSettings = async (): Promise<void> => {
      for (const { settings } of servers) await settings.follow();
    };
    return { ...first, app: { ...first.app, idle }, origin, drain, followSettings, stop };
  };

  let running = await run();

  const drive: Drive = {
    database,
    clock,
    mails,
    logged,
    config,
    get url() {
      return running.origin;
    },
    get app() {
      return running.app;
    },
    get blobs() {
      return running.blobs;
    },
    get events() {
      return running.events;
    },
    get jobs() {
      return running.jobs;
    },
    fetch: (path, { key, session, json, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      if (session !== undefined) headers.set('cookie', session.cookie);
      if (session !== undefined && !headers.has('x-xsrf-token')) headers.set('x-xsrf-token', session.xsrf);
      if (json !== undefined) headers.set('content-type', 'application/json');
      return fetch(path.startsWith('/') ? `${running.origin}${path}` : path, {
        redirect: 'manual',
        ...init,
        headers,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
    },
    drain: () => running.drain(),
    followSettings: () => running.followSettings(),
    createUser: async (wanted = {}) => {
      const user = { email: `user${place.countUser()}@example.com`, password: 'correct horse', ...wanted };
      const { userId } = await running.app.accounts.createUser(user);
      const { rawKey } = await running.app.apiKeys.createKey({ userId, label: null });
      return { userId, email: user.email, password: user.password, key: rawKey };
    },
    signIn: async ({ email, password }) => {
      const response = await drive.fetch('/api/auth/login', { method: 'POST', json: { email, password } });
      if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length);
      return { cookie: cookies.join('; '), xsrf: decodeURIComponent(xsrf ?? '') };
    },
    restart: async () => {
      await running.stop();
      running = await run();
    },
    startAnother: async (more = {}) => {
      if (database.dialect === 'sqlite') throw new Error('SQLite has one server');
      const own = await place.connect();
      // Files in a directory belong to one process, which this is.
      const openBlobs = gathersParts
        ? place.openBlobs
        : async () => overriding(running.blobs, { close: async () => {} });
      const another = await startIn({ ...place, database: own, openBlobs }, { ...options, ...more }, () => own.close());
      others.push(another);
      return another;
    },
    close: async () => {
      for (const other of others.splice(0)) await other.close();
      place.nodeIds.delete(nodeId);
      await running.stop();
      await images.close();
      await passwords.close();
      await leave();
      if (violations.length > 0) throw new Error(`answers broke the contract:\n${violations.join('\n')}`);
    },
  };
  return drive;
}

function settingsOf(settings: Partial<Record<SettingName, string>>): LoadedSettings {
  return loadSettings({
    flags: {},
    env: Object.fromEntries(Object.entries(settings).map(([name, value]) => [`DRIVE_${name}`, value])),
  });
}

function collectingLog(entries: LogEntry[]): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}): void =>
      void entries.push({ level, event, ...fields });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
