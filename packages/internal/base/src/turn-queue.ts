/** Round robin: a key's next task follows after at most one task of every other key. */
export class TurnQueue<Key, Task> {
  /** Keys with queued tasks, the one whose turn it is first. */
  readonly #tasks = new Map<Key, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Queued tasks of the key. */
  sizeOf(key: Key): number {
    return this.#tasks.get(key)?.length ?? 0;
  }

  push(key: Key, task: Task): void {
    const queued = this.#tasks.get(key);
    if (queued === undefined) this.#tasks.set(key, [task]);
    else queued.push(task);
    this.#size += 1;
  }

  shift(): Task | undefined {
    for (const key of this.#tasks.keys()) return this.shiftOf(key);
    return undefined;
  }

  /** The next task of the key, out of its turn. */
  shiftOf(key: Key): Task | undefined {
    const queued = this.#tasks.get(key);
    if (queued === undefined) return undefined;
    const task = queued.shift();
    // A key with more tasks goes to the end of the line.
    this.#tasks.delete(key);
    if (queued.length > 0) this.#tasks.set(key, queued);
    this.#size -= 1;
    return task;
  }
}
