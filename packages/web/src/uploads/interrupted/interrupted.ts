import type { ResumeEntry } from '@drive/sdk';
import { appPath, client, serverUrl } from '../../api/client.ts';
import { openResumeStore } from '../new-upload.ts';

/** The SDK's `browserResumeStore` keeps unfinished uploads under keys that begin like this. */
export const keyPrefix = 'drive-upload ';

/** Uploads that an earlier page left unfinished, until they are continued or discarded. */
class InterruptedUploads {
  #keys: readonly string[] = readKeys();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): readonly string[] => this.#keys;

  constructor() {
    void this.#leaveOthers();
  }

  /** Forgets those that are not kept any more: they have been continued. */
  readonly update = (): void => {
    const kept = new Set(readKeys());
    if (this.#keys.some((key) => !kept.has(key))) this.#set(this.#keys.filter((key) => kept.has(key)));
  };

  /** Gives their reservations up, which count in the storage. */
  async discard(): Promise<void> {
    const store = openResumeStore();
    for (const key of this.#keys) {
      const entry: ResumeEntry | undefined = await store?.get(key);
      // It may have expired.
      if (entry !== undefined)
        await client.uploads.cancel({ uploadUrl: `${serverUrl}/files/uploads/${entry.sessionId}` }).catch(() => {});
      await store?.remove(key);
    }
    this.#set([]);
  }

  /** What another tab is uploading is kept under the same keys. Without locks (no https) nobody knows of other tabs. */
  async #leaveOthers(): Promise<void> {
    const locks = navigator.locks as LockManager | undefined;
    const name = `drive-tab ${appPath}`;
    const state = await locks?.query();
    if (state === undefined || state.held?.some((lock) => lock.name === name) === true) this.#set([]);
    void locks?.request(name, { mode: 'shared' }, () => new Promise(() => {}));
  }

  #set(keys: readonly string[]): void {
    this.#keys = keys;
    for (const listener of this.#listeners) listener();
  }
}

function readKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
  } catch {
    return [];
  }
}

export const interrupted = new InterruptedUploads();
