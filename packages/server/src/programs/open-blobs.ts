import { statSync } from 'node:fs';
import { makeDurableDirectory, systemClock as clock, systemRandom as random } from '@drive/base';
import {
  createMemoryStagedRows,
  S3Blobs,
  openDiskBlobs,
  readDiskBlobs,
  type Ballast,
  type BlobReading,
  type BlobStore,
  type StagedBytes,
} from '@drive/blobs';
import { blobDirectoryOf, usesObjectStorage, type Config } from '../config.ts';
import { createStagedRows } from '../platform/blobs/staged-rows-store.ts';
import type { Database } from '../platform/db/index.ts';
import { openObjectStorage } from './object-storage.ts';

/** The blobs of a server. They leave the room of the ballast free if they share the disk of the database. */
export async function openBlobs(
  config: Config,
  database: Database,
  { owedBytes }: Pick<Ballast, 'owedBytes'>,
): Promise<BlobStore> {
  if (usesObjectStorage(config))
    return new S3Blobs({ client: openObjectStorage(config), rows: createStagedRows(database), clock, random });
  const { dataDir, minFreeBytes } = config;
  const directory = blobDirectoryOf(config);
  makeDurableDirectory(directory, 0o700);
  const sharesDisk = statSync(directory).dev === statSync(dataDir).dev;
  return openDiskBlobs({
    directory,
    minFreeBytes,
    ...(sharesDisk ? { owedBytes } : {}),
    isGroupReading: config.offload !== 'none',
    clock,
    random,
  });
}

/** The blobs of a drive that is being restored or moved there, which no server uses yet. */
export async function openUnusedBlobs(config: Config): Promise<BlobStore> {
  if (usesObjectStorage(config))
    return new S3Blobs({ client: openObjectStorage(config), rows: createMemoryStagedRows(), clock, random });
  const { minFreeBytes, offload } = config;
  const directory = blobDirectoryOf(config);
  return openDiskBlobs({ directory, minFreeBytes, isGroupReading: offload !== 'none', clock, random });
}

export interface OpenBlobReading {
  readonly blobs: BlobReading;
  /** Only of an object storage, and if its database is given. */
  readonly staged?: StagedBytes;
  close(): Promise<void>;
}

/** The blobs of a drive that a server may be using. */
export function openBlobReading(config: Config, database?: Database): OpenBlobReading {
  if (!usesObjectStorage(config)) return { blobs: readDiskBlobs(blobDirectoryOf(config)), close: async () => {} };
  const rows = database === undefined ? createMemoryStagedRows() : createStagedRows(database);
  const blobs = new S3Blobs({ client: openObjectStorage(config), rows, clock, random });
  return { blobs, ...(database === undefined ? {} : { staged: blobs }), close: () => blobs.close() };
}
