import type { DriveClient } from '@drive/sdk';
import { joinPath } from '../../sync/sync-tree.ts';
import type { Disk } from '../disk/disk.ts';
import { moveToFree, moveToTrash, type MoveNotes } from '../disk/local-writes.ts';
import type { ArrangedSide } from '../engine/arrange.ts';
import { Positions } from '../engine/positions.ts';
import type { LocalNode, Place, Stamp } from '../engine/states.ts';
import { placeOf } from '../engine/unit.ts';
import type { PairJournal } from '../journal/pair-journal.ts';
import { isHopeless, isOutdated } from '../remote/remote-failures.ts';
import type { RemoteMirror } from '../remote/remote-mirror.ts';
import type { TwoWayReport } from './report.ts';

export interface SideDeps {
  readonly report: TwoWayReport;
  /** Counts what could not be done, for which the run deletes nothing. */
  readonly onFailure: () => void;
}

/** Begins the key of a copy that keeps the content of this computer; the key of the item follows. */
export const COPY_PREFIX = 'conflict:';

/** Does one thing. Returns false if the side has changed meanwhile, and after a failure, which is reported. */
export async function attempt(
  path: string,
  work: () => Promise<boolean>,
  { report, onFailure }: SideDeps,
): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (isHopeless(error)) throw error;
    if (!isOutdated(error)) {
      await report.failed(path, error);
      onFailure();
    }
    return false;
  }
}

export interface LocalSideDeps extends SideDeps {
  readonly disk: Disk;
  readonly journal: PairJournal;
  /** Today, for the folder of what is deleted. */
  readonly day: string;
}

/** This computer, while a plan is carried out. */
export class LocalSide implements ArrangedSide {
  readonly positions: Positions;
  readonly #deps: LocalSideDeps;
  /** Names on the disk and stamps of files, by key. */
  readonly #names = new Map<string, string>();
  readonly #stamps = new Map<string, Stamp>();
  readonly #kinds = new Map<string, LocalNode['kind']>();

  constructor(nodes: Iterable<LocalNode>, fold: (name: string) => string, deps: LocalSideDeps) {
    this.#deps = deps;
    this.positions = new Positions(fold);
    for (const node of nodes) this.add(node.key, node);
  }

  /** Adds a file or folder, or gives the one in its place another key. */
  add(key: string, node: LocalNode): void {
    this.positions.put(key, placeOf(node));
    this.#names.set(key, node.realName);
    this.#stamps.set(key, node.stamp);
    this.#kinds.set(key, node.kind);
  }

  /** A file that was written to its place. */
  written(key: string, place: Place, stamp: Stamp): void {
    if (this.positions.occupant(place) !== key) this.#names.set(key, place.name);
    this.positions.put(key, place);
    this.#stamps.set(key, stamp);
    this.#kinds.set(key, 'file');
  }

