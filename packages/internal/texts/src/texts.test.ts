import { expect, test } from 'vitest';
import { compileMessage, findProblems, pseudoMessage, readLanguage, readLanguageCodes } from './build/index.ts';
import type { LanguageFile, Tree } from './build/read-languages.ts';
import { formatMessage, textsOf, type Values } from './format.ts';
import { findLanguage, type Language } from './languages.ts';

const format = (text: string, values: Values, language = 'en'): string =>
  formatMessage(compileMessage(text).message, values, language);

test.each(readLanguageCodes())('%s has every text of English, with its values and its plurals', (code) => {
  expect(findProblems(code, readLanguage(code), readLanguage('en'))).toEqual([]);
});

/** Texts about one thing that name no button. */
const noNames = new Set(['titleOf', 'introOf', 'tableOf', 'emptyOf']);

function misnamedIn(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([key, text]) => {
    if (typeof text !== 'string') return misnamedIn(text);
    const shown = tree[key.replace(/Of$/, '')];
    if (!key.endsWith('Of') || noNames.has(key) || typeof shown !== 'string' || shown.includes('{')) return [];
    return text.toLowerCase().includes(shown.toLowerCase()) ? [] : [`${key}: ${text}, without “${shown}”`];
  });
}

// WCAG 2.5.3: who says the words on a button presses it.
test.each(readLanguageCodes())('%s names a button about one thing by the words on it', (code) => {
  expect(misnamedIn(readLanguage(code).app)).toEqual([]);
});

const fileOf = (first: Tree, messages: Tree = {}): LanguageFile => ({
  language: { name: 'X', direction: 'ltr' },
  app: { first },
  pages: {},
  mails: {},
  scripts: {},
  messages,
});

test('a text that is missing, superfluous or wrong is named, with what is wrong with it', () => {
  const english = fileOf({
    missing: 'A',
    empty: 'A',
    broken: 'A',
    args: '{name} of {count, number}',
    kind: '{name}',
    plural: '{count, plural, one {# file} other {# files}}',
    counted: '{count, number} files',
  });
  const other = fileOf({
    empty: ' ',
    broken: '{name',
    args: '{nom}',
    kind: '{name, number}',
    plural: '{count, plural, one {#} other {#} two {#}}',
    counted: '{count, plural, one {#} few {#} many {#} other {#}}',
    superfluous: 'A',
  });
  expect(findProblems('pl', other, english)).toEqual([
    'pl.json: app.first.empty: is empty',
    'pl.json: app.first.broken: is no ICU message: EXPECT_ARGUMENT_CLOSING_BRACE',
    'pl.json: app.first.missing: is missing',
    'pl.json: app.first.empty: is missing',
    'pl.json: app.first.broken: is missing',
    'pl.json: app.first.args: does not use {name}',
    'pl.json: app.first.args: does not use {count}',
    'pl.json: app.first.args: uses {nom}, which there is not',
    'pl.json: app.first.kind: uses {name} as number, and English as text',
    'pl.json: app.first.plural: the plural has no text for few, many',
    'pl.json: app.first.plural: the language has no plural category two',
    'pl.json: app.first.superfluous: is superfluous, the English file does not have it',
  ]);
  const message = { 'At most {n} bytes in UTF-{n}.': 'At most {n, number} bytes in UTF-{n2, number}.' };
  expect(findProblems('de', fileOf({}, message), fileOf({}, message))).toEqual([]);
  const shorter = { 'At most {n} bytes in UTF-{n}.': 'Höchstens {n, number} Bytes.' };
  expect(findProblems('de', fileOf({}, shorter), fileOf({}, message))).toEqual([]);
});

test.each(['{n, number, percent}', '{at, date}', '{n, selectordinal, other {#th}}', '{n, plural, offset:1 other {#}}'])(
  '%s is refused, because no program formats it',
  (text) => {
    expect(() => compileMessage(text)).toThrow(/style|supported/);
  },
);

test('values, numbers, plurals and selections are shown as in the language', () => {
  expect(format('Plain', {})).toBe('Plain');
  expect(format("It''s '{name}' {name}", { name: 'Ada' })).toBe("It's {name} Ada");
  expect(format('{n, number} of {m, number}', { n: 1234, m: 5 }, 'de')).toBe('1.234 of 5');
  const files = '{n, plural, =0 {none} one {# plik} few {# pliki} many {# plików} other {# pliku}}';
  expect([0, 1, 3, 5, 22, 1.5].map((n) => format(files, { n }, 'pl'))).toEqual([
    'none',
    '1 plik',
    '3 pliki',
    '5 plików',
    '22 pliki',
    '1,5 pliku',
  ]);
  const role = '{role, select, owner {You own {n, plural, one {it} other {them}}} other {You may see it}}';
  expect([format(role, { role: 'owner', n: 2 }), format(role, { role: 'viewer', n: 1 })]).toEqual([
    'You own them',
    'You may see it',
  ]);
});

test('a text without values is a string, another one a function, whose values are cleaned', () => {
  const section = { plain: 'Open', nested: { of: compileMessage('Open {name}').message } };
  const texts = textsOf(section, 'en', (value) => value.toUpperCase()) as unknown as {
    plain: string;
    nested: { of: (values: Values) => string };
  };
  expect([texts.plain, texts.nested.of({ name: 'a' })]).toEqual(['Open', 'Open A']);
});

test.each([
  [['de-AT'], 'de'],
  [['xx', 'DE'], 'de'],
  [['pt'], 'pt-BR'],
  [['pt-PT', 'de'], 'pt-BR'],
  [['zh'], 'zh-CN'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['zh-TW', 'de'], 'de'],
  [['zh-Hant-HK'], undefined],
  [['', '*', 'constructor'], undefined],
] as const)('of the wanted languages %o, %s is chosen', (tags, expected) => {
  const codes = ['en', 'de', 'pt-BR', 'zh-CN'] as Language[];
  expect(findLanguage(tags, codes)).toBe(expected);
});

test('the language of tests is 40 % longer, in brackets, and has the same values', () => {
  const text = 'Move {count, plural, one {# item} other {# items}} to {name}';
  const pseudo = pseudoMessage(text);
  expect(format(pseudo, { count: 2, name: 'Photos' })).toMatch(/^\[Ṁóṽé 2 íŧéɱš ŧó Photos~+( ~+)*\]$/);
  expect(format(pseudoMessage('Delete forever'), {}).length).toBeGreaterThanOrEqual('Delete forever'.length * 1.4);
  expect(compileMessage(pseudo).args).toEqual(compileMessage(text).args);
});
