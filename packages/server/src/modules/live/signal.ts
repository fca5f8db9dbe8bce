/** Lets a reader wait for a notification. A notification before `wait()` is not lost. */
export class Signal {
  #isDue = false;
  #resolve: (() => void) | undefined;

  readonly notify = (): void => {
    this.#isDue = true;
    this.#resolve?.();
  };

  async wait(): Promise<void> {
    if (!this.#isDue) await new Promise<void>((resolve) => (this.#resolve = resolve));
    this.#isDue = false;
    this.#resolve = undefined;
  }
}
