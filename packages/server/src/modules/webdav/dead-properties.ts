import type { Reader } from '../../platform/db/index.ts';
import { listPropertyHeads, readProperties, type DeadProperty, type PropertyHead } from './property-store.ts';

type PropertyName = Pick<DeadProperty, 'namespace' | 'name'>;

/** Bytes of properties that are in memory at a time, unless one has more. */
const groupBytes = 32 * 1024;

/**
 * The dead properties of some resources, which are read in their order: in few queries if they are small, and little at
 * a time if they are large, because a client may read its answer slowly.
 */
export class DeadProperties {
  readonly #reader: Reader;
  readonly #heads: readonly PropertyHead[];
  readonly #namesOf: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #withXml: boolean;
  #at = 0;
  #group: ReadonlyMap<number, DeadProperty> = new Map();

  private constructor(
    reader: Reader,
    heads: readonly PropertyHead[],
    namesOf: ReadonlyMap<number, ReadonlySet<string>>,
    withXml: boolean,
  ) {
    this.#reader = reader;
    this.#heads = heads;
    this.#namesOf = namesOf;
    this.#withXml = withXml;
  }

  /** `only`: those with one of these names; undefined: all. Without `withXml` only their names are read. */
  static async of(
    reader: Reader,
    itemRowIds: readonly number[],
    { only, withXml }: { readonly only: readonly PropertyName[] | undefined; readonly withXml: boolean },
  ): Promise<DeadProperties> {
    const heads = only?.length === 0 ? [] : await listPropertyHeads(reader, itemRowIds, only);
    const place = new Map(itemRowIds.map((rowId, index) => [rowId, index]));
    const namesOf = new Map<number, Set<string>>();
    if (only !== undefined)
      for (const { itemRowId, namespace = '', name = '' } of heads)
        namesOf.set(itemRowId, (namesOf.get(itemRowId) ?? new Set()).add(keyOf({ namespace, name })));
    const ordered = heads
      .map(({ rowId, itemRowId, bytes }) => ({ rowId, itemRowId, bytes }))
      .toSorted((a, b) => (place.get(a.itemRowId) ?? 0) - (place.get(b.itemRowId) ?? 0));
    return new DeadProperties(reader, ordered, namesOf, withXml);
  }

  /** Whether the resource has one of the names in `only`. */
  has(itemRowId: number | undefined, name: PropertyName): boolean {
    return itemRowId !== undefined && this.#namesOf.get(itemRowId)?.has(keyOf(name)) === true;
  }

  /** Whether `next` has something for the resource. */
  hasAny(itemRowId: number | undefined): boolean {
    return itemRowId !== undefined && this.#heads[this.#at]?.itemRowId === itemRowId;
  }

  /** Call in the order of the resources. */
  async *next(itemRowId: number | undefined): AsyncGenerator<DeadProperty> {
    for (; this.hasAny(itemRowId); this.#at += 1) {
      const { rowId } = this.#heads[this.#at]!;
      if (!this.#group.has(rowId)) this.#group = await readProperties(this.#reader, this.#nextGroup(), this.#withXml);
      const property = this.#group.get(rowId);
      if (property !== undefined) yield property;
    }
  }

  #nextGroup(): number[] {
    const rowIds: number[] = [];
    let bytes = 0;
    for (let at = this.#at; at < this.#heads.length; at += 1) {
      const head = this.#heads[at]!;
      bytes += head.bytes;
      if (rowIds.length > 0 && bytes > groupBytes) break;
      rowIds.push(head.rowId);
    }
    return rowIds;
  }
}

const keyOf = ({ namespace, name }: PropertyName): string => `${namespace} ${name}`;
