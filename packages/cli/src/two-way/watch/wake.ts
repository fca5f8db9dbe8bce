/** Something that a waiting program is told at most once. */
export class Wake {
  #isDue = false;
  #waiting: (() => void) | undefined;

  /** Ends the wait, or the next one. */
  now(): void {
    this.#isDue = true;
    this.#waiting?.();
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  /** Resolves when it is called, the time is over, or the signal is aborted. Returns whether it was called. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isDue && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#waiting = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#waiting, { once: true });
      });
      if (this.#waiting !== undefined) signal.removeEventListener('abort', this.#waiting);
      this.#waiting = undefined;
    }
    const wasDue = this.#isDue;
    this.#isDue = false;
    return wasDue;
  }
}
