/** So many attempts begin in one go … */
const MOST_AT_ONCE = 4;
/** … and so long everything else in the process has its turns before the next few: some 3,500 a second, of the 8,000 there could be. */
const PAUSE_MS = 1;

/**
 * Lets attempts begin a few at a time: no more answers come back together than were sent together, and a request to this
 * server waits for no more than a few attempts' work wherever it has to wait.
 */
export class Turnstile {
  #passed = 0;
  #isPausing = false;
  readonly #waiting: (() => void)[] = [];

  async pass(): Promise<void> {
    if (this.#passed < MOST_AT_ONCE) {
      this.#count();
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #count(): void {
    this.#passed += 1;
    if (this.#isPausing) return;
    this.#isPausing = true;
    setTimeout(() => this.#goOn(), PAUSE_MS);
  }

  #goOn(): void {
    this.#isPausing = false;
    this.#passed = 0;
    for (const resolve of this.#waiting.splice(0, MOST_AT_ONCE)) {
      this.#count();
      resolve();
    }
  }
}
