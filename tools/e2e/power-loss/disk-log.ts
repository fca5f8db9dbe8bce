import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** The C compiler, or undefined without one or without preloading. */
export const compiler: string | undefined = (process.platform === 'linux' ? ['cc', 'gcc', 'g++'] : []).find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Compiles the library that is preloaded into the server; returns its path. */
export function compileDiskLog(directory: string): string {
  if (compiler === undefined) throw new Error('no C compiler was found: install gcc');
  const library = join(directory, 'disk-log.so');
  const source = join(import.meta.dirname, 'disk-log.c');
  const { status, stderr } = spawnSync(compiler, ['-O2', '-x', 'c', '-shared', '-fPIC', '-o', library, source, '-ldl']);
  if (status !== 0) throw new Error(`${compiler}: ${stderr.toString()}`);
  return library;
}

const kinds = {
  1: 'open',
  2: 'write',
  3: 'truncate',
  4: 'rename',
  5: 'link',
  6: 'unlink',
  7: 'mkdir',
  8: 'rmdir',
  9: 'sync begins',
  10: 'sync ended',
} as const;

/** One change of the disk, as `disk-log.c` recorded it. */
export interface Change {
  /** Bytes of the log up to and including this change: the time of a change, and of later observations. */
  readonly at: number;
  readonly kind: (typeof kinds)[keyof typeof kinds];
  /** Process and file descriptor. */
  readonly handle: string;
  /** Byte position of a write, file length after a truncation, or flags of an open. */
  readonly offset: number;
  readonly path: string;
  /** Destination of a rename or a link; empty for other calls. */
  readonly to: string;
  readonly bytes: Buffer;
}

const headBytes = 40;
const magic = 0x4b534944;

export function* readDiskLog(file: string): Generator<Change> {
  const descriptor = openSync(file, 'r');
  const read = (bytes: number, at: number): Buffer => {
    const buffer = Buffer.alloc(bytes);
    let filled = 0;
    while (filled < bytes) {
      const got = readSync(descriptor, buffer, filled, bytes - filled, at + filled);
      if (got === 0) break;
      filled += got;
    }
    return buffer.subarray(0, filled);
  };
  try {
    for (let position = 0; ;) {
      const head = read(headBytes, position);
      // The last record may be cut short by the end of the process.
      if (head.length < headBytes) return;
      if (head.readUInt32LE(0) !== magic) throw new Error(`no record at byte ${position} of the disk log`);
      const kind = kinds[head.readUInt32LE(4) as keyof typeof kinds];
      const length = Number(head.readBigUInt64LE(24));
      const [pathBytes, toBytes] = [head.readUInt32LE(32), head.readUInt32LE(36)];
      const rest = read(pathBytes + toBytes + length, position + headBytes);
      if (rest.length < pathBytes + toBytes + length) return;
      position += headBytes + rest.length;
      yield {
        at: position,
        kind,
        handle: `${head.readUInt32LE(8)}:${head.readInt32LE(12)}`,
        offset: Number(head.readBigUInt64LE(16)),
        path: rest.toString('utf8', 0, pathBytes),
        to: rest.toString('utf8', pathBytes, pathBytes + toBytes),
        bytes: rest.subarray(pathBytes + toBytes),
      };
    }
  } finally {
    closeSync(descriptor);
  }
}
