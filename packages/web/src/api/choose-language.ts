import { useI18n } from '../i18n/i18n-provider.tsx';
import type { Language } from '../i18n/languages.ts';
import { useAttempt } from './actions.ts';
import { client } from './client.ts';

/** Returns a function that changes the language of the app, and of the emails that the user gets. */
export function useChooseLanguage(): (language: Language) => void {
  const { setLanguage } = useI18n();
  const attempt = useAttempt();
  return (language) => {
    setLanguage(language);
    void attempt(async () => void (await client.account.update({ language })));
  };
}
