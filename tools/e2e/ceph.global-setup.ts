import type { TestProject } from 'vitest/node';
import { listMissingCephPrograms, startCeph, type TestBucket } from './ceph.ts';

declare module 'vitest' {
  interface ProvidedContext {
    s3?: TestBucket;
  }
}

/** Starts Ceph for the test run, and provides a bucket. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const missing = listMissingCephPrograms();
  if (missing.length > 0) {
    console.warn(
      `SKIPPED: tests of S3, because this machine lacks ${missing.join(', ')} (apt-get install ceph-mon ceph-osd radosgw)`,
    );
    return undefined;
  }
  const ceph = await startCeph();
  project.provide('s3', ceph.bucket);
  return ceph.stop;
}
