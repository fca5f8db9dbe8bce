import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from '../format.ts';
import { compileMessage } from './compile-message.ts';

export const languagesFolder = join(import.meta.dirname, '../../languages');

/** Texts as in a file: nested objects of ICU messages. */
export interface Tree {
  readonly [key: string]: string | Tree;
}

export interface LanguageFile {
  /** What the file says about the language itself. */
  readonly language: { readonly name: string; readonly direction: 'ltr' | 'rtl' };
  readonly app: Readonly<Record<string, Tree>>;
  /** Texts of pages, emails, and scripts of pages; the key is the English text. */
  readonly pages: Tree;
  readonly mails: Tree;
  readonly scripts: Tree;
  /** Messages of errors that pages show. */
  readonly messages: Tree;
}

export const readLanguage = (code: string): LanguageFile =>
  JSON.parse(readFileSync(join(languagesFolder, `${code}.json`), 'utf8')) as LanguageFile;

/** Codes of all languages, English first. */
export function readLanguageCodes(): string[] {
  const codes = readdirSync(languagesFolder).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
  return ['en', ...codes.filter((code) => code !== 'en').toSorted()];
}

export function compileSection(tree: Tree): Section {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compileMessage(value).message : compileSection(value),
    ]),
  );
}
