export interface Notice {
  readonly text: string;
  readonly kind?: 'good' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The notice stays until then. */
  readonly until?: Promise<unknown>;
}

/** Hands notices to the view, and keeps them until it is loaded. */
class Notices {
  #show: ((notice: Notice) => void) | undefined;
  #waiting: Notice[] = [];
  #isUsed = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether there has been a notice. */
  readonly get = (): boolean => this.#isUsed;

  add(notice: Notice): void {
    if (this.#show === undefined) this.#waiting.push(notice);
    else this.#show(notice);
    this.#isUsed = true;
    for (const listener of this.#listeners) listener();
  }

  connect(show: (notice: Notice) => void): () => void {
    this.#show = show;
    for (const notice of this.#waiting.splice(0)) show(notice);
    return () => (this.#show = undefined);
  }
}

export const notices = new Notices();

/** Shows a message at the edge of the page, from anywhere in the app. */
export const notify = (notice: Notice): void => notices.add(notice);
