import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexReader } from './index-store.ts';
import { loadIndex, type OwnIndex } from './load-index.ts';
import type { NameQuery, NamesFound } from './name-query.ts';
import { findByQuery } from './search-store.ts';

export interface OwnerIndexesOptions {
  /** What all indexes together may take. */
  readonly maxBytes: number;
  readonly maxOwners: number;
  /**
   * How long a search waits for an index that is being read, before it asks the database; longer where it has been read for
   * longer, or those who ask would keep it from ever being done.
   */
  readonly loadPatienceMs: number;
  /** Kept beside an index before it is made anew. */
  readonly fewChanges: number;
}

/** The indexes of the owners who searched last. */
export interface OwnerIndexes {
  /**
   * `changed` are the items.row_id of the owner's that have changed since the last call for this owner; undefined where
   * nobody knows. undefined: the names have just been read, and to make them one picture it has to be known what has
   * changed meanwhile; to be asked again, which is answered.
   */
  find(query: NameQuery, changed: readonly number[] | undefined, isAgain: boolean): Promise<NamesFound | undefined>;
}

interface Owner {
  own: OwnIndex | undefined;
  /** Its names are more than fit: its searches go to the database. */
  isTooLarge: boolean;
  /** Settles when one of the two is so, or neither can be. */
  loading: { readonly ended: Promise<void>; readonly startedAt: number } | undefined;
  /** What has changed and is not in the index. */
  readonly changed: Set<number>;
  /** Ends when everything that the index was asked is answered. */
  turn: Promise<unknown>;
}

/** One owner's searches go one after another; others' go on meanwhile. */
export function createOwnerIndexes(from: IndexReader, options: OwnerIndexesOptions): OwnerIndexes {
  const { maxBytes, maxOwners, loadPatienceMs } = options;
  /** Who was asked for last is last. */
  const owners = new Map<number, Owner>();

  const findInDatabase = (query: NameQuery): Promise<NamesFound> => findByQuery(from.reader, from.dialect, query);

  async function load(owner: Owner, ownerId: number): Promise<void> {
    try {
      owner.own = await loadIndex(from, ownerId, options);
      owner.isTooLarge = owner.own === undefined;
      makeRoom(ownerId);
    } catch {
      // The database answers or says why it can't; the next search tries again.
      forget(owner, ownerId);
    }
  }

  async function findInIndex(own: OwnIndex, owner: Owner, query: NameQuery): Promise<NamesFound> {
    const changed = [...owner.changed];
    owner.changed.clear();
    try {
      if (changed.length > 0) {
        await own.refresh(changed);
        makeRoom(query.ownerId);
      }
      return own.index.find(query);
    } catch (error) {
      // It may have taken in some of the changes.
      forget(owner, query.ownerId);
      throw error;
    }
  }

  function forget(owner: Owner, ownerId: number): void {
    if (owners.get(ownerId) === owner) owners.delete(ownerId);
  }

  function makeRoom(ownerId: number): void {
    let bytes = 0;
    for (const { own } of owners.values()) bytes += own?.index.byteLength ?? 0;
    for (const [id, { own }] of owners) {
      if (bytes <= maxBytes && owners.size <= maxOwners) return;
      if (id === ownerId || (own === undefined && owners.size <= maxOwners)) continue;
      bytes -= own?.index.byteLength ?? 0;
      owners.delete(id);
    }
  }

  function takeOwner(ownerId: number, changed: readonly number[] | undefined): Owner {
    const known = changed === undefined ? undefined : owners.get(ownerId);
    const owner = known ?? {
      own: undefined,
      isTooLarge: false,
      loading: undefined,
      changed: new Set(),
      turn: Promise.resolve(),
    };
    for (const rowId of changed ?? []) owner.changed.add(rowId);
    owners.delete(ownerId);
    owners.set(ownerId, owner);
    return owner;
  }

  return {
    find: async (query, changed, isAgain) => {
      const owner = takeOwner(query.ownerId, changed);
      // The second time it can be missing again where others' took its place.
      if (owner.isTooLarge || (isAgain && owner.own === undefined)) return findInDatabase(query);
      if (owner.own === undefined) {
        owner.loading ??= { ended: load(owner, query.ownerId), startedAt: performance.now() };
        const patienceMs = Math.max(loadPatienceMs, performance.now() - owner.loading.startedAt);
        const isLoading = await Promise.race([owner.loading.ended, sleep(patienceMs, true)]);
        return isLoading !== true && owner.own !== undefined ? undefined : findInDatabase(query);
      }
      const { own } = owner;
      const found = owner.turn.then(() => findInIndex(own, owner, query));
      owner.turn = found.catch(() => {});
      return found;
    },
  };
}
