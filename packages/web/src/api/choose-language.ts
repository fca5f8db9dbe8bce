import { useI18n } from '../i18n/i18n-provider.tsx';
import type { Language } from '../i18n/languages.ts';
import { notify } from '../ui/notices.ts';
import { client } from './client.ts';
import { errorText } from './error-text.ts';

/** Returns a function that changes the language of the app, and of the emails that the user gets. */
export function useChooseLanguage(): (language: Language) => void {
  const { setLanguage, messages, formats } = useI18n();
  return (language) => {
    setLanguage(language);
    client.account
      .update({ language })
      .catch((error: unknown) => notify({ kind: 'bad', text: errorText(error, messages, formats) }));
  };
}
