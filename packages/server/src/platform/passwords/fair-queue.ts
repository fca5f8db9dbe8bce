/**
 * Tasks of many keys, taken in turn: however many tasks one key has queued, the next key's first task follows after at
 * most one task of every other key.
 */
export class FairQueue<Task> {
  /** Keys with queued tasks, the one whose turn it is first. */
  readonly #tasks = new Map<string, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: string, task: Task): void {
    const queued = this.#tasks.get(key);
    if (queued === undefined) this.#tasks.set(key, [task]);
    else queued.push(task);
    this.#size += 1;
  }

  shift(): Task | undefined {
    for (const [key, queued] of this.#tasks) {
      const task = queued.shift();
      // A key with more tasks goes to the end of the line.
      this.#tasks.delete(key);
      if (queued.length > 0) this.#tasks.set(key, queued);
      this.#size -= 1;
      return task;
    }
    return undefined;
  }
}
