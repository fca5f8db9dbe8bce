// Three servers on one Postgres and one object storage, behind nginx, as docs/operating/cluster.md describes them.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TemporaryPostgres } from '@drive/database/test';
import { DriveClient } from '@drive/sdk';
import { listMissingCephPrograms, startCeph, type Ceph, type CephStart, type TestBucket } from '../ceph.ts';
import {
  admin,
  compileCache,
  createKey,
  freePort,
  liftedLimits,
  serverCommand,
  startCommand,
  type RunningServer,
} from '../programs.ts';
import { deployFile, withInstead } from '../proxies/deploy-files.ts';
import { haproxy, runHaproxy } from '../proxies/haproxy.ts';
import { nginx, runNginx } from '../proxies/nginx.ts';
import { startRedundantPostgres } from '../redundant-postgres.ts';

type Env = Readonly<Record<string, string>>;
/** undefined: the default of the server. */
type Settings = Readonly<Record<string, string | undefined>>;
/** A program and its first arguments. */
type Command = Parameters<typeof startCommand>[0];

/** The programs that a cluster to try lacks here. */
export const listMissingTrialPrograms = (): string[] => [
  ...listMissingCephPrograms(),
  ...(nginx === undefined ? ['nginx'] : []),
];
/** The programs of the tests of a cluster that this machine lacks. */
export const listMissingPrograms = (): string[] => [
  ...listMissingTrialPrograms(),
  ...(haproxy === undefined ? ['haproxy'] : []),
];

/** Addresses of the servers in deploy/cluster/nginx.conf. */
const writtenServers = ['10.0.0.11:8080', '10.0.0.12:8080', '10.0.0.13:8080'];

