import { lstatSync, type Stats } from 'node:fs';
import { chmod, link, lstat, mkdir, open, readdir, rename, rmdir, unlink, utimes } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { hashFile } from '../../shell/file-hash.ts';
import type { Stamp } from '../engine/states.ts';
import type { Disk, DiskEntry, EntryKind } from './disk.ts';
import { mountsBelow, readMountInfo } from './mounts.ts';

/** A real folder. Files are looked at synchronously, which is ten times cheaper than asking asynchronously. */
export class NodeDisk implements Disk {
  readonly platform: NodeJS.Platform;
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #mounts: ReadonlySet<string>;
  /** The device of the folder; undefined if that is missing. */
  readonly #device: number | undefined;

  constructor(root: string, platform: NodeJS.Platform, signal: AbortSignal) {
    this.#root = root;
    this.platform = platform;
    this.#signal = signal;
    this.#mounts = mountsBelow(root, readMountInfo());
    this.#device = lstatSync(root, { throwIfNoEntry: false })?.dev;
  }

  async list(path: string): Promise<DiskEntry[]> {
    const folder = this.#at(path);
    const names = await readdir(folder);
    const entries: DiskEntry[] = [];
    for (const name of names) {
      const inner = `${folder}${sep}${name}`;
      const stats = lstatSync(inner, { throwIfNoEntry: false });
      if (stats !== undefined) entries.push(this.#entryOf(name, inner, stats));
    }
    return entries;
  }

  async find(path: string): Promise<DiskEntry | undefined> {
    try {
      const full = this.#at(path);
      return this.#entryOf(path, full, lstatSync(full));
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

  #entryOf(name: string, path: string, stats: Stats): DiskEntry {
    // Disks that are made of several, as those of containers, have files of other devices.
    const isMount = this.#mounts.has(path) || (stats.isDirectory() && stats.dev !== this.#device);
    return { name, kind: isMount ? 'mount' : kindOf(stats), stamp: stampOf(stats) };
  }

  /** Throws for a path outside of the folder: names that a server sends are checked before, and this is the last barrier. */
  #at(path: string): string {
    const names = path.split(sep === '/' ? '/' : /[\\/]/);
    if (isAbsolute(path) || names.includes('..')) throw new TypeError(`${path} is not in the folder.`);
    return join(this.#root, path);
  }
}

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