  pathOf(key: string): string {
    return this.positions.pathOf(key, (each, { name }) => this.#names.get(each) ?? name);
  }

  /** The path of a place whose folder is there. */
  pathIn({ parent, name }: Place): string {
    return joinPath(this.pathOf(parent), name);
  }

  nameOf(key: string): string | undefined {
    return this.#names.get(key);
  }

  stampOf(key: string): Stamp | undefined {
    return this.#stamps.get(key);
  }

  setStamp(key: string, stamp: Stamp): void {
    this.#stamps.set(key, stamp);
  }

  createFolder(key: string, place: Place): Promise<boolean> {
    const path = this.pathIn(place);
    return this.#attempt(path, async () => {
      const { disk, report } = this.#deps;
      await disk.createFolder(path);
      const found = await disk.find(path);
      if (found === undefined) return false;
      this.positions.put(key, place);
      this.#names.set(key, place.name);
      this.#stamps.set(key, found.stamp);
      this.#kinds.set(key, 'folder');
      await report.step({ action: 'create-folder', side: 'here', path });
      return true;
    });
  }

  move(key: string, place: Place): Promise<boolean> {
    const [from, to] = [this.pathOf(key), this.pathIn(place)];
    return this.#attempt(from, async () => {
      const { disk, report, journal } = this.#deps;
      const before = this.#stamps.get(key);
      if (!(await moveToFree(disk, from, to, notesIn(journal)))) return false;
      this.positions.put(key, place);
      this.#names.set(key, place.name);
      const found = await disk.find(to);
      // Moving changes the time of the last change. A stamp of another content stays old, so that the next look reads it.
      if (found !== undefined && found.stamp.size === before?.size && found.stamp.mtime === before.mtime)
        this.#stamps.set(key, found.stamp);
      await report.step({ action: key.startsWith(COPY_PREFIX) ? 'conflict' : 'move', side: 'here', path: to, from });
      return true;
    });
  }

  async remove(key: string): Promise<boolean> {
    let isDone = true;
    for (const each of [...this.positions.below(key)].toReversed().concat(key))
      isDone = (await this.removeOne(each)) && isDone;
    return isDone;
  }

  /** Removes a file, or a folder that is empty. */
  removeOne(key: string): Promise<boolean> {
    const path = this.pathOf(key);
    return this.#attempt(path, async () => {
      const { disk, day, report, journal } = this.#deps;
      if (this.#kinds.get(key) === 'folder') await disk.removeFolder(path);
      else if (!(await moveToTrash(disk, path, this.#stamps.get(key)!, day))) return false;
      this.positions.remove(key);
      journal.forget(key);
      await report.step({ action: 'delete', side: 'here', path });
      return true;
    });
  }

  #attempt(path: string, work: () => Promise<boolean>): Promise<boolean> {
    return attempt(path, work, this.#deps);
  }
}

const notesIn = (journal: PairJournal): MoveNotes => ({
  begin(from, to) {
    journal.note(['moving', from, to]);
    journal.flush();
  },
  end: () => journal.note(['moved']),
});

export interface RemoteSideDeps extends SideDeps {
  readonly client: DriveClient;
  readonly mirror: RemoteMirror;
  readonly journal: PairJournal;
  readonly signal: AbortSignal;
}

/** The server, while a plan is carried out. */
export class RemoteSide implements ArrangedSide {
  readonly positions: Positions;
  readonly #deps: RemoteSideDeps;
  /** IDs of what this run created, by the key that it had before. */
  readonly #created = new Map<string, string>();
  readonly #removed: string[] = [];

  constructor(fold: (name: string) => string, deps: RemoteSideDeps) {
    this.#deps = deps;
    this.positions = new Positions(fold);
    for (const node of deps.mirror.nodes.values()) this.positions.put(node.id, node);
  }

  /** ID of an item by its key. */
  idOf(key: string): string | null {
    return this.#created.get(key) ?? this.#deps.mirror.idOf(key);
  }

  /** The key by which both sides know an item. */
  keyOf(key: string): string {
    return this.#created.get(key) ?? key;
  }

  /** Something that this run created. */
  created(key: string, id: string, place: Place): void {
    this.#created.set(key, id);
    this.positions.put(key, place);
  }

  createFolder(key: string, place: Place): Promise<boolean> {
    return this.#attempt(place, async () => {
      const { client, mirror, journal, report, signal } = this.#deps;
      const item = await client.files.createFolder({ name: place.name, parentId: this.idOf(place.parent) }, { signal });
      journal.forget(key);
      this.created(key, mirror.put(item).id, place);
      await report.step({ action: 'create-folder', side: 'server', path: this.positions.pathOf(key) });
      return true;
    });
  }

  move(key: string, place: Place): Promise<boolean> {
    return this.#attempt(place, async () => {
      const { client, mirror, report, signal } = this.#deps;
      const id = this.keyOf(key);
      const node = mirror.find(id);
      if (node === undefined) return false;
      const from = this.positions.pathOf(key);
      const parentId = this.idOf(place.parent);
      const change = {
        ...(node.name === place.name ? {} : { name: place.name }),
        ...(mirror.idOf(node.parent) === parentId ? {} : { parentId }),
      };
      mirror.put(await client.files.update(id, change, { ifMatch: node.tag, signal }));
      this.positions.put(key, place);
      await report.step({ action: 'move', side: 'server', path: this.positions.pathOf(key), from });
      return true;
    });
  }

  /** Forgets what was removed and, as the feed told by now, did not come back. */
  forgetRemoved(): void {
    for (const key of this.#removed) if (this.#deps.mirror.find(key) === undefined) this.#deps.journal.forget(key);
  }

  /** A folder goes with what is in it. The feed tells whether another program changed that at the same time. */
  remove(key: string): Promise<boolean> {
    const place = this.positions.placeOf(key);
    if (place === undefined) return Promise.resolve(true);
    return this.#attempt(place, async () => {
      const { client, mirror, journal, report, signal } = this.#deps;
      const node = mirror.find(key);
      if (node === undefined) return false;
      const path = this.positions.pathOf(key);
      if (node.kind === 'folder') {
        journal.note(['trashing', key]);
        journal.flush();
      }
      await client.files.trash(key, { ifMatch: node.tag, signal });
      for (const each of [...this.positions.below(key)].concat(key)) {
        this.positions.remove(each);
        this.#removed.push(each);
      }
      if (node.kind === 'file') mirror.remove(key);
      await report.step({ action: 'delete', side: 'server', path });
      return true;
    });
  }

  #attempt(place: Place, work: () => Promise<boolean>): Promise<boolean> {
    const path = this.positions.has(place.parent)
      ? joinPath(this.positions.pathOf(place.parent), place.name)
      : place.name;
    return attempt(path, work, this.#deps);
  }
}