export interface ClusterNode {
  /** URL of this server itself, without nginx. */
  readonly url: string;
  readonly env: Env;
  /** The running process. Throws if there is none. */
  server(): RunningServer;
  /** Default: the command that the cluster was started with. */
  start(command?: Command): Promise<void>;
  /** Exit code; null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Services that several clusters can share. */
export interface Engines {
  readonly postgres: Omit<TemporaryPostgres, 'backUp'>;
  readonly ceph: Ceph;
  stop(): Promise<void>;
}

export interface Cluster {
  /** URL of nginx. */
  readonly url: string;
  readonly nodes: readonly [ClusterNode, ClusterNode, ClusterNode];
  /** Settings for commands such as `key create`, with a data directory of their own. */
  readonly env: Env;
  /** Acts through nginx, as the administrator. */
  readonly client: DriveClient;
  readonly key: string;
  stop(): Promise<void>;
}

export async function startEngines({
  store,
  directory,
  isRedundant = false,
}: CephStart & {
  /** Postgres has a standby that takes over when it is killed. */
  readonly isRedundant?: boolean;
} = {}): Promise<Engines> {
  const within = (name: string): string | undefined => (directory === undefined ? undefined : join(directory, name));
  const [postgres, ceph] = await Promise.all([
    isRedundant ? startRedundantPostgres() : startPostgres({ isDurable: true, directory: within('postgres') }),
    startCeph({ store, directory: within('ceph') }),
  ]);
  return { postgres, ceph, stop: async () => void (await Promise.all([postgres.stop(), ceph.stop()])) };
}

export interface ClusterStart {
  /** Runs a server. Default: that of this checkout. */
  readonly command?: Command | undefined;
  /** Keeps the port, the secret and the name of the database: a later start goes on with them. Default: a temporary directory. */
  readonly directory?: string | undefined;
}

/** Stays equal at each start of a cluster whose directory is kept. */
interface Identity {
  /** Name of the database, and of its prefix in the bucket. */
  readonly name: string;
  readonly secret: string;
  readonly port: number;
  readonly key: string;
}

/** With a database and a prefix of the bucket of its own, so that engines can have several clusters. */
export async function startCluster(
  { postgres, ceph }: Pick<Engines, 'postgres' | 'ceph'>,
  settings: Settings = {},
  { command = serverCommand, directory: kept }: ClusterStart = {},
): Promise<Cluster> {
  const home = kept ?? mkdtempSync(join(tmpdir(), 'drive-cluster-'));
  const known = kept === undefined ? undefined : readIdentity(kept);
  const {
    name,
    secret,
    port,
    key: knownKey,
  } = known ?? {
    name: `drive_${randomBytes(4).toString('hex')}`,
    secret: randomBytes(32).toString('base64url'),
    port: await freePort(),
    key: undefined,
  };
  const databaseUrl =
    known === undefined
      ? await postgres.createDatabase(name)
      : Object.assign(new URL(postgres.url), { pathname: name }).href;
  const url = `http://127.0.0.1:${port}`;
  const shared = onlySet({
    PATH: process.env.PATH ?? '',
    HOME: home,
    ...compileCache,
    ...liftedLimits,
    ...storageSettings(ceph.bucket, name),
    DRIVE_DATABASE_URL: databaseUrl,
    DRIVE_SECRET: secret,
    DRIVE_BASE_URL: url,
    DRIVE_TRUSTED_PROXIES: '127.0.0.1/32',
    DRIVE_SMTP_URL: 'smtp://127.0.0.1:9',
    DRIVE_MAIL_FROM: 'drive@example.com',
    DRIVE_ADMIN_EMAIL: admin.email,
    DRIVE_ADMIN_PASSWORD: admin.password,
    ...settings,
  });
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const nodes = [0, 1, 2].map((index) =>
    createNode({ ...shared, DRIVE_DATA_DIR: join(home, `node-${index}`), DRIVE_PORT: String(ports[index]) }, command),
  ) as [ClusterNode, ClusterNode, ClusterNode];
  const stopNodes = (): Promise<unknown> => Promise.all(nodes.map((node) => node.end('SIGKILL')));
  try {
    // At once, as an orchestrator does.
    await Promise.all(nodes.map((node) => node.start()));
    const directory = join(home, 'nginx');
    mkdirSync(directory, { recursive: true });
    const proxy = await runNginx(nginxServers(port, ports), directory, port);
    const env = { ...shared, DRIVE_DATA_DIR: join(home, 'command') };
    const key = knownKey ?? (await createKey(env, admin.email));
    if (kept !== undefined) writeFileSync(join(kept, identityFile), JSON.stringify({ name, secret, port, key }));
    return {
      url,
      nodes,
      env,
      key,
      client: new DriveClient({ baseUrl: url, apiKey: key }),
      stop: async () => {
        proxy.kill('SIGKILL');
        await stopNodes();
        if (kept === undefined) rmSync(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stopNodes();
    throw error;
  }
}

const identityFile = 'identity.json';

function readIdentity(directory: string): Identity | undefined {
  const file = join(directory, identityFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Identity) : undefined;
}

const onlySet = (settings: Settings): Env =>
  Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function createNode(env: Env, command: Command): ClusterNode {
  let running: RunningServer | undefined;
  return {
    url: `http://127.0.0.1:${env['DRIVE_PORT']}`,
    env,
    server() {
      if (running === undefined) throw new Error('this server is not running');
      return running;
    },
    async start(given = command) {
      running = await startCommand(given, env);
    },
    async end(signal) {
      const ended = await running?.end(signal);
      running = undefined;
      return ended ?? null;
    },
  };
}

export const storageSettings = ({ endpoint, bucket, credentials }: TestBucket, prefix: string): Env => ({
  DRIVE_STORAGE_URL: `s3://${bucket}/${prefix}`,
  DRIVE_S3_ENDPOINT: endpoint,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/** Starts HAProxy with deploy/cluster/haproxy.cfg, except for addresses and TLS. Returns its URL. */
export async function startClusterHaproxy({ nodes }: Cluster): Promise<{ readonly url: string; stop(): void }> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-haproxy-'));
  const port = await freePort();
  let configuration = deployFile('cluster/haproxy.cfg');
  for (const [written, ours] of [
    [/bind :443 .*/, `bind 127.0.0.1:${port}`],
    [/frontend http\n[^]*/, ''],
    ...writtenServers.map((address, index) => [address, new URL(nodes[index]!.url).host] as const),
  ] as const)
    configuration = withInstead(configuration, written, ours);
  const proxy = await runHaproxy(configuration, directory, port);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      proxy.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The servers of deploy/cluster/nginx.conf, except for addresses and TLS. */
function nginxServers(port: number, nodePorts: readonly number[]): string {
  let servers = deployFile('cluster/nginx.conf');
  for (const [written, ours] of [
    ['listen 443 ssl', `listen 127.0.0.1:${port}`],
    [/ssl_certificate\w* +\S+;/g, ''],
    [/server \{\s+listen 80;[^}]*\}/, ''],
    ...writtenServers.map((address, index) => [address, `127.0.0.1:${nodePorts[index]}`] as const),
  ] as const)
    servers = withInstead(servers, written, ours);
  return servers;
}
