import { CliError } from '../shell/cli-error.ts';

/** Guards against a typing error in a pattern. */
export const MOST_ALTERNATIVES = 1000;

/** Expands `{a,b}.txt` to `a.txt` and `b.txt`, also nested. Braces without a comma or a partner stay. */
export function expandBraces(pattern: string): string[] {
  const group = findGroup(pattern);
  if (group === undefined) return [pattern];
  const before = pattern.slice(0, group.start);
  const heads = group.parts.flatMap((part) => expandBraces(part));
  const tails = expandBraces(pattern.slice(group.end));
  if (heads.length * tails.length > MOST_ALTERNATIVES) {
    throw new CliError('usage', `${pattern} expands to more than ${MOST_ALTERNATIVES} names`);
  }
  return heads.flatMap((head) => tails.map((tail) => before + head + tail));
}

interface Group {
  readonly start: number;
  /** Index after the closing brace. */
  readonly end: number;
  readonly parts: readonly string[];
}

/** The first braces that are alternatives. */
function findGroup(pattern: string): Group | undefined {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    if (isEscaped(pattern, start)) continue;
    const commas: number[] = [];
    let depth = 0;
    for (let at = start; at < pattern.length; at++) {
      const character = pattern[at];
      if (character === '\\') at++;
      else if (character === '{') depth++;
      else if (character === ',' && depth === 1) commas.push(at);
      else if (character === '}' && --depth === 0) {
        if (commas.length === 0) break;
        const bounds = [start, ...commas, at];
        const parts = bounds.slice(1).map((bound, index) => pattern.slice((bounds[index] ?? 0) + 1, bound));
        return { start, end: at + 1, parts };
      }
    }
  }
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}
