import { compileMessage, type Argument } from './compile-message.ts';
import type { LanguageFile, Tree } from './read-languages.ts';

/** Types of all texts, from the English file: a wrong key, or a missing value, does not compile. */
export function typesOf({ app, pages, mails, scripts }: LanguageFile): string {
  return [
    '// Generated from languages/en.json by `pnpm run generate`.',
    `/** Texts of the web app, by section. */\nexport interface AppTexts ${treeType(app, 0)}`,
    argumentsType('PageArguments', 'pages', pages),
    argumentsType('MailArguments', 'emails', mails),
    argumentsType('ScriptArguments', 'scripts of pages', scripts),
    '',
  ].join('\n\n');
}

function treeType(tree: Tree, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(tree).map(([key, value]) => {
    const type = typeof value === 'string' ? textType(value) : treeType(value, depth + 1);
    return `${indent}readonly ${nameOf(key)}: ${type};`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function textType(text: string): string {
  const values = valuesType(text);
  return values === undefined ? 'string' : `(values: ${values}) => string`;
}

const argumentsType = (name: string, what: string, tree: Tree): string =>
  [
    `/** Texts of ${what}, with their values. */\nexport interface ${name} {`,
    ...Object.entries(tree).map(
      ([key, text]) => `  readonly ${nameOf(key)}: ${typeof text === 'string' ? valuesType(text) : 'never'};`,
    ),
    '}',
  ].join('\n');

function valuesType(text: string): string | undefined {
  const { args } = compileMessage(text);
  if (args.size === 0) return undefined;
  return `{ ${[...args].map(([name, argument]) => `readonly ${nameOf(name)}: ${typeOf(argument)}`).join('; ')} }`;
}

const typeOf = (argument: Argument): string =>
  argument === 'text' || argument === 'number' ? { text: 'string', number: 'number' }[argument] : 'string';

const nameOf = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key));
