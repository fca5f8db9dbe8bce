import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { readBytesPart } from './single-binary.ts';

export class NativeAddonError extends Error {
  override readonly name = 'NativeAddonError';

  constructor(failures: readonly string[]) {
    super(
      'A library could not be unpacked and loaded in any of these directories. ' +
        `Set TMPDIR to a directory in which this user may write and run programs.\n${failures.join('\n')}`,
    );
  }
}

/**
 * Loads a native library out of the single binary. The system loads libraries from files only, so it is written to a
 * file in a fresh directory that only this user can enter, in the first place that permits it, and removed after
 * loading.
 *
 * Other threads get the same library, never a copy: two copies of SQLite in one process break each other's file locks.
 * The system's loader identifies a library by its path, so threads use the former path without checking the file.
 */
export function loadNativeAddon(name: string, places: readonly string[]): object {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const key = `drive:${name}`;
  const path = getEnvironmentData(key);
  const addon = typeof path === 'string' ? open(path) : unpack(name, places, key);
  loaded.set(name, addon);
  return addon;
}

const loaded = new Map<string, object>();

function open(path: string): object {
  const module: { exports: object } = { exports: {} };
  process.dlopen(module, path);
  return module.exports;
}

function unpack(name: string, places: readonly string[], key: string): object {
  const failures: string[] = [];
  for (const place of places) {
    let directory: string | undefined;
    try {
      directory = mkdtempSync(join(place, 'drive-'));
      const path = join(directory, name);
      writeFileSync(path, readBytesPart(name), { mode: 0o500 });
      const addon = open(path);
      setEnvironmentData(key, path);
      return addon;
    } catch (error) {
      failures.push(`  ${place}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    }
  }
  throw new NativeAddonError(failures);
}
