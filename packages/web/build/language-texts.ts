import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  compileSection,
  languagesFolder,
  readLanguage,
  readLanguageCodes,
  type LanguageFile,
} from '../../internal/texts/src/build/index.ts';

const prefix = '\0virtual:texts';
/** Texts of the first screen; the other sections are loaded with the parts that show them. */
const firstSection = 'first';

/**
 * Provides the texts of languages/*.json, compiled, so that the browser needs no parser:
 *   virtual:texts              every language with its name and a function that loads its texts; those of English are in it
 *   virtual:texts/de           the texts of the first screen, and functions that load the other sections
 *   virtual:texts/de/account   one section
 *   virtual:texts/all/offline  one section in every language, by its first subtag, for scripts that load nothing else
 */
export function languageTexts(): Plugin {
  const english = readLanguage('en');
  const files = new Map<string, LanguageFile>(readLanguageCodes().map((code) => [code, readLanguage(code)]));
  return {
    name: 'language-texts',
    resolveId: (wanted) => (wanted.startsWith(prefix.slice(1)) ? `\0${wanted}` : undefined),
    load(wanted) {
      if (!wanted.startsWith(prefix)) return undefined;
      const [, code, section] = wanted.slice(prefix.length).split('/');
      for (const each of readLanguageCodes()) this.addWatchFile(join(languagesFolder, `${each}.json`));
      if (code === undefined) return listOf(files);
      if (code === 'all') return `export default ${JSON.stringify(inEachLanguage(files, section ?? ''))};`;
      const { app } = files.get(code) ?? english;
      if (section !== undefined) return `export default ${JSON.stringify(compileSection(app[section] ?? {}))};`;
      const others = Object.keys(app).filter((name) => name !== firstSection);
      return `export const first = ${JSON.stringify(compileSection(app[firstSection] ?? {}))};
        export const load = {${others.map((name) => `${name}: () => import('virtual:texts/${code}/${name}')`).join()}};`;
    },
  };
}

/** The name of a file with texts, `texts-de-account`; undefined for other modules. */
export const textsChunkName = (moduleId: string | null): string | undefined =>
  moduleId?.startsWith(prefix) ? `texts${moduleId.slice(prefix.length).replaceAll('/', '-')}` : undefined;

const listOf = (files: ReadonlyMap<string, LanguageFile>): string =>
  `import * as en from 'virtual:texts/en';
  export { en };
  export const languages = {${Array.from(files, ([code, { language }]) => {
    const load = code === 'en' ? 'Promise.resolve(en)' : `import('virtual:texts/${code}')`;
    return `${JSON.stringify(code)}: {...${JSON.stringify(language)}, load: () => ${load}}`;
  }).join()}};`;

function inEachLanguage(files: ReadonlyMap<string, LanguageFile>, section: string): Record<string, object> {
  const texts: Record<string, object> = {};
  for (const [code, { app }] of files) texts[code.split('-')[0] ?? code] ??= compileSection(app[section] ?? {});
  return texts;
}
