import type { IndexReader } from './index-store.ts';
import { loadIndex, type OwnIndex } from './load-index.ts';
import type { NameQuery, NamesFound } from './name-query.ts';
import { findByQuery } from './search-store.ts';

export interface OwnerIndexesOptions {
  /** What all indexes together may take. */
  readonly maxBytes: number;
  readonly maxOwners: number;
  /** Kept beside an index before it is made anew. */
  readonly fewChanges: number;
}

/** The indexes of the owners who searched last. */
export interface OwnerIndexes {
  /**
   * `changed` are the items.row_id of the owner's that have changed since the last call for this owner; undefined where
   * nobody knows. undefined: names had to be read, and to make them one picture it has to be known what has changed
   * meanwhile; to be asked again, which is answered in any case.
   */
  find(query: NameQuery, changed: readonly number[] | undefined, isAgain: boolean): Promise<NamesFound | undefined>;
}

interface Owner {
  /** Ends when everything that was asked for the owner is answered. */
  turn: Promise<unknown>;
  own: OwnIndex | undefined;
  /** Its names are more than fit: its searches go to the database. */
  isTooLarge: boolean;
}

/** One owner's searches go one after another; while one loads, the others' go on. */
export function createOwnerIndexes(from: IndexReader, options: OwnerIndexesOptions): OwnerIndexes {
  const { maxBytes, maxOwners } = options;
  /** Who was asked for last is last. */
  const owners = new Map<number, Owner>();

  async function answer(
    owner: Owner,
    query: NameQuery,
    changed: readonly number[] | undefined,
    isAgain: boolean,
  ): Promise<NamesFound | undefined> {
    if (changed === undefined) owner.own = undefined;
    if (owner.own === undefined && !owner.isTooLarge) {
      owner.own = await loadIndex(from, query.ownerId, options);
      owner.isTooLarge = owner.own === undefined;
      makeRoom(query.ownerId);
      if (!isAgain) return undefined;
    }
    if (owner.own === undefined) return findByQuery(from.reader, from.dialect, query);
    if (changed !== undefined && changed.length > 0) {
      await owner.own.refresh(changed);
      makeRoom(query.ownerId);
    }
    return owner.own.index.find(query);
  }

  function makeRoom(ownerId: number): void {
    let bytes = 0;
    for (const { own } of owners.values()) bytes += own?.index.byteLength ?? 0;
    for (const [id, { own }] of owners) {
      if (bytes <= maxBytes && owners.size <= maxOwners) return;
      if (id === ownerId) continue;
      bytes -= own?.index.byteLength ?? 0;
      owners.delete(id);
    }
  }

  return {
    find: (query, changed, isAgain) => {
      const owner = owners.get(query.ownerId) ?? { turn: Promise.resolve(), own: undefined, isTooLarge: false };
      owners.delete(query.ownerId);
      owners.set(query.ownerId, owner);
      const found = owner.turn.then(() => answer(owner, query, changed, isAgain));
      owner.turn = found.catch(() => {
        // Nobody knows which of the changes it has heard of.
        if (owners.get(query.ownerId) === owner) owners.delete(query.ownerId);
        owner.own = undefined;
      });
      return found;
    },
  };
}
