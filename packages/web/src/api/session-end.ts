type Listener = () => void;

/** Time in which the requests that wait for the session fail after the user has declined to sign in. */
const declinedMs = 1000;

/** Whether the server refused the session, until the user has signed in again or does not want to. */
class SessionEnd {
  #hasEnded = false;
  #declinedAt = 0;
  #waiting: ((isSignedIn: boolean) => void)[] = [];
  readonly #listeners = new Set<Listener>();

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): boolean => this.#hasEnded;
  readonly report = (): void => {
    // The failure of the change that the user gave up with the dialog.
    if (Date.now() - this.#declinedAt > declinedMs) this.#set(true);
  };

  /** Asks the user to sign in. Resolves with false if the user does not. */
  signIn(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#set(true);
    });
  }

  readonly clear = (isSignedIn: boolean): void => {
    if (!isSignedIn) this.#declinedAt = Date.now();
    for (const resolve of this.#waiting.splice(0)) resolve(isSignedIn);
    this.#set(false);
  };

  #set(hasEnded: boolean): void {
    if (hasEnded === this.#hasEnded) return;
    this.#hasEnded = hasEnded;
    for (const listener of this.#listeners) listener();
  }
}

export const sessionEnd = new SessionEnd();
