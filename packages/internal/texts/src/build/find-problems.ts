import { compileMessage, MessageError, type Argument, type CompiledMessage } from './compile-message.ts';
import type { LanguageFile, Tree } from './read-languages.ts';

type Compiled = ReadonlyMap<string, CompiledMessage>;

/**
 * The faults of the file of a language, compared with the English one: texts that are missing, superfluous, empty, no
 * ICU messages, or that use other values, and plurals without a category that the language has.
 */
export function findProblems(code: string, file: LanguageFile, english: LanguageFile): string[] {
  const problems: string[] = [];
  const compiled = compileAll(file, problems);
  const wanted = compileAll(english, []);
  for (const path of wanted.keys()) if (!compiled.has(path)) problems.push(`${path}: is missing`);
  const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  for (const [path, { args, plurals }] of compiled) {
    const same = wanted.get(path);
    if (same === undefined) problems.push(`${path}: is superfluous, the English file does not have it`);
    else problems.push(...differences(args, same.args, path.startsWith('messages.')).map((each) => `${path}: ${each}`));
    for (const keys of plurals) {
      const absent = categories.filter((category) => !keys.includes(category));
      if (absent.length > 0) problems.push(`${path}: the plural has no text for ${absent.join(', ')}`);
      const other = keys.filter((key) => !key.startsWith('=') && !categories.some((category) => category === key));
      if (other.length > 0) problems.push(`${path}: the language has no plural category ${other.join(', ')}`);
    }
  }
  return problems.map((problem) => `${code}.json: ${problem}`);
}

function compileAll(file: LanguageFile, problems: string[]): Compiled {
  const compiled = new Map<string, CompiledMessage>();
  const add = (tree: Tree, above: string): void => {
    for (const [key, text] of Object.entries(tree)) {
      const path = above === '' ? key : `${above}.${key}`;
      if (typeof text !== 'string') add(text, path);
      else if (text.trim() === '') problems.push(`${path}: is empty`);
      else
        try {
          compiled.set(path, compileMessage(text));
        } catch (error) {
          if (!(error instanceof MessageError)) throw error;
          problems.push(`${path}: ${error.message}`);
        }
    }
  };
  const { language: _, ...texts } = file;
  add(texts, '');
  return compiled;
}

/** A message of an error may leave out a number. */
function differences(
  args: ReadonlyMap<string, Argument>,
  wanted: ReadonlyMap<string, Argument>,
  mayLeaveOut: boolean,
): string[] {
  const absent = [...wanted.keys()].filter((name) => !args.has(name));
  return [
    ...(mayLeaveOut ? [] : absent.map((name) => `does not use {${name}}`)),
    ...[...args].flatMap(([name, argument]) => {
      const other = wanted.get(name);
      if (other === undefined) return [`uses {${name}}, which there is not`];
      return other === argument ? [] : [`uses {${name}} as ${argument}, and English as ${other}`];
    }),
  ];
}
