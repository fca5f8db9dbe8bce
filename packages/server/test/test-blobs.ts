import { randomUUID } from 'node:crypto';
import { systemClock, systemRandom } from '@drive/base';
import { inject } from 'vitest';
import {
  createS3Blobs,
  createStagedRows,
  openDiskBlobs,
  type BlobStore,
  type DiskBlobsOptions,
} from '../src/platform/blobs/index.ts';
import type { Database } from '../src/platform/db/index.ts';
import { createS3Client, type S3Client, type S3ClientOptions } from '../src/platform/s3/index.ts';

/** Whether the first bytes of an upload stay in memory, where no test sees them. */
export const gathersParts = inject('s3') !== undefined;

/** The place where the tests of this project store bytes: an object storage that was started for it, or a directory. */
export interface TestBlobs {
  open(database: Database): Promise<BlobStore>;
  /** Removes every byte. */
  remove(): Promise<void>;
}

export function createTestBlobs(disk: DiskBlobsOptions): TestBlobs {
  if (inject('s3') === undefined) return { open: () => openDiskBlobs(disk), remove: async () => {} };
  const prefix = `${randomUUID()}/`;
  const { clock, random } = disk;
  return {
    open: async (database) =>
      createS3Blobs({ client: createTestS3Client({ prefix }), rows: createStagedRows(database), clock, random }),
    remove: () => clearTestBucket(prefix),
  };
}

/** Signs with the time of the machine, because the service compares it with its own. */
export function createTestS3Client(options: Pick<S3ClientOptions, 'prefix'> & Partial<S3ClientOptions>): S3Client {
  const service = inject('s3');
  if (service === undefined) throw new Error('no object storage was started for this project');
  return createS3Client({
    ...service,
    region: 'us-east-1',
    usesPathStyle: true,
    clock: systemClock,
    random: systemRandom,
    ...options,
  });
}

/** Ceph keeps every byte in memory. */
export async function clearTestBucket(prefix: string): Promise<void> {
  const client = createTestS3Client({ prefix });
  for await (const { key } of client.list({ prefix: '' })) await client.delete(key);
  for await (const upload of client.listMultiparts({ prefix: '' })) await client.abortMultipart(upload);
  await client.close();
}

/** Settings of a server on an object storage, whose URLs begin with another host than the test's. */
export const objectStorageSettings = {
  STORAGE_URL: 's3://drive',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  BASE_URL: 'http://drive.example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'drive@example.com',
} as const;
