/** A command line up to the cursor. */
export interface TypedLine {
  /** Finished words, the program's name first, without quotes. */
  readonly before: readonly string[];
  /** Word at the cursor, without quotes; empty after a blank. */
  readonly current: string;
  /** Word at the cursor as typed, and the quote still open in it. */
  readonly raw: string;
  readonly openQuote: '"' | "'" | undefined;
}

/** Splits a line like a POSIX shell, without expansions. */
export function readTypedLine(line: string): TypedLine {
  const before: string[] = [];
  let word = '';
  let start = 0;
  let begun = false;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (quote === undefined && /\s/.test(character)) {
      if (begun) before.push(word);
      word = '';
      begun = false;
      start = at + 1;
      continue;
    }
    begun = true;
    if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
    else if (character === '\\' && quote !== "'") {
      const next = line[at + 1];
      // In double quotes, a backslash escapes special characters only.
      if (quote === '"' && next !== undefined && !'"\\$`'.includes(next)) word += character;
      if (next !== undefined) word += next;
      at++;
    } else word += character;
  }
  return { before, current: word, raw: line.slice(start), openQuote: quote };
}

/**
 * Length of the part of the current word that bash does not replace: it breaks words at colons and equals signs outside
 * of quotes, and replaces only the part after the last.
 */
export function keptByBash({ raw, current, openQuote }: TypedLine): string {
  if (openQuote !== undefined) return '';
  let end = 0;
  let quote: string | undefined;
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at]!;
    if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
    else if (character === '\\') at++;
    else if (quote === undefined && (character === ':' || character === '=')) end = at + 1;
  }
  const kept = readTypedLine(raw.slice(0, end)).current;
  return current.startsWith(kept) ? kept : '';
}

/** Quotes a word for bash, inside the open quote if there is one. */
export function quoteForBash(word: string, openQuote: TypedLine['openQuote']): string {
  if (openQuote === "'") return word.replaceAll("'", String.raw`'\''`);
  if (openQuote === '"') return word.replaceAll(/["\\$`]/g, String.raw`\$&`);
  return word.replaceAll(/[^\w/.,:=@%+\-\u0080-\u{10ffff}]/gu, String.raw`\$&`);
}
