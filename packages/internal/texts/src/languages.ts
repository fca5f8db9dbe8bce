import { languages } from './languages.gen.ts';

export { languages };

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

/** Chinese in traditional characters, for which simplified ones are no substitute. */
const traditional = /^zh-(?:hant|tw|hk|mo)\b/;

/**
 * The language of the first tag that names one that there is: `de` for `de-AT`, `pt-BR` for `pt`. Undefined if no tag does.
 * Tags are of BCP 47.
 */
export function findLanguage(tags: Iterable<string>, codes: readonly Language[] = languageCodes): Language | undefined {
  for (const each of tags) {
    const tag = each.toLowerCase();
    const [base] = tag.split('-');
    const found =
      codes.find((code) => code.toLowerCase() === tag) ??
      (traditional.test(tag) ? undefined : codes.find((code) => code.split('-')[0] === base));
    if (found !== undefined) return found;
  }
  return undefined;
}
