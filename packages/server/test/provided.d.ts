import 'vitest';

declare module 'vitest' {
  /** Values that `inject()` gives to the server's tests. */
  interface ProvidedContext {
    databaseKind: 'sqlite' | 'postgres';
    /** Connection of a superuser to a maintenance database; only where databaseKind is 'postgres'. */
    postgresUrl?: string;
    /** Servers of one drive, which answer in turn; default 1. */
    serverCount?: number;
    /** An empty bucket, in the path of its URL; only in the project `s3`, on a machine with Ceph. */
    s3?: {
      readonly endpoint: string;
      readonly bucket: string;
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    };
  }
}
