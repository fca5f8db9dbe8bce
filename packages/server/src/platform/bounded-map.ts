/**
 * A cache of values that can be computed again. A full one forgets everything: that costs nothing per entry, and
 * whoever fills it with new keys on purpose gains nothing.
 */
export class BoundedMap<T> extends Map<string, T> {
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    super();
    this.#maxEntries = maxEntries;
  }

  override set(key: string, value: T): this {
    if (this.size >= this.#maxEntries && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
