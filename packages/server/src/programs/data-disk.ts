import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** File systems of other machines, by the number that Linux gives them. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'CephFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
]);
/** A disk of spinning metal takes 10 to 20 ms. */
const slowMs = 50;

export interface DiskProbe {
  /** Type of the file system of a directory, as statfs has it. */
  readonly typeOf: (directory: string) => number;
  /** Milliseconds that one small write takes until it is durable. */
  readonly syncMs: (directory: string) => number;
}

const realProbe: DiskProbe = {
  typeOf: (directory) => statfsSync(directory).type,
  syncMs: (directory) => {
    const path = join(directory, `sync-probe-${process.pid}`);
    try {
      const descriptor = openSync(path, 'w', 0o600);
      try {
        writeSync(descriptor, 'x'.repeat(4096));
        const began = performance.now();
        fdatasyncSync(descriptor);
        return performance.now() - began;
      } finally {
        closeSync(descriptor);
        rmSync(path, { force: true });
      }
    } catch {
      // A full disk, for example, which the start has survived so far.
      return 0;
    }
  },
};

/** What the operator should know of the disk of a database in SQLite. */
export function diskWarnings({ dataDir, databaseUrl }: Config, { typeOf, syncMs }: DiskProbe = realProbe): string[] {
  if (databaseUrl !== undefined) return [];
  const network = networkFileSystems.get(typeOf(dataDir));
  // A moment in which others write is no slow disk.
  let ms = syncMs(dataDir);
  for (let tries = 0; tries < 2 && ms > slowMs; tries += 1) ms = Math.min(ms, syncMs(dataDir));
  return [
    ...(network === undefined
      ? []
      : [
          `${dataDir} is on a network file system (${network}): a cut connection stops every write, and locks that it does not keep can damage SQLite. Use a local disk, or DRIVE_DATABASE_URL with DRIVE_STORAGE_URL.`,
        ]),
    ...(ms > slowMs
      ? [`The disk of ${dataDir} takes ${Math.round(ms)} ms to make a write durable: every change waits for that.`]
      : []),
  ];
}
