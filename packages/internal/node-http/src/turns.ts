/** Milliseconds that all rendered answers together may work before the process returns to I/O. */
const turnMs = 2;
/** Characters that all of them may render in this time, so that a fast processor does not fill memory instead. */
const turnCharacters = 128 * 1024;

/**
 * Divides the event loop among answers that are rendered while they are sent: in one turn of the loop they work for a
 * few milliseconds together, and those that have to wait go on in the order in which they came. Other requests are
 * read, and answered, between two turns.
 */
class Turns {
  #isOpen = false;
  #endsAt = 0;
  #characters = 0;
  readonly #waiting: (() => void)[] = [];

  /** Counts characters that were just rendered. Resolves when more may be rendered; undefined: at once. */
  after(characters: number): Promise<void> | undefined {
    if (!this.#isOpen) this.#open();
    this.#characters += characters;
    if (this.#waiting.length === 0 && !this.#isOver()) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #open(): void {
    this.#isOpen = true;
    this.#endsAt = performance.now() + turnMs;
    this.#characters = 0;
    setImmediate(this.#renew);
  }

  #isOver(): boolean {
    return this.#characters >= turnCharacters || performance.now() >= this.#endsAt;
  }

  readonly #renew = (): void => {
    this.#isOpen = false;
    if (this.#waiting.length === 0) return;
    this.#open();
    this.#resume();
  };

  #resume(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    // Runs when the answer that goes on has stopped: microtasks come before the next tick.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (!this.#isOver()) this.#resume();
      }),
    );
  }
}

export const turns = new Turns();
