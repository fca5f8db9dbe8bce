/** What programs need to show texts. They are in `languages/*.json`; see the README. */
export { formatMessage, textsOf, type Message, type Section, type Texts, type Values } from './format.ts';
export { findLanguage, languageCodes, languages, type Language } from './languages.ts';
export type { AppTexts, MailArguments, PageArguments, ScriptArguments } from './texts.gen.ts';
