import { randomUUID } from 'node:crypto';
import { S3Blobs, openDiskBlobs, type BlobStore, type DiskBlobsOptions } from '@drive/blobs';
import { clearTestBucket, createTestS3Client } from '@drive/s3/test';
import { inject } from 'vitest';
import { createStagedRows } from '../src/platform/blobs/staged-rows-store.ts';
import type { Database } from '../src/platform/db/index.ts';

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
      new S3Blobs({ client: createTestS3Client({ prefix }), rows: createStagedRows(database), clock, random }),
    remove: () => clearTestBucket(prefix),
  };
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
