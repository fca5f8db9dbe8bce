export { FakeS3, type StorageFault } from './fake-s3.ts';
export { startFaultyProxy, type Fault, type FaultyProxy } from './faulty-proxy.ts';
export { clearTestBucket, createTestS3Client } from './test-bucket.ts';
