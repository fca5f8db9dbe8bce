import { DriveError } from '../error.ts';
import type { ResumeStore } from './upload-types.ts';

/** As much of localStorage as is needed. */
interface PageStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** No server keeps an unfinished upload for so long. */
const forgottenAfterMs = 7 * 24 * 3600 * 1000;

/**
 * Remembers resumable uploads in the browser, so that one goes on after the page was closed: choose the same File again and
 * upload it with the same store. Scripts of the same origin can read it, and what is in it authorizes sending the bytes.
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
      'There is no localStorage here. In Node use fileResumeStore of @drive/sdk/node.',
    );
  return {
    get: async (key) => parse(storage.getItem(key))?.entry,
    async set(key, entry) {
      forgetOld(storage);
      try {
        storage.setItem(key, JSON.stringify({ keptAt: Date.now(), entry }));
      } catch {
        // Full, or forbidden: the upload then survives cut connections only.
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
