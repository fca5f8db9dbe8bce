import type { Change, DriveClient } from '@drive/sdk';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { retriesOf } from '../../connection/retries.ts';
import { CliError } from '../../shell/cli-error.ts';
import { contentOf, isSamePlace, type RemoteNode, ROOT } from '../engine/states.ts';
import type { PairJournal } from '../journal/pair-journal.ts';
import { parentKeyOf, remoteNodeOf, type ServerItem } from './remote-node.ts';

/** Changes of one request. */
const PAGE = 1000;

export interface MirrorOptions {
  readonly client: DriveClient;
  readonly journal: PairJournal;
  /** The synchronized folder; null: the root. */
  readonly folderId: string | null;
  /** Whether the folder is in a team drive, or shared by somebody: the feed of the folder is followed then. */
  readonly isOfOthers: boolean;
  readonly signal: AbortSignal;
  readonly onFound: (count: number) => void;
  /** Tells that something that a run trashed came back, because it was changed at that moment. */
  readonly onRescued: (id: string) => void;
}

/** What the server has in the folder: read once as a tree, and kept up to date by the change feed. */
export class RemoteMirror {
  readonly #options: MirrorOptions;
  /** IDs by that of their folder; undefined until they are needed. */
  #known: Map<string, Set<string>> | undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  get nodes(): ReadonlyMap<string, RemoteNode> {
    return this.#options.journal.remote;
  }

  find(id: string): RemoteNode | undefined {
    return this.nodes.get(id);
  }

  /** ID of a folder by its key, for requests. */
  idOf(key: string): string | null {
    return key === ROOT ? this.#options.folderId : key;
  }

  /** IDs of everything in a folder. */
  below(id: string): Set<string> {
    const found = new Set<string>();
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const child of this.#children.get(next) ?? []) {
        if (found.has(child)) continue;
        found.add(child);
        waiting.push(child);
      }
    }
    return found;
  }

  /** Stores what a request answered. */
  put(item: ServerItem): RemoteNode {
    const node = remoteNodeOf(item, this.#options.folderId);
    this.#put(node);
    return node;
  }

  /** Forgets an item with all that is in it. */
  remove(id: string): void {
    const { journal } = this.#options;
    for (const each of [...this.below(id), id]) {
      const node = this.nodes.get(each);
      if (node !== undefined) this.#children.get(node.parent)?.delete(each);
      this.#children.delete(each);
      journal.gone(each);
    }
  }

  /** Reads the whole tree. Changes during that come again from the feed. */
  async readAll(): Promise<void> {
    const { client, journal, signal } = this.#options;
    const options = { signal, maxRetries: retriesOf(client) };
    const { cursor } = await this.#ask(() => client.changes.latest({ ...options, ...this.#feed }));
    const found = await this.#readTree(ROOT);
    for (const id of this.nodes.keys()) if (!found.has(id)) this.remove(id);
    journal.note(['cursor', cursor]);
  }

  /**
   * Applies what happened since. Returns how many items are at another place or have another content or time now. Throws
   * `cursor_expired` if the server no longer has all of it.
   */
  async refresh(): Promise<number> {
    const { client, journal, signal } = this.#options;
    let differences = 0;
    for (let hasMore = true; hasMore;) {
      const query = { ...this.#feed, cursor: journal.cursor, limit: PAGE };
      const page = await this.#ask(() => client.changes.list(query, { signal, maxRetries: retriesOf(client) }));
      const isRescued = await this.#rescue(page.changes);
      for (const change of page.changes) differences += await this.#apply(change);
      if (page.cursor !== journal.cursor) journal.note(['cursor', page.cursor]);
      // What came back is told by the feed, too.
      hasMore = page.hasMore || isRescued;
    }
    for (const id of journal.trashing) journal.note(['trashed', id]);
    return differences;
  }

  get #feed(): { readonly folderId?: string } {
    const { isOfOthers, folderId } = this.#options;
    return isOfOthers && folderId !== null ? { folderId } : {};
  }

  /** Explains that the folder of others is closed to the user. */
  async #ask<T>(request: () => PromiseLike<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!this.#options.isOfOthers || !isDriveErrorOf(error, 'folder_not_found')) throw error;
      throw new CliError('not_found', 'the folder on the server is closed to you now: nothing more was changed', {
        hint: 'your role there has ended, or the folder is gone',
        cause: error,
      });
    }
  }

  async #apply({ type, itemId, item }: Change): Promise<number> {
    const known = this.nodes.get(itemId);
    const parent = item === null ? undefined : parentKeyOf(item, this.#options.folderId);
    const isHere =
      type !== 'deleted' &&
      item !== null &&
      item.deletedAt === null &&
      (parent === ROOT || this.nodes.has(parent ?? ''));
    if (!isHere) {
      this.remove(itemId);
      return known === undefined || this.#options.journal.trashing.has(itemId) ? 0 : 1;
    }
    if (type === 'restored') this.remove(itemId);
    const isNew = !this.nodes.has(itemId);
    const node = this.put(item);
    // A folder comes with what is in it by one change.
    const inside = isNew && node.kind === 'folder' ? (await this.#readTree(itemId)).size : 0;
    return (known === undefined || isDifferent(known, node) ? 1 : 0) + inside;
  }

  /** Returns the IDs of everything in a folder. One that is gone meanwhile is empty; its end comes from the feed. */
  async #readTree(key: string): Promise<Set<string>> {
    const { client, signal, onFound } = this.#options;
    const found = new Set<string>();
    const folderId = this.idOf(key);
    const query = folderId === null ? {} : { folderId };
    try {
      for await (const item of client.files.tree(query, { signal, maxRetries: retriesOf(client) })) {
        this.put(item);
        found.add(item.id);
        onFound(found.size);
      }
    } catch (error) {
      if (key === ROOT || !isDriveErrorOf(error, 'folder_not_found', 'file_not_found')) throw error;
      // Without a role, no feed tells what else was in it.
      if (this.#options.isOfOthers) await this.#ask(() => client.changes.latest({ ...this.#feed, signal }));
    }
    return found;
  }

  /**
   * A folder is trashed with all that is in it. If another program changed something in it at that moment, the folder comes back:
   * before the change is forgotten, so that a run that is killed here does it again. Returns whether anything came back.
   */
  async #rescue(changes: readonly Change[]): Promise<boolean> {
    const { client, journal, signal, onRescued } = this.#options;
    if (journal.trashing.size === 0) return false;
    const touched = new Set<string>();
    for (const { itemId, item } of changes) {
      const parent = item === null ? this.nodes.get(itemId)?.parent : parentKeyOf(item, this.#options.folderId);
      for (const folder of this.#chainOf(parent)) if (journal.trashing.has(folder)) touched.add(folder);
    }
    let isRescued = false;
    for (const id of touched) {
      try {
        await client.trash.restore(id, { signal });
        isRescued = true;
        onRescued(id);
      } catch (error) {
        // It is not in the trash, or another item has its name now; then it stays there.
        if (!isDriveErrorOf(error, 'file_not_found', 'not_in_trash', 'name_conflict')) throw error;
      }
    }
    return isRescued;
  }

  /** A folder and those above it. */
  #chainOf(key: string | undefined): ReadonlySet<string> {
    const chain = new Set<string>();
    for (let at = key; at !== undefined && !chain.has(at); at = this.nodes.get(at)?.parent) chain.add(at);
    return chain;
  }

  #put(node: RemoteNode): void {
    const known = this.nodes.get(node.id);
    if (known !== undefined && !isDifferent(known, node) && known.tag === node.tag) return;
    if (known !== undefined) this.#children.get(known.parent)?.delete(node.id);
    this.#link(node);
    this.#options.journal.there(node);
  }

  get #children(): Map<string, Set<string>> {
    if (this.#known !== undefined) return this.#known;
    this.#known = new Map();
    for (const node of this.nodes.values()) this.#link(node);
    return this.#known;
  }

  #link({ id, parent }: RemoteNode): void {
    const siblings = this.#children.get(parent);
    if (siblings === undefined) this.#children.set(parent, new Set([id]));
    else siblings.add(id);
  }
}

const isDifferent = (one: RemoteNode, other: RemoteNode): boolean =>
  !isSamePlace(one, other) || contentOf(one) !== contentOf(other) || one.modifiedAt !== other.modifiedAt;
