import { use } from 'react';
import type { SharingMessages } from './en-sharing.ts';
import { useI18n } from './i18n-provider.tsx';
import { languages, type Language } from './languages.ts';

const loaded = new Map<Language, Promise<SharingMessages>>();

/** The texts of links in the current language. Suspends the component until they are loaded. */
export function useSharingMessages(): SharingMessages {
  const { language } = useI18n();
  let texts = loaded.get(language);
  if (texts === undefined) {
    texts = languages[language].loadSharing();
    loaded.set(language, texts);
    // A later screen tries again.
    texts.catch(() => loaded.delete(language));
  }
  return use(texts);
}
