import { DriveError } from '../error.ts';
import type { ResumeStore } from './upload-types.ts';

/** The parts of localStorage that are used. */
interface PageStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Longer than servers keep incomplete uploads. */
const forgottenAfterMs = 7 * 24 * 3600 * 1000;

/**
 * Stores resumable uploads in the browser. After a reload, choose the same File and upload it with the same store.
 * Scripts of the same origin can read the entries, which authorize sending the bytes.
 *
 * @example
 * ```ts
 * import { browserResumeStore, DriveClient } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * const resumeStore = browserResumeStore();
 * document.querySelector('input')?.addEventListener('change', async ({ target }) => {
 *   const [file] = (target as HTMLInputElement).files ?? [];
 *   if (file !== undefined) console.log((await client.uploads.upload(file, { resumeStore })).resumed);
 * });
 * ```
 */
export function browserResumeStore(): ResumeStore {
  const { localStorage: storage } = globalThis as { localStorage?: PageStorage };
  if (storage === undefined)
    throw new DriveError(
      'invalid_argument',
      'There is no localStorage here. In Node, use fileResumeStore of @drive/sdk/node.',
    );
  return {
    get: async (key) => parse(storage.getItem(key))?.entry,
    async set(key, entry) {
      forgetOld(storage);
      try {
        storage.setItem(key, JSON.stringify({ keptAt: Date.now(), entry }));
      } catch {
        // Storage is full or forbidden. The upload then only survives lost connections.
      }
    },
    remove: async (key) => storage.removeItem(key),
  };
}

function forgetOld(storage: PageStorage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys.filter((each) => each.startsWith('drive-upload '))) {
    const kept = parse(storage.getItem(key));
    if (kept === undefined || Date.now() - kept.keptAt > forgottenAfterMs) storage.removeItem(key);
  }
}

function parse(text: string | null): { readonly keptAt: number; readonly entry: never } | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
