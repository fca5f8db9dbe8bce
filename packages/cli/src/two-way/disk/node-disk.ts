import { lstatSync, type Stats } from 'node:fs';
import { chmod, link, lstat, mkdir, open, readdir, rename, rmdir, unlink, utimes } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { hashFile } from '../../shell/file-hash.ts';
import type { Stamp } from '../engine/states.ts';
import type { Disk, DiskEntry, EntryKind } from './disk.ts';

/** A real folder. Files are looked at synchronously, which is ten times cheaper than asking asynchronously. */
export class NodeDisk implements Disk {
  readonly platform: NodeJS.Platform;
  readonly #root: string;
  readonly #signal: AbortSignal;

  constructor(root: string, platform: NodeJS.Platform, signal: AbortSignal) {
    this.#root = root;
    this.platform = platform;
    this.#signal = signal;
  }

  async list(path: string): Promise<DiskEntry[]> {
    const folder = this.#at(path);
    const names = await readdir(folder);
    const entries: DiskEntry[] = [];
    for (const name of names) {
      const stats = lstatSync(`${folder}${sep}${name}`, { throwIfNoEntry: false });
      if (stats !== undefined) entries.push(entryOf(name, stats));
    }
    return entries;
  }

  async find(path: string): Promise<DiskEntry | undefined> {
    try {
      return entryOf(path, lstatSync(this.#at(path)));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  hash(path: string): Promise<string> {
    return hashFile(this.#at(path), this.#signal, () => {});
  }

  async createFolder(path: string): Promise<void> {
    await mkdir(this.#at(path));
  }

  async link(from: string, to: string): Promise<void> {
    await link(this.#at(from), this.#at(to));
  }

  async rename(from: string, to: string): Promise<void> {
    await rename(this.#at(from), this.#at(to));
  }

  async removeFile(path: string): Promise<void> {
    await unlink(this.#at(path));
  }

  async removeFolder(path: string): Promise<void> {
    await rmdir(this.#at(path));
  }

  async setTime(path: string, time: number): Promise<void> {
    await utimes(this.#at(path), new Date(time), new Date(time));
  }

  async copyMode(from: string, to: string): Promise<void> {
    await chmod(this.#at(to), (await lstat(this.#at(from))).mode & 0o7777);
  }

  /** Windows and some file systems can't. */
  async sync(path: string): Promise<void> {
    const folder = await open(this.#at(path), 'r').catch(() => undefined);
    await folder?.sync().catch(() => {});
    await folder?.close();
  }

  /** Throws for a path outside of the folder: names that a server sends are checked before, and this is the last barrier. */
  #at(path: string): string {
    const names = path.split(sep === '/' ? '/' : /[\\/]/);
    if (isAbsolute(path) || names.includes('..')) throw new TypeError(`${path} is not in the folder.`);
    return join(this.#root, path);
  }
}

const entryOf = (name: string, stats: Stats): DiskEntry => ({ name, kind: kindOf(stats), stamp: stampOf(stats) });

function kindOf(stats: Stats): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'special';
}

const stampOf = ({ ino, birthtimeMs, size, mtimeMs, ctimeMs }: Stats): Stamp => ({
  ino,
  birth: birthtimeMs,
  size,
  mtime: mtimeMs,
  ctime: ctimeMs,
});
