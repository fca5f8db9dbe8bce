import { createHash } from 'node:crypto';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { DriveError } from '../error.ts';
import type { Fold } from './fold-names.ts';

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

/** Name lengths that file systems allow, longest first: nearly all of them, and eCryptfs with encrypted names. */
const longestNames = [255, 143] as const;
/** An extension that a shortened name keeps. */
const extensionOf = /(?<=.)(?:\.tar)?\.[^.\s]{1,16}$/u;

/**
 * The name, or a shorter one if it is too long for the disk: its beginning, a part of its SHA-256 that keeps it unique, and its
 * extension. Servers store names of 255 characters, which can be up to 1,020 bytes.
 *
 * @example
 * ```ts
 * import { nameThatFits } from '@drive/sdk/node';
 *
 * console.log(nameThatFits(`${'日'.repeat(100)}.txt`).endsWith('.txt'));
 * ```
 */
export function nameThatFits(
  name: string,
  {
    platform = process.platform,
    longest = longestNames[0],
  }: {
    /** Windows counts UTF-16 units, others UTF-8 bytes. Default: the platform of this process. */
    readonly platform?: string | undefined;
    /** Longest name in bytes. Default 255. */
    readonly longest?: number | undefined;
  } = {},
): string {
  const lengthOf = (text: string): number => (platform === 'win32' ? text.length : Buffer.byteLength(text));
  if (lengthOf(name) <= longest) return name;
  const extension = extensionOf.exec(name)?.[0] ?? '';
  const end = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}${extension}`;
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (lengthOf(stem + character + end) > longest) break;
    stem += character;
  }
  return stem + end;
}

/**
 * The longest name in bytes that the disk of a directory allows. The directory need not exist yet.
 *
 * @example
 * ```ts
 * import { longestNameIn } from '@drive/sdk/node';
 *
 * console.log(await longestNameIn('photos'));
 * ```
 */
export async function longestNameIn(directory: string): Promise<number> {
  let existing = resolve(directory);
  while (!(await isDirectory(existing)) && dirname(existing) !== existing) existing = dirname(existing);
  for (const length of longestNames) {
    const code = await lstat(join(existing, 'x'.repeat(length))).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'ENAMETOOLONG') return length;
  }
  return longestNames[1];
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

/**
 * Splits off the files that are named like the partial download of another one. These are to be downloaded one by one, in their order,
 * when the others are complete.
 *
 * @example
 * ```ts
 * import { findFold, splitTemporary } from '@drive/sdk/node';
 *
 * const files = [{ path: 'film.mp4' }, { path: 'film.mp4.part' }, { path: 'sea.jpg' }];
 * const { first, afterwards } = splitTemporary(files, await findFold('.'));
 * console.log(first.length, 'at once, then', afterwards.length);
 * ```
 */
export function splitTemporary<
  File extends {
    /** Path on this computer. */
    readonly path: string;
  },
>(
  files: readonly File[],
  fold: Fold,
): {
  /** In their order. */
  first: File[];
  /** The shortest path first. */
  afterwards: File[];
} {
  const paths = new Set(files.map(({ path }) => fold(path)));
  const isTemporary = ({ path }: File): boolean => {
    const [, whole] = /^(.*)\.part[2-9]?(?:-etag)?$/s.exec(fold(path)) ?? [];
    return whole !== undefined && paths.has(whole);
  };
  const afterwards = files.filter(isTemporary).toSorted((a, b) => a.path.length - b.path.length);
  return { first: files.filter((file) => !isTemporary(file)), afterwards };
}

/** Gives each path of a folder on the server a path on this computer. */
export class LocalPaths {
  readonly #platform: NodeJS.Platform;
  readonly #longest: number;
  readonly #fold: Fold;
  /** Paths on the server, also those of folders, by local paths as the file system compares them. */
  readonly #taken = new Map<string, string>();

  /** `longest` is the longest name in bytes. */
  constructor(platform: NodeJS.Platform, longest: number, fold: Fold) {
    this.#platform = platform;
    this.#longest = longest;
    this.#fold = fold;
  }

  /**
   * Returns the path with slashes. Throws for names that are no names, which servers do not store, because the download must
   * not write elsewhere; and if another path has the same local path as this one or one of its folders.
   */
  take(path: string): string {
    const isSafe = path.split('/').every((name) => !['', '.', '..'].includes(name) && !name.includes(sep));
    if (!isSafe) throw refused(path, 'it is not a path below a folder');
    const local = path
      .split('/')
      .map((name) => this.#nameOf(name))
      .join('/');
    const names = path.split('/');
    const keys = this.#fold(local).split('/');
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

  #nameOf(name: string): string {
    const allowed = this.#platform === 'win32' ? nameOnWindows(name) : name;
    return nameThatFits(allowed, { platform: this.#platform, longest: this.#longest });
  }
}

const refused = (path: string, reason: string): DriveError =>
  new DriveError('local_file_error', `${path} can't be written: ${reason}.`);
