import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isSingleBinary, loadNativeAddon } from '../program/index.ts';

/** Opens a file with SQLite. Nothing else makes handles: a single binary brings SQLite along in its own way. */
export function openHandle(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  if (!isSingleBinary) return new Sqlite(file, options);
  const addon = loadNativeAddon('better_sqlite3.node', [tmpdir(), dirname(file), '/dev/shm', '/var/tmp']);
  // The driver takes a path or, which its types don't know, a library that is loaded.
  return new Sqlite(file, { ...options, nativeBinding: addon as unknown as string });
}
