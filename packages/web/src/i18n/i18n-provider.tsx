import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { formatsOf, type Formats } from './format.ts';
import {
  englishMessages,
  loadMessages,
  noteLanguage,
  readLanguage,
  storeLanguage,
  type Language,
} from './languages.ts';
import type { Messages } from './texts.ts';

interface I18n {
  readonly language: Language;
  readonly messages: Messages;
  readonly formats: Formats;
  readonly setLanguage: (language: Language) => void;
}

const I18nContext = createContext<I18n | undefined>(undefined);

export function useI18n(): I18n {
  const value = use(I18nContext);
  if (value === undefined) throw new Error('useI18n is called outside I18nProvider');
  return value;
}

/** The texts of the current language. */
export const useMessages = (): Messages => useI18n().messages;
export const useFormats = (): Formats => useI18n().formats;

/** Shows nothing until the texts of the language are loaded; English if they cannot be. */
export function I18nProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(readLanguage);
  const [messages, setMessages] = useState<Messages | undefined>(() =>
    language === 'en' ? englishMessages() : undefined,
  );

  useEffect(() => {
    let isCurrent = true;
    noteLanguage(language);
    void loadMessages(language).then(
      (loaded) => isCurrent && setMessages(loaded),
      () => isCurrent && setMessages((current) => current ?? englishMessages()),
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);

  const value = useMemo(
    () =>
      messages && {
        language,
        messages,
        formats: formatsOf(language),
        setLanguage: (chosen: Language) => {
          storeLanguage(chosen);
          setLanguage(chosen);
        },
      },
    [language, messages],
  );
  return value && <I18nContext value={value}>{children}</I18nContext>;
}
