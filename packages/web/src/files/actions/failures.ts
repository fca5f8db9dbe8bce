import type { BatchFailure } from '@drive/sdk';

/** A change of several items of which some were refused. */
export interface PartialFailure {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly outcome: { readonly done: readonly unknown[]; readonly failed: readonly BatchFailure[] };
}

/** Changes that failed in part, until the user has seen them; kept apart from the screen, which the user may have left. */
class Failures {
  #current: readonly PartialFailure[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): readonly PartialFailure[] => this.#current;

  add(failure: PartialFailure): void {
    this.#set([...this.#current, failure]);
  }

  readonly dismiss = (): void => this.#set(this.#current.slice(1));

  #set(failures: readonly PartialFailure[]): void {
    this.#current = failures;
    for (const listener of this.#listeners) listener();
  }
}

export const failures = new Failures();
