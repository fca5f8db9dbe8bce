interface Entry<Item> {
  readonly at: number;
  readonly item: Item;
}

/** Items ordered by due time, in a binary heap. An item has one due time: setting another replaces it. */
export class TimerHeap<Item extends object> {
  #heap: Entry<Item>[] = [];
  /** The valid time of each item; heap entries with another time are stale. */
  readonly #at = new Map<Item, number>();

  set(item: Item, at: number): void {
    if (this.#at.get(item) === at) return;
    this.#at.set(item, at);
    if (this.#heap.length > 64 && this.#heap.length > this.#at.size * 2) this.#rebuild();
    else this.#add({ at, item });
  }

  delete(item: Item): void {
    this.#at.delete(item);
  }

  /** The earliest due time; Infinity if there is none. */
  get first(): number {
    this.#dropStale();
    return this.#heap[0]?.at ?? Infinity;
  }

  /** Removes and returns the items that are due, earliest first. */
  *take(now: number): IterableIterator<Item> {
    while (this.first <= now) {
      const entry = this.#removeFirst();
      if (entry === undefined) return;
      this.#at.delete(entry.item);
      yield entry.item;
    }
  }

  #dropStale(): void {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#at.get(first.item) === first.at) return;
      this.#removeFirst();
    }
  }

  #rebuild(): void {
    this.#heap = [];
    for (const [item, at] of this.#at) this.#add({ at, item });
  }

  #add(entry: Entry<Item>): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if ((heap[above]?.at ?? 0) <= entry.at) break;
      this.#swap(index, above);
      index = above;
    }
  }

  #removeFirst(): Entry<Item> | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let index = 0; ;) {
      const left = index * 2 + 1;
      const atOf = (place: number): number => heap[place]?.at ?? Infinity;
      const least = atOf(left + 1) < atOf(left) ? left + 1 : left;
      if (atOf(least) >= atOf(index)) return first;
      this.#swap(index, least);
      index = least;
    }
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one === undefined || other === undefined) return;
    this.#heap[a] = other;
    this.#heap[b] = one;
  }
}
