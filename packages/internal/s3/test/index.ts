export { startFaultyProxy, type Fault, type FaultyProxy } from './faulty-proxy.ts';
export { clearTestBucket, createTestS3Client } from './test-bucket.ts';
