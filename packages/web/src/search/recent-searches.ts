import { readStored, writeStored } from '../browser/stored.ts';

const storageKey = 'drive-searches';
const mostKept = 6;

/** The last searches of this browser, the newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, mostKept) : [];
  } catch {
    return [];
  }
}

/** Keeps a search. A search that only continues the last one, as while typing, takes its place. */
export function noteSearch(query: string): void {
  const [last, ...others] = recentSearches();
  const before = last === undefined || query.startsWith(last) || last.startsWith(query) ? others : [last, ...others];
  writeStored(storageKey, JSON.stringify([query, ...before.filter((each) => each !== query)].slice(0, mostKept)));
}

/** For sign-out: the next user of the browser learns no search. */
export const forgetSearches = (): void => writeStored(storageKey, '[]');
