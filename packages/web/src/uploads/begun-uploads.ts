import type { ResumeEntry, ResumeStore } from '@drive/sdk';
import type { Session } from './new-upload.ts';

interface Begun {
  readonly key: string;
  /** undefined until it is reserved. */
  readonly entry: ResumeEntry | undefined;
  /** Whether the resume store has it. */
  readonly isKept: boolean;
}

interface BegunUploadsDeps {
  readonly store: ResumeStore | undefined;
  /** Whether an upload may still send bytes. */
  readonly isHeld: (id: number) => boolean;
  readonly cancel: (session: Session) => void;
}

/**
 * Large files that the server has begun to receive. Files that look alike have one key in the resume store: the first
 * upload has it, and the others continue their reservations only as long as the page is open.
 */
export class BegunUploads {
  readonly #begun = new Map<number, Begun>();
  readonly #deps: BegunUploadsDeps;

  constructor(deps: BegunUploadsDeps) {
    this.#deps = deps;
  }

  /** Whether bytes are reserved for the file. */
  has(id: number): boolean {
    return this.#begun.get(id)?.entry !== undefined;
  }

  /** The resume store of one upload. */
  storeOf(id: number): ResumeStore | undefined {
    const { store } = this.#deps;
    return (
      store && {
        get: async (key) => {
          const begun = this.#begun.get(id);
          if (begun?.key === key && begun.entry !== undefined) return begun.entry;
          // Its policy has changed.
          this.giveUp(id);
          const isKept = this.#takeKey(id, key);
          this.#begun.set(id, { key, entry: undefined, isKept });
          const entry = isKept ? await store.get(key) : undefined;
          if (entry !== undefined) this.#begun.set(id, { key, entry, isKept });
          return entry;
        },
        set: async (key, entry) => {
          const isKept = this.#takeKey(id, key);
          this.#begun.set(id, { key, entry, isKept });
          if (isKept) await store.set(key, entry);
        },
        remove: async (key) => {
          if (this.#begun.get(id)?.isKept === true) await store.remove(key);
          // Only now, or an upload that looks alike would find the entry.
          this.#begun.delete(id);
        },
      }
    );
  }

  /** Cancels the reservation. */
  giveUp(id: number): void {
    const begun = this.#begun.get(id);
    this.#begun.delete(id);
    if (begun?.entry === undefined) return;
    if (begun.isKept) void this.#deps.store?.remove(begun.key);
    this.#deps.cancel(begun.entry);
  }

  /** Forgets an upload that failed. It is continued if the user chooses the file again. */
  leave(id: number): void {
    if (this.#begun.get(id)?.isKept === true) this.#begun.delete(id);
    else this.giveUp(id);
  }

  /** Whether no other upload has the key; takes it from those that ended. */
  #takeKey(id: number, key: string): boolean {
    const others = [...this.#begun].filter(([other, begun]) => other !== id && begun.key === key && begun.isKept);
    if (others.some(([other]) => this.#deps.isHeld(other))) return false;
    for (const [other] of others) this.#begun.delete(other);
    return true;
  }
}
