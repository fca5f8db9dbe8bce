/** So many attempts begin in one turn of the event loop, before everything else in the process gets its turn. */
const MOST_A_TURN = 4;

/**
 * Lets attempts begin a few at a time: as many answers come back in a turn as were sent in one, and a request to this
 * server waits for no more than one turn's work wherever it has to wait.
 */
export class Turnstile {
  #passed = 0;
  #isTurning = false;
  readonly #waiting: (() => void)[] = [];

  async pass(): Promise<void> {
    if (this.#passed < MOST_A_TURN) {
      this.#count();
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #count(): void {
    this.#passed += 1;
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurning = false;
    this.#passed = 0;
    for (const resolve of this.#waiting.splice(0, MOST_A_TURN)) {
      this.#count();
      resolve();
    }
  }
}
