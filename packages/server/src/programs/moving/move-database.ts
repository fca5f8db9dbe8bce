import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUnfinished, secretName, unfinished } from '@drive/backup-format';
import { systemRandom } from '@drive/base';
import { deleteSetting, findSetting, NodeRefusedError, replaceSetting } from '@drive/nodes';
import type { Config } from '../../config.ts';
import {
  DatabaseVersionError,
  openPostgres,
  openRawSqlite,
  openSqlite,
  type Database,
  type Dialect,
} from '../../platform/db/index.ts';
import { secretIdOf, type Secrets } from '../../platform/secrets.ts';
import { placeFile } from '../backup/restore.ts';
import { secretOf } from '../backup/secret.ts';
import { UsageError } from '../command-line.ts';
import { compareDatabases, type Comparison } from '../copies/compare-databases.ts';
import { adoptSnapshot, loadSnapshot, SnapshotError, writeSnapshot, type ServerRows } from '../copies/snapshot.ts';
import { UpgradeError } from '../copies/upgrade.ts';
import { openDatabase, openLog, prepareDataDirectory, secretsOf } from '../open-ports.ts';
import { printStatus } from '../print-status.ts';
import { claimStorage } from '../storage-id.ts';
import { beAlone, type Alone } from './be-alone.ts';
import { MoveError, reasonOf } from './move-error.ts';

/** Settings of the servers that go along. */
const carried = ['next_storage', 'setup'] as const;

export function parseDatabaseKind(text: string): Dialect {
  if (text !== 'postgres' && text !== 'sqlite')
    throw new UsageError(`move-database moves to "postgres" or to "sqlite", not to "${text}" (see --help)`);
  return text;
}

/** A database that a move can write: `copyOf` is the move whose copy it has. */
interface Target {
  readonly copyOf: string | undefined;
  /** Advice about a copy whose source has changed. */
  readonly advice: string;
  /** Writes the copy, all or nothing, with these rows about servers. */
  load(serverRows: ServerRows): Promise<void>;
  open(): Promise<Database>;
}

/**
 * Copies the database and compares it, then marks the old one as moved, and only then the new one as complete. A server starts on
 * neither of them in between, and the command can be repeated after an interruption anywhere.
 */
export async function moveDatabase(config: Config, to: Dialect): Promise<void> {
  const url = config.databaseUrl;
  if (url === undefined)
    throw new MoveError('DRIVE_DATABASE_URL is not set. It names the Postgres database, also for a move from there.');
  await prepareDataDirectory(config, { mustExist: true });
  const file = join(config.dataDir, 'drive.db');
  const from: Config = to === 'postgres' ? { ...config, databaseUrl: undefined } : config;
  if (to === 'postgres' && !existsSync(file))
    throw new MoveError(`There is no database ${file} to move. Pass the data directory with --data-dir.`);
  const secrets = secretsOf(await requireSecret(config), config);
  try {
    const target = to === 'postgres' ? await findPostgres(file, url) : await findSqlite(config.dataDir, file, url);
    const log = openLog(config);
    const source = await openDatabase(from, log);
    try {
      const alone = await beAlone(from, { database: source, log, secrets }, 'its database is being moved');
      try {
        await move({ config: from, source, target, secrets, alone, compare: () => compareDatabases(file, url) });
      } finally {
        await alone.leave();
      }
    } finally {
      await source.close();
    }
  } catch (error) {
    if (isExplained(error)) throw error;
    throw new MoveError(`The database is not moved: ${reasonOf(error)}. Nothing is lost; run this again.`, {
      cause: error,
    });
  }
  printStatus(
    to === 'postgres'
      ? `start the server with this DRIVE_DATABASE_URL; ${file} stays until you delete it`
      : 'start the server without DRIVE_DATABASE_URL; the Postgres database stays until you drop it',
  );
}

const isExplained = (error: unknown): boolean =>
  [MoveError, NodeRefusedError, DatabaseVersionError, SnapshotError, UpgradeError].some(
    (kind) => error instanceof kind,
  ) ||
  (error instanceof Error && ['DataDirectoryInUseError', 'ObjectStorageError'].includes(error.name));

/** Rejects if the data directory has another secret than the settings: with one of the two, all sessions and keys are invalid. */
async function requireSecret(config: Config): Promise<string> {
  const { value } = await secretOf(config);
  const path = join(config.dataDir, secretName);
  if (config.secret !== undefined && existsSync(path) && readFileSync(path, 'utf8').trim() !== config.secret)
    throw new MoveError(
      `DRIVE_SECRET differs from ${path}. Set it to the content of that file, or remove the file if the drive never used it.`,
    );
  return value;
}

