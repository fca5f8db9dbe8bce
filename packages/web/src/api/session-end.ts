type Listener = () => void;

/** Whether the server refused the session, until the user has signed in again. */
class SessionEnd {
  #hasEnded = false;
  readonly #listeners = new Set<Listener>();

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): boolean => this.#hasEnded;
  readonly report = (): void => this.#set(true);
  readonly clear = (): void => this.#set(false);

  #set(hasEnded: boolean): void {
    if (hasEnded === this.#hasEnded) return;
    this.#hasEnded = hasEnded;
    for (const listener of this.#listeners) listener();
  }
}

export const sessionEnd = new SessionEnd();
