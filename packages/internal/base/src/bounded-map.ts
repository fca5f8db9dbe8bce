/** A cache that forgets everything when full: filling it with new keys on purpose gains nothing. */
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