async function move({
  config,
  source,
  target,
  secrets,
  alone,
  compare,
}: {
  readonly config: Config;
  readonly source: Database;
  readonly target: Target;
  readonly secrets: Secrets;
  readonly alone: Alone;
  readonly compare: () => Promise<Comparison>;
}): Promise<void> {
  const movedTo = await findSetting(source.reader, 'moved_to');
  if (movedTo === undefined) {
    const id = target.copyOf ?? systemRandom.uuid();
    if (target.copyOf === undefined) {
      printStatus('copying the database');
      await target.load(await settingsOf(id, { config, source, secrets }));
    }
    printStatus('comparing every row');
    const { tables, rows, different } = await compare();
    if (different.length > 0)
      throw new MoveError(
        target.copyOf === undefined
          ? `The copy differs from the database in ${different.join(', ')}. The drive stays where it is; report this.`
          : `The new database has the copy of an interrupted move, and the drive has changed since. ${target.advice}, and run this again.`,
      );
    await source.write(async (tx) => {
      if ((await alone.listLive(tx)).length > 1)
        throw new MoveError('A server is alive again, which was silent for a while. Stop it and run the same again.');
      await replaceSetting(tx, 'moved_to', id);
    });
    printStatus(`moved ${rows} rows of ${tables} tables, and compared them`);
  } else if (movedTo !== target.copyOf) {
    throw new MoveError('This database was moved before. Start the server on the new one.');
  }
  const moved = await target.open();
  try {
    await moved.write((tx) => deleteSetting(tx, 'copied_from'));
  } finally {
    await moved.close();
  }
}

async function settingsOf(
  id: string,
  { config, source, secrets }: { readonly config: Config; readonly source: Database; readonly secrets: Secrets },
): Promise<ServerRows> {
  const settings = [
    { name: 'copied_from', value: id },
    { name: 'secret', value: secretIdOf(secrets) },
    { name: 'storage', value: (await claimStorage(config, source)).id },
  ];
  for (const name of carried) {
    const value = await findSetting(source.reader, name);
    if (value !== undefined) settings.push({ name, value });
  }
  return { drive_settings: settings };
}

/** The copy of an interrupted move is complete, because it is written in one transaction. */
async function findPostgres(file: string, url: string): Promise<Target> {
  const open = (): Promise<Database> => openPostgres({ url, maxConnections: 1 });
  const database = await open();
  try {
    const copyOf = await findSetting(database.reader, 'copied_from').catch(undefinedIfNoTable);
    const advice = 'Name an empty one in DRIVE_DATABASE_URL';
    return { copyOf, advice, open, load: (serverRows) => loadSnapshot(file, url, serverRows) };
  } finally {
    await database.close();
  }
}

/** The copy of an interrupted move is complete, because it gets its name last. */
async function findSqlite(dataDirectory: string, file: string, url: string): Promise<Target> {
  await removeUnfinished(dataDirectory);
  const copyOf = existsSync(file) ? findCopyInSqlite(file) : undefined;
  if (existsSync(file) && copyOf === undefined)
    throw new MoveError(`${file} exists. If it is the database from before an earlier move, rename or delete it.`);
  return {
    copyOf,
    advice: `Delete ${file}`,
    open: async () => openSqlite({ file }),
    load: async (serverRows) => {
      const directory = await mkdtemp(join(dataDirectory, unfinished));
      try {
        const copy = join(directory, 'drive.db');
        await writeSnapshot({ dialect: 'postgres', url }, copy);
        adoptSnapshot(copy, serverRows);
        // A log of another database would be applied to this one.
        for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
        await placeFile(copy, file);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

function findCopyInSqlite(file: string): string | undefined {
  const handle = openRawSqlite(file, { readonly: true });
  try {
    return handle.prepare<[], string>(`select value from drive_settings where name = 'copied_from'`).pluck().get();
  } catch (error) {
    return undefinedIfNoTable(error);
  } finally {
    handle.close();
  }
}

/** The database is empty, or of another program. */
function undefinedIfNoTable(error: unknown): undefined {
  if (error instanceof Error && /no such table|relation .* does not exist/.test(error.message)) return undefined;
  throw error;
}
