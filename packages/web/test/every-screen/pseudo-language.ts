import type { BrowserContext } from 'playwright-core';
import { compileSection, pseudoFile, pseudoMessage, readLanguage } from '../../../internal/texts/src/build/index.ts';
import { languages } from '../../../internal/texts/src/languages.gen.ts';
import { catalogs } from '../../../internal/texts/src/server/catalogs.gen.ts';

/**
 * The language whose place the pseudo-language takes in tests: one with the same plural categories as English. No build contains the
 * pseudo-language, which is English with accents, in brackets, 40 % longer, and from right to left.
 */
export const pseudoCode = 'nl';

const file = pseudoFile(readLanguage('en'));

/** Makes the server of this process write its pages in the pseudo-language. */
export function servePseudoLanguage(): void {
  const { pages, mails, scripts, messages } = file;
  Object.assign(catalogs, {
    [pseudoCode]: {
      texts: compileSection({ ...mails, ...pages }),
      scripts: compileSection(scripts),
      messages: compileSection(messages),
    },
  });
  Object.assign(languages[pseudoCode], { direction: 'rtl' });
}

/** Replaces the texts of the built app in what a browser loads. */
export async function loadPseudoLanguage(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/[\w-]+\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const response = await route.fetch();
    const code = await response.text();
    const body = pseudoCodeOf(pathname.slice(pathname.lastIndexOf('/') + 1), code);
    await route.fulfill({ response, body });
  });
}

const inJson = (section: string): string => JSON.stringify(compileSection(file.app[section] ?? {}));

function pseudoCodeOf(name: string, code: string): string {
  const [, section] =
    new RegExp(String.raw`^texts-${pseudoCode}-(${Object.keys(file.app).join('|')})-`).exec(name) ?? [];
  if (section !== undefined) return `export default ${inJson(section)};`;
  if (name.startsWith(`texts-${pseudoCode}-`))
    return replaced(
      code,
      /export\{\w+ as first,(\w+) as load\}/,
      `const pseudo=${inJson('first')};export{pseudo as first,$1 as load}`,
    );
  if (name.startsWith('gallery-texts-'))
    return replaced(code, new RegExp(String.raw`\b${pseudoCode}:\{`), `${pseudoCode}:${inJson('gallery')},former:{`);
  const { name: own } = languages[pseudoCode];
  return code.replaceAll(new RegExp(`(name:.${own}.,direction:.)ltr`, 'g'), '$1rtl');
}

/** Fails if the build writes its texts in another way than this expects. */
function replaced(code: string, pattern: RegExp, by: string): string {
  if (!pattern.test(code)) throw new Error(`the build has no ${pattern.source}`);
  return code.replace(pattern, by);
}

/** A text in the pseudo-language, with its values. */
export const pseudo = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  pseudoMessage(text).replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
