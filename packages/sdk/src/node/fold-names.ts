import { lstat, mkdir, readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Gives all names, or paths, that lead to one file the same text.
 *
 * @example
 * ```ts
 * import { type Fold, findFold } from '@drive/sdk/node';
 *
 * const fold: Fold = await findFold('photos');
 * console.log(fold('Sea.jpg') === fold('SEA.JPG') ? 'one file' : 'two files');
 * ```
 */
export type Fold = (path: string) => string;

const asItIs: Fold = (path) => path;
const withoutCase: Fold = (path) => path.normalize('NFC').toLowerCase();

/**
 * How the disk of a folder, which need not exist yet, folds names. Windows and macOS have one file for names that differ only in case or
 * composition; so have some disks of Linux, such as memory cards and network drives, which is found out. Writes nothing to a folder
 * that has something in it, and nothing at all with `readOnly`.
 *
 * @example
 * ```ts
 * import { findFold } from '@drive/sdk/node';
 *
 * const fold = await findFold('photos', { readOnly: true });
 * const names = ['sea.jpg', 'SEA.JPG'];
 * console.log(new Set(names.map(fold)).size, 'files');
 * ```
 */
export async function findFold(
  folder: string,
  {
    platform = process.platform,
    readOnly = false,
  }: {
    /** Default: the platform of this process. */
    readonly platform?: string | undefined;
    /** Whether an empty folder counts as one of a disk that distinguishes case, instead of being tried. Default false. */
    readonly readOnly?: boolean | undefined;
  } = {},
): Promise<Fold> {
  const foldsAlways = platform === 'win32' || platform === 'darwin';
  return foldsAlways || (await ignoresCase(folder, readOnly)) ? withoutCase : asItIs;
}

/** The name of the local trash of `drive-cli sync --two-way`, changes of which a watch ignores. */
const probeName = '.drive-trash';

async function ignoresCase(folder: string, readOnly: boolean): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : []));
  // A new folder is like the one in which it is made.
  if (names === null) return dirname(folder) !== folder && ignoresCase(dirname(folder), readOnly);
  const all = new Set(names);
  const name = names.find((one) => exchangeCase(one) !== one && !all.has(exchangeCase(one)));
  if (name !== undefined) return isThere(join(folder, exchangeCase(name)));
  return !readOnly && probe(folder);
}

async function probe(folder: string): Promise<boolean> {
  const path = join(folder, probeName);
  const isMade = await mkdir(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => (code === 'EEXIST' ? false : undefined),
  );
  if (isMade === undefined) return false;
  const folds = await isThere(join(folder, exchangeCase(probeName)));
  // Stays if another process has put something into it.
  if (isMade) await rmdir(path).catch(() => undefined);
  // If the name is not that of the own probe, another process may have removed its one before the look.
  return folds || isMade || (await isThere(path)) ? folds : probe(folder);
}

/** Only ASCII, of which all disks know both cases. */
const exchangeCase = (name: string): string => {
  const upper = name.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return upper === name ? name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : upper;
};

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined;
