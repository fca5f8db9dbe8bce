import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { DriveError } from '../error.ts';

/** Names of devices, with any extension. */
const reservedOnWindows = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/**
 * The nearest name that Windows accepts: without the characters `< > : " | ? *`, without dots and blanks at the end, and not that of a
 * device.
 *
 * @example
 * ```ts
 * import { nameOnWindows } from '@drive/sdk/node';
 *
 * console.log(nameOnWindows('con.txt') === '_con.txt', nameOnWindows('12:30.') === '12_30_');
 * ```
 */
export function nameOnWindows(name: string): string {
  const allowed = name.replace(/[<>:"|?*]/g, '_').replace(/(?<![. ])[. ]+$/, (end) => '_'.repeat(end.length));
  return reservedOnWindows.test(allowed) ? `_${allowed}` : allowed;
}

/**
 * Creates a directory and the missing ones above it. Unlike Node's recursive `mkdir`, fails on file systems that allow no directories,
 * such as `/proc`; there Node repeats the call for ever.
 *
 * @example
 * ```ts
 * import { createDirectory } from '@drive/sdk/node';
 *
 * await createDirectory('photos/2026/summer');
 * ```
 */
export async function createDirectory(path: string): Promise<void> {
  const target = resolve(path);
  try {
    await mkdir(target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isDirectory(target))) return;
    const parent = dirname(target);
    if (code !== 'ENOENT' || parent === target || (await isDirectory(parent))) throw error;
    await createDirectory(parent);
    await createDirectory(target);
  }
}

const isDirectory = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Gives each path of a folder on the server a path on this computer. */
export class LocalPaths {
  readonly #platform: NodeJS.Platform;
  /** Paths on the server, also those of folders, by local paths as the file system compares them. */
  readonly #taken = new Map<string, string>();

  constructor(platform: NodeJS.Platform) {
    this.#platform = platform;
  }

  /**
   * Returns the path with slashes. Throws for names that are no names, which servers do not store, because the download must
   * not write elsewhere; and if another path has the same local path as this one or one of its folders.
   */
  take(path: string): string {
    const isSafe = path.split('/').every((name) => !['', '.', '..'].includes(name) && !name.includes(sep));
    if (!isSafe) throw refused(path, 'it is not a path below a folder');
    const local = this.#platform === 'win32' ? path.split('/').map(nameOnWindows).join('/') : path;
    const ignoresCase = this.#platform === 'win32' || this.#platform === 'darwin';
    const key = ignoresCase ? local.normalize('NFC').toLowerCase() : local;
    const names = path.split('/');
    const keys = key.split('/');
    // The folders, too: a file must not go to another folder that has the name of its own on this computer.
    for (let depth = 1; depth <= names.length; depth++) {
      const prefix = names.slice(0, depth).join('/');
      const prefixKey = keys.slice(0, depth).join('/');
      const other = this.#taken.get(prefixKey);
      if (other !== undefined && other !== prefix) throw refused(path, `${other} has the same name on this computer`);
      this.#taken.set(prefixKey, prefix);
    }
    return local;
  }
}

const refused = (path: string, reason: string): DriveError =>
  new DriveError('local_file_error', `${path} can't be written: ${reason}.`);
