import { expandBraces } from './braces.ts';

/** Folds the case of a name as the server does for sorting and search. */
export const foldName = (name: string): string =>
  name
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/i\u0307+/g, 'i')
    .normalize('NFC');

export interface NamePattern {
  matches(name: string): boolean;
  /**
   * A text for each alternative that every matching name contains, ignoring case: the text for a search. Empty if an
   * alternative has none.
   */
  readonly literals: readonly string[];
}

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };

export interface NamePatternOptions {
  readonly ignoreCase?: boolean;
  /** `*`, `?` and `[…]` at the start match no dot, as in a shell. */
  readonly dotsAreHidden?: boolean;
}

/** Parses `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}` and `\` before a literal character. Names are compared in NFC. */
export function parseNamePattern(pattern: string, options: NamePatternOptions = {}): NamePattern {
  const prepare = options.ignoreCase === true ? foldName : (text: string) => text.normalize('NFC');
  const alternatives = expandBraces(prepare(pattern)).map(tokenize);
  return {
    matches(name) {
      const characters = [...prepare(name)];
      const hidden = options.dotsAreHidden === true && characters[0] === '.';
      return alternatives.some((tokens) => !(hidden && !startsWithDot(tokens)) && matchTokens(tokens, characters));
    },
    literals: alternatives.map(rarestLiteral),
  };
}

/** Returns the text of a pattern without wildcards, else undefined. */
export function findLiteralName(pattern: string): string | undefined {
  const tokens = tokenize(pattern);
  return tokens.every((token) => token.kind === 'literal')
    ? tokens.map(({ character }) => character).join('')
    : undefined;
}

const startsWithDot = ([first]: readonly Token[]): boolean => first?.kind === 'literal' && first.character === '.';

function tokenize(pattern: string): Token[] {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' });
    } else if (character === '?') tokens.push({ kind: 'one' });
    else if (character === '\\' && at + 1 < characters.length) tokens.push(literal(characters[++at]!));
    else {
      const found = character === '[' ? readClass(characters, at) : undefined;
      tokens.push(found?.token ?? literal(character));
      at = found?.last ?? at;
    }
  }
  return tokens;
}

const literal = (character: string): Token => ({ kind: 'literal', character });

/** Parses `[…]` from its bracket on. Returns undefined if it is never closed. */
function readClass(characters: readonly string[], start: number): { token: Token; last: number } | undefined {
  let at = start + 1;
  const negated = characters[at] === '!' || characters[at] === '^';
  if (negated) at++;
  const ranges: (readonly [string, string])[] = [];
  for (const first = at; at < characters.length; at++) {
    // A bracket in the first position belongs to the class.
    if (characters[at] === ']' && at > first) return { token: { kind: 'class', negated, ranges }, last: at };
    if (characters[at] === '\\') at++;
    const from = characters[at];
    let to = from;
    if (characters[at + 1] === '-' && characters[at + 2] !== undefined && characters[at + 2] !== ']') {
      at += characters[at + 2] === '\\' ? 3 : 2;
      to = characters[at];
    }
    if (from !== undefined && to !== undefined) ranges.push([from, to]);
  }
  return undefined;
}

/** Backtracks to the last `*` only, so the time is at most the length of the pattern times that of the name. */
function matchTokens(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let lastMany = -1;
  let resumeAt = 0;
  while (at < characters.length) {
    const current = tokens[token];
    if (current?.kind === 'many') {
      lastMany = token++;
      resumeAt = at;
    } else if (current !== undefined && matchOne(current, characters[at]!)) {
      token++;
      at++;
    } else if (lastMany !== -1) {
      token = lastMany + 1;
      at = ++resumeAt;
    } else return false;
  }
  while (tokens[token]?.kind === 'many') token++;
  return token === tokens.length;
}

function matchOne(token: Exclude<Token, { kind: 'many' }>, character: string): boolean {
  if (token.kind === 'one') return true;
  if (token.kind === 'literal') return token.character === character;
  const code = character.codePointAt(0)!;
  const isIn = token.ranges.some(([from, to]) => from.codePointAt(0)! <= code && code <= to.codePointAt(0)!);
  return isIn !== token.negated;
}

/** The literal that the fewest names will have in them. */
function rarestLiteral(tokens: readonly Token[]): string {
  let rarest = '';
  let run = '';
  for (const [index, token] of [...tokens, undefined].entries()) {
    if (token?.kind === 'literal') run += token.character;
    else {
      const piece = searchable(run, index === tokens.length);
      if (rarity(piece) > rarity(rarest)) rarest = piece;
      run = '';
    }
  }
  return rarest;
}

/** An extension may be that of every file; anything else is the rarer the longer it is. */
const rarity = (piece: string): number => (/^\.\w{1,4}$/.test(piece) ? 1.5 : piece.length);

/**
 * The part of a literal that the folded name contains in any context: a mark at its start belongs to the letter before,
 * and a letter at its end may combine with a following mark.
 */
function searchable(piece: string, isAtEnd: boolean): string {
  const start = piece.replace(/^\p{M}+/u, '');
  return isAtEnd ? start : start.replace(/\p{L}\p{M}*$/u, '');
}
