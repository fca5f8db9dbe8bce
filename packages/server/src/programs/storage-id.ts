import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDurableDirectory, makeDurableFile, systemRandom as random } from '@drive/base';
import { readDiskBlobs } from '@drive/blobs';
import { findSetting, findStorage, NodeRefusedError } from '@drive/nodes';
import { blobDirectoryOf, usesObjectStorage, type Config } from '../config.ts';
import type { Database } from '../platform/db/index.ts';
import {
  claimObjectStorage,
  findObjectStorageId,
  hasFiles,
  isObjectStorageUnused,
  UnfinishedMoveError,
  writeObjectStorageId,
} from './object-storage.ts';

export interface StorageId {
  readonly id: string;
  readonly kind: 'directory' | 'bucket';
}

/** The id of the place of the bytes, which is created if there is none. Rejects as `requireStorage` does. */
export async function claimStorage(config: Config, database: Database): Promise<StorageId> {
  if (usesObjectStorage(config)) return { id: await claimObjectStorage(config, database), kind: 'bucket' };
  await requireStorage(config, database);
  makeDurableDirectory(blobDirectoryOf(config), 0o700);
  // Blobs without an id, which `requireStorage` accepts with SQLite, are those of its drive.
  const known = database.dialect === 'sqlite' ? await findStorage(database) : undefined;
  return { id: idInFile(idFileOf(config), known), kind: 'directory' };
}

/**
 * Rejects with an ObjectStorageError or a NodeRefusedError, whose message is for the operator, if the place of the bytes is not that
 * of the database. A directory and Postgres compare their ids when the server joins.
 */
export async function requireStorage(config: Config, database: Database): Promise<void> {
  if (usesObjectStorage(config)) return void (await claimObjectStorage(config, database));
  const found = readIdFile(idFileOf(config));
  if (found !== undefined && found === (await findSetting(database.reader, 'next_storage')))
    throw new UnfinishedMoveError(placeOf(config));
  // A file of SQLite belongs to no directory until a move of its bytes begins.
  const known = database.dialect === 'sqlite' ? await findStorage(database) : undefined;
  if (known === undefined || found === known) return;
  if (found !== undefined || ((await hasFiles(database)) && !(await hasBlobs(config))))
    throw new NodeRefusedError(
      `The files of this drive are not in ${blobDirectoryOf(config)}. Set DRIVE_STORAGE_URL to where they are.`,
    );
}

/** The storage id of a place that may belong to no database. undefined: the place has no id. */
export async function findStorageId(config: Config): Promise<string | undefined> {
  return usesObjectStorage(config) ? findObjectStorageId(config) : readIdFile(idFileOf(config));
}

/** The place must have none. */
export async function writeStorageId(config: Config, id: string): Promise<void> {
  if (usesObjectStorage(config)) return writeObjectStorageId(config, id);
  makeDurableDirectory(blobDirectoryOf(config), 0o700);
  makeDurableFile(idFileOf(config), `${id}\n`, random);
  return undefined;
}

export const hasBlobs = async (config: Config): Promise<boolean> =>
  usesObjectStorage(config)
    ? !(await isObjectStorageUnused(config))
    : (await readDiskBlobs(blobDirectoryOf(config)).list()[Symbol.asyncIterator]().next()).done !== true;

/** As DRIVE_STORAGE_URL has it, or the path of the data directory. */
export const placeOf = ({ storageUrl, dataDir }: Config): string => storageUrl ?? dataDir;

const idFileOf = (config: Config): string => join(blobDirectoryOf(config), 'storage.id');

/** The id in a file, which is created with `initial` if it is missing. Default: a new id. */
export function idInFile(path: string, initial = random.uuid()): string {
  makeDurableFile(path, `${initial}\n`, random);
  return readFileSync(path, 'utf8').trim();
}

function readIdFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
