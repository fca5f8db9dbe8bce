import { readStored, writeStored } from '../browser/stored.ts';
import { en, type Messages } from './en.ts';

interface LanguageEntry {
  readonly name: string;
  readonly load: () => Promise<Messages>;
}

/** Each language with its own name and functions that load its texts. Add an entry to add a language. */
export const languages = {
  en: {
    name: 'English',
    load: () => Promise.resolve(en),
  },
  de: {
    name: 'Deutsch',
    load: async () => (await import('./de.ts')).de,
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languages;
export const languageCodes = Object.keys(languages) as Language[];

const storageKey = 'drive-language';

/** The chosen language, else the first that the browser prefers and the app has, else English. */
export function readLanguage(): Language {
  const wanted = [readStored(storageKey) ?? '', ...navigator.languages];
  for (const each of wanted) {
    const found = languageCodes.find((code) => code === each.split('-')[0]?.toLowerCase());
    if (found !== undefined) return found;
  }
  return 'en';
}

const aYear = 365 * 24 * 3600;

/** Stores the choice, also in a cookie for the pages that the server renders. */
export function storeLanguage(language: Language): void {
  writeStored(storageKey, language);
  const { pathname: path, protocol } = new URL('..', document.baseURI);
  const attributes = `path=${path}; max-age=${aYear}; samesite=lax`;
  if (protocol === 'https:') document.cookie = `__Secure-${storageKey}=${language}; ${attributes}; secure`;
  else document.cookie = `${storageKey}=${language}; ${attributes}`;
}
