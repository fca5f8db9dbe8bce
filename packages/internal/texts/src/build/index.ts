/** Reads, checks and compiles the files of the languages, for builds and tests. */
export { compileMessage, MessageError, type Argument, type CompiledMessage } from './compile-message.ts';
export { findProblems } from './find-problems.ts';
export { pseudoFile, pseudoMessage } from './pseudo-language.ts';
export {
  compileSection,
  languagesFolder,
  readLanguage,
  readLanguageCodes,
  type LanguageFile,
  type Tree,
} from './read-languages.ts';
export { typesOf } from './types-of.ts';
