import { constants, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tearBytes } from '@drive/database/test';
import type { Change } from './disk-log.ts';

/** A change that is not synced yet, in the order of all changes. */
type Pending<T> = T & { readonly order: number };

class Content {
  #bytes = Buffer.alloc(0);
  length = 0;

  apply({ offset, bytes, length }: FileChange): void {
    if (length !== undefined) {
      this.#grow(length);
      if (length < this.length) this.#bytes.fill(0, length, this.length);
      this.length = length;
      return;
    }
    this.#grow(offset + bytes.length);
    bytes.copy(this.#bytes, offset);
    this.length = Math.max(this.length, offset + bytes.length);
  }

  #grow(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = Buffer.alloc(Math.max(length, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }

  copy(): Content {
    const copy = new Content();
    copy.#bytes = Buffer.from(this.read());
    copy.length = this.length;
    return copy;
  }

  read(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

interface FileChange {
  readonly offset: number;
  readonly bytes: Buffer;
  /** Set by a truncation. */
  readonly length?: number;
}

/** A new name, or a removed one without a node. */
interface NameChange {
  readonly name: string;
  readonly node: Node | undefined;
  readonly directory: Directory;
  /** Changes that reach the disk together, itself included: both ends of a rename. */
  readonly together: Pending<NameChange>[];
}

class File {
  /** Synced content, which survives every power loss. */
  readonly certain = new Content();
  pending: Pending<FileChange>[] = [];
}

class Directory {
  readonly now = new Map<string, Node>();
  /** Synced names, which survive every power loss. */
  readonly certain = new Map<string, Node>();
  pending: Pending<NameChange>[] = [];
}

type Node = File | Directory;

/** Rebuilt by SQLite, used by a running process only, or ballast: need not be durable. */
const isLeftOut = (name: string): boolean => /(-shm|^server\.lock.*|^ballast.*)$/.test(name);

/** Replays recorded changes of a disk, and computes its possible states after a power loss at any moment. */
export class RecordedDisk {
  readonly #root = new Directory();
  readonly #rootPath: string;
  readonly #handles = new Map<string, Node>();
  readonly #syncs = new Map<string, number[]>();
  #order = 0;

  constructor(rootPath: string) {
    this.#rootPath = rootPath;
  }

  apply(change: Change): void {
    const order = ++this.#order;
    switch (change.kind) {
      case 'open':
        return this.#open(change, order);
      case 'write':
        return this.#change(change.handle, { order, offset: change.offset, bytes: change.bytes });
      case 'truncate':
        return this.#change(change.handle, { order, offset: 0, bytes: change.bytes, length: change.offset });
      case 'mkdir':
        return this.#name(change.path, new Directory(), order);
      case 'rename': {
        const together: Pending<NameChange>[] = [];
        this.#name(change.to, this.#find(change.path), order, together);
        return this.#name(change.path, undefined, order, together);
      }
      case 'link':
        return this.#name(change.to, this.#find(change.path), order);
      case 'unlink':
      case 'rmdir':
        return this.#name(change.path, undefined, order);
      case 'sync begins':
        this.#syncs.set(change.handle, [...(this.#syncs.get(change.handle) ?? []), order]);
        return;
      case 'sync ended': {
        const node = this.#handles.get(change.handle);
        // Two of one descriptor may overlap: the earlier beginning covers less.
        const before = this.#syncs.get(change.handle)?.shift();
        if (before !== undefined && node !== undefined) sync(node, before);
      }
    }
  }

  #open({ handle, path, offset: flags }: Change, order: number): void {
    let node = this.#find(path);
    if (node === undefined) {
      node = new File();
      this.#name(path, node, order);
    }
    this.#handles.set(handle, node);
    this.#syncs.delete(handle);
    if ((flags & constants.O_TRUNC) !== 0)
      this.#change(handle, { order, offset: 0, bytes: Buffer.alloc(0), length: 0 });
  }

  #change(handle: string, change: Pending<FileChange>): void {
    const node = this.#handles.get(handle);
    if (node instanceof File) node.pending.push(change);
  }

  #name(path: string, node: Node | undefined, order: number, together: Pending<NameChange>[] = []): void {
    const directory = this.#find(dirname(path));
    if (!(directory instanceof Directory)) return;
    const name = basename(path);
    if (node === undefined) directory.now.delete(name);
    else directory.now.set(name, node);
    const change = { order, name, node, directory, together };
    together.push(change);
    directory.pending.push(change);
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const part of path.slice(this.#rootPath.length).split('/').filter(Boolean))
      node = node instanceof Directory ? node.now.get(part) : undefined;
    return node;
  }

  /** Writes the state after a power loss at this moment into a new directory. */
  leave(directory: string, chance: () => number): void {
    const sectorBytes = chance() < 0.5 ? 512 : 4096;
    // Unsynced name changes reached the disk in one of four ways: none, all, all up to some moment, or a random subset.
    const style = Math.floor(chance() * 4);
    const until = Math.floor(chance() * this.#order);
    const kept = new Map<number, boolean>();
    const isKept = ({ order }: Pending<NameChange>): boolean => {
      if (style < 3) return style === 1 || (style === 2 && order <= until);
      if (!kept.has(order)) kept.set(order, chance() < 0.5);
      return kept.get(order) === true;
    };
    const write = (node: Directory, path: string): void => {
      mkdirSync(path, { recursive: true });
      const names = new Map(node.certain);
      for (const change of node.pending) {
        if (!isKept(change)) continue;
        if (change.node === undefined) names.delete(change.name);
        else names.set(change.name, change.node);
      }
      for (const [name, child] of names) {
        const to = join(path, name);
        if (child instanceof Directory) write(child, to);
        else if (!isLeftOut(name)) {
          writeFileSync(to, contentOf(child, chance, sectorBytes), { mode: 0o600 });
          utimesSync(to, longAgo, longAgo);
        }
      }
    };
    write(this.#root, directory);
  }
}

/** Old enough for every sweep. */
const longAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000);

function contentOf({ certain, pending }: File, chance: () => number, sectorBytes: number): Buffer {
  if (pending.length === 0) return certain.read();
  const written = certain.copy();
  // Bytes written twice may have their first value.
  const count = chance() < 0.5 ? pending.length : Math.floor(chance() * (pending.length + 1));
  for (const change of pending.slice(0, count)) written.apply(change);
  const luck = chance();
  if (luck < 0.2) return certain.read();
  return luck < 0.4 ? written.read() : tearBytes(certain.read(), written.read(), chance, sectorBytes);
}

function sync(node: Node, before: number): void {
  if (node instanceof File) {
    const rest = node.pending.findIndex(({ order }) => order >= before);
    const synced = rest === -1 ? node.pending : node.pending.slice(0, rest);
    node.pending = rest === -1 ? [] : node.pending.slice(rest);
    for (const change of synced) node.certain.apply(change);
    return;
  }
  for (const change of node.pending.filter(({ order }) => order < before))
    for (const each of change.together) settle(each);
}

/** Makes a change of a name durable, and with it the earlier changes of that name, which it has replaced. */
function settle({ directory, name, node, order }: Pending<NameChange>): void {
  if (node === undefined) directory.certain.delete(name);
  else directory.certain.set(name, node);
  directory.pending = directory.pending.filter((each) => each.name !== name || each.order > order);
}
