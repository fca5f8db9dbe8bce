import { findLanguage, type Language } from '@drive/texts';
import { en, languages } from 'virtual:texts';
import { readStored, writeStored } from '../browser/stored.ts';
import { messagesOf, type Messages } from './texts.ts';

export type { Language };

/** The languages of the app, each with its own name. */
export const languageCodes = Object.keys(languages) as Language[];
export const languageName = (code: Language): string => languages[code]?.name ?? code;

const made = new Map<string, Messages>();

/** The texts in English, which are part of the app. */
export function englishMessages(): Messages {
  const messages = made.get('en') ?? messagesOf('en', en);
  made.set('en', messages);
  return messages;
}

export async function loadMessages(language: Language): Promise<Messages> {
  const known = language === 'en' ? englishMessages() : made.get(language);
  if (known !== undefined) return known;
  const texts = await languages[language]?.load();
  const messages = texts === undefined ? englishMessages() : messagesOf(language, texts);
  made.set(language, messages);
  return messages;
}

const storageKey = 'drive-language';

/** The chosen language, else the first that the browser prefers and the app has, else English. */
export const readLanguage = (): Language =>
  findLanguage([readStored(storageKey) ?? '', ...navigator.languages], languageCodes) ?? 'en';

/** Tells the browser in which language and direction the page is. */
export function noteLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language]?.direction ?? 'ltr';
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
