import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { LanguageFile, Tree } from './read-languages.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçđéƒĝĥíĵķĺɱñóþʠŕšŧúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞǪŔŠŦÚṼŴẊÝŽ';

/** A file of a language that only tests have: English with accents, in brackets, 40 % longer. */
export function pseudoFile({ language, ...texts }: LanguageFile): LanguageFile {
  return { language, ...(pseudoTree(texts) as unknown as Omit<LanguageFile, 'language'>) };
}

const pseudoTree = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoMessage(value) : pseudoTree(value),
    ]),
  );

/** The message in brackets, with accents, and 40 % longer. */
export function pseudoMessage(text: string): string {
  const elements = parse(text, { ignoreTag: true });
  const padding = '~'.repeat(Math.ceil(letters(elements) * 0.4)).replaceAll(/~{7}/g, '~~~~~~ ');
  return `[${printAST(withAccents(elements))}${padding.trimEnd()}]`;
}

/** Letters of the longest form of a text. */
const letters = (elements: readonly MessageFormatElement[]): number =>
  elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length;
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return sum + Math.max(...Object.values(element.options).map(({ value }) => letters(value)));
    return sum;
  }, 0);

const withAccents = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if (element.type === TYPE.literal)
      return {
        ...element,
        value: element.value.replaceAll(/[a-z]/gi, (letter) => accented.charAt(plain.indexOf(letter))),
      };
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([key, option]) => [
            key,
            { ...option, value: withAccents(option.value) },
          ]),
        ),
      };
    return element;
  });
