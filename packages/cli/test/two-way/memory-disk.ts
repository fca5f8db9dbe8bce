import { createHash } from 'node:crypto';
import type { Disk, DiskEntry } from '../../src/two-way/disk/disk.ts';
import type { Stamp } from '../../src/two-way/engine/states.ts';

interface Inode {
  readonly number: number;
  readonly birth: number;
  bytes: Buffer;
  mtime: number;
  ctime: number;
  names: number;
  /** Of a folder. */
  readonly children: Map<string, Inode> | undefined;
}

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });

export interface MemoryDiskOptions {
  /** Epoch milliseconds. Times of files are cut to ticks of this length, as file systems do. */
  readonly now: () => number;
  readonly tickMs?: number;
  readonly platform?: NodeJS.Platform;
}

/** A folder in memory, with inodes that are used again, links, and coarse times. */
export class MemoryDisk implements Disk {
  readonly platform: NodeJS.Platform;
  readonly #now: () => number;
  readonly #tickMs: number;
  readonly #root: Inode;
  readonly #free: number[] = [];
  #inodes = 1;
  /** Called before each call of the engine; may throw. */
  onCall: (call: string, path: string) => void = () => {};
  /** Paths at which another disk is mounted. */
  readonly mounts = new Set<string>();

  constructor({ now, tickMs = 4, platform = 'linux' }: MemoryDiskOptions) {
    this.platform = platform;
    this.#now = now;
    this.#tickMs = tickMs;
    this.#root = this.#make(true);
  }

  async list(path: string): Promise<DiskEntry[]> {
    this.onCall('list', path);
    return [...this.#folder(path)].map(([name, inode]) =>
      this.#entryOf(path === '' ? name : `${path}/${name}`, name, inode),
    );
  }

  async find(path: string): Promise<DiskEntry | undefined> {
    this.onCall('find', path);
    const inode = this.#find(path);
    return inode && this.#entryOf(path, nameOf(path), inode);
  }

  async hash(path: string): Promise<string> {
    this.onCall('hash', path);
    return createHash('sha256').update(this.#file(path).bytes).digest('hex');
  }

  async createFolder(path: string): Promise<void> {
    this.onCall('createFolder', path);
    this.makeFolder(path);
  }

  async link(from: string, to: string): Promise<void> {
    this.onCall('link', to);
    const inode = this.#file(from);
    if (this.#find(to) !== undefined) throw failure('EEXIST', to);
    this.#enter(to, inode);
    inode.names++;
    inode.ctime = this.#time();
  }

  async rename(from: string, to: string): Promise<void> {
    this.onCall('rename', to);
    this.move(from, to);
  }

  async removeFile(path: string): Promise<void> {
    this.onCall('removeFile', path);
    this.#drop(path, this.#file(path));
  }

  async removeFolder(path: string): Promise<void> {
    this.onCall('removeFolder', path);
    if (this.#folder(path).size > 0) throw failure('ENOTEMPTY', path);
    this.#drop(path, this.#find(path)!);
  }

  async setTime(path: string, time: number): Promise<void> {
    this.onCall('setTime', path);
    const inode = this.#file(path);
    inode.mtime = time;
    inode.ctime = this.#time();
  }

  async copyMode(): Promise<void> {
    this.onCall('copyMode', '');
  }

  async sync(path: string): Promise<void> {
    this.onCall('sync', path);
  }

  /** Calls of the user and of the tests, which `onCall` does not see. */
  makeFolder(path: string): void {
    if (this.#find(path) !== undefined) throw failure('EEXIST', path);
    this.#enter(path, this.#make(true));
  }

  read(path: string): Buffer {
    return this.#file(path).bytes;
  }

  /** Writes into the file that is there, or makes one. `modifiedAt`: sets its time. */
  write(path: string, bytes: Buffer, modifiedAt?: number): void {
    let inode = this.#find(path);
    if (inode?.children !== undefined) throw failure('EISDIR', path);
    if (inode === undefined) this.#enter(path, (inode = this.#make(false)));
    inode.bytes = bytes;
    inode.mtime = modifiedAt ?? this.#time();
    inode.ctime = this.#time();
  }

  move(from: string, to: string): void {
    const inode = this.#find(from);
    if (inode === undefined) throw failure('ENOENT', from);
    const there = this.#find(to);
    if (there === inode) return;
    if (`${to}/`.startsWith(`${from}/`)) throw failure('EINVAL', to);
    if (there?.children !== undefined) {
      if (inode.children === undefined) throw failure('EISDIR', to);
      if (there.children.size > 0) throw failure('ENOTEMPTY', to);
    } else if (there !== undefined && inode.children !== undefined) throw failure('ENOTDIR', to);
    this.#folder(folderOf(to));
    if (there !== undefined) this.#drop(to, there);
    this.#folder(folderOf(from)).delete(nameOf(from));
    this.#enter(to, inode);
    inode.ctime = this.#time();
  }

  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void {
    const inode = this.#find(path);
    if (inode === undefined) throw failure('ENOENT', path);
    for (const name of inode.children?.keys() ?? []) this.remove(`${path}/${name}`);
    this.#drop(path, inode);
  }

  touch(path: string, time: number): void {
    const inode = this.#file(path);
    inode.mtime = time;
    inode.ctime = this.#time();
  }

  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  isFolder(path: string): boolean {
    return this.#find(path)?.children !== undefined;
  }

  /** Paths of everything, folders with a slash at the end. */
  paths(folder = ''): string[] {
    return [...this.#folder(folder)].flatMap(([name, { children }]) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      return children === undefined ? [path] : [`${path}/`, ...this.paths(path)];
    });
  }

  timeOf(path: string): number {
    return this.#file(path).mtime;
  }

  #entryOf(path: string, name: string, inode: Inode): DiskEntry {
    const kind = this.mounts.has(path) ? 'mount' : inode.children === undefined ? 'file' : 'folder';
    return { name, kind, stamp: stampOf(inode) };
  }

  #time(): number {
    return Math.floor(this.#now() / this.#tickMs) * this.#tickMs;
  }

  #make(isFolder: boolean): Inode {
    const number = this.#free.pop() ?? ++this.#inodes;
    const time = this.#time();
    const children = isFolder ? new Map<string, Inode>() : undefined;
    return { number, birth: time, bytes: Buffer.alloc(0), mtime: time, ctime: time, names: 1, children };
  }

  #find(path: string): Inode | undefined {
    let at: Inode | undefined = this.#root;
    for (const name of path === '' ? [] : path.split('/')) at = at?.children?.get(name);
    return at;
  }

  #folder(path: string): Map<string, Inode> {
    const inode = this.#find(path);
    if (inode === undefined) throw failure('ENOENT', path);
    if (inode.children === undefined) throw failure('ENOTDIR', path);
    return inode.children;
  }

  #file(path: string): Inode {
    const inode = this.#find(path);
    if (inode === undefined) throw failure('ENOENT', path);
    if (inode.children !== undefined) throw failure('EISDIR', path);
    return inode;
  }

  #enter(path: string, inode: Inode): void {
    this.#folder(folderOf(path)).set(nameOf(path), inode);
  }

  #drop(path: string, inode: Inode): void {
    this.#folder(folderOf(path)).delete(nameOf(path));
    inode.names--;
    inode.ctime = this.#time();
    if (inode.names === 0) this.#free.push(inode.number);
  }
}

const stampOf = ({ number, birth, bytes, mtime, ctime }: Inode): Stamp => ({
  ino: number,
  birth,
  size: bytes.length,
  mtime,
  ctime,
});

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
