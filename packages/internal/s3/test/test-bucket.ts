import { systemClock, systemRandom } from '@drive/base';
import { inject } from 'vitest';
import { S3Client, type S3ClientOptions } from '../src/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty bucket, in the path of its URL; only in the project `s3`, on a machine with Ceph. */
    s3?: {
      readonly endpoint: string;
      readonly bucket: string;
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    };
  }
}

/** Signs with the time of the machine, because the service compares it with its own. */
export function createTestS3Client(options: Pick<S3ClientOptions, 'prefix'> & Partial<S3ClientOptions>): S3Client {
  const service = inject('s3');
  if (service === undefined) throw new Error('no object storage was started for this project');
  return new S3Client({
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
